"""The types of the scoring API's answers, from which its OpenAPI document is made. The core builds the answers."""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.core.entry.fields import Per, Type
from companion.core.game.game import GameKind, Unit
from companion.core.game.ranking import Better
from companion.core.game.situation import Basis
from companion.games import SLUGS

MOST_ERRORS: Final = 100
"""The most errors in one answer."""


def doc(description: str, **more: Any) -> Meta:
    """Annotate a field or a type with its description in the document. ``more``: further arguments of ``Meta``."""
    return Meta(description=description, **more)


def enum(values: Any, **more: Any) -> Meta:
    """Annotate a text with its allowed values, if they are only known at run time. ``more``: as for ``doc``."""
    return Meta(extra_json_schema={"enum": list(values)}, **more)


Slug = Annotated[str, enum(SLUGS)]
Scores = Annotated[dict[str, int], doc("Name to points.")]


class Answer(Struct):
    """JSON in a response. Programs ignore members that they do not know: later versions may add some.

    In the OpenAPI document, the names of types are without their ``Json`` at the end.
    """


class ErrorJson(Answer):
    """One thing to correct."""

    field: str
    message: str


class ProblemHead(Answer):
    """What every error has, by RFC 9457: its type, title and status."""

    type: str
    title: str
    status: int


class ProblemJson(ProblemHead):
    """An error, by RFC 9457."""

    detail: str | UnsetType = UNSET


class RefusalJson(ProblemHead):
    """Why a play cannot be scored, or why facts cannot be judged."""

    round: Annotated[int | None, doc("The round with the errors; null if they are in players or options.")]
    errors: Annotated[list[ErrorJson], Meta(min_length=1, max_length=MOST_ERRORS)]


# The catalogue.


class ChoiceJson(Answer):
    """One answer of a choice."""

    value: str | int
    label: str


class DeckJson(Answer):
    """The cards of a deck."""

    name: str
    cards: Annotated[dict[str, int], doc("Card to copies.")]
    open: Annotated[bool | UnsetType, doc("Whether it also has other cards, one of each.")] = UNSET


class NamedByJson(Answer):
    """The labels of a field whose label depends on the answer to a choice."""

    key: Annotated[str, doc("The key of the choice.")]
    labels: list[ChoiceJson]


class FieldJson(Answer):
    """One thing that is written down, or one option."""

    key: str
    label: str
    type: Type
    per: Annotated[Per, doc("Unless this is `table`, the value is an object, keyed by name.")]
    phase: Annotated[Literal[1, 2], doc("1: known before the hand is played; 2: known after it.")]
    required: bool
    help: str
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType | None = UNSET
    multiple_of: int | UnsetType = UNSET
    choices: list[ChoiceJson] | UnsetType = UNSET
    names: Annotated[list[str] | UnsetType, doc("Who is asked, or who can be named.")] = UNSET
    nullable: Annotated[bool | UnsetType, doc("Whether null is an answer of its own: nobody, or none.")] = UNSET
    least: int | UnsetType = UNSET
    most: Annotated[int | UnsetType | None, doc("The most items of a list, or letters of a text.")] = UNSET
    repeats: bool | UnsetType = UNSET
    ordered: bool | UnsetType = UNSET
    columns: "list[FieldJson] | UnsetType" = UNSET
    named_by: NamedByJson | UnsetType = UNSET
    deck: DeckJson | UnsetType = UNSET
    default: Annotated[Any, doc("The value that counts if none is given.")] = UNSET


class PlayerCountJson(Answer):
    """How many can play."""

    min: int
    max: int


class GameJson(Answer):
    """A game, in short."""

    slug: Slug
    name: str
    summary: str
    kind: GameKind
    players: PlayerCountJson
    partners: Annotated[bool, doc("Whether scores are kept by side.")]
    may_partner: Annotated[bool, doc("Whether scores are kept by side if four players name two sides.")]
    come_and_go: Annotated[bool, doc("Whether players may sit rounds out (`absent`).")]
    unit: Unit
    better: Annotated[Better, doc("Which totals win, by default.")]


class GameDetailsJson(GameJson):
    """A game with its options, and the fields of a first round; their bounds can depend on the table."""

    options: list[FieldJson]
    fields: list[FieldJson]
    example_players: list[str]


class CatalogueJson(Answer):
    """All games, by slug."""

    games: list[GameJson]


# The sheet.


class LineJson(Answer):
    """Points that somebody gained or lost, and why."""

    name: str
    points: int
    rule: Annotated[str, doc("The id of the rule.")]
    text: str


class ScoredRoundJson(Answer):
    """A round that was scored."""

    number: int
    dealer: str
    scores: Scores
    lines: Annotated[list[LineJson], doc("They add up to `scores` and `adjusted`.")]
    totals: Scores
    notes: Annotated[list[str], doc("Why something gave no points.")]
    adjusted: Scores | UnsetType = UNSET


class StandingJson(Answer):
    """A place, shared by all who are level."""

    place: int
    names: list[str]
    total: int


class NextJson(Answer):
    """What the players need to know before the coming round; the game adds its own."""

    round: int
    dealer: str
    leads: Annotated[str | UnsetType | None, doc("Who leads, in games with a lead; null: nobody.")] = UNSET


class SheetJson(Answer):
    """The score sheet."""

    rounds: list[ScoredRoundJson]
    totals: Scores
    standings: Annotated[list[StandingJson], doc("Best first.")]
    over: bool
    winners: list[str]
    carry: Annotated[dict[str, Any], doc("What the table holds between rounds.")]
    next: NextJson | None


class FormJson(Answer):
    """What is to be written down for the coming round; nothing once the play is over."""

    over: bool
    next: NextJson | None
    fields: list[FieldJson]
    table_fields: Annotated[list[FieldJson], doc("Further fields that every round may have.")]


# The referee.


class EffectJson(Answer):
    """A change of the score sheet, to be entered in the round as an adjustment."""

    player: Annotated[str, doc("Whose total changes: a player, or a side in partnership games.")]
    points: int


class VerdictJson(Answer):
    """What is right, and why."""

    verdict: Annotated[str, doc("One or two sentences that settle it.")]
    outcome: Annotated[dict[str, Any], doc("The result for programs; the situation has its own.")]
    basis: Annotated[
        Basis, doc("`book`: the rules decide; `house`: an option of the table; `open`: the book is silent.")
    ]
    rules: Annotated[list[str], doc("Ids of the rules on which it rests.")]
    because: Annotated[list[str], doc("The steps, in order.")]
    effects: list[EffectJson]


class SituationJson(Answer):
    """A question that the referee answers, with its facts under the default options."""

    key: str
    title: str
    help: str
    facts: Annotated[list[FieldJson], doc("A field for names whose `names` are empty accepts any name.")]


class SituationsJson(Answer):
    """What the referee of a game can be asked."""

    situations: list[SituationJson]
