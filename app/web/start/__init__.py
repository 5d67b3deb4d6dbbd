"""The start page of a club, its earlier matches and their search."""
