"""Names of people: reading them, and adding people by name."""
