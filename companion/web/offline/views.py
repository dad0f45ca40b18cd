"""Reading without a network: the script of the service worker, and the lists of pages that it stores on the phone."""

import hashlib
import json
from functools import cache

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import all_games
from companion.resources import PACKAGE, TEMPLATES
from companion.store.access import members
from companion.store.database.caches.poll_cache import mark_text
from companion.store.plays import play_lists
from companion.web.access.guard import device_token
from companion.web.support.static.assets import WORKER_FOLDER, served_assets

offline = Blueprint("offline", __name__)

MOST_SHEETS = 12
"""How many sheets of a club are stored: those written last."""

TYPEFACE_FILE = "face.woff2"
"""The typeface of headings; accented letters, which few pages need, look plainer without a network."""

WORKER_POLICY = "default-src 'none'; connect-src 'self'"
"""The Content-Security-Policy of the service worker."""


@offline.get("/worker.js")
def worker_script() -> Response:
    """Send the service worker's script, with the addresses of the pages and files that every phone stores.

    It is served from the root, so that it can answer for every page.
    """
    assets = served_assets()
    files = [
        name for name in assets.files if name.endswith((".css", ".js", ".svg")) and not name.startswith(WORKER_FOLDER)
    ]
    config = {
        "version": f"{assets.version}-{_code_hash()}",
        "home": url_for("access.home"),
        "files": [assets.address(name) for name in (*files, TYPEFACE_FILE)],
        "pages": _public_pages(),
        "notStored": url_for("offline.placeholder_page"),
        "sheets": url_for("offline.sheets_to_store"),
        "notice": render_template("offline/_notice.html"),
        "script": assets.address("offline/register.js"),
    }
    head = f"const CONFIG = {json.dumps(config)};\n".encode()
    headers = {"Content-Security-Policy": WORKER_POLICY, "Cache-Control": "no-cache"}
    response = Response(head + assets.files[f"{WORKER_FOLDER}worker.js"].content, 200, headers, "text/javascript")
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def _code_hash() -> str:
    """Return a hash of all code, texts and templates, which changes whenever a page may."""
    files = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".toml", ".svg")]
    files += TEMPLATES.rglob("*.html")
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def _public_pages() -> list[str]:
    """Return the addresses of the rules of all games, and of their referees."""
    games = all_games()
    texts = [url_for("rules.game_rules", slug=game.slug) for game in games]
    questions = [url_for("referee.situations", slug=game.slug) for game in games if game.situations]
    return [url_for("rules.index"), *texts, *questions]


@offline.get("/offline")
def placeholder_page() -> str:
    """Show the page that replaces every page that is not stored."""
    return render_template("offline/not_stored.html")


@offline.get("/offline/sheets")
def sheets_to_store() -> ResponseReturnValue:
    """Return which sheets this phone should store, as JSON.

    It has an object for each club, by the club's address, with the mark of each sheet by the sheet's address.
    """
    token = device_token()
    found = {}
    for club in members.clubs_of(token) if token else []:
        member = members.member(token, club.key)
        if member is not None and not member.is_blocked:
            found[url_for("club.page", club=club.key)] = {
                url_for("plays.sheet", club=club.key, key=key): mark_text((mark,))
                for key, mark in play_lists.open_sheets(member.club_id, MOST_SHEETS)
            }
    return jsonify(found), {"Cache-Control": "no-store"}
