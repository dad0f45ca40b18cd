"""The nights of a club."""
