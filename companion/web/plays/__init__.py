"""A play: its sheet, its forms, trick by trick, secret bids."""
