"""The sections of an entry, and how they are arranged."""

import re
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.cards.decks import Deck, Face, Group, standard_face
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.play.fold import coming_fields
from companion.games import SLUGS, game_of
from companion.web.forms.entry import EntryForm, Section, decks_of
from tests.games.playing import coming
from tests.web.forms.inputs import NAMES, PACK, sections_shown

ENTRY = (
    f.player("dealer", "Dealer", NAMES, group="Table"),
    f.flag("last", "Last hand", group="Table", shown_when=(("dealer", ("Ann",)),)),
    f.points(
        "tricks", "Tricks", per="player", names=NAMES, help="Taken.", explained="A round has five.",
        sum=f.Sum(to=5, noun=("trick", "tricks"), most=6, also=("lost",), unless=("reneged",)),
    ),
    f.points("bonus", "Bonus", per="player", names=NAMES, help="At the end.", shown_when=(("last", (True,)),)),
    f.points("loss", "Loss", per="player", names=NAMES, aside=True, group="Rare"),
    f.flag("misdealt", "Misdealt", aside=True),
    f.text("why", "Why", 20, aside=True),
    f.points("put", "Put", per="player", names=NAMES, either="Chips", not_of="dealer"),
    f.cards("left", "Left", PACK, per="player", names=NAMES, aside=True, either="Cards"),
    f.flag("none_left", "None left", aside=True, either="Cards"),
    f.points("absent", "Absent", per="player", names=()),
)  # fmt: skip
EMPTY = (
    '<h2> Table <fieldset id="f-dealer" data-field="dealer"> Dealer <input type="radio" name="dealer" value="0"> Ann '
    '<input type="radio" name="dealer" value="1"> Bob <div data-when=\'[["dealer",["Ann"]]]\'> <div '
    'data-field="last"> <input type="checkbox" id="f-last" name="last" value="1"> Last hand <section '
    'data-sums=\'[{"also":["lost"],"key":"tricks","label":"Tricks","most":6,"noun":["trick","tricks"],"to":5,'
    '"unless":["reneged"]}]\'> '
    '<p id="f-tricks-0-hint"> Tricks Taken. <p id="f-bonus-0-hint" data-when=\'[["last",[true]]]\'> Bonus At the '
    'end. <summary> <span aria-hidden="true"> ? More about Tricks Tricks A round has five. <div role="group" '
    'aria-label="Ann"> <p aria-hidden="true"> Ann <div data-field="tricks"> <label for="f-tricks-0"> Ann: Tricks '
    '<input id="f-tricks-0" name="tricks.0" maxlength="60" value="" data-least="0" '
    'aria-describedby="f-tricks-0-hint"> <div data-when=\'[["last",[true]]]\'> <div data-field="bonus"> <label '
    'for="f-bonus-0"> Ann: Bonus <input id="f-bonus-0" name="bonus.0" maxlength="60" value="" data-least="0" '
    'aria-describedby="f-bonus-0-hint"> <div role="group" aria-label="Bob"> <p aria-hidden="true"> Bob <div '
    'data-field="tricks"> <label for="f-tricks-1"> Bob: Tricks <input id="f-tricks-1" name="tricks.1" maxlength="60" '
    'value="" data-least="0"> <div data-when=\'[["last",[true]]]\'> <div data-field="bonus"> <label for="f-bonus-1"> '
    'Bob: Bonus <input id="f-bonus-1" name="bonus.1" maxlength="60" value="" data-least="0"> <summary> Rare <div '
    'role="group" aria-label="Ann"> <div data-field="loss"> <label for="f-loss-0"> Ann : Loss <input id="f-loss-0" '
    'name="loss.0" maxlength="60" value="" data-least="0"> <div role="group" aria-label="Bob"> <div '
    'data-field="loss"> <label for="f-loss-1"> Bob : Loss <input id="f-loss-1" name="loss.1" maxlength="60" value="" '
    'data-least="0"> <summary> Misdealt, Why <div data-field="misdealt"> <input type="checkbox" id="f-misdealt" '
    'name="misdealt" value="1"> Misdealt <div data-field="why"> <label for="f-why"> Why <input id="f-why" name="why" '
    'maxlength="20" value=""> <fieldset data-script hidden> Written down as <input type="radio" name="way" value="0" '
    'checked> Chips <input type="radio" name="way" value="1"> Cards <details data-when=\'[["way",[0]]]\' open> '
    '<summary data-plain> Chips <h2> Put <div role="group" aria-label="Ann"> <div data-unless="dealer 0"> <div '
    'data-field="put"> <label for="f-put-0"> Ann : Put <input id="f-put-0" name="put.0" maxlength="60" value="" '
    'data-least="0"> <div role="group" aria-label="Bob"> <div data-unless="dealer 1"> <div data-field="put"> <label '
    'for="f-put-1"> Bob : Put <input id="f-put-1" name="put.1" maxlength="60" value="" data-least="0"> <details '
    'data-when=\'[["way",[1]]]\'> <summary data-plain> Cards <h2> Left <div role="group" aria-label="Ann"> <div '
    'data-field="left" data-cards="left" data-least="0"> <label for="f-left-0"> Ann : Left <input id="f-left-0" '
    'name="left.0" placeholder="Kd 10h 7s" value=""> <div role="group" aria-label="Bob"> <div data-field="left" '
    'data-cards="left" data-least="0"> <label for="f-left-1"> Bob : Left <input id="f-left-1" name="left.1" '
    'placeholder="Kd 10h 7s" value=""> <div data-field="none_left"> <input type="checkbox" id="f-none_left" '
    'name="none_left" value="1"> None left'
)
CHANGED = (
    ("A round has five. <div", "A round has five. Six. <div"),
    ("Ann: Tricks <input", "Ann: Tricks bid 2 <input"),
    (
        'name="tricks.1" maxlength="60" value="" data-least="0">',
        'name="tricks.1" maxlength="60" value="" data-least="0" aria-invalid="true" '
        'aria-describedby="f-tricks-1-problem1"> <p id="f-tricks-1-problem1"> Too many.',
    ),
    ("<summary> Rare", "<h2> Rare"),
    ('name="loss.0" maxlength="60" value=""', 'name="loss.0" maxlength="60" value="3"'),
    ("<summary> Misdealt, Why ", ""),
    (
        'name="why" maxlength="20" value="">',
        'name="why" maxlength="20" value="" aria-invalid="true" aria-describedby="f-why-problem1"> '
        '<p id="f-why-problem1"> Enter “Why”.',
    ),
    ('value="0" checked> Chips <input type="radio" name="way" value="1">',
     'value="0"> Chips <input type="radio" name="way" value="1" checked>'),
    ("""'[["way",[0]]]' open>""", """'[["way",[0]]]'>"""),
    ("""'[["way",[1]]]'>""", """'[["way",[1]]]' open>"""),
    ('name="left.0" placeholder="Kd 10h 7s" value=""', 'name="left.0" placeholder="Kd 10h 7s" value="7h"'),
    ("None left", "None left Who?"),
)  # fmt: skip
"""What answers, notes and problems change: problems stand beside their inputs, and folded sections with them open."""


