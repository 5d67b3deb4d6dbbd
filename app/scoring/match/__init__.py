"""A match: what was said, where that leads, and what may be said now."""
