"""The log in the terminal cannot be forged by what somebody sends."""

import io
import logging
import re
import warnings
from collections.abc import Iterator

import pytest

from companion.logs import PlainFormatter, escape_controls, log_to_terminal

NASTY = (
    "\n2026-01-01 00:00:00 ERROR forged", "\r\n", "\x1b[31mred", "\x1b]0;title\x07", "\x9b31m", "\b\b\b", "\x7f", "\0",
    "\t", "\u2028", "\u2029", "\x85", "\v", "\f", "\u202e", "\u2066", "\u200b", "\udcff", "\x1c",
)  # fmt: skip


@pytest.fixture
def told() -> tuple[logging.Logger, io.StringIO]:
    """Return a logger, and a function that returns its output."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(PlainFormatter())
    log = logging.Logger("test")
    log.addHandler(handler)
    return log, out


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_line_breaks_and_control_characters_of_requests_are_escaped(
    told: tuple[logging.Logger, io.StringIO], text: str
) -> None:
    log, out = told
    log.error("Exception on /%s [GET]", text)
    assert out.getvalue().count("\n") == 1
    assert out.getvalue().rstrip("\n").isprintable()
    assert len(out.getvalue().splitlines()) == 1


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_an_exception_that_quotes_a_request_is_indented(told: tuple[logging.Logger, io.StringIO], text: str) -> None:
    log, out = told
    try:
        raise ValueError(f"what is {text}?")
    except ValueError:
        log.exception("A fault")
    first, *more = out.getvalue().rstrip("\n").split("\n")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ERROR A fault", first)
    assert any("Traceback" in line for line in more)
    assert all(line.startswith("    ") and line.isprintable() for line in more)


def test_readable_text_stays_as_it_is() -> None:
    assert escape_controls("Übung – 李 🂡 नी %s {} \\n") == "Übung – 李 🂡 नी %s {} \\n"


@pytest.fixture
def _own_logging() -> Iterator[None]:
    """Restore the logging of the tests afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    root.handlers = []
    logging.captureWarnings(False)  # another test may have left it on, and then it does nothing
    yield
    logging.captureWarnings(False)
    root.handlers = handlers
    root.setLevel(level)


@pytest.mark.usefixtures("_own_logging")
def test_only_warnings_and_errors_are_logged_on_the_error_output(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_terminal()
    logging.getLogger("companion.test").info("Nothing to see.")
    logging.getLogger("companion.test").warning("Look\nout.")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn("Old.", stacklevel=1)
    printed = capsys.readouterr()
    assert printed.out == ""
    first, *more = printed.err.splitlines()
    assert first.endswith(" WARNING Look\\nout.")
    assert "WARNING" in more[0]
    assert "Old." in more[0]
