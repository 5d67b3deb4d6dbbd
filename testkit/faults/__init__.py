"""What can happen to a database, a disk, a server or a phone, and what became of it."""
