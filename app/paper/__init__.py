"""Paper: score sheets to write on, played matches to keep, and the rules as booklets."""
