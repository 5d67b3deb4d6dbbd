"""Clubs, their own decks, the key that signs their links, and codes to get in."""
