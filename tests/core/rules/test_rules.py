"""Rules texts as read from TOML: numbers, the quick reference, and what is refused."""

import pytest

from companion.core.data_files import read_toml
from companion.core.rules.rule_ids import RuleIds
from companion.core.rules.rules import (
    COMMON_RULES,
    CUSTOMS,
    SECTIONS,
    TABLE_RULES,
    Paragraph,
    QuickReference,
    _read_customs,
    _read_table_rules,
    applicable_customs,
    load_rules,
    read_rules,
)

TEXT = {
    "version": 1,
    "aim": {"win": {"text": "Win\n  it."}},
    "play": {"lead": {"text": "Lead."}, "end": {"text": "End."}},
}


def test_paragraphs_are_numbered_by_section() -> None:
    rules = read_rules("toy", TEXT)
    assert [(one.id, one.number, one.text) for one in rules.paragraphs] == [
        ("toy/aim.win", "1.1", "Win it."),
        ("toy/play.lead", "2.1", "Lead."),
        ("toy/play.end", "2.2", "End."),
    ]
    assert rules.quick == QuickReference()


def test_the_headings_of_all_rules_texts_are_in_order() -> None:
    assert list(SECTIONS.items()) == [
        ("aim", "Aim"), ("need", "What you need"), ("deal", "Deal"), ("play", "Play"), ("scoring", "Scoring"),
        ("ending", "Ending"), ("penalties", "Penalties"), ("variations", "Variations"), ("terms", "Terms"),
    ]  # fmt: skip


def test_the_quick_reference_is_read() -> None:
    quick = read_rules("toy", {**TEXT, "quick": {"deck": "two packs", "packs": [2], "jokers": True}}).quick
    assert quick == QuickReference(deck="two packs", packs=(2,), jokers=True)


def test_a_paragraph_has_what_the_file_says_of_it() -> None:
    item = {
        "text": "Five.", "option": "hand", "open": True, "see": ["toy/aim.win"], "topic": "misdeal",
        "asked": ["how many cards", "deal"],
    }  # fmt: skip
    rules = read_rules("toy", {**TEXT, "deal": {"cards": item}, "complete": True, "version": 7})
    assert (rules.slug, rules.version, rules.complete, read_rules("toy", TEXT).complete) == ("toy", 7, True, False)
    assert rules.by_id["toy/deal.cards"] == Paragraph(
        "toy/deal.cards", "2.1", "deal", "Five.", "hand", True, True, ("toy/aim.win",), ("misdeal",),
        ("how many cards", "deal"),
    )  # fmt: skip
    assert rules.by_id["toy/aim.win"] == Paragraph("toy/aim.win", "1.1", "aim", "Win it.")


def test_paragraphs_are_found_by_id_also_those_of_the_table() -> None:
    rules = read_rules("toy", TEXT)
    assert [rules.id_of(name) for name in ("aim.win", "toy/aim.win", "aim.lose")] == [
        "toy/aim.win", "toy/aim.win", "aim.lose",
    ]  # fmt: skip
    ids = ("toy/play.end", "toy/aim.lose", "table/adjustment", CUSTOMS.paragraphs[1].id, "toy/aim.win")
    assert [(one.id, one.number) for one in rules.find_paragraphs(ids)] == [
        ("toy/play.end", "2.2"), ("table/adjustment", "1"), (CUSTOMS.paragraphs[1].id, "C2"), ("toy/aim.win", "1.1"),
    ]  # fmt: skip


def test_a_file_of_the_package_is_read() -> None:
    rules = load_rules("companion.games.rage", "rage")
    assert rules.paragraphs[0].id.startswith("rage/aim.")
    assert rules == read_rules("rage", read_toml("companion.games.rage", "rules.toml"))
    assert "2 − 5" in str(read_toml("companion.games.rage", "rules.toml")), "UTF-8"
    table, customs = _read_table_rules(), _read_customs()
    assert (table, customs) == (TABLE_RULES, CUSTOMS)
    assert [one.number for one in table.paragraphs] == [str(number) for number in range(1, len(table.paragraphs) + 1)]
    assert [one.number for one in customs.paragraphs[:2]] == ["C1", "C2"]
    assert {one.id.partition("/")[0] for one in (*table.paragraphs, *customs.paragraphs)} == {"table", "customs"}
    assert {"table/adjustment", "table/buy", "customs/play.out-of-turn"} <= set(COMMON_RULES)


