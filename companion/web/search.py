"""The search inside a club: the rules of all games, its house rules in force, and its rulings, in one box."""

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock

from flask import Blueprint, render_template, request, url_for

from companion.games import game_of
from companion.search import ClubLibrary, Document, Findings, Library
from companion.store import house, marks, plays, rulings
from companion.store.access import Member
from companion.store.house import House
from companion.store.rulings import Ruled
from companion.store.states import PlayState
from companion.web.guard import club_page, here
from companion.web.rules import anchor_of, library, rule_url, search_values

KEPT = 32
"""For how many clubs an index is kept."""

MOST_RULINGS = 1000
"""How many rulings are searched, the newest of them."""

search = Blueprint("search", __name__, url_prefix="/clubs/<club>/search")

_kept: OrderedDict[str, tuple[object, Library]] = OrderedDict()
_lock = Lock()


@search.get("")
@club_page
def page() -> tuple[str, int]:
    """What the rules, the house rules and the rulings say about something."""
    member = here()
    play = _play(request.args.get("play", ""))
    asked = request.args.get("q", "")
    game, section = (request.args.get(key, "") for key in ("game", "section"))
    first = play.game.slug if play else request.args.get("first", "")
    found = library_of(member).search(asked, game, section, first) if "q" in request.args else Findings()
    shown = render_template(
        "club_search.html",
        **search_values(found, asked, game, section, first),
        member=member,
        play=play,
        address_of=address_of,
        rule_address=lambda rule: _rule_address(rule, play),
    )
    return shown, 422 if found.fault else 200


def _play(key: str) -> PlayState | None:
    """The play that the question comes from, if there is one."""
    return plays.load(here().club_id, key) if key and "\0" not in key else None


def _rule_address(rule: str, play: PlayState | None) -> str:
    """Where a paragraph is read: a play has its rules with what is played differently in them."""
    if play and rule.startswith(f"{play.game.slug}/"):
        return url_for("house.rules", club=here().club_key, key=play.key, _anchor=anchor_of(rule))
    return rule_url(rule)


def address_of(document: Document) -> str:
    """Where a house rule or a ruling is written."""
    club = here().club_key
    if document.kind == "ruling":
        return url_for("rulings.one", club=club, key=document.key)
    return url_for("house.card", club=club, slug=document.slug)


def library_of(member: Member) -> Library:
    """The index of all rules with what the club has written down in it, made anew when there is something new."""
    mark = marks.texts_mark(member.club_id)
    with _lock:
        kept = _kept.get(member.club_key)
        if kept and kept[0] == mark:
            _kept.move_to_end(member.club_key)
            return kept[1]
    documents = [*_house_rules(member), *map(_ruling, rulings.listed(member.club_id, limit=MOST_RULINGS))]
    made = ClubLibrary(library(), documents) if documents else library()
    with _lock:
        _kept[member.club_key] = (mark, made)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    return made


def _house_rules(member: Member) -> Iterator[Document]:
    for version in house.all_in_force(member.club_id).values():
        yield from _options(version)
        for one in version.amendments:
            about = (one.rule,) if one.rule else ()
            yield Document("house", version.key, version.game, "House rule", one.text, about)


def _options(version: House) -> Iterator[Document]:
    for one in house.differences(game_of(version.game), version):
        text = f"{one.label}: {one.value_text}. By the book: {one.book_text}."
        yield Document("house", version.key, version.game, "House rule", text, one.rules)


def _ruling(ruled: Ruled) -> Document:
    state = ""
    if ruled.state == "withdrawn":
        state = f"withdrawn: {ruled.reason}"
    elif ruled.house:
        state = "made a house rule"
    return Document(
        "ruling",
        ruled.key,
        ruled.game,
        f"Ruling {ruled.number}",
        f"{ruled.question}\n{ruled.decision}",
        ruled.rules,
        more=" . ".join(f"{label} {text}" for label, text in ruled.told),
        state=state,
        past=ruled.state == "withdrawn",
    )
