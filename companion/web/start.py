"""The page that starts a play: one screen, sensible defaults, one button."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import render_template, request

from companion.core.fields import Field, default_of
from companion.core.game import Game
from companion.core.problems import Problem
from companion.games import SLUGS, all_games, game_of
from companion.store import plays as store
from companion.store.house import House, by_key, in_force
from companion.store.states import PlayState
from companion.web.card import changed_options
from companion.web.forms import Submitted, entry_form
from companion.web.guard import here, new_client_id

CURRENCIES = ("EUR", "USD", "GBP", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK", "CAD", "AUD", "INR")
MOST_SEATS = 12
MOST_STAKE = 1_000_000
"""The highest stake, in the currency's smallest unit."""


@dataclass(slots=True)
class Wish:
    """What somebody wants to start, as typed."""

    players: list[str] = field(default_factory=list)
    dealer: str | None = None
    dealer_seat: int = 0
    """Where the dealer sits among those who play."""

    options: dict[str, Any] = field(default_factory=dict)
    sides: list[str] | None = None
    stake: dict[str, Any] | None = None
    side_texts: list[str] = field(default_factory=lambda: ["", ""])
    stake_kind: str = ""
    stake_text: str = ""
    currency: str = ""
    problems: list[Problem] = field(default_factory=list)


def option_fields(game: Game[Any], players: Sequence[str], rules: House | None) -> tuple[Field, ...]:
    """The options of a game as fields of a form, with the club's house rules where it has some."""
    usual = rules.options if rules else {}
    fields = game.options_for(tuple(players))
    return tuple(item.of(default=usual[item.key]) if item.key in usual else item for item in fields)


def read(slug: str, form: Submitted) -> Wish:
    """What a submitted start page asks for."""
    game = game_of(slug)
    seats = [form.first(f"seat.{number}") for number in range(MOST_SEATS)]
    players = [name for name in seats if name]
    dealer = form.first("dealer")
    wish = Wish(players)
    if dealer.isascii() and dealer.isdigit() and int(dealer[:3]) < len(seats):
        seat = int(dealer[:3])
        wish.dealer = seats[seat] or None
        wish.dealer_seat = sum(1 for name in seats[:seat] if name) if wish.dealer else 0
    rules = in_force(here().club_id, slug)
    wish.options = entry_form(option_fields(game, players, rules), formdata=request.form).entry()
    if "house" in form and form.first("house") != (rules.key if rules else ""):
        _keep_changes(wish, game, form.first("house"))
    if game.partners or game.may_partner:
        wish.side_texts = sides = [form.first("side.0"), form.first("side.1")]
        wish.sides = sides if all(sides) else None
        if any(sides) and not all(sides):
            wish.problems.append(Problem("sides", "Name both sides, or neither."))
    if not players:
        wish.problems.append(Problem("players", "Type who plays, in the order in which they sit."))
    _read_stake(wish, form)
    return wish


def _keep_changes(wish: Wish, game: Game[Any], key: str) -> None:
    """The page was filled in under other house rules: only what was changed in it stays."""
    seen = by_key(here().club_id, key)
    before = {item.key: default_of(item) for item in option_fields(game, wish.players, seen)}
    wish.options = {name: value for name, value in wish.options.items() if value != before.get(name)}
    wish.problems.append(Problem("house", "The house rules have changed meanwhile. Look at them, then start."))


def seats(form: Submitted) -> Wish:
    """Only who sits where, for the page of another game."""
    names = [form.first(f"seat.{number}") for number in range(MOST_SEATS)]
    return Wish([name for name in names if name])


def once_more(state: PlayState) -> Wish:
    """The same play again, with what it had of its own; who dealt first passes the deal to the left."""
    players = list(state.setup.players)
    seat = (players.index(state.setup.dealer) + 1) % len(players)
    wish = Wish(players, players[seat], seat, changed_options(state), list(state.setup.sides) or None)
    if wish.sides and (state.game.partners or state.game.may_partner):
        wish.side_texts = list(wish.sides)
    if state.stake:
        wish.stake = dict(state.stake)
        whole, cents = divmod(state.stake["amount"], 100)
        wish.stake_kind, wish.currency = state.stake["kind"], state.stake["currency"]
        wish.stake_text = f"{whole}.{cents:02}"
    return wish


def _read_stake(wish: Wish, form: Submitted) -> None:
    kind, text, currency = form.first("stake.kind"), form.first("stake.amount"), form.first("stake.currency")
    wish.stake_kind, wish.stake_text, wish.currency = kind, text[:20], currency
    if kind not in ("point", "fixed"):
        if kind:
            wish.problems.append(Problem("stake", "Play for so much a point or chip, or for a fixed stake."))
        return
    whole, _, cents = text.replace(",", ".").partition(".")
    if not (whole + cents).isascii() or not (whole + cents).isdigit() or len(cents) > 2 or len(whole) > 7:
        wish.problems.append(Problem("stake", "Give the stake as an amount, such as 0.10 or 5."))
        return
    amount = int(whole or "0") * 100 + int((cents + "00")[:2])
    if not 0 < amount <= MOST_STAKE:
        wish.problems.append(Problem("stake", f"The stake must be from 0.01 to {MOST_STAKE // 100:,}."))
    elif currency not in CURRENCIES:
        wish.problems.append(Problem("stake", "Choose a currency of the list."))
    else:
        wish.stake = {"kind": kind, "amount": amount, "currency": currency}


def page(arguments: Mapping[str, str], wish: Wish | None = None) -> str:
    """The start page: the game asked for (or the last one played), with the people of last time."""
    member = here()
    recent = store.recent_games(member.club_id)
    slug = arguments.get("game", "")
    if slug not in SLUGS:
        slug = recent[0] if recent else SLUGS[0]
    game = game_of(slug)
    known = store.recent_players(member.club_id)
    last = store.recent_plays(member.club_id, 1)
    problems = wish.problems if wish else []
    if wish is None:
        wish = Wish(list(last[0].players[: game.most]) if last else [])
    rules = in_force(member.club_id, slug)
    fields = option_fields(game, wish.players, rules)
    values = {**{item.key: default_of(item) for item in fields}, **wish.options}
    sections = entry_form(fields, data=values).sections(problems)
    games = sorted(all_games(), key=lambda one: (_recency(recent, one.slug), one.name))
    return render_template(
        "start.html",
        member=member,
        game=game,
        games=games,
        recent=recent,
        known=known,
        wish=wish,
        problems=[problem for problem in problems if problem.field not in {item.key for item in fields}],
        sections=sections,
        rules=rules,
        differs=bool(wish.options) or any(part.has_problems for part in sections),
        currencies=CURRENCIES,
        client_id=new_client_id(),
    )


def _recency(recent: Sequence[str], slug: str) -> int:
    return recent.index(slug) if slug in recent else len(recent)
