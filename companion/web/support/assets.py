"""Static files: styles, scripts and icons, served under an address with their version."""

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import rcssmin
import rjsmin
from flask import Flask, Response, abort, request, url_for

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""By the end of its name, what a file is; others are not for pages."""

MODULES, BEGINNING = "js/", "js/app.js"
"""Where the script's modules are, and the one with which a page begins: it leads to all that the page needs."""

IMPORTED = re.compile(r'^import [^"]*"\./([^"]+)";$', re.MULTILINE)
"""What a module imports from beside it, as it is written."""

LEAN: Mapping[str, Callable[[str], str]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
"""What leaves out of a file what a phone has no use for: comments and blanks."""

KEPT = "public, max-age=31536000, immutable"
"""How long a phone keeps a file: its address is new whenever any of them is."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file as it was when the app started."""

    written: bytes
    content: bytes
    """What phones get of it."""

    type: str

    def answer(self) -> Response:
        """Return a response with the file, compressed where the browser accepts that."""
        is_packed = request.accept_encodings["gzip"] > 0
        response = Response(packed(self.content) if is_packed else self.content, mimetype=self.type)
        response.headers.update({"Cache-Control": KEPT, "Vary": "Accept-Encoding"})
        response.headers["Content-Security-Policy"] = "default-src 'none'"
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        return response


def register(app: Flask) -> None:
    """Serve the static files below an address that contains their version.

    Modules import one another by their names, which a browser looks for beside the one that asks: whoever has begun
    with one version never gets a module of another, whatever was put into the folder meanwhile.
    """
    found = assets(Path(app.static_folder or ""))
    version = hashlib.sha256(repr([(name, one.content) for name, one in found.items()]).encode()).hexdigest()[:10]

    def asset(of: str, name: str) -> Response:
        if of != version or name not in found:
            abort(404)
        return found[name].answer()

    @cache
    def modules(beginning: str) -> list[str]:
        return [name for name in needed_by(found, beginning) if name != beginning]

    @lru_cache(maxsize=1024)
    def address(_root: str, name: str) -> str:
        return url_for("asset", of=version, name=name)

    def versioned(name: str) -> str:
        return address(request.script_root, name)  # a page names twenty of them

    def imported(beginning: str = BEGINNING) -> list[str]:
        return [versioned(name) for name in modules(beginning)]

    app.add_url_rule("/static/of/<of>/<path:name>", "asset", asset)
    app.add_template_global(versioned)
    app.add_template_global(imported)


def assets(folder: Path) -> Mapping[str, Asset]:
    """Return the files of a folder that pages load, by name."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: Asset(content, lean(name, content), TYPES[Path(name).suffix]) for name, content in contents.items()}


def lean(name: str, content: bytes) -> bytes:
    """Return a file minified."""
    made = LEAN.get(Path(name).suffix)
    return made(content.decode()).encode() if made else content


def needed_by(found: Mapping[str, Asset], beginning: str) -> list[str]:
    """Return the modules that a module imports, itself included."""
    needed, fresh = set(), {beginning}
    while fresh:
        needed |= fresh
        text = "\n".join(found[name].written.decode() for name in fresh)
        fresh = {MODULES + name for name in IMPORTED.findall(text)} - needed
    return sorted(needed)


@lru_cache(maxsize=64)
def packed(content: bytes) -> bytes:
    """Return a file compressed as well as possible: once, for all phones."""
    return gzip.compress(content, mtime=0)
