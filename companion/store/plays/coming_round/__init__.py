"""The coming round: its draft, secret bids, cards and findings."""
