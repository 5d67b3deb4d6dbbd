"""Databases in a file, kept by SQLite."""
