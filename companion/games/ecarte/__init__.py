"""Écarté: five tricks for two, and a king of trumps is worth showing."""
