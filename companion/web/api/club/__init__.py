"""The API of a club, for programs to which an organiser gave a token."""
