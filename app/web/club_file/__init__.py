"""A whole club: as one file, out and in, as spreadsheets, and what was set aside in it."""
