"""Demo clubs: believable evenings of every game, written through the functions of the app."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from random import Random
from typing import Any

from companion.core.money.currency import currency_of
from companion.core.money.stakes import Stake
from companion.core.play.game import Game
from companion.core.rules.house import Amendment, HouseRules
from companion.games import all_games, folder_of, game_of
from companion.store.access import members
from companion.store.access.roles import Member
from companion.store.database.base import clock_at
from companion.store.house import house_rules
from companion.store.log.write_results import Written
from companion.store.money import kitty, money_log, payments, settings
from companion.store.money.play_stakes import stake_to_log
from companion.store.nights import night_sharing, night_state
from companion.store.nights.find_night import night_of_play
from companion.store.plays import commands, contests, starting
from companion.store.plays.edits.play_results import PlayWritten
from companion.store.plays.play_state import PlayState
from companion.store.rulings import read_rulings, write_rulings

CLUB = "The Thursday Table"
PEOPLE = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
MANY_PEOPLE = (
    *PEOPLE, "Ida", "Jim", "Kim", "Lee", "Max", "Nia", "Ole", "Pia", "Quin", "Rob", "Sue", "Tom", "Una", "Vic", "Wim",
    "Xia", "Yan", "Zoe", "Abe", "Bea", "Cem", "Dot", "Eli", "Flo", "Gil", "Hana", "Ivo", "Jil", "Kai", "Lou", "Mia",
    "Ned",
)  # fmt: skip
"""Forty people, for a club that has played for years."""

MOST_ROUNDS = 12
"""After this many rounds the table stops, whatever the game says."""

MOST_ROUNDS_OF_YEARS = 22
"""Some games end by themselves after a round or two; with this the average is ten."""

GAMES_A_NIGHT = 3
PLAYS_A_NIGHT = 4
MINUTES_A_ROUND = 6

HOUSE_GAME = "raise-the-stakes"
HOUSE_OPTIONS = {"target": 25, "raised_tie": "nobody-pays"}
HOUSE_RULES = (
    Amendment("raise-the-stakes/play.fold", "Who folds lays the cards face down and says nothing about them."),
    Amendment("", "Who deals fetches the drinks."),
)
"""What the demo's club plays differently, agreed on before its first evening."""

CURRENCY = currency_of("EUR")
STAKES = {"chips": Stake("chips", 5)}
USUAL_STAKE = Stake("fixed", 50)
"""What is played for by the unit of a game, in cents, and what in all others."""

KITTY = ((0, 1000, ""), (1, 1000, ""), (0, -650, "Two new decks of cards"))
"""Which players of the last play, by seat, put how many cents into the kitty or took them out, and what for."""

CONTEST = "I think these points are mine: look at the last trick again."

PLAYS_A_STAKE = 3
"""Of so many plays one is for money."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo club, and how to get in."""

    club: str
    recovery: str
    """The token of the recovery link: who opens it organises the club."""

    plays: int
    rounds: int


