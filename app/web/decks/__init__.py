"""Decks of cards with symbols: those to play with and to print, and the cards a match learns."""
