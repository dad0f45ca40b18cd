"""Logging to the terminal, with control characters from requests escaped."""

import logging


class PlainFormatter(logging.Formatter):
    """A formatter that escapes line ends and control characters, so that requests cannot forge records.

    Lines of a traceback are indented, so that only records begin in the first column.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Return the first line of a record, escaped."""
        return escape_controls(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """Return the first line, and the lines of a traceback indented."""
        first, *more = super().format(record).split("\n")
        return "\n".join([first, *("    " + escape_controls(line) for line in more)])


def escape_controls(text: str) -> str:
    """Return a text with line ends and all invisible characters escaped."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text
    )


def log_to_terminal() -> None:
    """Log warnings and errors to the terminal only."""
    shown = logging.StreamHandler()
    shown.setFormatter(PlainFormatter())
    logging.basicConfig(handlers=[shown], level=logging.WARNING, force=True)
    logging.captureWarnings(True)