def test_a_page_shows_the_sections_of_an_entry(app: Flask) -> None:
    assert sections_shown(app, ENTRY, {}) == EMPTY
    problems = [
        Problem("tricks", "Six."), Problem("tricks", "Too many.", "Bob"), Problem("absent", "Who?"),
        Problem("why", "“Why” is missing.", unanswered="Why"),
    ]  # fmt: skip
    values, notes = {"loss": {"Ann": 3}, "left": {"Ann": ["7h"]}}, {"tricks": {"Ann": "bid 2"}}
    expected = EMPTY
    for before, after in CHANGED:
        assert before in expected
        expected = expected.replace(before, after, 1)
    assert sections_shown(app, ENTRY, values, problems, notes=notes) == expected


def test_a_section_has_problems_if_anything_of_it_was_refused() -> None:
    for problems, refused in (
        ([], ""), ([Problem("tricks", "Six.")], "Tricks"), ([Problem("loss", "Too many.", "Bob")], "Rare"),
        ([Problem("last", "No."), Problem("loss", "Who?", "Zoe")], "Table Rare"), ([Problem("nowhere", "No.")], ""),
    ):  # fmt: skip
        sections = EntryForm(ENTRY[:5]).sections(problems)
        names = [section.title or section.people[0][1][0].spec.label for section in sections]
        assert names == ["Table", "Tricks", "Rare"]
        found = [name for name, section in zip(names, sections, strict=True) if section.has_problems]
        assert " ".join(found) == refused


