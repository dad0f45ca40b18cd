"""Clubs, their devices, roles, codes and programs."""
