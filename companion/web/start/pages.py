"""The page that starts a play: players, game, one button."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, get_args
from unicodedata import combining, normalize

from flask import render_template

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS, default_of, with_defaults
from companion.core.entry.problems import Problem
from companion.core.game.game import PLAY_NAME, Game, GameKind
from companion.core.house.house_rules import HouseRules, differing_options
from companion.core.money.stakes import stake_from_json
from companion.games import WELL_KNOWN, all_games, game_of
from companion.store.house.house_rules import by_key, house_rules_in_force
from companion.store.money.settings import MoneySettings, last_stake, settings_of
from companion.store.plays import play_lists
from companion.store.plays.play_stakes import currency_of_play, stake_of
from companion.store.plays.play_state import PlayState, load_play
from companion.web.access.guard import current_club_id, current_member
from companion.web.forms.entry import EntryForm, read_entry
from companion.web.money.forms import stake_inputs
from companion.web.plays.bids.pages import may_be_secret
from companion.web.start.forms import StartForm
from companion.web.start.play_again import NextPlayers
from companion.web.support.faults import faults_in_field_order

MOST_LATELY = 6
"""How many recently played games are at the top of the list."""

OPTION_PREFIX = "option."
"""The prefix of an option's input if its key is also the name of another input of the page."""


class ChosenGame(NamedTuple):
    """A game to choose; ``like``: a play with the name and options that the table gave it."""

    game: Game[Any]
    like: PlayState | None = None

    @property
    def value(self) -> str:
        """Its value in the form."""
        return f"{self.game.slug}:{self.like.key}" if self.like else self.game.slug

    @property
    def title(self) -> str:
        """Its title."""
        return self.like.title if self.like else self.game.name

    @property
    def is_nameless(self) -> bool:
        """Whether the table has yet to give it a name."""
        return self.like is None and self.game.has_option(PLAY_NAME)

    @property
    def options(self) -> Mapping[str, Any]:
        """The options that belong to its name."""
        return self.like.options if self.like else {}

    @property
    def description(self) -> str:
        """A sentence about the chosen game; for one that the table named itself, its options."""
        if self.like is None:
            return self.game.summary
        name = {item.key for item in self.game.options if KINDS[item.type].is_free}
        options = differing_options(self.game, self.game.options, self.options)
        texts = [f"{option.label}: {option.value_text}" for option in options if option.key not in name]
        return ", ".join(texts) or "The highest total wins."

    def fits(self, players: int) -> bool:
        """Return whether this number of people can play it; always below two, as seats are still being chosen."""
        return players < 2 or self.game.seats.allows(players)


def chosen_game(form: StartForm) -> ChosenGame | None:
    """Return the game that is chosen in a form; None if there is none.

    ``like`` is only set if the table gave the game a name of its own.
    """
    if not form.slug:
        return None
    game = game_of(form.slug)
    like = load_play(current_club_id(), form.like) if form.like else None
    has_named_it = like is not None and like.game is game and game.has_option(PLAY_NAME)
    return ChosenGame(game, like if has_named_it else None)


def games_to_choose() -> dict[str, list[ChosenGame]]:
    """Return all games of the catalogue, and those that the club has named itself.

    ``lately``: those that the club has played last; ``well_known``: those offered first to a club that has played none;
    ``others``: the rest by name, those without a name yet at the end.
    """
    lately: list[ChosenGame] = []
    named: list[ChosenGame] = []
    for played in play_lists.games_played(current_club_id()):
        game = game_of(played.slug)
        like = load_play(current_club_id(), played.key) if played.title != game.name else None
        chosen = ChosenGame(game, like)
        if len(lately) < MOST_LATELY:
            lately.append(chosen)
        elif like:
            named.append(chosen)
    well_known = [] if lately else [ChosenGame(game_of(slug)) for slug in WELL_KNOWN]
    offered = {choice.value for choice in (*lately, *well_known)}
    others = [*named, *(ChosenGame(game) for game in all_games() if game.slug not in offered)]
    others.sort(key=lambda choice: (choice.is_nameless, _title_sort_key(choice.title)))
    return {"lately": lately, "well_known": well_known, "others": others}


def _title_sort_key(title: str) -> str:
    """Return a title as a sort key: Écarté as E."""
    return "".join(letter for letter in normalize("NFKD", title) if not combining(letter)).casefold()


def option_fields(
    game: Game[Any], players: Sequence[str], rules: HouseRules | None, own: Mapping[str, Any]
) -> tuple[Field, ...]:
    """Return the options of a game as fields with the club's house rules as defaults.

    ``own``: options of a game that the club has named itself, which override the house rules.
    """
    usual = {**(rules.options if rules else {}), **own}
    fields = game.options_for(tuple(players))
    return tuple(item.of(default=usual[item.key]) if item.key in usual else item for item in fields)


