"""Speculation: buy and sell your way to the highest trump."""
