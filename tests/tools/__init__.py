"""What builds, checks and releases the program."""
