"""What the commands `doctor`, `copy` and `sheet` do."""