def test_ids_are_attributes() -> None:
    ids = RuleIds("toy")
    assert (ids.scoring.most_tricks, ids.play.raise_) == ("toy/scoring.most-tricks", "toy/play.raise")
    assert ids.scoring is ids.scoring
    assert vars(ids.scoring)["most_tricks"] == "toy/scoring.most-tricks"
    with pytest.raises(AttributeError, match="plays"):
        _ = ids.plays


def test_a_game_without_a_book_and_its_paragraphs_say_so() -> None:
    assert read_rules("toy", TEXT).book
    rules = read_rules("toy", {**TEXT, "book": False})
    assert not rules.book
    assert not any(paragraph.book for paragraph in rules.paragraphs)


def drawn(*rows: list[str], alt: str = "A row.") -> dict[str, object]:
    """Return a rules text with a picture."""
    return {"deal": {"cards": {"text": "Five.", "picture": {"alt": alt, "rows": list(rows)}}}}


def test_a_picture_has_cards_backs_empty_places_and_words() -> None:
    picture = (
        read_rules("toy", {**TEXT, **drawn(["Ann", "10h", "Jk"], ["", "#", "As"])}).by_id["toy/deal.cards"].picture
    )
    assert picture is not None
    assert picture.alt == "A row."
    assert [[(place.kind, place.text, place.red) for place in row] for row in picture.rows] == [
        [("word", "Ann", False), ("card", "10♥", True), ("card", "joker", False)],
        [("empty", "", False), ("back", "", False), ("card", "A♠", False)],
    ]
    wide = read_rules("toy", {**TEXT, **drawn(["7d"] * 8)}).by_id["toy/deal.cards"].picture
    assert wide is not None
    assert [(place.text, place.red) for place in wide.rows[0]] == [("7♦", True)] * 8


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"book": "none"}, "toy/rules.toml: book is true or false"),
        ({"mould": {}, "middle": {}}, "toy/rules.toml: unknown key middle"),
        ({"quick": {"dcek": "one pack"}}, "toy/quick: unknown key dcek"),
        ({"deal": {"cards": {"text": " "}}}, "toy/deal.cards has no text"),
        (
            {"deal": {"cards": {"text": "Five.", "opne": True}}},
            "toy/deal.cards: unknown key opne; allowed are asked, open, ",
        ),
        (drawn(["7h"], alt=" "), "toy/deal.cards: a picture has alt, a sentence, and rows, each with its places"),
        (drawn(), "toy/deal.cards: a picture has alt, a sentence, and rows, each with its places"),
        (drawn(["7h"], []), "toy/deal.cards: a picture has alt, a sentence, and rows, each with its places"),
        (
            {"deal": {"cards": {"text": "Five.", "picture": {"alt": "A row.", "rows": [["7h"]], "more": 1}}}},
            "toy/deal.cards: a picture has alt, a sentence, and rows, each with its places",
        ),
        (drawn(["7h"] * 9), "toy/deal.cards: a row of a picture has at most 8 places"),
    ],
)
def test_a_mistake_in_the_file_is_refused(more: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_rules("toy", {**TEXT, **more})


def test_the_source_of_an_answer_is_named_beside_a_house_rule() -> None:
    with_book, without = read_rules("toy", TEXT), read_rules("toy", {**TEXT, "book": False})
    assert (with_book.introduction, with_book.source) == ("By the book", "the book")
    assert (without.introduction, without.source) == ("As it is commonly played", "usual")


def test_a_custom_holds_if_the_games_text_is_silent() -> None:
    topics = {topic for one in CUSTOMS.paragraphs for topic in one.topics}
    assert applicable_customs(read_rules("toy", TEXT)) == CUSTOMS.paragraphs
    own = {"penalties": {"all": {"text": "As we say.", "topic": sorted(topics)}}}
    assert applicable_customs(read_rules("toy", {**TEXT, **own})) == ()
    some = {"penalties": {"one": {"text": "As we say.", "topic": CUSTOMS.paragraphs[0].topics[0]}}}
    left = applicable_customs(read_rules("toy", {**TEXT, **some}))
    assert CUSTOMS.paragraphs[0] not in left
    assert set(left) < set(CUSTOMS.paragraphs)
