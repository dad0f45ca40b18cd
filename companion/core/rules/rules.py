"""Rules texts: numbered paragraphs with stable ids, loaded from a game's ``rules.toml``."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Literal

from companion.cards.notation import pretty, read_card, suit_of
from companion.core.data_files import read_toml
from companion.core.words import listed

SECTIONS = {
    "aim": "Aim",
    "need": "What you need",
    "deal": "Deal",
    "play": "Play",
    "scoring": "Scoring",
    "ending": "Ending",
    "penalties": "Penalties",
    "variations": "Variations",
    "terms": "Terms",
}
"""The headings of every rules text, in order; a game omits those that it does not need."""


MOST_PLACES = 8
"""How many places of a picture fit side by side on the narrowest phone."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a picture: a card, or a word beside the cards."""

    kind: Literal["card", "back", "empty", "word"]
    text: str = ""
    """The card as people write it, or the word."""

    red: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of cards on the table, in rows whose places are aligned."""

    alt: str
    """A sentence that describes it to those who cannot see it."""

    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph of a rules text."""

    id: str
    """``<slug>/<section>.<key>``; it never changes once published."""

    number: str
    """The printed number, section and paragraph: ``5.2``."""

    section: str
    text: str
    option: str = ""
    """The key of the option that changes this rule; empty if none does."""

    open: bool = False
    """Whether the book leaves this open, so that the text gives our default answer."""

    book: bool = True
    """Whether the game has a book; without one, an open point is one on which tables differ."""

    see: tuple[str, ...] = ()
    """Ids of related paragraphs."""

    topics: tuple[str, ...] = ()
    """Topics of the customs of tables that this paragraph replaces: ``misdeal``."""

    asked: tuple[str, ...] = ()
    """Other words in which tables ask for it, for the search."""

    picture: Picture | None = None
    """A picture, if the rule has to be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickReference:
    """The quick reference of a game, beyond what its ``Game`` says: short phrases, each of which may be empty."""

    deck: str = ""
    """The cards: ``two packs of 52 with their four jokers``."""

    packs: tuple[int, ...] = ()
    """How many packs a table may need; empty if the game has cards of its own."""

    jokers: bool = False
    """Whether jokers are used."""

    deal: str = ""
    """How many cards each player gets."""

    order: str = ""
    """The order of the cards, from high to low."""

    scores: str = ""
    """What scores."""

    also: tuple[str, ...] = ()
    """Other names of the game."""

    bgg: int = 0
    """Its number at BoardGameGeek, by which other programs know it; 0 if it has none."""


@dataclass(frozen=True)
class Rules:
    """The rules text of one game."""

    slug: str
    version: int
    """Raised whenever a change of the rules changes scores."""

    paragraphs: tuple[Paragraph, ...]
    quick: QuickReference = QuickReference()
    complete: bool = False
    """Whether the game can be learned from the text alone; otherwise it has only what scoring depends on."""

    book: bool = True
    """Whether the text follows a rulebook; otherwise it describes the game as it is commonly played."""

    @property
    def introduction(self) -> str:
        """The phrase that introduces these rules: “By the book”, or without a book “As it is commonly played”."""
        return "By the book" if self.book else "As it is commonly played"

    @property
    def source(self) -> str:
        """Where the usual value comes from, shown beside a house rule: ``the book``, or without one ``usual``."""
        return "the book" if self.book else "usual"

    @cached_property
    def by_id(self) -> Mapping[str, Paragraph]:
        """Each paragraph by its id."""
        return {paragraph.id: paragraph for paragraph in self.paragraphs}

    def id_of(self, name: str) -> str:
        """Return the full id of a paragraph of the game: ``brag/play.turn`` for ``play.turn``; else the name itself."""
        own = f"{self.slug}/{name}"
        return own if own in self.by_id else name

    def find_paragraphs(self, ids: Iterable[str]) -> tuple[Paragraph, ...]:
        """Return the paragraphs with these ids, of this game or common to all; unknown ids are ignored."""
        found = (self.by_id.get(one) or COMMON_RULES.get(one) for one in ids)
        return tuple(one for one in found if one)


def load_rules(package: str, slug: str) -> Rules:
    """Load the rules text from ``rules.toml`` in a package.

    :raises ValueError: the file has an unknown section, a paragraph without text, or a quick reference with an unknown
        key.
    """
    return read_rules(slug, read_toml(package, "rules.toml"))


def read_rules(slug: str, data: Mapping[str, Any]) -> Rules:
    """Return the rules text in parsed TOML: ``version``, a table for each ``[section.key]``, and perhaps ``[quick]``.

    ``complete = true``: the game can be learned from it; ``book = false``: it follows no rulebook.

    :raises ValueError: as for ``load_rules``.
    """
    _check_keys(f"{slug}/rules.toml", data, {"version", "complete", "quick", "book", *SECTIONS})
    book = data.get("book", True)
    if not isinstance(book, bool):
        raise ValueError(f"{slug}/rules.toml: book is true or false")
    paragraphs = [
        _read_paragraph(f"{slug}/{section}.{key}", f"{chapter}.{number}", section, book, item)
        for chapter, section in enumerate(filter(data.__contains__, SECTIONS), start=1)
        for number, (key, item) in enumerate(data[section].items(), start=1)
    ]
    quick = data.get("quick", {})
    _check_keys(f"{slug}/quick", quick, {field.name for field in fields(QuickReference)})
    return Rules(
        slug, int(data["version"]), tuple(paragraphs), QuickReference(**_with_tuples(quick)),
        bool(data.get("complete", False)), book,
    )  # fmt: skip


def _check_keys(where: str, item: Mapping[str, Any], known: Collection[str]) -> None:
    """Check that a table of TOML has only known keys. ``where``: what the message calls the table.

    :raises ValueError: the table has another key.
    """
    unknown = [key for key in item if key not in known]
    if unknown:
        raise ValueError(f"{where}: unknown key {min(unknown)}; allowed are {listed(sorted(known))}")


def _with_tuples(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table of TOML with tuples instead of its lists."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in item.items()}


def _read_paragraph(rule: str, number: str, section: str, book: bool, item: Mapping[str, Any]) -> Paragraph:
    """Return a paragraph in parsed TOML. ``rule``: its id; ``book``: whether the game has a book.

    :raises ValueError: it has no text, an unknown key, or an invalid picture.
    """
    text = " ".join(str(item.get("text", "")).split())
    if not text:
        raise ValueError(f"{rule} has no text")
    _check_keys(rule, item, {"text", "option", "open", "see", "topic", "asked", "picture"})
    given = {"topic": (), "picture": None, **_with_tuples(item)}
    topic, picture = given.pop("topic"), given.pop("picture")
    given |= {"id": rule, "number": number, "section": section, "text": text, "book": book}
    return Paragraph(
        topics=(topic,) if isinstance(topic, str) else topic,
        picture=_read_picture(rule, picture) if picture else None,
        **given,
    )


def _read_picture(rule: str, item: Mapping[str, Any]) -> Picture:
    """Return a picture in parsed TOML. ``rule``: the id of its paragraph, for messages.

    :raises ValueError: it has no ``alt`` or ``rows``, an empty row, another key, or a row with too many places.
    """
    rows, alt = item.get("rows") or (), " ".join(str(item.get("alt", "")).split())
    if set(item) != {"alt", "rows"} or not alt or not rows or not all(rows):
        raise ValueError(f"{rule}: a picture has alt, a sentence, and rows, each with its places")
    if max(map(len, rows)) > MOST_PLACES:
        raise ValueError(f"{rule}: a row of a picture has at most {MOST_PLACES} places")
    return Picture(alt, tuple(tuple(_read_cell(str(place)) for place in row) for row in rows))


def _read_cell(text: str) -> Cell:
    """Return a place of a picture: a card, ``#`` for its back, empty, or a word."""
    if text in ("", "#"):
        return Cell("back" if text else "empty")
    card = read_card(text)
    return Cell("word", text) if card is None else Cell("card", pretty(card), suit_of(card) in ("h", "d"))


