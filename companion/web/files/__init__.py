"""Export and import of files, and deletion of clubs and names."""
