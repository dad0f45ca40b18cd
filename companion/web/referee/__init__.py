"""The pages of the referee."""
