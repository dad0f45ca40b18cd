"""Export and import of files."""
