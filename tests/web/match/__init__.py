"""A match, from its first question to its last screen."""
