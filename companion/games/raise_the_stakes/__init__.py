"""Raise the Stakes: take more tricks than anyone else, in a round that anyone may raise."""
