"""The rules library, and blank score sheets."""
