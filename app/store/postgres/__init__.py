"""Databases on a server: PostgreSQL, or an engine that speaks its protocol."""
