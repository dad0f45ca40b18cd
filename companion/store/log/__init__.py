"""The log of a club: events that are never changed, and ``write``, the only way to add one."""
