"""Databases and clubs' files as earlier versions made them, and what these versions displayed."""

from pathlib import Path

OLD = Path(__file__).parent
"""The folder with these files."""
