"""The referee: questions with facts, verdicts with reasons."""
