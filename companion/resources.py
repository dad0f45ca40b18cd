"""Where the files beside the code lie: inside the package once installed, else at the checkout's top level."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def is_checkout() -> bool:
    """Return whether the program runs from a checkout (or an editable install, which is one)."""
    return not (PACKAGE / "templates").is_dir() and (PACKAGE.parent / "pyproject.toml").is_file()


def template_dir() -> Path:
    """Return the folder of the pages' templates."""
    return _folder("templates")


def static_dir() -> Path:
    """Return the folder of style, script and pictures."""
    return _folder("static")


def _folder(name: str) -> Path:
    return (PACKAGE.parent if is_checkout() else PACKAGE) / name
