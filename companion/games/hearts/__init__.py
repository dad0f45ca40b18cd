"""Hearts: take no hearts and not the queen of spades, or all of them."""
