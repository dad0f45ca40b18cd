"""Demo clubs: believable evenings of every game, written through the functions of the app."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from random import Random
from typing import Any, TypeVar

from companion.core.data_files import read_toml
from companion.core.game.game import Game
from companion.core.house.house_rules import Amendment, HouseRules
from companion.core.money.currency import currency_of
from companion.core.money.stakes import Stake
from companion.games import all_games, folder_of, game_of
from companion.store.access import invitations, members
from companion.store.access.roles import Member
from companion.store.club.clubs import start_club
from companion.store.database.base import clock_at
from companion.store.house import house_rules
from companion.store.log.write_results import Written
from companion.store.money import kitty, money_log, payments, settings
from companion.store.nights import night_sharing
from companion.store.nights.night_state import NightState, night_of_play
from companion.store.plays import objections, starting
from companion.store.plays.edits import commands
from companion.store.plays.edits.play_results import PlayWritten
from companion.store.plays.play_stakes import stake_to_log
from companion.store.plays.play_state import PlayState
from companion.store.rulings import read_rulings, write_rulings

T = TypeVar("T")
_Lineup = tuple[Game[Any], list[str]]
"""A game, and who plays it."""

TEXTS = read_toml(__package__, "demo.toml")
PEOPLE: list[str] = TEXTS["people"]
MANY_PEOPLE: list[str] = PEOPLE + TEXTS["more_people"]
HOUSE_GAME: str = TEXTS["house_rules"]["game"]
CURRENCY = currency_of("EUR")

MOST_ROUNDS = 12
"""After this many rounds the table stops, whatever the game says."""

MOST_ROUNDS_OF_YEARS = 22
"""The same in a demo of years. Some games end after a round or two, so that the average is about ten."""

GAMES_A_NIGHT = 3
PLAYS_A_NIGHT = 4
MINUTES_A_ROUND = 6

STAKE_EVERY = 3
"""One in so many plays is for money."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo club, and how to get in."""

    club: str
    recovery: str
    """The token of the recovery link, which makes the phone that opens it an organiser."""

    plays: int
    rounds: int


def fill_demo(dice: Random, progress: Callable[[str], None]) -> Demo:
    """Create a club with an evening every week, the last one yesterday; each game is played once or twice.

    ``progress``: called with the name of each game as it is played.
    """
    games = [game for game in all_games() for _ in range(dice.choice((1, 1, 2)))]
    dice.shuffle(games)
    plays = ((game, dice.sample(PEOPLE[: game.seats.most], game.seats.nearest_allowed(4))) for game in games)
    return _fill_club(dice, plays, len(games), GAMES_A_NIGHT, MOST_ROUNDS, progress)


def fill_demo_of_years(dice: Random, number: int, progress: Callable[[str], None]) -> Demo:
    """Create a club of forty people with so many plays, four an evening, an evening a week.

    Everybody has played once; each play has about ten rounds. ``progress``: as for ``fill_demo``.
    """
    games, waiting = all_games(), list(MANY_PEOPLE)

    def plays() -> Iterator[_Lineup]:
        """Yield the games with their players; those who have not played yet come first."""
        for count in range(number):
            game = dice.choice(games) if count else game_of(HOUSE_GAME)
            size = game.seats.nearest_allowed(4)
            names = [waiting.pop() for _ in range(min(size, len(waiting)))]
            yield game, names + dice.sample([name for name in MANY_PEOPLE if name not in names], size - len(names))

    return _fill_club(dice, plays(), number, PLAYS_A_NIGHT, MOST_ROUNDS_OF_YEARS, progress)


