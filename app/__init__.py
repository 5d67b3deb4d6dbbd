"""Tricktally: a scoring companion and rules book for card games played with real cards."""
