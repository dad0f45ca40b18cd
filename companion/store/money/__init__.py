"""Money: who pays whom, balances and the kitty."""
