"""A match: its log, the standing that a replay finds, and what may be added to the log."""
