"""The pocket edition as it was built, on a host, in a real browser."""
