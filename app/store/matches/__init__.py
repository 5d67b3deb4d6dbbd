"""Matches: their logs, what lists and numbers read of them, and how they are deleted."""
