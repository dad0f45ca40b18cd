"""The log of a club: one list of events, each written once and never changed, and the one way to add to it."""
