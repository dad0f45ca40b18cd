"""The rounds of a play: the form of a round, what it lacks, its preview, and the pages of earlier rounds."""
