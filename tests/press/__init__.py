"""What is printed: read back from the PDF, as someone would who has only that."""
