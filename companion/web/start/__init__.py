"""Starting a play."""
