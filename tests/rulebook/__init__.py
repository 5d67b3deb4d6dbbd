"""The rules pages, and how they are read."""
