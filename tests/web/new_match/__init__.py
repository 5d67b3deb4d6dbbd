"""How a match begins."""
