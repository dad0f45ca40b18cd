"""Kabu: draw to come close to nine, and pay whoever comes closer."""
