"""Samba: canasta with three packs, runs besides sets, and two melds of seven to go out."""