def _read_table_rules() -> Rules:
    """Load the rules that hold in every game, numbered ``1``, ``2`` and so on."""
    paragraphs = (
        _read_paragraph(f"table/{key}", str(number), item.pop("section"), True, item)
        for number, (key, item) in enumerate(read_toml(__package__, "table.toml").items(), start=1)
    )
    return Rules("table", 1, tuple(paragraphs))


TABLE_RULES = _read_table_rules()
"""The rules that hold in every game, such as on corrections of the score."""


def _read_customs() -> Rules:
    """Load the customs of tables, numbered ``C1``, ``C2`` and so on."""
    customs = read_rules("customs", read_toml(__package__, "customs.toml"))
    numbered = (replace(one, number=f"C{number}") for number, one in enumerate(customs.paragraphs, start=1))
    return replace(customs, paragraphs=tuple(numbered))


CUSTOMS = _read_customs()
"""What tables commonly do if neither the book nor house rules decide: our own answers, each an open point."""


COMMON_RULES: Mapping[str, Paragraph] = {**TABLE_RULES.by_id, **CUSTOMS.by_id}
"""The paragraphs that apply in every game, by id: the rules of the table, and the customs."""


def applicable_customs(rules: Rules) -> tuple[Paragraph, ...]:
    """Return the customs that apply in a game: those on topics that its own rules do not settle."""
    own = {topic for paragraph in rules.paragraphs for topic in paragraph.topics}
    return tuple(one for one in CUSTOMS.paragraphs if own.isdisjoint(one.topics))
