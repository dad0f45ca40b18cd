"""Keys that carry their field, the fields of a round, and rule ids as attributes."""

import pytest

from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
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
    assert entry.of("Cyd")[Key[int]("cards")] == 7


def test_rule_ids_are_attributes() -> None:
    ids = RuleIds("raise-the-stakes")
    assert ids.scoring.most_tricks == "raise-the-stakes/scoring.most-tricks"
    assert ids.play.raise_ == "raise-the-stakes/play.raise"
    with pytest.raises(AttributeError, match="plays"):
        _ = ids.plays.first
