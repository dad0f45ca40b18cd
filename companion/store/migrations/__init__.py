"""Migrations by Alembic, and what they share."""
