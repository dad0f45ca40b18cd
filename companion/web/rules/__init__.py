"""The rules library, the search in it and in a club's own texts, and blank score sheets."""
