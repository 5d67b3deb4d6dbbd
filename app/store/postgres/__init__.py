"""The score book on a server: PostgreSQL, or an engine that speaks its language."""
