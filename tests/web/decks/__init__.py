"""Decks of cards with symbols, and the cards that a match learns."""
