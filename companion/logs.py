"""Logging to the terminal, safe against line breaks from requests."""

import logging


class PlainFormatter(logging.Formatter):
    """A formatter whose records cannot be forged by a request: only they begin in the first column.

    What a terminal would obey instead of showing it (escape sequences, line ends, changes of direction) is spelled out.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the first line of a record, escaped."""
        return plain(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """Return the first line, and the lines of a traceback indented."""
        first, *more = super().format(record).split("\n")
        return "\n".join([first, *("    " + plain(line) for line in more)])


def plain(text: str) -> str:
    """Return a text with line ends and all invisible characters escaped."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _spelled(letter) for letter in text)


def _spelled(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def log_to_terminal() -> None:
    """Log warnings and errors to the terminal only."""
    shown = logging.StreamHandler()
    shown.setFormatter(PlainFormatter())
    logging.basicConfig(handlers=[shown], level=logging.WARNING, force=True)
    logging.captureWarnings(True)
