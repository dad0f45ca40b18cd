"""The pages with the rules of a play: those of its game, house rules, and its own changes."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.core.words import quoted
from companion.store.plays.play_state import PlayState
from companion.store.rulings import read_rulings
from companion.web.house.pages import HouseCard, play_card
from companion.web.plays.pages import play_of
from companion.web.rules.views import text_values

play_house = Blueprint("play_house", __name__)


class Deviation(NamedTuple):
    """A difference from the book that is shown beside a paragraph."""

    label: str
    text: str
    aside: str = ""
    """What the book or the house rules say instead."""
    url: str = ""
    """The address of the ruling that it comes from; empty if there is none."""


@play_house.get("/clubs/<club>/plays/<key>/house")
def page(key: str) -> ResponseReturnValue:
    """Show the house rules of a play, with its own changes."""
    state = play_of(key)
    return render_template("plays/house_rules.html", state=state, card=play_card(state))


@play_house.get("/clubs/<club>/plays/<key>/rules")
def rules(key: str) -> ResponseReturnValue:
    """Show the rules of the game with the play's differences beside the paragraphs."""
    state = play_of(key)
    game = state.game
    by_rule, others = deviations_of(state, play_card(state))
    return render_template(
        "plays/rules.html",
        **text_values(game),
        state=state,
        marks=by_rule,
        others=others,
        marked=[paragraph for paragraph in game.rules.paragraphs if paragraph.id in by_rule],
    )


def deviations_of(state: PlayState, card: HouseCard) -> tuple[dict[str, list[Deviation]], list[Deviation]]:
    """Return what a play plays differently from the book: by paragraph id, and what concerns no paragraph.

    ``card``: its house rules; the rulings of the club are added to them.
    """
    found: dict[str, list[Deviation]] = {}
    others: list[Deviation] = []
    for rules, deviation in _deviations(state, card):
        known = [rule for rule in rules if rule in state.game.rules.by_id]
        for rule in known:
            found.setdefault(rule, []).append(deviation)
        if not known:
            others.append(deviation)
    return found, others


def _deviations(state: PlayState, card: HouseCard) -> Iterable[tuple[Sequence[str], Deviation]]:
    """Yield the differences that come from options, written rules and rulings, each after the ids of its paragraphs."""
    for line in card.options:
        house, book = card.changed.get(line.key), f"{state.game.rules.source}: {line.book_text}"
        label = "We play" if house is None else "Tonight"
        aside = f"house rule: {house}; {book}" if house else book
        yield line.rules, Deviation(label, f"{line.label}: {line.value_text}", aside)
    for written in card.rules:
        yield [written.rule], Deviation("House rule", written.text)
    for ruling in read_rulings.find_rulings(state.club_id, game=state.game.slug, standing=True, limit=None):
        url, text = url_for("rulings.page", key=ruling.key), quoted(" ".join(ruling.decision.split()), 160)
        yield ruling.rules, Deviation(f"Ruling {ruling.number}", text, url=url)
