"""House rules of a club, and its rulings."""
