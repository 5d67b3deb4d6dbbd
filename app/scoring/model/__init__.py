"""What everything is made of: texts, cards, seats, problems and the parts of a score."""
