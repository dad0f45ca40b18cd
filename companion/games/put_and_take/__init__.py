"""Put and Take: pay for the cards that match, then be paid for them."""
