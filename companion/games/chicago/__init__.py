"""Chicago: poker hands at two showdowns and at the end, and the last trick between them."""
