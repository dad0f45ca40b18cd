"""The folders of templates and static files: inside the installed package, or at the top level of a checkout."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def is_checkout() -> bool:
    """Return whether the program runs from a checkout, for example by an editable install."""
    return not (PACKAGE / "templates").is_dir() and (PACKAGE.parent / "pyproject.toml").is_file()


_FILES = PACKAGE.parent if is_checkout() else PACKAGE

TEMPLATES = _FILES / "templates"
"""The folder of templates."""

STATIC = _FILES / "static"
"""The folder of static files: style, scripts and pictures."""
