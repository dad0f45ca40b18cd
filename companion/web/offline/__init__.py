"""What a phone keeps to be read without a network."""
