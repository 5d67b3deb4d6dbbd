"""A whole club: its file, its spreadsheets, and what comes back."""
