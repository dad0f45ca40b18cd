"""Static files: styles, scripts and icons, served at addresses with their version."""

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import rcssmin
import rjsmin
from flask import Flask, Response, abort, current_app, request, url_for

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The media types by suffix; files with other suffixes are not served."""

MODULES, BEGINNING = "js/", "js/app.js"
"""The folder of JavaScript modules, and the module that every page loads first."""

IMPORTED = re.compile(r'^import [^"]*"\./([^"]+)";$', re.MULTILINE)
"""Matches an import statement, with the name of the imported module."""

LEAN: Mapping[str, Callable[[str], str]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
"""The minifiers by suffix."""

KEPT = "public, max-age=31536000, immutable"
"""The Cache-Control header: a file may be cached for ever, because its address changes with its version."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file as it was when the app started."""

    written: bytes
    """The content of the file on disk."""
    content: bytes
    """The minified content."""

    type: str

    def answer(self) -> Response:
        """Return a response with the file, compressed if the browser accepts that."""
        is_packed = request.accept_encodings["gzip"] > 0
        response = Response(packed(self.content) if is_packed else self.content, mimetype=self.type)
        response.headers.update({"Cache-Control": KEPT, "Vary": "Accept-Encoding"})
        response.headers["Content-Security-Policy"] = "default-src 'none'"
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        return response


@dataclass(frozen=True, slots=True)
class ServedAssets:
    """All static files that the app serves, under addresses with their version."""

    version: str
    found: Mapping[str, Asset]
    """By name."""

    address: Callable[[str], str]
    """What returns the address of one, by its name."""


def served_assets() -> ServedAssets:
    """Return the static files of the current app."""
    served: ServedAssets = current_app.extensions["companion-assets"]
    return served


def register(app: Flask) -> None:
    """Serve the static files at addresses that contain a common version.

    Browsers resolve the imports of a module relative to its address, so that modules of different versions never mix,
    even if files are replaced while the app runs.
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

    app.extensions["companion-assets"] = ServedAssets(version, found, versioned)
    app.add_url_rule("/static/of/<of>/<path:name>", "asset", asset)
    app.add_template_global(versioned)
    app.add_template_global(imported)


def assets(folder: Path) -> Mapping[str, Asset]:
    """Return the files of a folder that pages load, by name."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {name: Asset(content, lean(name, content), TYPES[Path(name).suffix]) for name, content in contents.items()}


def lean(name: str, content: bytes) -> bytes:
    """Return the minified content of a file."""
    made = LEAN.get(Path(name).suffix)
    return made(content.decode()).encode() if made else content


def needed_by(found: Mapping[str, Asset], beginning: str) -> list[str]:
    """Return the names of the modules that a module imports, directly or not, including itself."""
    needed, fresh = set(), {beginning}
    while fresh:
        needed |= fresh
        text = "\n".join(found[name].written.decode() for name in fresh)
        fresh = {MODULES + name for name in IMPORTED.findall(text)} - needed
    return sorted(needed)


@lru_cache(maxsize=64)
def packed(content: bytes) -> bytes:
    """Return a file's content compressed with gzip; the results are cached."""
    return gzip.compress(content, mtime=0)
