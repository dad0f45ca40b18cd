"""Toepen: win the last trick, and knock to make the hand dearer for the others."""
