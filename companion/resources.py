"""The folders of templates and static files: inside the installed package, or at the top level of a checkout."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def is_checkout() -> bool:
    """Return whether the program runs from a checkout, for example by an editable install."""
    return not (PACKAGE / "templates").is_dir() and (PACKAGE.parent / "pyproject.toml").is_file()


def template_dir() -> Path:
    """Return the folder of templates."""
    return _folder("templates")


def static_dir() -> Path:
    """Return the folder of static files: style, scripts and pictures."""
    return _folder("static")


def _folder(name: str) -> Path:
    """Return a folder of files: inside the package or, in a checkout, beside it."""
    return (PACKAGE.parent if is_checkout() else PACKAGE) / name