def _with_input_names(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Return options with the prefix ``OPTION_PREFIX`` if their key is the name of another input of the page."""
    taken = {field.name for field in StartForm(blank=True)}
    return tuple(item.of(key=f"{OPTION_PREFIX}{item.key}") if item.key in taken else item for item in fields)


def options_in(form: StartForm, chosen: ChosenGame) -> dict[str, Any]:
    """Return the options of a submitted form; if it showed another game, only those that belong to the chosen name.

    If the house rules have changed since the form was shown, a form that starts the play is refused, and only the
    options that were changed in it are returned.
    """
    if not form.showed_game:
        return dict(chosen.options)
    game, key = chosen.game, form.house.data
    rules = house_rules_in_force(current_club_id(), game.slug)
    fields = option_fields(game, form.players, rules, chosen.options)
    typed = read_entry(_with_input_names(fields), form.sent)
    options = {**chosen.options, **{name.removeprefix(OPTION_PREFIX): value for name, value in typed.items()}}
    if form.look.data or form.draw.data or not form.house.raw_data or key == (rules.key if rules else ""):
        return options
    form.refuse("", "The house rules have changed meanwhile. Check them, then start.")
    seen = option_fields(game, form.players, by_key(current_club_id(), key), chosen.options)
    before = with_defaults(seen, {})
    return {name: value for name, value in options.items() if value != before.get(name)}  # keep what was changed


def has_secret_bids(form: StartForm, chosen: ChosenGame) -> bool:
    """Return whether bids are secret: as ticked, or as in the last play of the game if the form showed another game."""
    slug = chosen.game.slug
    wished = form.secret.data if form.showed_game else play_lists.had_secret_bids(current_club_id(), slug)
    return wished and may_be_secret(slug)


def play_again_form(state: PlayState, again: NextPlayers) -> StartForm:
    """Return the form for "Play again": game, seats, dealer, sides, stake and secrecy of the next play.

    Its options are passed to ``page`` beside it.
    """
    players = again.players
    has_own_name = state.title != state.game.name
    return StartForm(
        blank=True,
        game=ChosenGame(state.game, state if has_own_name else None).value,
        seat=players,
        dealer=players.index(again.dealer) if again.dealer in players else 0,
        side=again.sides,
        secret=state.details.secret,
        **stake_inputs(stake_of(state), currency_of_play(state)),
    )


def page(
    form: StartForm, options: Mapping[str, Any] | None = None, problems: Sequence[Problem] = (), drawn: str = ""
) -> str:
    """Render the page that starts a play.

    ``options``: those that were chosen; ``problems``: why they were refused; ``drawn``: what was drawn by lot.
    """
    member = current_member()
    chosen = chosen_game(form)
    settings = settings_of(member.club_id)
    rules = house_rules_in_force(member.club_id, chosen.game.slug) if chosen else None
    fields = option_fields(chosen.game, form.players, rules, chosen.options) if chosen else ()
    keys = {item.key for item in fields}
    form.show_problems(problem for problem in problems if problem.field not in keys)
    values = with_defaults(fields, options or {})
    inputs = _with_input_names(fields)
    renamed = {item.key: renamed_item.key for item, renamed_item in zip(fields, inputs, strict=True)}
    typed = {renamed.get(name, name): value for name, value in values.items()}
    faults = [replace(problem, field=renamed.get(problem.field, problem.field)) for problem in problems]
    front, rest = (
        EntryForm([item for item in inputs if item.asking.in_front is where], data=typed).sections(faults)
        for where in (True, False)
    )
    seats = chosen.game.seats if chosen else None
    return render_template(
        "start/start.html",
        chosen=chosen,
        games=games_to_choose(),
        game_kinds=get_args(GameKind),
        known=play_lists.recent_players(member.club_id),
        form=form,
        drawn=drawn,
        refused=bool(problems or form.errors),
        option_faults=faults_in_field_order(inputs, (fault for fault in faults if fault.field in renamed.values())),
        front=front,
        sections=rest,
        rules=rules,
        may_be_secret=chosen is not None and may_be_secret(chosen.game.slug),
        differs=any(values[item.key] != default_of(item) for item in fields if not item.asking.in_front)
        or any(part.has_problems for part in rest),
        kinds=form.offer_stakes(chosen.game.totals.unit) if chosen else [],
        currency=settings.currency,
        places=2 if seats and seats.is_in_sides else max(seats.most if seats else 0, len(form.players)),
        asks_stake=settings.asks_stake or bool(form.stake_kind.data),
    )


def first_page(slug: str) -> str:
    """Render the page as it opens: with the players of last time. ``slug``: of the game that was asked for, if any."""
    last = play_lists.recent_plays(current_club_id(), 1)
    form = StartForm(blank=True, seat=last[0].players if last else (), game=slug)
    return page_again(form)


def page_again(form: StartForm, drawn: str = "") -> str:
    """Render the page after a change that does not start the play, such as another game or drawn seats.

    What was typed is kept, but another game comes with its usual stake and way to bid.

    ``drawn``: what was drawn by lot, as a sentence.
    """
    chosen = chosen_game(form)
    if chosen is None:
        return page(form, drawn=drawn)
    if form.game.data != form.shown.data:
        usual = _usual_stake(settings_of(current_club_id()), chosen.game.slug)
        form.stake_kind.data, form.stake_amount.data = usual.get("stake_kind", ""), usual.get("stake_amount", "")
        form.stake_place.process(None, usual.get("stake_place", []))
        form.secret.data = play_lists.had_secret_bids(current_club_id(), chosen.game.slug)
    if chosen.like and chosen.like.setup.sides and len(form.players) == 4 and not any(form.side.data):
        form.side.process(None, chosen.like.setup.sides)
    return page(form, options_in(form, chosen), drawn=drawn)


def _usual_stake(settings: MoneySettings, slug: str) -> dict[str, Any]:
    """Return the inputs for the stake of the last play of a game, if the club asks for stakes."""
    last = last_stake(current_club_id(), slug) if settings.asks_stake else None
    if not last or last.get("currency") != settings.currency.code:
        return {}
    return stake_inputs(stake_from_json(last), settings.currency)
