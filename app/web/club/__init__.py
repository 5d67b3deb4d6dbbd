"""A club in the browser: how to get in, invitations, lists of matches, a new match, and decks."""
