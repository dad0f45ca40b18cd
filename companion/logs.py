"""What is told in the terminal while the app runs: one record after the other, whatever a request has put into them."""

import logging


class PlainFormatter(logging.Formatter):
    """Records that a request cannot forge: each begins in the first column, and nothing else ever does.

    What a terminal would obey instead of showing it (escape sequences, line ends, changes of direction) is spelled out.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The first line, with whatever was put into it."""
        return plain(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """The first line and, further in, the lines of a traceback."""
        first, *more = super().format(record).split("\n")
        return "\n".join([first, *("    " + plain(line) for line in more)])


def plain(text: str) -> str:
    """A text in which all that is not simply shown is spelled out, line ends too."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _spelled(letter) for letter in text)


def _spelled(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def log_to_terminal() -> None:
    """From now on warnings and faults of everything that runs are told in the terminal, and only there."""
    shown = logging.StreamHandler()
    shown.setFormatter(PlainFormatter())
    logging.basicConfig(handlers=[shown], level=logging.WARNING, force=True)
    logging.captureWarnings(True)
