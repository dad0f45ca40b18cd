"""Polignac: take no jacks, least of all the jack of spades."""
