"""A play: its sheet, its rounds, its details and rules, trick by trick, and secret bids."""
