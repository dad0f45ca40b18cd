"""Keys that carry their field, the fields of a round, and rule ids as attributes."""

import dataclasses
from typing import Any

import pytest

from companion.cards.decks import standard_deck
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Key
from companion.core.entry.labels import label_given_answers
from companion.core.entry.record import EMPTY, read_record
from companion.core.game.round_fields import RoundFields
from companion.core.play.fold import opening_table
from companion.core.play.setups import read_setup
from companion.core.rules.rule_ids import RuleIds
from companion.games import game_of

PITCHER = ask.player("pitcher", "Pitcher", takes="player", required=True)
HIGH = ask.player("high", "High", takes="side")
TRICKS = ask.count_of_each("tricks", "Tricks", 6, per="side")
ROWS = ask.rows("rows", "Rows", (PITCHER, f.flag(Key("bold"), "Bold")))
FIELDS = RoundFields(lambda _: (PITCHER, HIGH, TRICKS, ROWS, ask.flag("late", "Late")))


def test_a_key_knows_its_field_and_the_type_of_its_value() -> None:
    hook, most = ask.flag("hook", "Hook", default=True), ask.number("most", "Most", {5: "five"}, default=5)
    options, problems = read_record(f.fields_of(hook, most), {})
    assert not problems
    assert (hook, options[hook], options[most] + 1) == ("hook", True, 6)


def test_each_function_makes_its_kind_of_field() -> None:
    pack, how = standard_deck("a pack"), {"led": "Led"}
    made: list[tuple[FieldKey[Any], str, str, int, int | None]] = [
        (ask.flag("k", "L", help="H"), "flag", "table", 0, None),
        (ask.count("k", "L", 9, 1, help="H"), "count", "table", 1, 9),
        (ask.points("k", "L", 9, help="H"), "points", "table", -9, 9),
        (ask.count_of_each("k", "L", 9, help="H"), "count", "player", 0, 9),
        (ask.count_of_each("k", "L", 9, per="side", help="H"), "count", "side", 0, 9),
        (ask.points_of_each("k", "L", 9, help="H"), "points", "player", 0, 9),
        (ask.points_of_each("k", "L", 9, per="side", least=-9, help="H"), "points", "side", -9, 9),
        (ask.choice("k", "L", how, help="H"), "choice", "table", 0, None),
        (ask.number("k", "L", {1: "One"}, help="H"), "choice", "table", 0, None),
        (ask.player("k", "L", help="H"), "player", "table", 0, None),
        (ask.players("k", "L", help="H"), "players", "table", 0, None),
        (ask.choice_of_each("k", "L", how, help="H"), "choice", "player", 0, None),
        (ask.choice_of_each("k", "L", how, per="side", help="H"), "choice", "side", 0, None),
        (ask.rows("k", "L", (PITCHER,), help="H"), "rows", "table", 0, None),
        (ask.card("k", "L", pack, help="H"), "card", "table", 0, None),
        (ask.cards("k", "L", pack, 1, 2, help="H"), "cards", "table", 1, 2),
        (ask.card_of_each("k", "L", pack, help="H"), "card", "player", 0, None),
        (ask.cards_of_each("k", "L", pack, 1, 2, help="H"), "cards", "player", 1, 2),
        (ask.cards_of_each("k", "L", pack, per="side", help="H"), "cards", "side", 0, None),
        (ask.chips("k", "L", 9, 1, help="H"), "chips", "table", 1, 9),
        (ask.several("k", "L", PITCHER, help="H"), "list", "table", 0, None),
    ]
    for key, type_, per, least, most in made:
        field = key.field
        assert (key, field.key, field.label, field.help) == ("k", "k", "L", "H")
        assert (field.type, field.per, field.bounds.least, field.bounds.most) == (type_, per, least, most)
        assert field.deck == (pack if type_ in ("card", "cards") else None)
        assert field.columns == ((PITCHER.field,) if type_ in ("rows", "list") else ())
    usual = (ask.count("k", "L"), ask.chips("k", "L", 9), ask.cards("k", "L", pack), ask.cards_of_each("k", "L", pack))
    assert [(key.field.bounds.least, key.field.bounds.most) for key in usual] == [
        (0, None), (0, 9), (0, None), (0, None),
    ]  # fmt: skip
    chosen: list[FieldKey[Any]] = [ask.choice("k", "L", how), ask.choice_of_each("k", "L", how)]
    assert [key.field.choices for key in chosen] == [(f.Choice("led", "Led"),)] * 2
    assert ask.number("k", "L", {1: "One"}).field.choices == (f.Choice(1, "One"),)


def declared(*records: Any) -> dict[str, Any]:
    """Return the attributes of these records that say more than no."""
    values = {one.name: getattr(record, one.name) for record in records for one in dataclasses.fields(record)}
    return {name: value for name, value in values.items() if value}


def test_a_field_is_plain_unless_it_declares_more() -> None:
    field = f.flag(Key("k"), "L")
    plain = {"key": "k", "label": "L", "type": "flag", "per": "table", "phase": 2}
    records = {"bounds": field.bounds, "asking": field.asking, "hints": field.hints}
    assert declared(field) == {**plain, **records}
    assert declared(*records.values()) == {"step": 1, "named_by": ("", ())}
    assert declared(f.Shares(Key("paid"), ("Ann",))) == {"of": "paid", "order": ("Ann",)}
    assert f.Aim(Key("tricks"), "bid", "took", "to take", "bids").exact


