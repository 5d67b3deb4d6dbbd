"""The web tests: a match as phones see it."""
