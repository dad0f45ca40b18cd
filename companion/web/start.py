"""The page that starts a play: one screen, sensible defaults, one button."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import render_template

from companion.core.fields import Field
from companion.core.game import Game
from companion.core.house import HouseRules
from companion.core.kinds import default_of
from companion.core.problems import Problem
from companion.games import SLUGS, all_games, game_of
from companion.store import plays as store
from companion.store.house import by_key, in_force
from companion.store.states import PlayState
from companion.web.forms import entry_form
from companion.web.guard import here, new_client_id
from companion.web.start_forms import CURRENCIES, StartForm, has_sides


def option_fields(game: Game[Any], players: Sequence[str], rules: HouseRules | None) -> tuple[Field, ...]:
    """The options of a game as fields of a form, with the club's house rules where it has some."""
    usual = rules.options if rules else {}
    fields = game.options_for(tuple(players))
    return tuple(item.of(default=usual[item.key]) if item.key in usual else item for item in fields)


def options_in(form: StartForm) -> dict[str, Any]:
    """The options that a submitted start page asks for; a page filled in under other house rules is refused."""
    game, key = game_of(form.game.data), form.house.data
    rules = in_force(here().club_id, game.slug)
    options = entry_form(option_fields(game, form.players, rules), formdata=form.sent).entry()
    if not form.house.was_sent or key == (rules.key if rules else ""):
        return options
    form.refuse("", "The house rules have changed meanwhile. Look at them, then start.")
    seen = option_fields(game, form.players, by_key(here().club_id, key))
    before = {item.key: default_of(item) for item in seen}
    return {name: value for name, value in options.items() if value != before.get(name)}  # only what was changed stays


def next_dealer(state: PlayState) -> int:
    """The seat of who deals first when the same is played again: the deal passes to the left."""
    players = state.setup.players
    return (players.index(state.setup.dealer) + 1) % len(players)


def once_more(state: PlayState) -> StartForm:
    """The form that starts the same play again, with what it had of its own."""
    whole, cents = divmod(state.stake["amount"], 100) if state.stake else (0, 0)
    return StartForm(
        blank=True,
        seat=state.setup.players,
        dealer=str(next_dealer(state)),
        side=state.setup.sides if has_sides(state.game) else (),
        stake_kind=state.stake["kind"] if state.stake else "",
        stake_amount=f"{whole}.{cents:02}" if state.stake else "",
        stake_currency=state.stake["currency"] if state.stake else "",
    )


def page(
    slug: str,
    form: StartForm | None = None,
    options: Mapping[str, Any] | None = None,
    problems: Sequence[Problem] = (),
) -> str:
    """The start page: the game asked for (or the last one played), with the people of last time."""
    member = here()
    recent = store.recent_games(member.club_id)
    if slug not in SLUGS:
        slug = recent[0] if recent else SLUGS[0]
    game = game_of(slug)
    last = store.recent_plays(member.club_id, 1)
    form = form or StartForm(blank=True, seat=last[0].players[: game.most] if last else ())
    rules = in_force(member.club_id, slug)
    fields = option_fields(game, form.players, rules)
    keys = {item.key for item in fields}
    form.blame(one for one in problems if one.field not in keys)
    values = {**{item.key: default_of(item) for item in fields}, **(options or {})}
    sections = entry_form(fields, data=values).sections(problems)
    return render_template(
        "start.html",
        member=member,
        game=game,
        games=sorted(all_games(), key=lambda one: (_recency(recent, one.slug), one.name)),
        recent=recent,
        known=store.recent_players(member.club_id),
        form=form,
        refused=bool(problems or form.errors),
        sections=sections,
        rules=rules,
        differs=bool(options) or any(part.has_problems for part in sections),
        currencies=CURRENCIES,
        client_id=new_client_id(),
    )


def _recency(recent: Sequence[str], slug: str) -> int:
    return recent.index(slug) if slug in recent else len(recent)
