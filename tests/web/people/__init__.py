"""The players of a club."""
