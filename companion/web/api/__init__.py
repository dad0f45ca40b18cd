"""The scoring API and its document."""
