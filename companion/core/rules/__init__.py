"""Rules texts, house rules and rulings."""
