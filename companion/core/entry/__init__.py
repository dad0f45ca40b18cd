"""What a table writes down: fields, their kinds, and reading an entry."""
