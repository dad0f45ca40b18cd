"""Fünfzehnern: card points in tricks, and whoever has more than fifteen wins the difference."""
