"""Pictures as SVG: charts, pictures of results, and the initials in them."""
