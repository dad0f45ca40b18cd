"""The rulings of a club."""
