"""What leaves in forms of others, and what comes in from them: spreadsheets, BG Stats, calendars, paper.

Pure functions over frozen facts: they know games and fields, and neither rows nor pages.
"""
