"""A play: its sheet, its rounds, its details, trick by trick, and secret bids."""
