"""The types of the club API's answers. They are filled from attributes of the store's own objects, or from mappings."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType, convert, field, to_builtins

from companion.core.money.stakes import MOST_AMOUNT, STAKE_KINDS
from companion.core.play.scoring_api import score_json
from companion.store.club.zones import local_time, zone_of
from companion.store.plays.api_lists import summary_of
from companion.store.plays.edits.edit_labels import seat_history
from companion.store.plays.edits.slots import entry_for_scoring, round_numbers
from companion.store.plays.play_stakes import balances_of, currency_of_play, stake_of
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_club_id
from companion.web.api.bodies import Answer, ErrorJson, ProblemHead, Scores, Slug, doc, enum
from companion.web.api.club.requests import MOMENT, MOST_REVISION
from companion.web.api.schemas import ref


class LocalTime(str):
    """A moment in ISO 8601 with the offset of the club's time zone."""


def to_json(kind: type[Answer], value: object) -> Any:
    """Return an answer of this type, filled from the attributes of an object or from a mapping, as mappings and lists.

    Its times are in the time zone of the request's club.
    """
    zone = cache(
        lambda: zone_of(current_club_id())
    )  # only looked up if there is a time, since a refusal may have no club

    def own_type(kind: type, moment: datetime) -> object:
        return kind(local_time(moment, zone()).isoformat())

    return to_builtins(convert(value, kind, from_attributes=True, dec_hook=own_type), enc_hook=str.__str__)


Time = Annotated[LocalTime, doc("With the offset of the club's zone.", extra_json_schema=MOMENT)]
NextCursor = Annotated[str | None, doc("The `cursor` of the following page; null: this is the last.")]
Amounts = Annotated[dict[str, int], doc("Name to amount, the kitty as `kitty`; they add up to 0.")]
Amount = Annotated[int, Meta(ge=-MOST_AMOUNT, le=MOST_AMOUNT)]
Share = Annotated[tuple[int, int], doc("A part, and the whole.")]
_STAKES: Final = " ".join(f"`{key}`: {kind.help}" for key, kind in STAKE_KINDS.items())


class PersonJson(Answer):
    """Somebody who plays in a club."""

    key: str
    name: str


class ClubJson(Answer):
    """A club."""

    name: str
    currency: Annotated[str, doc("Three letters of ISO 4217, or a word of the club's own; empty: none.")]
    timezone: Annotated[str, doc("Its name at IANA.")]
    people: list[PersonJson]


# Plays and nights.


class StakeJson(Answer, forbid_unknown_fields=True):
    """What a play is played for. It has either an `amount`, or `amounts` by place."""

    kind: Annotated[str, enum(STAKE_KINDS, description=_STAKES)]
    amount: Annotated[int, Meta(ge=1, le=MOST_AMOUNT)] | UnsetType = UNSET
    amounts: Annotated[list[Amount] | UnsetType, doc("Best place first, one for each name; they add up to 0.")] = UNSET


class PlayHeadJson(Answer):
    """A play in short."""

    key: str
    game: Slug
    title: Annotated[str, doc("The name of its game, or the name that the table gave it.")]
    night: Annotated[str | None, doc("The key of its night.")]
    played_at: Time
    over: Annotated[bool, doc("Whether it is over by the rules, or ended by the table.")]
    counts: Annotated[bool, doc("Whether it is in the statistics.")]
    is_discarded: bool = field(name="discarded")
    players: Annotated[list[str], doc("Seat order.")]
    totals: Annotated[Scores, doc("Keyed as on the sheet: by player, or by side.")]
    winners: Annotated[list[str], doc("Named as in `totals`; empty until it is over.")]


class SitterJson(Answer):
    """Somebody who sat on a seat that was taken over."""

    name: str
    since: Annotated[int, doc("Their first round.")] = field(name="from")


class SeatJson(Answer):
    """A seat that was taken over."""

    player: Annotated[str, doc("Who sits there now; all rounds have this name for the seat.")]
    sat: list[SitterJson]


class ContestJson(Answer):
    """What somebody says is wrong with a round."""

    round: Annotated[int, doc("The number of the round.")]
    words: str
    who: Annotated[str, doc("Whose phone says so; empty: unknown.")]
    at: Time


class ClubPlayJson(PlayHeadJson):
    """A play with the fields of its scoring request, and with the sheet that answers it."""

    dealer: str
    options: Annotated[dict[str, Any], doc("All options, even those with their default value.")]
    sides: list[str]
    rounds: list[dict[str, Any]]
    sheet: Annotated[
        dict[str, Any],
        doc(
            "What the scoring API answers, without a round to correct and those after it.",
            extra_json_schema=ref("Sheet"),
        ),
    ]
    contested: Annotated[
        list[ContestJson], doc("What people say is wrong with rounds, without what was corrected or dismissed.")
    ]
    mend: Annotated[int | None, doc("The first round that no longer fits and has to be corrected; null: none.")]
    stake: StakeJson | None
    currency: Annotated[str, doc("The currency of the stake; empty if there is none.")]
    balances: Annotated[
        Scores, doc("What the stake gives each person; empty until the play is over, and without a stake.")
    ]
    seats: Annotated[list[SeatJson], doc("Those that were taken over during the play; usually none.")]
    revision: Annotated[int, doc("Rises with every change.", ge=0, le=MOST_REVISION)]


class PlayListJson(Answer):
    """Plays, newest first."""

    plays: list[PlayHeadJson]
    next: NextCursor


class NightJson(Answer):
    """A night."""

    key: str
    on: date = field(name="date")
    name: str
    place: str
    notes: str
    people: Annotated[list[str], doc("Who was there.")]
    plays: Annotated[list[PlayHeadJson], doc("Newest first.")]
    wins: Annotated[Scores, doc("Name to number of plays won, of those that count; most first.")]


