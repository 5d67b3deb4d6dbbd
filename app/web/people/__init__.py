"""The players of a club: their names and colours, and which of them are one person."""
