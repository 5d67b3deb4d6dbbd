"""The score book in a file of its own, kept by SQLite."""
