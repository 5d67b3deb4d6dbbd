"""Scoring, whatever the game: matches, logs, prompts, chances and what is told of them."""
