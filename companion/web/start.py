"""The page that starts a play: one screen, sensible defaults, one button."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import render_template

from companion.core.fields import Field
from companion.core.game import Game
from companion.core.house import HouseRules
from companion.core.kinds import default_of
from companion.core.money import STAKE_KINDS, kept_stake, kinds_for
from companion.core.problems import Problem
from companion.games import SLUGS, all_games, game_of
from companion.store import money
from companion.store import plays as store
from companion.store.house import by_key, in_force
from companion.store.money import MoneySettings
from companion.store.stakes import currency_of_play, stake_of
from companion.store.states import PlayState
from companion.web.forms import entry_form
from companion.web.guard import here, new_client_id
from companion.web.money_forms import stake_typed
from companion.web.start_forms import StartForm, has_sides


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
    return StartForm(
        blank=True,
        seat=state.setup.players,
        dealer=str(next_dealer(state)),
        side=state.setup.sides if has_sides(state.game) else (),
        **stake_typed(stake_of(state), currency_of_play(state)),
    )


def page(
    slug: str,
    form: StartForm | None = None,
    options: Mapping[str, Any] | None = None,
    problems: Sequence[Problem] = (),
    seats: Sequence[str] | None = None,
) -> str:
    """The start page: the game asked for (or the last one played), with the people of last time, or with these."""
    member = here()
    recent = store.recent_games(member.club_id)
    if slug not in SLUGS:
        slug = recent[0] if recent else SLUGS[0]
    game = game_of(slug)
    last = store.recent_plays(member.club_id, 1)
    settings = money.settings_of(member.club_id)
    if seats is None:
        seats = last[0].players[: game.most] if last else ()
    if form is None:
        form = StartForm(blank=True, seat=seats, **_usual_stake(settings, slug))
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
        kinds=[(key, STAKE_KINDS[key]) for key in kinds_for(game.unit)],
        currency=settings.currency,
        places=2 if game.partners else max(game.most, len(form.players)),
        asks_stake=settings.asks or bool(form.stake_kind.data or form.stake_kind.errors or form.stake_amount.errors),
        client_id=new_client_id(),
    )


def _usual_stake(settings: MoneySettings, slug: str) -> dict[str, Any]:
    """The stake that stands on the page at first: as in the last play of the game, where the club asks for it."""
    last = money.last_stake(here().club_id, slug) if settings.asks else None
    if not last or last.get("currency") != settings.currency.code:
        return {}
    return stake_typed(kept_stake(last), settings.currency)


def _recency(recent: Sequence[str], slug: str) -> int:
    return recent.index(slug) if slug in recent else len(recent)
