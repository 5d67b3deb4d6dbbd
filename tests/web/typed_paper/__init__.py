"""A finished sheet that is typed in."""
