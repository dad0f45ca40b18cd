"""Oh Hell: bid exactly the tricks that you take, over hands that shrink by a card."""
