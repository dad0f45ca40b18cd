"""Rules texts as read from TOML: numbers, the quick reference, and what is refused."""

import pytest

from companion.core.rules.rules import CUSTOMS, QuickReference, applicable_customs, read_rules

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


def test_the_quick_reference_is_read() -> None:
    quick = read_rules("toy", {**TEXT, "quick": {"deck": "two packs", "packs": [2], "jokers": True}}).quick
    assert quick == QuickReference(deck="two packs", packs=(2,), jokers=True)


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


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"book": "none"}, "toy/rules.toml: book is true or false"),
        ({"middle": {}}, "toy/rules.toml: unknown key middle"),
        ({"quick": {"dcek": "one pack"}}, "toy/quick: unknown key dcek"),
        ({"deal": {"cards": {"text": " "}}}, "toy/deal.cards has no text"),
        ({"deal": {"cards": {"text": "Five.", "opne": True}}}, "toy/deal.cards: unknown key opne"),
        (drawn(["7h"], alt=" "), "toy/deal.cards: a picture has alt, a sentence, and rows, each with its places"),
        (drawn(), "toy/deal.cards: a picture has alt, a sentence, and rows, each with its places"),
        (drawn(["7h"], []), "toy/deal.cards: a picture has alt, a sentence, and rows, each with its places"),
        (drawn(["7h"] * 10), "toy/deal.cards: a row of a picture has at most 8 places"),
    ],
)
def test_a_mistake_in_the_file_is_refused(more: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_rules("toy", {**TEXT, **more})


def test_the_source_of_an_answer_is_named_beside_a_house_rule() -> None:
    with_book, without = read_rules("toy", TEXT), read_rules("toy", {**TEXT, "book": False})
    assert (with_book.introduction, with_book.source) == ("By the book", "the book")
    assert (without.introduction, without.source) == ("As it is commonly played", "commonly")


def test_a_custom_holds_if_the_games_text_is_silent() -> None:
    topics = {topic for one in CUSTOMS.paragraphs for topic in one.topics}
    assert applicable_customs(read_rules("toy", TEXT)) == CUSTOMS.paragraphs
    own = {"penalties": {"all": {"text": "As we say.", "topic": sorted(topics)}}}
    assert applicable_customs(read_rules("toy", {**TEXT, **own})) == ()
    some = {"penalties": {"one": {"text": "As we say.", "topic": CUSTOMS.paragraphs[0].topics[0]}}}
    left = applicable_customs(read_rules("toy", {**TEXT, **some}))
    assert CUSTOMS.paragraphs[0] not in left
    assert set(left) < set(CUSTOMS.paragraphs)
