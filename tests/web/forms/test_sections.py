"""The sections of an entry, the faults that a page shows above them and beside the button, and which fields it asks."""

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.cards.decks import Deck, Face, Group, standard_face
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.web.forms.entry import EntryForm, decks_of
from companion.web.support.faults import Fault, faults_in_field_order, is_asked, unanswered_problems
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


# Faults.

FOUR = ("Ann", "Bob", "Cyd", "Dee")
BID = f.count("bid", "Bid", 5, per="player", names=FOUR)
CALLER = f.player("caller", "Caller", NAMES, help="Who called. Nobody if all passed.")
TRUMP = f.choice("trump", "Trump", {"h": "Hearts"}, help="The maker chooses.")
PAID = f.rows("paid", "Paid", (BID,))
ASKING = (BID, CALLER, TRUMP, PAID)


def missing(field: f.Field, name: str | None = None) -> Problem:
    return Problem(field.key, f"“{field.label}” is missing.", name, unanswered=field.label)


@pytest.mark.parametrize(
    ("problems", "faults"),
    [
        ([missing(BID, "Bob")], [("Enter “Bid” for Bob.", "f-bid-1")]),
        ([missing(BID, "Cyd"), missing(BID, "Ann"), missing(BID, "Dee")],
         [("Enter “Bid” for Cyd, Ann and Dee.", "f-bid-2")]),
        ([missing(BID, name) for name in FOUR], [("Enter “Bid” for all 4.", "f-bid-0")]),
        ([missing(BID)], [("Enter “Bid” for all 4.", "f-bid-0")]),
        ([missing(CALLER)], [("Caller: Who called?", "f-caller")]),
        ([missing(TRUMP)], [("Choose “Trump”.", "f-trump")]),
        ([missing(TRUMP.of(key="x"))], [("“Trump” is missing.", "")]),
        ([Problem("bid", "Too high.", "Dee"), Problem("bid", "Too many bids."), Problem("bid", "Who?", "Zoe")],
         [("Bid: Too high.", "f-bid-3"), ("Too many bids.", "f-bid-0"), ("Bid: Who?", "f-bid-0")]),
        ([Problem("trump", "No."), missing(BID, "Bob"), Problem("x", "Else."), Problem("bid", "One.", "Ann")],
         [("Enter “Bid” for Bob.", "f-bid-1"), ("Bid: One.", "f-bid-0"), ("Trump: No.", "f-trump"), ("Else.", "")]),
        ([Problem("paid", "Nobody paid.", row=2)], [("Nobody paid.", "f-paid", 2)]),
    ],
)  # fmt: skip
def test_faults_are_in_the_order_of_fields_and_lead_to_inputs(problems: list[Problem], faults: list[Any]) -> None:
    assert faults_in_field_order(ASKING, problems) == [Fault(*fault) for fault in faults]


@pytest.mark.parametrize(
    ("wanted", "asked_at"),
    [((), [0, False, 2, "x", ["x"], True]), ((None,), [None]), ((2, "x"), [2, "x"]), ((True,), [2, "x", ["x"], True]),
     ((False,), [None, "no answer", [], "", 0, False])],
)  # fmt: skip
def test_a_field_is_asked_after_certain_answers(wanted: tuple[Any, ...], asked_at: list[Any]) -> None:
    field = f.flag("why", "Why", shown_when=(("how", wanted),))
    answers = [None, "no answer", [], "", 0, False, 2, "x", ["x"], True]
    found = [one for one in answers if is_asked(field, {} if one == "no answer" else {"how": one})]
    assert found == asked_at


def test_what_has_to_be_tapped_is_missing_where_it_is_asked() -> None:
    fields = (
        f.choice("way", "Way", {"a": "A"}, tapped=True),
        f.choice("other", "Other", {"a": "A"}),
        f.choice("why", "Why", {"a": "A"}, tapped=True, shown_when=(("way", ("a",)),)),
    )
    for entry, lacking in (({}, "Way"), ({"way": "a"}, "Why"), ({"way": None}, "")):
        assert "".join(problem.unanswered for problem in unanswered_problems(fields, entry)) == lacking
    assert unanswered_problems(fields, {}) == [Problem("way", "“Way” is missing.", unanswered="Way")]


def test_the_script_knows_the_decks_and_what_cards_look_like_that_are_no_standard_ones() -> None:
    faces = {"red-7": Face("red 7", Group("red", "Red"), "7"), "wild": Face("Wild")}
    copies = {"7h": 1, "red-7": 2, "wild": 4, "joker": 1}
    mixed = Deck("the pack", copies, open=True, faces=lambda card: faces.get(card, standard_face(card)))
    fields = (f.card("upcard", "Upcard", mixed), f.rows("plays", "Plays", (f.card("card", "Card", PACK),)), BID)
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
HANDS = f.parts("hands", "Hands", (f.points("front", "Front", help="Three cards."),), per="player", names=NAMES)


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
