"""Files that are opened and written."""
