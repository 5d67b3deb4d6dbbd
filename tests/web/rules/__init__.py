"""The rules book, and disputes."""