def _fill_club(
    dice: Random, plays: Iterable[_Lineup], number: int, plays_a_night: int, most: int, progress: Callable[[str], None]
) -> Demo:
    """Create a club with these plays, and record who paid what on all evenings but the last.

    ``number``: of all plays; ``plays_a_night``: of plays on each evening; ``most``: the most rounds of a play.
    """
    member = _create_club()
    nights, rounds = -(-number // plays_a_night), 0
    yesterday = datetime.now(UTC).replace(hour=19, minute=0, second=0, microsecond=0) - timedelta(days=1)
    first = yesterday - timedelta(weeks=nights - 1)
    _agree_on_house_rules(member, first - timedelta(weeks=1))
    for count, (game, names) in enumerate(plays):
        night, place = divmod(count, plays_a_night)
        start = first + timedelta(weeks=night, minutes=75 * place)
        end = start + timedelta(hours=3)
        progress(game.name)
        state = _play(member, game, start, dice, names, most, _stake(game, count))
        rounds += len(state.slots)
        if night < nights - 1:
            _settle_night(member, state, end)
    _act_after_last_play(member, state, end)
    return Demo(member.club_key, invitations.recovery_token(member), number, rounds)


def _expect(kind: type[T], result: object) -> T:
    """Return the result of a command that has to succeed in a demo. ``kind``: its type if it does.

    :raises RuntimeError: the command was refused; the result says why.
    """
    if not isinstance(result, kind):
        raise RuntimeError(f"the demo could not be written: {result}")
    return result


def _create_club() -> Member:
    """Create a club that plays for money now and then; return its organiser."""
    device, token = members.add_device("The demo")
    member = _expect(Member, members.member(token, start_club(device, TEXTS["club"])))
    settings.set_money_settings(member, CURRENCY, asks_stake=True)
    return member


def _stake(game: Game[Any], number: int) -> dict[str, Any]:
    """Return the stake of a play as the log stores it, empty for none. ``number``: how many plays there were before."""
    stakes = TEXTS["stakes"]
    usual = Stake(**stakes.get(game.totals.unit, stakes["others"]))
    return stake_to_log(None if number % STAKE_EVERY else usual, CURRENCY)


def _settle_night(member: Member, state: PlayState, moment: datetime) -> None:
    """Record at this moment the payments that settle the night of a play, if it was played for money."""
    night = night_of_play(state)
    if not state.stake or night is None:
        return
    with clock_at(moment):
        for due in money_log.money_of_night(member.club_id, night).reckonings[CURRENCY.code].suggested_transfers:
            arguments: dict[str, Any] = {"payer": due.payer, "payee": due.payee, "amount": due.amount}
            _expect(Written, payments.pay(member, night, **arguments, client_id=f"demo {state.key} {due.payer}"))


def _agree_on_house_rules(member: Member, moment: datetime) -> None:
    """Agree on house rules for a game."""
    rules = TEXTS["house_rules"]
    amendments = [Amendment(**one) for one in rules["amendments"]]
    with clock_at(moment):
        proposed = house_rules.propose(
            member, **{**rules, "amendments": amendments}, holds_from=house_rules.today(), client_id="demo house rules"
        )
        _expect(HouseRules, house_rules.agree(member, _expect(HouseRules, proposed).key, PEOPLE[:4]))


def _act_after_last_play(member: Member, state: PlayState, moment: datetime) -> None:
    """Write what people do after the last play: object to its first round, share the night, use the kitty."""
    slot = state.slots[0].slot
    with clock_at(moment):
        _expect(
            PlayWritten,
            objections.raise_objection(
                member, state, base=state.revision, slot=slot, words=TEXTS["objection"], client_id="demo contest"
            ),
        )
        night_sharing.set_shared(
            member, _expect(NightState, night_of_play(state)), is_shared=True, client_id="demo share"
        )
        for number, move in enumerate(TEXTS["kitty"]):
            who = state.setup.players[move["seat"]]
            moved = {key: move[key] for key in ("into", "amount", "reason")}
            _expect(Written, kitty.move_kitty(member, who=who, **moved, client_id=f"demo kitty {number}"))


def _record_ruling(member: Member, state: PlayState, start: datetime) -> None:
    """Record a ruling on the evening of a play, unless an earlier evening has the same."""
    with clock_at(start + timedelta(minutes=MINUTES_A_ROUND)):
        ruled = write_rulings.record(
            member, **TEXTS["ruling"], round_number=1, agreed_by=state.setup.players, play_key=state.key,
            client_id="demo ruling",
        )  # fmt: skip
    _expect(read_rulings.RulingState, ruled)


def _play(
    member: Member, game: Game[Any], start: datetime, dice: Random, names: list[str], most: int, stake: dict[str, Any]
) -> PlayState:
    """Play until the game is over, or the table stops after ``most`` rounds or fewer; return the state of the play.

    The game with house rules also gets a ruling.

    ``stake``: as ``_stake`` returns it.
    """
    with clock_at(start):
        started = starting.start_play(
            member, slug=game.slug, players=names, dealer=None, options={}, stake=stake,
            client_id=f"demo {dice.random()}",
        )  # fmt: skip
    state = _expect(PlayState, started)
    sample = import_module(f"companion.games.{folder_of(game.slug)}.sample").sample_round
    stop = dice.randint(most // 2, most)
    while not state.over:
        moment = start + timedelta(minutes=MINUTES_A_ROUND * (len(state.slots) + 1))
        arguments: dict[str, Any] = {"base": state.revision, "client_id": f"demo {len(state.slots)}"}
        with clock_at(moment):
            if len(state.slots) >= stop:
                outcome = commands.end_play(member, state, **arguments)
            else:
                entry = sample(state.sheet.table, dice)
                outcome = commands.save_round(member, state, slot=None, entry=entry, **arguments)
        state = _expect(PlayWritten, outcome).state
    if game.slug == HOUSE_GAME:
        _record_ruling(member, state, start)
    return state
