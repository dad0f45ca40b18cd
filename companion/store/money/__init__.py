"""Money: stakes, and who pays whom."""
