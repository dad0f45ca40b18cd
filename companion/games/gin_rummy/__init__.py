"""Gin Rummy: knock with little deadwood, or go gin; boxes and bonuses at the end."""
