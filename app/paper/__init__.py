"""Paper: score sheets to write on, and played matches to keep."""
