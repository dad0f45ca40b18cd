"""Farmer: draw to exactly 16 and take the farm."""
