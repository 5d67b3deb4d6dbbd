"""What only a server needs. `run` starts it."""
