"""What happens to a request before and after its view: limits, polls, errors."""
