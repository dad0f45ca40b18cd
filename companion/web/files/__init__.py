"""Export, import and deletion."""
