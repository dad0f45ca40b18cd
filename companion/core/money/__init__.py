"""Money: currencies, stakes, and settling up."""
