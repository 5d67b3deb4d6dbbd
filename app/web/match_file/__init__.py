"""The file of a match, out and in: who is who, and which of two logs goes on."""
