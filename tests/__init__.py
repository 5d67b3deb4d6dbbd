"""The tests: rules as sentences, whole matches, and what nobody would think of typing."""
