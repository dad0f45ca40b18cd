"""Formats of other programs, for export and import: spreadsheets, BG Stats, calendars, paper.

Pure functions over frozen facts: they know games and fields, but neither rows nor pages.
"""
