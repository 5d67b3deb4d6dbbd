"""The lists of a club."""
