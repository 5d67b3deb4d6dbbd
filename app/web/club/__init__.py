"""What belongs to no match: the start page, a new match, and decks."""
