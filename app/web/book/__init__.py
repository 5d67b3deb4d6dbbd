"""The rules book in the browser: its pages, search, and what a table settles."""
