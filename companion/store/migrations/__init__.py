"""Alembic migrations and their helpers."""
