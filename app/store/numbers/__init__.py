"""Statistics: totals of the facts of matches, of a person, of a club, of a year."""
