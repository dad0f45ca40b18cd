"""SVG as PNG, if the extra ``picture`` is installed.

The renderer aborts the process if an image needs too much memory, reads files that a document names, and blocks all
threads. So it only gets documents of our own, of a fixed size, one at a time.
"""

from functools import cache, lru_cache
from importlib import resources
from importlib.util import find_spec
from threading import Lock

from flask import Response

from companion.web.support.requests.not_found import or_404
from companion.web.support.static import typeface

_NEEDED = ("resvg_py", "fontpkg_source_sans_3")
_one_at_a_time = Lock()


@cache
def can_draw_pictures() -> bool:
    """Return whether the packages for pictures are installed; if not, no page offers one."""
    return all(find_spec(name) is not None for name in _NEEDED)


@cache
def _fonts() -> list[str]:
    """Return the paths of the font files."""
    folders = [resources.files(package) / "files" for package in ("fontpkg_source_sans_3", typeface.PACKAGE)]
    return [
        str(path)
        for folder in folders
        for path in folder.iterdir()
        if path.name.endswith(".ttf") and "Italic" not in path.name
    ]


@lru_cache(maxsize=32)
def png_of_svg(svg: str) -> bytes:
    """Return an SVG as PNG; the last ones are cached, since everybody in a chat asks for the same."""
    import resvg_py  # an optional dependency

    with _one_at_a_time:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=_fonts(), sans_serif_family="Source Sans 3"))


def send_picture(svg: str, name: str) -> Response:
    """Return a response with an SVG as PNG; abort with 404 if the packages for pictures are not installed."""
    or_404(can_draw_pictures())
    return Response(png_of_svg(svg), 200, {"Content-Disposition": f"inline; filename={name}"}, "image/png")
