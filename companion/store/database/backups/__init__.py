"""Backups of the database, made on demand and daily."""
