"""The basic values of scoring: texts, cards, seats, problems and the parts of a score."""
