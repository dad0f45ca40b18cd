"""Secret bids on the sheet."""
