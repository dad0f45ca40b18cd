"""Which style sheets and scripts a page loads: its templates name them while it is rendered."""

from collections.abc import Callable, Iterable, Sequence
from posixpath import basename
from typing import NamedTuple

from flask import g

from companion.web.support.static.assets import BUNDLES, COMMON_BUNDLE


class PageFiles(NamedTuple):
    """The names of the files that a page loads beside those of all pages."""

    styles: Sequence[str]
    scripts: Sequence[str]
    folded: Sequence[str]
    """The scripts that only folded fields need."""


def load(*names: str) -> None:
    """Let the page load these files (``rules/rules.css``); in a folded part, scripts wait until it is unfolded."""
    files: dict[str, bool] = g.setdefault("page_files", {})  # by name: whether only folded parts need the file
    is_folded = g.get("is_folded", False)
    for name in names:
        files[name] = is_folded and files.get(name, True)


def folded(is_folded: object, caller: Callable[[], str]) -> str:
    """Return the body of a ``call`` block; if it is folded on the page, the scripts that it needs can wait."""
    outside = g.get("is_folded", False)
    g.is_folded = outside or bool(is_folded)
    try:
        return caller()
    finally:
        g.is_folded = outside


def page_files() -> PageFiles:
    """Return the files that the page just rendered loads, in the order of the cascade and of ``BUNDLES``."""
    files: dict[str, bool] = g.pop("page_files", {})
    scripts = _with_imports(name for name, waits in files.items() if not waits)
    waiting = [name for name in _with_imports(files) if name not in scripts]
    return PageFiles(sorted(files.keys() - BUNDLES.keys(), key=basename), scripts, waiting)


def _with_imports(names: Iterable[str]) -> list[str]:
    """Return the scripts among these files, with those from which they import."""
    needed = {script for name in names if name in BUNDLES for script in (*BUNDLES[name], name)} - {COMMON_BUNDLE}
    return [name for name in BUNDLES if name in needed]
