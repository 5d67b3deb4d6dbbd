"""What the facts of matches add up to: of a person, of a club, of a year."""
