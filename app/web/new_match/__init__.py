"""A new match: who plays, its house rules, and decks of the house."""
