"""Rules texts and the ids of their paragraphs."""
