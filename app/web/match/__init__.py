"""A match in the browser: its question, its corrections, its seats and names, and its files."""
