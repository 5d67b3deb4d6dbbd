"""A finished paper sheet that is typed in."""
