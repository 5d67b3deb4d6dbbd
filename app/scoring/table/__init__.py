"""What the script of a game works with: the table, its deals, and how a match ends."""