def test_another_attribute_leaves_the_others_as_they_are() -> None:
    field = f.count(Key("k"), "L", 9, 1, aside=True, quick=(1,)).of(least=2, group="Hand", adds=True)
    assert (field.bounds.least, field.bounds.most) == (2, 9)
    assert (field.asking.group, field.asking.aside, field.hints.adds, field.hints.quick) == ("Hand", True, True, (1,))


def test_fields_of_a_key_that_exists_have_its_attributes() -> None:
    key = Key[Any]("k")
    columns = (f.flag(key, "L"), f.count(key, "L"))
    made: list[tuple[f.Field, str, int, int | None]] = [
        (f.count(key, "L", help="H"), "count", 0, None),
        (f.points(key, "L", 9, 1, help="H"), "points", 1, 9),
        (f.chips(key, "L", 9, 1, help="H"), "chips", 1, 9),
        (f.choices(key, "L", {3: "Three"}, help="H"), "choices", 0, None),
        (f.player(key, "L", ("Ann",), help="H"), "player", 0, None),
        (f.parts(key, "L", columns, help="H"), "object", 0, None),
        (f.players(key, "L", ("Ann",), help="H"), "players", 0, None),
        (f.text(key, "L", 9, help="H"), "text", 0, 9),
    ]
    for field, type_, least, most in made:
        assert (field.key, field.label, field.help, field.type) == ("k", "L", "H", type_)
        assert (field.bounds.least, field.bounds.most) == (least, most)
        assert field.names == (("Ann",) if type_.startswith("player") else ())
        assert field.columns == (columns if type_ == "object" else ())
        assert field.choices == ((f.Choice(3, "Three"),) if type_ == "choices" else ())
    pack = standard_deck("a pack")
    ordered: list[f.Field] = [f.player(key, "L", ("Bob", "Ann")), f.players(key, "L", ("Bob", "Ann"))]
    assert [field.names for field in ordered] == [("Bob", "Ann")] * 2
    assert f.choices(key, "L", {"b": "B", "a": "A"}).choices == (f.Choice("b", "B"), f.Choice("a", "A"))
    usual = (f.points(key, "L"), f.chips(key, "L"), f.cards(key, "L", pack))
    assert [(field.bounds.least, field.bounds.most) for field in usual] == [(0, None)] * 3
    common = f.with_common(*columns, group="Hand", per="side", least=2, usual=(1,))
    assert [field.type for field in common] == ["flag", "count"]
    for field in common:
        assert (field.asking.group, field.per, field.bounds.least, field.hints.usual) == ("Hand", "side", 2, (1,))
    helped = f.flag(key, "L", help="Short.", explained="Long.")
    assert [one.full_help for one in (helped, helped.of(help=""), helped.of(explained=""))] == [
        "Short. Long.", "Long.", "Short.",
    ]  # fmt: skip


def test_a_label_follows_the_answer_of_another_field_with_its_type() -> None:
    field = f.count(Key[int]("n"), "N", named_by=("how", ((1, "One"), ("all", "All"))))
    answers: list[dict[str, Any]] = [{"how": 1}, {"how": "all"}, {"how": True}, {"how": "1"}, {}]
    assert [label_given_answers(field, given) for given in answers] == ["One", "All", "N", "N", "N"]
    assert label_given_answers(PITCHER.field, {"": 1}) == "Pitcher"


def test_a_key_with_other_hints_is_the_same_key() -> None:
    other = TRICKS.of(most=3, aside=True)
    assert other == TRICKS
    assert (other.field.bounds.most, TRICKS.field.bounds.most) == (3, 6)


def test_fields_of_a_round_get_the_names_of_the_table_and_facts_get_none() -> None:
    pitch = game_of("pitch")
    setup, _ = read_setup(pitch, {"players": ["Ann", "Bob", "Cyd", "Dee"]})
    assert setup is not None
    pitcher, high, tricks, rows, late = FIELDS(opening_table(pitch, setup))
    assert pitcher.names == rows.columns[0].names == ("Ann", "Bob", "Cyd", "Dee")
    assert high.names == tricks.names == ("Ann & Cyd", "Bob & Dee")
    assert not late.names
    assert [field.names for field in FIELDS.facts(EMPTY)] == [()] * 5


def test_equal_options_have_equal_hashes() -> None:
    fields = f.fields_of(ask.flag("hook", "Hook"), ask.count("first", "First", 9))
    one, other = read_record(fields, {"first": 3})[0], read_record(fields, {"first": 3, "hook": False})[0]
    assert hash(one) == hash(other)
    assert hash(one) != hash(read_record(fields, {"first": 4})[0])


def test_an_entry_returns_the_values_of_one_player() -> None:
    each = f.count(Key[int]("bid"), "Bid", 9, per="player", names=("Ann", "Bob"))
    entry, _ = read_record((each, *f.fields_of(ask.count("cards", "Cards", 9))), {"bid": {"Ann": 2}, "cards": 7})
    assert (entry.of("Ann")[Key[int]("bid")], entry.of("Bob")[Key[int]("bid")]) == (2, 0)
    cyds = entry.of("Cyd")
    assert (cyds[Key[int]("bid")], cyds[Key[int]("cards")], cyds.raw()) == (0, 7, {})


def test_rule_ids_are_attributes() -> None:
    ids = RuleIds("raise-the-stakes")
    assert ids.scoring.most_tricks == "raise-the-stakes/scoring.most-tricks"
    assert ids.play.raise_ == "raise-the-stakes/play.raise"
    with pytest.raises(AttributeError, match="plays"):
        _ = ids.plays.first
