"""What every page has: texts in the reader's language, names as names, the look, and errors."""
