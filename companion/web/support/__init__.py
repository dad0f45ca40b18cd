"""What pages of all areas share."""
