"""The API of a club, for programs that the organiser gave a token."""
