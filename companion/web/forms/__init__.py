"""Forms made from a game's fields, for entries of rounds, facts of questions and options.

``entry.EntryForm`` is a WTForms form made from the core's fields. Each of its fields (``fields``, ``widgets``) knows
how it is read and rendered, and which hidden inputs carry its value. The core validates the values.
"""
