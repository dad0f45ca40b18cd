"""Static files: styles, scripts and icons, served at addresses with their version."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import NamedTuple

import rcssmin
import rjsmin
import zopfli.gzip
from flask import Flask, Response, abort, current_app, request

from companion.core.data_files import read_toml
from companion.web.support.requests.compression import accepts_gzip
from companion.web.support.static import typeface
from companion.web.support.static.drawings import drawing_files

_CONTENT = read_toml(__package__, "assets.toml")
COMMON_STYLES: Sequence[str] = _CONTENT["common_styles"]
MEDIA_TYPES: Mapping[str, str] = _CONTENT["media_types"]
BUNDLES: Mapping[str, Sequence[str]] = _CONTENT["bundles"]
"""The bundles of modules, each with the bundles that are loaded before it and whose modules it imports."""

COMMON_BUNDLE = "app.js"
"""The bundle that all pages load."""

WORKER_FOLDER = "offline/worker/"
"""The folder of the service worker's script, which imports nothing; all other scripts are modules."""

IMPORT_STATEMENT = re.compile(r'^import \{ ([^}]*) \} from "(\.[^"]+)";\n', re.MULTILINE)
"""Matches an import statement, with the imported names and the path of the module, relative to the importing one."""

MINIFIERS: Mapping[str, Callable[[str], str]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
"""The minifiers by suffix."""

CACHE_FOR_EVER = "public, max-age=31536000, immutable"
"""The Cache-Control header: a file may be cached for ever, because its address changes with its version."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file as phones get it, minified when the app started."""

    content: bytes
    type: str

    def response(self) -> Response:
        """Return a response with the file, compressed if the browser accepts that."""
        is_packed = accepts_gzip() and self.type != MEDIA_TYPES[".woff2"]  # this format is compressed already
        response = Response(_gzipped_file(self.content) if is_packed else self.content, mimetype=self.type)
        response.headers.update({"Cache-Control": CACHE_FOR_EVER, "Vary": "Accept-Encoding"})
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        return response


class ServedAssets(NamedTuple):
    """The static files of the app, with the function that returns their addresses."""

    version: str
    files: Mapping[str, Asset]
    """The files by name."""

    address: Callable[[str], str]
    """Returns the address of the file with this name."""


def served_assets() -> ServedAssets:
    """Return the static files of the current app."""
    served: ServedAssets = current_app.extensions["companion-assets"]
    return served


def register(app: Flask) -> None:
    """Serve the static files at addresses that contain a common version.

    Browsers resolve the imports of a bundle relative to its address, so that bundles of different versions never mix,
    even if files are replaced while the app runs.
    """
    found = read_assets(Path(app.static_folder or ""))
    contents = [(name, asset.content) for name, asset in found.items()]
    version = hashlib.sha256(repr((contents, typeface.version_text())).encode()).hexdigest()[:10]

    def send_asset(of: str, name: str) -> Response:
        """Send the file with this name; abort with 404 for another version. ``of``: the version in the URL."""
        if of == version and name in typeface.PARTS:
            return Asset(typeface.typeface(name), MEDIA_TYPES[".woff2"]).response()
        if of != version or name not in found:
            abort(404)
        return found[name].response()

    def asset_url(name: str) -> str:
        return f"{request.script_root}/static/of/{version}/{name}"  # quicker than url_for, twenty times a page

    app.extensions["companion-assets"] = ServedAssets(version, found, asset_url)
    app.add_url_rule("/static/of/<of>/<path:name>", "asset", send_asset)
    app.add_template_global(asset_url)


def read_assets(folder: Path) -> Mapping[str, Asset]:
    """Return the files of a folder that pages load, by name; modules and style sheets are joined."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in MEDIA_TYPES)
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    modules = {name: contents.pop(name).decode() for name in list(contents) if is_module(name)}
    contents["app.css"] = b"\n".join(contents.pop(name) for name in COMMON_STYLES)
    contents |= {name: bundle(modules, name).encode() for name in BUNDLES} | drawing_files()
    return {name: Asset(minified(name, content), MEDIA_TYPES[Path(name).suffix]) for name, content in contents.items()}


def is_module(name: str) -> bool:
    """Return whether a file is a JavaScript module."""
    return name.endswith(".js") and not name.startswith(WORKER_FOLDER)


def minified(name: str, content: bytes) -> bytes:
    """Return the minified content of a file; unchanged if its kind has no minifier."""
    minify = MINIFIERS.get(Path(name).suffix)
    return minify(content.decode()).encode() if minify else content


def bundle(modules: Mapping[str, str], name: str) -> str:
    """Return a module and all modules that it imports as a single module, which exports all of their exports.

    Modules of the bundles that are loaded before it are imported from there. Since the modules of a bundle share one
    scope, no two of them may define the same name outside their functions.
    """
    bundle_of = {module: earlier for earlier in BUNDLES[name] for module in own_modules(modules, earlier)}
    own = own_modules(modules, name)
    wanted: dict[str, set[str]] = {}
    for module in own:
        for names, imported in imports_of(modules, module):
            if imported in bundle_of:
                wanted.setdefault(bundle_of[imported], set()).update(names.split(", "))
    imports = [
        f'import {{ {", ".join(sorted(names))} }} from "./{relpath(earlier, dirname(name))}";\n'
        for earlier, names in sorted(wanted.items())
    ]
    return "".join(imports) + "\n".join(IMPORT_STATEMENT.sub("", modules[module]) for module in own)


def own_modules(modules: Mapping[str, str], name: str) -> list[str]:
    """Return the modules of a bundle without those of the bundles that are loaded before it."""
    loaded = {module for earlier in BUNDLES[name] for module in modules_of(modules, earlier)}
    return [module for module in modules_of(modules, name) if module not in loaded]


def modules_of(modules: Mapping[str, str], beginning: str) -> list[str]:
    """Return the names of a module and of all modules that it imports, each after its own imports."""
    order: dict[str, None] = {}

    def add(name: str) -> None:
        for _, imported in imports_of(modules, name):
            if imported not in order:
                add(imported)
        order[name] = None

    add(beginning)
    return list(order)


def imports_of(modules: Mapping[str, str], name: str) -> list[tuple[str, str]]:
    """Return the imports of a module: the imported names as it lists them, and the name of the module they are from."""
    return [(names, normpath(join(dirname(name), path))) for names, path in IMPORT_STATEMENT.findall(modules[name])]


def gzipped(content: bytes) -> bytes:
    """Return a content compressed with gzip: a twentieth smaller than by zlib, but thirty times as slow."""
    packed: bytes = zopfli.gzip.compress(content, numiterations=1)
    return packed


_gzipped_file = lru_cache(maxsize=64)(gzipped)
