"""The rules in a browser: their pages, search, and rulings."""
