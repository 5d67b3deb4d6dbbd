"""A client without a browser: its pages, and the matches that it plays by their forms."""
