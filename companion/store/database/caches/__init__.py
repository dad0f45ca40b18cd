"""What a process remembers of the database, and how it learns of changes by other processes."""