def fill_demo(dice: Random, progress: Callable[[str], None], today: datetime | None = None) -> Demo:
    """Create a club with an evening every week, the last one yesterday; each game is played once or twice.

    ``progress``: called with the name of each game as it is played.
    """
    member = _create_club()
    games = [game for game in all_games() for _ in range(dice.choice((1, 1, 2)))]
    dice.shuffle(games)
    nights = -(-len(games) // GAMES_A_NIGHT)
    yesterday = (today or datetime.now(UTC)).replace(hour=19, minute=0, second=0, microsecond=0) - timedelta(days=1)
    rounds = 0
    _agree_on_house_rules(member, yesterday - timedelta(weeks=nights))
    for number, game in enumerate(games):
        night, place = divmod(number, GAMES_A_NIGHT)
        start = yesterday - timedelta(weeks=nights - 1 - night) + timedelta(minutes=75 * place)
        progress(game.name)
        people = list(PEOPLE[: min(len(PEOPLE), game.seats.most)])
        names = dice.sample(people, min(len(people), max(game.seats.fewest, 4)))
        state = _play(member, game, start, dice, names, stake=_stake(game, number))
        rounds += len(state.slots)
        if night < nights - 1:
            _settle_night(member, state, start + timedelta(hours=3))
    _act_after_last_play(member, state, start + timedelta(hours=3))
    return Demo(member.club_key, members.recovery_token(member), len(games), rounds)


def fill_demo_of_years(
    dice: Random, number: int, progress: Callable[[int], None], today: datetime | None = None
) -> Demo:
    """Create a club of forty people with so many plays, four an evening, an evening a week.

    Everybody has played once; each play has about ten rounds. ``progress``: called with the number of plays so far.
    """
    member = _create_club()
    games, waiting = all_games(), list(MANY_PEOPLE)
    yesterday = (today or datetime.now(UTC)).replace(hour=19, minute=0, second=0, microsecond=0) - timedelta(days=1)
    nights, rounds = -(-number // PLAYS_A_NIGHT), 0
    _agree_on_house_rules(member, yesterday - timedelta(weeks=nights))
    for count in range(number):
        night, place = divmod(count, PLAYS_A_NIGHT)
        start = yesterday - timedelta(weeks=nights - 1 - night) + timedelta(minutes=75 * place)
        game = dice.choice(games) if count else game_of(HOUSE_GAME)
        size = game.seats.nearest_allowed(4)
        names = [waiting.pop() for _ in range(min(size, len(waiting)))]
        names += dice.sample([name for name in MANY_PEOPLE if name not in names], size - len(names))
        state = _play(member, game, start, dice, names, MOST_ROUNDS_OF_YEARS, _stake(game, count))
        rounds += len(state.slots)
        if night < nights - 1:
            _settle_night(member, state, start + timedelta(hours=3))
        progress(count + 1)
    _act_after_last_play(member, state, start + timedelta(hours=3))
    return Demo(member.club_key, members.recovery_token(member), number, rounds)


def _create_club() -> Member:
    """Create a club that plays for money now and then, and an organiser's device."""
    device, token = members.add_device("The demo")
    member = members.member(token, members.start_club(device, CLUB))
    if member is None:
        raise RuntimeError("the club that was just started is not there")
    settings.set_money_settings(member, CURRENCY, asks_stake=True)
    return member


def _stake(game: Game[Any], number: int) -> dict[str, Any]:
    """Return the stake of a play, by how many there were before it; empty: none."""
    return stake_to_log(None if number % PLAYS_A_STAKE else STAKES.get(game.totals.unit, USUAL_STAKE), CURRENCY)


def _settle_night(member: Member, state: PlayState, moment: datetime) -> None:
    """Pay everything that a play has left open on its night."""
    night = night_of_play(state)
    if not state.stake or night is None:
        return
    with clock_at(moment):
        for one in money_log.money_of_night(member.club_id, night).reckonings[CURRENCY.code].suggested_transfers:
            wish: dict[str, Any] = {"payer": one.payer, "payee": one.payee, "amount": one.amount}
            done = payments.pay(member, night, **wish, client_id=f"demo {state.key} {one.payer}")
            if not isinstance(done, Written):
                raise RuntimeError(f"a payment could not be written down: {done}")


def _agree_on_house_rules(member: Member, moment: datetime) -> None:
    """Agree on house rules for a game."""
    with clock_at(moment):
        proposed = house_rules.propose(
            member, game=HOUSE_GAME, options=HOUSE_OPTIONS, amendments=HOUSE_RULES,
            note="Settled at the first evening of the season.", holds_from=house_rules.today(),
            client_id="demo house rules",
        )  # fmt: skip
        agreed = house_rules.agree(member, proposed.key, PEOPLE[:4]) if isinstance(proposed, HouseRules) else proposed
    if not isinstance(agreed, HouseRules):
        raise RuntimeError(f"the house rules could not be agreed on: {agreed}")


def _act_after_last_play(member: Member, state: PlayState, moment: datetime) -> None:
    """Write what people do after the last play: contest its first round, share the night, use the kitty."""
    night = night_of_play(state)
    with clock_at(moment):
        contested = contests.contest(
            member, state, base=state.revision, slot=state.slots[0].slot, words=CONTEST, client_id="demo contest"
        )
        if night is None or not isinstance(contested, PlayWritten):
            raise RuntimeError(f"a round of {state.game.name} could not be contested: {contested}")
        night_sharing.share(member, night_state.night_of(night.id), client_id="demo share")
        for number, (seat, amount, reason) in enumerate(KITTY):
            moved = kitty.move_kitty(
                member,
                into=amount > 0,
                who=state.setup.players[seat],
                amount=abs(amount),
                reason=reason,
                client_id=f"demo kitty {number}",
            )
            if not isinstance(moved, Written):
                raise RuntimeError(f"the kitty could not be used: {moved}")


def _record_ruling(member: Member, state: PlayState, start: datetime) -> None:
    """Record a ruling on the evening of a play, unless an earlier evening has the same."""
    with clock_at(start + timedelta(minutes=MINUTES_A_ROUND)):
        ruled = write_rulings.record(
            member, game=state.game.slug, question="The dealer turned up a second fire card while looking for trump.",
            decision="Fire cards turned up stay open beside the pack, and the next card is turned.", round_number=1,
            rules=["raise-the-stakes/deal.trump", "raise-the-stakes/deal.pack"], agreed_by=state.setup.players,
            play_key=state.key, client_id="demo ruling",
        )  # fmt: skip
    if not isinstance(ruled, read_rulings.RulingState):
        raise RuntimeError(f"the ruling could not be written down: {ruled}")


def _play(
    member: Member, game: Game[Any], start: datetime, dice: Random, names: list[str], most: int = MOST_ROUNDS,
    stake: Mapping[str, Any] | None = None,
) -> PlayState:  # fmt: skip
    """Play from the first deal to the end, or to so many rounds at most.

    What came up in the game with house rules is decided on the way.
    """
    with clock_at(start):
        state = starting.start_play(
            member,
            slug=game.slug,
            players=names,
            dealer=None,
            options={},
            stake=stake,
            client_id=f"demo {dice.random()}",
        )
    if not isinstance(state, PlayState):
        raise RuntimeError(f"{game.name} could not be started: {state}")
    sample = import_module(f"companion.games.{folder_of(game.slug)}.sample").sample_round
    stop = dice.randint(most // 2, most)
    while not state.over:
        moment = start + timedelta(minutes=MINUTES_A_ROUND * (len(state.slots) + 1))
        wish: dict[str, Any] = {"base": state.revision, "client_id": f"demo {len(state.slots)}"}
        with clock_at(moment):
            if len(state.slots) >= stop:
                outcome = commands.end_play(member, state, **wish)
            else:
                entry = sample(state.sheet.table, dice)
                outcome = commands.save_round(member, state, slot=None, entry=entry, **wish)
        if not isinstance(outcome, PlayWritten):
            raise RuntimeError(f"a round of {game.name} could not be saved: {outcome}")
        state = outcome.state
    if game.slug == HOUSE_GAME:
        _record_ruling(member, state, start)
    return state
