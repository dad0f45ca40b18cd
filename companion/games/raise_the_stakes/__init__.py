"""Raise the Stakes: more tricks than anyone else, in a round that anyone may make dearer."""
