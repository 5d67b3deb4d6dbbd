"""Charts: what is a length in them, worked out in pixels and hundredths."""
