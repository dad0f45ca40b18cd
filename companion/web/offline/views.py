"""What a phone keeps to read without a network: the service worker's script, and what it asks the app."""

import hashlib
import json
from functools import cache

from flask import Blueprint, Response, jsonify, render_template, request, url_for

from companion.games import all_games
from companion.resources import PACKAGE, template_dir
from companion.store.access import members
from companion.store.database.poll_cache import mark_text
from companion.store.plays import play_lists
from companion.web.access.guard import device_token
from companion.web.support.assets import MODULES, served_assets

offline = Blueprint("offline", __name__)

MOST_SHEETS = 12
"""So many sheets of a club are kept, those written last."""

WORKER = "worker/"
"""Where the service worker's script is; it is served from the root, so that it may answer for every page."""

POLICY = "default-src 'none'; connect-src 'self'"
"""What the service worker may load: this app."""


@offline.get("/worker.js")
def script() -> Response:
    """Send the service worker's script, with the addresses of all that it keeps for everybody."""
    assets = served_assets()
    files = [name for name in assets.found if name.endswith((".css", ".js", ".svg")) and not name.startswith(WORKER)]
    told = {
        "version": f"{assets.version}-{_mark_of_code()}",
        "home": url_for("access.home"),
        "files": [assets.address(name) for name in files],
        "pages": _public_pages(),
        "apart": url_for("offline.apart"),
        "list": url_for("offline.sheets"),
        "notice": render_template("offline/_notice.html"),
        "script": assets.address(f"{MODULES}offline.js"),
    }
    head = f"const KEPT = {json.dumps(told)};\n".encode()
    response = Response(head + assets.found[f"{WORKER}worker.js"].content, mimetype="text/javascript")
    response.headers["Content-Security-Policy"] = POLICY
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def _mark_of_code() -> str:
    """Return a hash of all code and texts, which pages follow from."""
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml", ".svg")]
    files += template_dir().rglob("*.html")
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(path.read_bytes())
    return found.hexdigest()[:10]


def _public_pages() -> list[str]:
    """Return the addresses of the rules of all games, and of what their referees can be asked."""
    games = all_games()
    texts = [url_for("rules.text", slug=game.slug) for game in games]
    questions = [url_for("referee.situations", slug=game.slug) for game in games if game.situations]
    return [url_for("rules.index"), *texts, *questions]


@offline.get("/offline")
def apart() -> str:
    """Show the page that stands for all that is not kept."""
    return render_template("offline/apart.html")


@offline.get("/offline/sheets")
def sheets() -> Response:
    """Tell this phone which sheets to keep: by club, each with the mark at which it stands."""
    token = device_token()
    found = {}
    for club in members.clubs_of(token) if token else []:
        member = members.member(token, club.key)
        if member is not None and not member.is_blocked:
            found[url_for("access.club", club=club.key)] = {
                url_for("plays.sheet", club=club.key, key=key): mark_text((mark,))
                for key, mark in play_lists.open_sheets(member.club_id, MOST_SHEETS)
            }
    response = jsonify(found)
    response.cache_control.no_store = True
    return response
