"""A new match: who plays, and by which house rules."""
