"""The search inside a club: over the rules of all games, its house rules and its rulings."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import chain

from flask import Blueprint, render_template, request, url_for

from companion.games import SLUGS, game_of
from companion.search.club_search import ClubSearch
from companion.search.rules_search import RulesSearch
from companion.search.search_results import Document, QuestionHit, SearchResult
from companion.store.access.roles import Member
from companion.store.database.runtime import runtime
from companion.store.house import house_rules
from companion.store.plays import play_lists
from companion.store.plays.play_state import PlayState, load_play
from companion.store.rulings import read_rulings
from companion.store.rulings.read_rulings import RulingState
from companion.web.access.guard import current_member
from companion.web.house.pages import HouseCard, house_card, play_card
from companion.web.rules.indexes import rules_search
from companion.web.rules.views import anchor_of, rule_url, search_values

INDEX_SIZE = 300_000
"""Approximate size in bytes of a club's copy of the index of the rules."""

DOCUMENT_SIZE = 4_000
"""Approximate size in bytes of a house rule or a ruling in an index."""

MOST_RULINGS = 1000
"""How many rulings are searched, the newest first."""

MOST_RECENT = 5
"""How many of the recently played games are linked below the search."""

search = Blueprint("search", __name__, url_prefix="/clubs/<club>/search")


@search.get("")
def page() -> tuple[str, int]:
    """Show the search, with results from the rules, the house rules and the rulings.

    If the question fits several games, those that the club played last come first.
    """
    member = current_member()
    play = load_play(member.club_id, request.args.get("play", ""))
    asked = request.args.get("q", "")
    game, section = (request.args.get(key, "") for key in ("game", "section"))
    first = play.game.slug if play else request.args.get("first", "")
    found = search_of_club(member, play).search(asked, game, section, first) if "q" in request.args else SearchResult()
    recent = play_lists.recent_games(member.club_id)
    order = {slug: number for number, slug in enumerate(recent)}
    games = sorted(found.games, key=lambda match: order.get(match.game, len(order)))
    found = replace(found, games=tuple(games))
    shown = render_template(
        "rules/club_search.html",
        **search_values(found, asked, game, section, first),
        writing_address=writing_address(play, asked, game or first),
        play=play,
        recent=[game_of(slug) for slug in recent[:MOST_RECENT]],
    )
    return shown, 422 if found.fault else 200


def writing_address(play: PlayState | None, asked: str, slug: str = "") -> str:
    """Return the address at which a decision in a play, or else a ruling, is written down.

    ``asked``: the question to fill in; ``slug``: of the game in question, if any.
    """
    if play:
        return url_for("deciding.decide", key=play.key, question=asked or None)
    return url_for("rulings.new_ruling", question=asked or None, game=slug if slug in SLUGS else None)


# Addresses of results, for templates; in a play those of its own pages.


def question_url(question: QuestionHit, play: PlayState | None) -> str:
    """Return the address of a question to the referee, in the play if the question is about its game."""
    if play is None or question.slug != play.game.slug:
        return url_for("referee.ask", slug=question.slug, situation=question.situation.key)
    return url_for("referee.play_ask", key=play.key, situation=question.situation.key)


def paragraph_url(rule: str, play: PlayState | None) -> str:
    """Return the address of a paragraph, in the rules of the play if the paragraph is about its game."""
    if play and rule.startswith(f"{play.game.slug}/"):
        return url_for("play_house.rules", key=play.key, _anchor=anchor_of(rule))
    return rule_url(rule)


def document_url(document: Document, play: PlayState | None) -> str:
    """Return the address of a ruling or a house rule.

    A house rule of the game of ``play`` leads to its paragraph in the rules of the play, or if it has none, to the
    house rules of the play.
    """
    if document.kind == "ruling":
        return url_for("rulings.page", key=document.key)
    if play is None or document.slug != play.game.slug:
        return url_for("house.card", slug=document.slug)
    if document.about:
        return url_for("play_house.rules", key=play.key, _anchor=anchor_of(document.about[0]))
    return url_for("play_house.page", key=play.key)


def search_of_club(member: Member, play: PlayState | None = None) -> RulesSearch:
    """Return the up-to-date index of all rules and the club's own texts.

    In a play the house rules of its game are those that it began under, with its own changes.
    """
    today = house_rules.today(house_rules.zone_of_days(member.club_id))
    mark, slug = (member.club_mark, today), play.game.slug if play else ""
    ours = tuple(_house_rule_documents(play_card(play))) if play else ()
    key = ("texts", member.club_id, slug, ours)
    before: tuple[tuple[int, date], RulesSearch] | None = runtime().cache.get(*key)
    if before and before[0] == mark:
        return before[1]
    versions = house_rules.all_house_rules_in_force(member.club_id).values()
    cards = [house_card(game_of(version.game), version) for version in versions if version.game != slug]
    documents = [*ours, *chain.from_iterable(map(_house_rule_documents, cards))]
    documents += map(_ruling_document, read_rulings.find_rulings(member.club_id, limit=MOST_RULINGS))
    made = ClubSearch(rules_search(), documents) if documents else rules_search()
    size = INDEX_SIZE + len(documents) * DOCUMENT_SIZE if documents else 0
    runtime().cache.put(*key, value=(mark, made), size=size)
    return made


def _house_rule_documents(card: HouseCard) -> Iterator[Document]:
    """Yield the house rules of a card as documents: options first, then amendments."""
    key, slug, known = card.house.key if card.house else "", card.game.slug, card.game.rules.by_id
    for line in card.options:
        title = "Tonight" if line.key in card.changed else "House rule"
        text = f"{line.label}: {line.value_text}. {card.game.rules.introduction}: {line.book_text}."
        yield Document("house", key, slug, title, text, line.rules)
    for amendment in card.rules:
        about = (amendment.rule,) if amendment.rule in known else ()
        yield Document("house", key, slug, "House rule", amendment.text, about)


def _ruling_document(ruled: RulingState) -> Document:
    """Return a ruling as a document."""
    state = ""
    if ruled.state == "withdrawn":
        state = f"withdrawn: {ruled.reason}"
    elif ruled.house:
        state = "made a house rule"
    return Document(
        "ruling",
        ruled.key,
        ruled.game,
        title=f"Ruling {ruled.number}",
        text=f"{ruled.question}\n{ruled.decision}",
        about=ruled.rules,
        more=" . ".join(f"{label} {text}" for label, text in ruled.fact_texts),
        state=state,
        is_past=ruled.state == "withdrawn",
    )
