"""Static files: addresses with versions, bundles, the drawings and the typeface of pages."""
