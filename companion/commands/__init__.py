"""The commands of the terminal, and the server that they start."""
