"""The parts that only a server needs. `run` starts it."""
