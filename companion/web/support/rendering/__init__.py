"""How pages are rendered: the environment of Jinja, filters, glyphs, initials, suit signs."""