def section_of(*fields: f.Field, **more: Any) -> Section:
    [section] = EntryForm(fields).sections(**more)
    return section


HANDS = f.parts("hands", "Hands", (f.points("front", "Front", help="Three cards."),), per="player", names=NAMES)
BOX, NUMBER = f.flag("last", "Last hand", aside=True), f.chips("put", "Put", 9, aside=True)


@pytest.mark.parametrize(
    ("fields", "is_single_checkbox", "is_compact"),
    [((BOX,), True, False), ((NUMBER,), False, False), ((ENTRY[2],), False, True), ((ENTRY[2], ENTRY[3]), False, True)],
    ids=["a box", "a number of the table", "a number of everybody", "two numbers of everybody"],
)
def test_a_box_that_stands_alone_and_rows_of_numbers_have_a_form_of_their_own(
    fields: tuple[f.Field, ...], is_single_checkbox: bool, is_compact: bool
) -> None:
    section = section_of(*fields)
    assert (section.is_single_checkbox, section.is_compact) == (is_single_checkbox, is_compact)


def test_what_is_rare_in_a_group_is_folded_by_itself() -> None:
    fields = (f.flag("dealt", "Dealt", group="Hand"), f.flag("misdealt", "Misdealt", group="Hand", aside=True))
    sections = EntryForm(fields).sections()
    assert [(one.title, one.is_folded, [field.name for field in one.all_fields]) for one in sections] == [
        ("Hand", False, ["dealt"]), ("Hand", True, ["misdealt"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "is_folded"),
    [
        (f.choice("way", "Way", {"a": "A", "b": "B"}, default="b", aside=True), "b", True),
        (f.choice("way", "Way", {"a": "A", "b": "B"}, default="b", aside=True), "a", False),
        (f.player("winner", "Winner", NAMES, aside=True), None, True),
        (f.player("winner", "Winner", NAMES, nobody="Nobody", aside=True), None, False),
        (f.flag("foul", "Foul", aside=True), False, True),
        (f.text("why", "Why", 20, aside=True), "", True),
    ],
)
def test_a_rare_answer_is_open_if_it_is_not_the_usual_one(field: f.Field, value: Any, is_folded: bool) -> None:
    [section] = EntryForm((field,), data={field.key: value}).sections()
    assert section.is_folded == is_folded


def test_a_required_answer_has_no_default() -> None:
    section = section_of(f.player("winner", "Winner", NAMES, nobody="Nobody", required=True), show_defaults=True)
    assert [one[-1] for one in section.table_fields[0].options] == [False, False, False]


def test_a_section_has_the_help_and_sums_of_all_its_fields_and_only_theirs() -> None:
    total = f.Sum(to=9, noun=("point", "points"))
    fields = (
        HANDS.of(help="Both hands."), f.points("bare", "Bare", per="player", names=NAMES, sum=total),
        f.points("won", "Won", per="player", names=NAMES, sum=total, help="In all."),
    )  # fmt: skip
    section = section_of(*fields)
    assert [field.spec.key for field in section.help_fields] == ["hands", "won", "front"]
    assert [(rule["key"], rule["label"], rule["to"]) for rule in section.sum_rules] == [
        ("bare", "Bare", 9), ("won", "Won", 9),
    ]  # fmt: skip


def test_fields_that_nobody_is_asked_have_no_section_unless_they_were_refused() -> None:
    form = EntryForm((ENTRY[0], ENTRY[-1]))
    assert [section.title for section in form.sections()] == ["Table"]
    assert [section.problems for section in form.sections([Problem("absent", "Who?")])] == [[], ["Who?"]]


def test_all_problems_with_an_answer_are_displayed_beside_it() -> None:
    fields = (ENTRY[0], f.count("tricks", "Tricks", 5, per="player", names=NAMES))
    asked = (("dealer", None), ("tricks", "Bob"))
    problems = [Problem(key, text, name) for text in ("One.", "Two.") for key, name in asked]
    sections = EntryForm(fields).sections(problems)
    shown = [field.errors for section in sections for field in section.all_fields]
    assert shown == [["One.", "Two."], [], ["One.", "Two."]]


def test_a_default_is_chosen_only_where_a_new_entry_shows_it() -> None:
    way = f.choice("way", "Way", {"a": "A", "b": "B"}, default="b", nobody="Neither")
    none = f.choice("none", "None", {"a": "A"}, nobody="Neither")
    for show_defaults, chosen in ((False, ([], [])), (True, (["b"], ["none"]))):
        section = section_of(way, none, show_defaults=show_defaults)
        found = [[sent for sent, _, is_chosen in field.options if is_chosen] for field in section.table_fields]
        assert tuple(found) == chosen
    [section] = EntryForm((way, none), data={"way": None, "none": "a"}).sections(show_defaults=True)
    found = [[sent for sent, _, is_chosen in field.options if is_chosen] for field in section.table_fields]
    assert found == [["none"], ["a"]]


def test_the_script_knows_the_decks_and_what_cards_look_like_that_are_no_standard_ones() -> None:
    faces = {"red-7": Face("red 7", Group("red", "Red"), "7"), "wild": Face("Wild")}
    copies = {"7h": 1, "red-7": 2, "wild": 4, "joker": 1}
    mixed = Deck("the pack", copies, open=True, faces=lambda card: faces.get(card, standard_face(card)))
    fields = (f.card("upcard", "Upcard", mixed), f.rows("plays", "Plays", (f.card("card", "Card", PACK),)), ENTRY[2])
    decks = decks_of(fields)
    assert [*decks] == ["upcard", "card"]
    assert decks["upcard"] == {
        "cards": [["7h", 1], ["red-7", 2, "red", "red 7", "7"], ["wild", 4, "", "Wild"], ["joker", 1, "", "joker"]],
        "open": True,
    }  # fmt: skip
    assert decks["card"] == {"cards": [[card, 1] for card in PACK.copies], "open": False}


def test_a_label_that_depends_on_an_answer_follows_it() -> None:
    kind = f.choice("kind", "Kind", {"led": "Led"})
    way = f.flag("way", "Way", named_by=("kind", (("led", "Its way"),)))
    for form in (EntryForm((kind, way), data={"kind": "led"}), EntryForm((kind, way), MultiDict({"kind": "led"}))):
        assert [field.caption for field in form] == ["Kind", "Its way"]
    assert [field.caption for field in EntryForm((kind, way))] == ["Kind", "Way"]


HELPED = f.points("points", "Points", per="player", names=NAMES, help="Of the round.")


@pytest.mark.parametrize(
    ("fields", "hints"),
    [
        ((HELPED,), "Of the round."),
        ((HELPED, f.points("bonus", "Bonus", per="player", names=NAMES[1:])), "Points Of the round."),
        ((f.flag("last", "Last hand"), HELPED), "Of the round."),
        ((HANDS,), "Front Three cards."),
    ],
)
def test_help_names_its_field_if_a_player_is_asked_for_several_values(
    app: Flask, fields: tuple[f.Field, ...], hints: str
) -> None:
    found = re.findall(r'<p id="f-[\w-]+-hint"> ([^<]+?) (?=<)', sections_shown(app, fields, {}))
    assert found == [hints]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_two_sections_in_a_row_have_the_same_heading(slug: str) -> None:
    """A folded one has to say what is in it."""
    game = game_of(slug)
    table = coming(slug, players=("Ann", "Bob", "Cyd", "Dee")[: game.seats.nearest_allowed(4)])
    sections = EntryForm(coming_fields(game, table)).sections()
    for before, after in pairwise(sections):
        assert not before.heading or before.heading != after.heading
