"""Ace-Deuce-Jack: bet against the bank that three cards show no ace, 2 or jack."""