class NightListJson(Answer):
    """Nights, newest first."""

    nights: list[NightJson]
    next: NextCursor


class StaleProblemJson(ProblemHead):
    """Why a request based on an outdated state was refused."""

    detail: str
    errors: list[ErrorJson]
    play: ClubPlayJson | UnsetType = UNSET


def play_answer(state: PlayState) -> Mapping[str, Any]:
    """Return what ``ClubPlayJson`` is filled from.

    The sheet ends before a round that has to be corrected. ``seats``: only those that somebody has taken over.
    """
    refusal, numbers = state.sheet.refusal, round_numbers(state.slots)
    histories = {seat.name: seat_history(seat, numbers) for seat in state.seats if seat.earlier}
    return {
        **summary_of(state),
        "dealer": state.setup.dealer,
        "options": dict(state.options),
        "sides": state.setup.sides,
        "rounds": [dict(entry_for_scoring(slot.entry, slot.slot, state.seats)) for slot in state.slots],
        "sheet": score_json(state.sheet),
        "contested": [
            {"round": number, "words": objection.words, "who": objection.who, "at": objection.at}
            for number, objection in state.numbered_objections
        ],
        "mend": refusal.number if refusal else None,
        "stake": stake.json if (stake := stake_of(state)) else None,
        "currency": currency_of_play(state).code,
        "balances": balances_of(state),
        "seats": [
            {"player": player, "sat": [{"name": name, "from": number} for number, name in names]}
            for player, names in histories.items()
            if len(names) > 1
        ],
        "revision": state.revision,
    }


# Money.


class TransferJson(Answer, rename={"payer": "from", "payee": "to"}):
    """A payment from one person to another."""

    payer: Annotated[str, doc("A name, or `kitty`.")]
    payee: Annotated[str, doc("A name, or `kitty`.")]
    amount: Annotated[int, doc("In the smallest unit of the currency.")]


class PaymentJson(TransferJson):
    """A payment that was made."""

    key: str
    at: Time


class ReckoningJson(Answer):
    """The money of a night in one currency."""

    balances: Annotated[Amounts, doc("What everybody won or lost in the plays of the night.")]
    carried: Annotated[Amounts, doc("What was left open at the night before and carried over.")]
    paid: list[PaymentJson]
    open: Annotated[Amounts, doc("What everybody still gets; below 0: still has to pay.")]
    payments: Annotated[list[TransferJson], doc("A few payments that would settle what is open.")]


class NightMoneyJson(ReckoningJson):
    """The money of a night, in the currency of the club."""

    others: Annotated[
        dict[str, ReckoningJson] | UnsetType,
        doc("The same for plays in other currencies, by currency, where there are any."),
    ] = UNSET


# Statistics.


class StreakJson(Answer):
    """Runs of plays."""

    wins: Annotated[int, doc("The longest run of wins.")]
    without: Annotated[int, doc("The longest run without one.")]
    now: Annotated[int, doc("The present run, wins positive; 0 without plays.")]


class GameRowJson(Answer):
    """Somebody's plays of a game."""

    game: Slug
    title: str
    plays: int
    wins: int
    best: int
    worst: int
    average: Annotated[Share, doc("The sum of the totals, and the plays.")]
    best_round: int | None
    worst_round: int | None


class RivalJson(Answer):
    """How the person compares with somebody on another side, by place."""

    person: str
    plays: int
    ahead: int
    level: int
    behind: int


class PartnerJson(Answer):
    """Plays on the same side."""

    person: str
    plays: int
    wins: int


class BidsJson(Answer):
    """Bids of tricks."""

    bids: int
    made: int


class PenaltiesJson(Answer):
    """Adjustments below 0."""

    count: int
    points: int


class PersonNumbersJson(PersonJson):
    """The statistics of a person."""

    plays: int
    rounds: Annotated[int, doc("Rounds in which they were not absent.")]
    wins: int
    shared_wins: Annotated[int, doc("Wins with other winners than a partner.")]
    games_won: Annotated[int, doc("Wins, each as many as its play counts games: a skunk is two.")]
    places: Annotated[dict[str, int], doc("Place to how often it was reached.")]
    average_place: Annotated[Share, doc("The sum of the places, and the plays.")]
    streak: StreakJson
    games: list[GameRowJson]
    against: list[RivalJson]
    partners: list[PartnerJson] = field(name="with")
    bids: BidsJson | None
    penalties: PenaltiesJson


class ExtremeTotalJson(Answer):
    """The highest or lowest total; the earliest one if several are equal."""

    total: int
    names: list[str]
    play: Annotated[str, doc("The key of the play.")]


class ExtremeRoundJson(Answer):
    """The highest or lowest change in one round; the earliest one if several are equal."""

    points: int
    names: list[str]
    play: Annotated[str, doc("The key of the play.")]
    round: int


class SeatRowJson(Answer):
    """Plays from one seat."""

    seat: Annotated[int, doc("0: the first dealer, 1: on their left, and so on.")]
    plays: int
    wins: int


class GameNumbersJson(Answer):
    """The statistics of a game."""

    game: Slug
    plays: int
    rounds: Annotated[Share, doc("The sum of the rounds, and the plays.")]
    highest: ExtremeTotalJson | None
    lowest: ExtremeTotalJson | None
    highest_round: ExtremeRoundJson | None
    lowest_round: ExtremeRoundJson | None
    by_seat: list[SeatRowJson]
    turned_last: Annotated[int, doc("Plays in which nobody who led before the last round won.")]
