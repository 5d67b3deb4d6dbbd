"""A real browser that taps."""
