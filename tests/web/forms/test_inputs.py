"""How a page shows each kind of input, and what is sent by it means."""

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.web.forms.entry import EntryForm
from companion.web.forms.number_fields import NumberField
from tests.web.forms.inputs import ASKED, sections_shown

SHOWN: dict[str, tuple[Any, str]] = {
    "chips": (
        {"Ann": 1},
        '<h2> Bid <p id="f-bid-0-hint"> What you bid. <div role="group" aria-label="Ann"> <fieldset id="f-bid-0" '
        'data-field="bid" aria-invalid="true" aria-describedby="f-bid-0-problem1 f-bid-0-hint" data-required '
        'data-turns=\'{"by":"dealer","first":"1","what":"Bid"}\'> Ann : Bid <input type="radio" name="bid.0" '
        'value="0"> 0 <input type="radio" name="bid.0" value="1" checked> 1 <input type="radio" name="bid.0" '
        'value="2"> 2 <p id="f-bid-0-problem1"> No. <div role="group" aria-label="Bob"> <fieldset id="f-bid-1" '
        'data-field="bid" data-required data-turns=\'{"by":"dealer","first":"1","what":"Bid"}\'> Bob : Bid <input '
        'type="radio" name="bid.1" value="0"> 0 <input type="radio" name="bid.1" value="1"> 1 <input type="radio" '
        'name="bid.1" value="2"> 2',
    ),
    "many chips": (
        7,
        '<fieldset id="f-bid" data-field="bid"> Bid <summary> <span aria-hidden="true"> ? More about Bid In turn. '
        '<input type="radio" name="bid" value="0"> 0 <input type="radio" name="bid" value="1"> 1 <input type="radio" '
        'name="bid" value="2"> 2 <input type="radio" name="bid" value="3"> 3 <input type="radio" name="bid" '
        'value="4"> 4 <input type="radio" name="bid" value="5"> 5 <input type="checkbox" aria-label="6 or more"> 6+ '
        '<input type="radio" name="bid" value="6"> 6 <input type="radio" name="bid" value="7" checked> 7 <input '
        'type="radio" name="bid" value="8"> 8',
    ),
    "places": (
        {"Bob": 1},
        '<h2> Out <div role="group" aria-label="Ann"> <fieldset id="f-out-0" data-field="out" data-limit="knocks" '
        'data-places=\'{"names":["Ann","Bob"],"place":"At {knock}"}\'> Ann : Out <input type="radio" name="out.0" '
        'value="0"> Stayed <input type="radio" name="out.0" value="1"> At knock 1 <div role="group" '
        'aria-label="Bob"> <fieldset id="f-out-1" data-field="out" data-limit="knocks" '
        'data-places=\'{"names":["Ann","Bob"],"place":"At {knock}"}\'> Bob : Out <input type="radio" name="out.1" '
        'value="0"> Stayed <input type="radio" name="out.1" value="1" checked> At knock 1',
    ),
    "number": (
        40,
        '<div data-field="left" data-required> <label for="f-left"> Left <input id="f-left" name="left" '
        'maxlength="60" value="40" data-least="0" data-most="995" data-quick="5 25" data-step="5" '
        "data-worths='[[\"wild\",50]]'>",
    ),
    "number of everybody": (
        {"Ann": 0},
        '<h2> Put <div role="group" aria-label="Ann"> <div data-field="put"> <label for="f-put-0"> Ann : Put <input '
        'id="f-put-0" name="put.0" maxlength="60" value="0" data-least="0" data-most="9" data-starts> <div '
        'role="group" aria-label="Bob"> <div data-field="put" data-first> <label for="f-put-1"> Bob : Put <input '
        'id="f-put-1" name="put.1" maxlength="60" value="" data-least="0" data-most="9" data-starts>',
    ),
    "number or nobody": (
        -3,
        '<div data-field="left"> <label for="f-left"> Left <input id="f-left" name="left" maxlength="60" value="-3" '
        'data-least="-9"> <input type="hidden" name="left.off" value="1">',
    ),
    "usual numbers": (
        7,
        '<div data-field="clean" data-required> <label for="f-clean"> Clean <p id="f-clean-hint"> Without a fault. '
        '<div role="group" aria-label="Clean"> <button type="button" data-value="1" data-script hidden> 1 <button '
        'type="button" data-value="2" data-script hidden> 2 <input id="f-clean" name="clean" maxlength="60" '
        'value="7" data-above="3+" data-least="1" data-most="14" aria-invalid="true" '
        'aria-describedby="f-clean-problem1 f-clean-hint"> <p id="f-clean-problem1"> No.',
    ),
    "steps": (
        None,
        '<div data-field="pegs" data-adds> <label for="f-pegs"> Pegs <div role="group" aria-label="Pegs"> <button '
        'type="button" data-value="1" data-script hidden> +1 <button type="button" data-value="2" data-script '
        'hidden> +2 <input id="f-pegs" name="pegs" maxlength="60" value="" data-above="0" data-least="0">',
    ),
    "box": (
        True,
        '<div data-field="foul"> <input type="checkbox" id="f-foul" name="foul" value="1" checked> Foul',
    ),
    "ticked box": (
        False,
        '<div data-field="won"> <input type="checkbox" id="f-won" name="won" value="1"> Won <summary> <span '
        'aria-hidden="true"> ? More about Won It pays. <input type="hidden" name="won.off" value="1">',
    ),
    "yes or no": (
        False,
        '<fieldset id="f-sure" data-field="sure" data-required> Sure <input type="radio" name="sure" value="yes"> '
        'Yes <input type="radio" name="sure" value="no" checked> No',
    ),
    "choice": (
        "led",
        '<fieldset id="f-way" data-field="way" data-usual="led"> <span '
        'data-label=\'{"by":"kind","labels":{"":"Way","led":"Its way"}}\'> Way <input type="radio" name="way" '
        'value="led" checked> led it <input type="radio" name="way" value="up"> turned up',
    ),
    "choice to tap": (
        2,
        '<fieldset id="f-dealt" data-field="dealt" data-in-one-with="bid" data-required> Dealt <input type="radio" '
        'name="dealt" value="1"> One <input type="radio" name="dealt" value="2" checked> Two <input type="radio" '
        'name="dealt" value="none"> Nothing',
    ),
    "boxes": (
        ["led"],
        '<fieldset id="f-extras" data-field="extras" aria-describedby="f-extras-hint"> Extras <p id="f-extras-hint"> '
        'Any of these. <input type="checkbox" name="extras" value="led" checked> led it <input type="checkbox" '
        'name="extras" value="up"> turned up <input type="hidden" name="extras.off" value="1">',
    ),
    "somebody": (
        "Ann",
        '<fieldset id="f-winner" data-field="winner"> Winner <input type="radio" name="winner" value="0" checked> '
        'Ann <input type="radio" name="winner" value="1"> Bob <input type="radio" name="winner" value="none"> Nobody',
    ),
    "somebody of everybody": (
        {"Ann": "Bob"},
        '<h2> Of <div role="group" aria-label="Ann"> <fieldset id="f-of-0" data-field="of" data-required '
        'data-turns=\'{"by":"","first":"","what":"Of"}\'> Ann : Of <input type="radio" name="of.0" value="0"> Ann '
        '<input type="radio" name="of.0" value="1" checked> Bob <div role="group" aria-label="Bob"> <fieldset '
        'id="f-of-1" data-field="of" data-required data-turns=\'{"by":"","first":"","what":"Of"}\'> Bob : Of <input '
        'type="radio" name="of.1" value="0"> Ann <input type="radio" name="of.1" value="1"> Bob',
    ),
    "people": (
        ["Bob"],
        '<fieldset id="f-there" data-field="there"> There <input type="checkbox" name="there" value="0"> Ann <input '
        'type="checkbox" name="there" value="1" checked> Bob',
    ),
    "order": (
        ["Bob"],
        '<fieldset id="f-knocks" data-field="knocks" data-sequence="knocks" data-once data-most="2"> Knocks in order '
        '<select name="knocks" aria-label="Knocks 1"> <option value=""> – <option value="0"> Ann <option value="1" '
        'selected> Bob <select name="knocks" aria-label="Knocks 2"> <option value=""> – <option value="0"> Ann '
        '<option value="1"> Bob <select name="knocks" aria-label="Knocks 3"> <option value=""> – <option value="0"> '
        'Ann <option value="1"> Bob <select name="knocks" aria-label="Knocks 4"> <option value=""> – <option '
        'value="0"> Ann <option value="1"> Bob <p role="status" data-comes-to="knocks" data-base="1" '
        'data-sentence="That makes {sum}." data-one="one" data-many="more"> That makes 2 more.',
    ),
    "turns": (
        ["Ann", "Bob"],
        '<fieldset id="f-turns" data-field="turns" data-sequence="turns"> Turns in order <select name="turns" '
        'aria-label="Turns 1"> <option value=""> – <option value="0" selected> Ann <option value="1"> Bob <select '
        'name="turns" aria-label="Turns 2"> <option value=""> – <option value="0"> Ann <option value="1" selected> '
        'Bob <select name="turns" aria-label="Turns 3"> <option value=""> – <option value="0"> Ann <option '
        'value="1"> Bob <select name="turns" aria-label="Turns 4"> <option value=""> – <option value="0"> Ann '
        '<option value="1"> Bob <select name="turns" aria-label="Turns 5"> <option value=""> – <option value="0"> '
        'Ann <option value="1"> Bob',
    ),
    "card": (
        None,
        '<div data-field="upcard" data-cards="upcard" data-required data-least="0" data-most="1"> <label '
        'for="f-upcard"> Upcard <input id="f-upcard" name="upcard" placeholder="Kd 10h 7s" value=""> <input '
        'type="checkbox" name="upcard.none" value="1" checked> None',
    ),
    "any card": (
        "7h",
        '<div data-field="lead" data-cards="lead" data-least="0" data-most="1"> <label for="f-lead"> Lead <input '
        'id="f-lead" name="lead" placeholder="Kd 10h 7s" value="7h">',
    ),
    "cards": (
        ["7h", "Kd"],
        '<div data-field="hand" data-cards="hand" data-least="1" data-most="7"> <label for="f-hand"> Hand <p '
        'id="f-hand-hint"> Yours. <input id="f-hand" name="hand" placeholder="Kd 10h 7s" value="7h Kd" '
        'aria-describedby="f-hand-hint"> <input type="checkbox" name="hand.none" value="1"> No cards',
    ),
    "cards of everybody": (
        {"Ann": ["7h"], "Bob": []},
        '<h2> Left <div role="group" aria-label="Ann"> <div data-field="left" data-cards="left" data-required '
        'data-least="0"> <label for="f-left-0"> Ann : Left <input id="f-left-0" name="left.0" placeholder="Kd 10h '
        '7s" value="7h"> <div role="group" aria-label="Bob"> <div data-field="left" data-cards="left" data-required '
        'data-least="0"> <label for="f-left-1"> Bob : Left <input id="f-left-1" name="left.1" placeholder="Kd 10h '
        '7s" value="">',
    ),
    "trick": (
        [{"player": "Ann", "card": "7h"}],
        '<div data-field="plays" data-tricks="card" data-names=\'["Ann","Bob"]\' data-initials="[["", ""], ["", ""]]" '
        'data-plays=\'[[["Ann","7h"]]]\'> <label for="f-plays"> Trick <textarea id="f-plays" name="plays" rows="2" '
        'aria-invalid="true" aria-describedby="f-plays-problem1 f-plays-form"> Ann 7h <p id="f-plays-form" '
        'data-plain> Who played which card, with commas between them. Like this: Ann As <p id="f-plays-problem1"> No.',
    ),
    "tricks": (
        [[{"player": "Ann", "card": "7h"}], [{"player": "Bob", "card": "8h"}]],
        '<div data-field="tricks" data-tricks="card" data-names=\'["Ann","Bob"]\' data-initials="[["", ""], ["", ""]]" '
        'data-plays=\'[[["Ann","7h"]],[["Bob","8h"]]]\' data-several> <label for="f-tricks"> Tricks <textarea '
        'id="f-tricks" name="tricks" rows="4" aria-describedby="f-tricks-form"> Ann 7h Bob 8h <p id="f-tricks-form" '
        "data-plain> A line for each trick: who played which card, with commas between them. Like this: Ann As",
    ),
    "rows": (
        [{"kind": "up", "by": "Bob"}],
        '<fieldset id="f-paid" data-field="paid" data-rows="paid" data-sentences=\'[["led","{by} {kind}"]]\'> Paid '
        '<div data-row="0"> <fieldset id="f-paid-0-kind" data-field="kind"> Kind <input type="radio" '
        'name="paid.0.kind" value="led"> led it <input type="radio" name="paid.0.kind" value="up" checked> turned up '
        '<div data-when=\'[["kind",["up"]]]\' data-row-hints=\'{"mostly":[["kind","led","1"]],"other":"to"}\'> '
        '<fieldset id="f-paid-0-by" data-field="by"> By <input type="radio" name="paid.0.by" value="0"> Ann <input '
        'type="radio" name="paid.0.by" value="1" checked> Bob <div data-row="1" data-blank> <fieldset '
        'id="f-paid-1-kind" data-field="kind"> Kind <input type="radio" name="paid.1.kind" value="led"> led it '
        '<input type="radio" name="paid.1.kind" value="up"> turned up <div data-when=\'[["kind",["up"]]]\' '
        'data-row-hints=\'{"mostly":[["kind","led","1"]],"other":"to"}\'> <fieldset id="f-paid-1-by" '
        'data-field="by"> By <input type="radio" name="paid.1.by" value="0"> Ann <input type="radio" '
        'name="paid.1.by" value="1"> Bob <button type="submit" name="more" value="paid" data-add> Add another',
    ),
    "pots": (
        [{"chips": 7, "winner": "Bob"}],
        '<fieldset id="f-pots" data-field="pots" data-rows="pots" '
        'data-shares=\'{"latest_first":true,"matched":false,"of":"put","order":[1,0]}\' data-sentences=\'[]\'> Pots '
        '<div data-row="0"> <div data-field="chips"> <label for="f-pots-0-chips"> Chips <input '
        'id="f-pots-0-chips" name="pots.0.chips" maxlength="60" value="7" data-least="0"> <fieldset '
        'id="f-pots-0-winner" data-field="winner"> Winner <input type="radio" name="pots.0.winner" value="0"> Ann'
        ' <input type="radio" name="pots.0.winner" value="1" checked> Bob <div data-row="1" data-blank> <div '
        'data-field="chips"> <label for="f-pots-1-chips"> Chips <input id="f-pots-1-chips" name="pots.1.chips" '
        'maxlength="60" value="" data-least="0"> <fieldset id="f-pots-1-winner" data-field="winner"> Winner '
        '<input type="radio" name="pots.1.winner" value="0"> Ann <input type="radio" name="pots.1.winner" '
        'value="1"> Bob <button type="submit" name="more" value="pots" data-add> Add another',
    ),
    "bets": (
        [{"who": "Bob", "stake": 2, "on": "D"}],
        '<fieldset id="f-bets" data-field="bets" data-rows="bets" '
        'data-layout=\'{"order":"on","player":"who","stake":"stake"}\' data-sentences=\'[]\'> Bets <div data-row="0">'
        ' <fieldset id="f-bets-0-who" data-field="who"> Who <input type="radio" name="bets.0.who" value="0"> Ann '
        '<input type="radio" name="bets.0.who" value="1" checked> Bob <div data-field="stake"> <label '
        'for="f-bets-0-stake"> Stake <input id="f-bets-0-stake" name="bets.0.stake" maxlength="60" value="2" '
        'data-least="0"> <div data-field="on"> <label for="f-bets-0-on"> On <input id="f-bets-0-on" '
        'name="bets.0.on" maxlength="9" value="D"> <div data-row="1" data-blank> <fieldset id="f-bets-1-who" '
        'data-field="who"> Who <input type="radio" name="bets.1.who" value="0"> Ann <input type="radio" '
        'name="bets.1.who" value="1"> Bob <div data-field="stake"> <label for="f-bets-1-stake"> Stake <input '
        'id="f-bets-1-stake" name="bets.1.stake" maxlength="60" value="" data-least="0"> <div data-field="on"> '
        '<label for="f-bets-1-on"> On <input id="f-bets-1-on" name="bets.1.on" maxlength="9" value=""> <button '
        'type="submit" name="more" value="bets" data-add> Add another',
    ),
    "parts": (
        {"front": 3, "foul": True},
        '<fieldset id="f-hands" data-field="hands" aria-invalid="true" aria-describedby="f-hands-problem1"> Hands '
        '<div data-field="front"> <label for="f-hands-front"> Front <p id="f-hands-front-hint"> Three. <input '
        'id="f-hands-front" name="hands.front" maxlength="60" value="3" data-least="0" data-most="20" '
        'aria-describedby="f-hands-front-hint"> <div data-field="foul"> <input type="checkbox" id="f-hands-foul" '
        'name="hands.foul" value="1" checked> Foul <p id="f-hands-problem1"> No.',
    ),
    "list": (
        [1],
        '<fieldset id="f-piles" data-field="piles" data-required> Piles <fieldset id="f-piles-0" data-field="pile"> '
        'Pile 1 <input type="radio" name="piles.0" value="0"> 0 <input type="radio" name="piles.0" value="1" '
        'checked> 1 <fieldset id="f-piles-1" data-field="pile"> Pile 2 <input type="radio" name="piles.1" value="0"> '
        '0 <input type="radio" name="piles.1" value="1"> 1',
    ),
    "text": (
        "Spades",
        '<div data-field="name" data-required> <label for="f-name"> Name <input id="f-name" name="name" '
        'maxlength="20" value="Spades" data-suggested=\'["Hearts","Spades"]\' list="f-name-list"> <datalist '
        'id="f-name-list"> <option value="Hearts"> <option value="Spades">',
    ),
    "text or nothing": (
        "",
        '<div data-field="name"> <label for="f-name"> Name <input id="f-name" name="name" maxlength="20" value=""> '
        '<input type="hidden" name="name.off" value="1">',
    ),
    "letters": (
        "D",
        '<div data-field="bet" '
        'data-tapped=\'{"letters":[["D","♦"],["C","♣"]],"sizes":[[1,"x"],[2,null]],"tells":"by"}\'> <label '
        'for="f-bet"> Bet <input id="f-bet" name="bet" maxlength="3" value="D">',
    ),
}
"""An answer to each field, and how a page shows it; a problem of it is “No.”"""


NO_ANSWER = ("no answer",)
"""Beside an answer of None, which is “nobody”."""

AN_7, BOB_8 = {"player": "Ann", "card": "7h"}, {"player": "Bob", "card": "8h"}
MEANT: list[tuple[str, list[tuple[str, str]], Any, list[tuple[str, str]] | None]] = [
    ("number", [("left", " 3+4 ")], 7, [("left", "7")]),
    ("number", [("left", "none")], "none", None),
    ("number", [("left.off", "1")], NO_ANSWER, []),
    ("number or nobody", [("left", "none")], None, None),
    ("number or nobody", [("left", ""), ("left.off", "1")], None, [("left", "none")]),
    ("number or nobody", [("left", "4"), ("left.off", "1")], 4, [("left", "4")]),
    ("number or nobody", [], NO_ANSWER, None),
    ("number of everybody", [("put.1", "0")], {"Bob": 0}, None),
    ("usual numbers", [("clean", "11")], 11, None),
    ("box", [("foul", "x")], True, [("foul", "1")]),
    ("box", [("foul.off", "1")], NO_ANSWER, []),
    ("ticked box", [("won", "1"), ("won.off", "1")], True, [("won", "1")]),
    ("ticked box", [("won.off", "1")], False, None),
    ("yes or no", [("sure", "yes")], True, None),
    ("yes or no", [("sure", "no")], False, None),
    ("yes or no", [("sure", "1")], NO_ANSWER, []),
    ("choice", [("way", "led")], "led", None),
    ("choice", [("way", "none")], "none", None),
    ("choice to tap", [("dealt", "2")], 2, None),
    ("choice to tap", [("dealt", "3")], "3", None),
    ("choice to tap", [("dealt", "none")], None, None),
    ("boxes", [("extras", "led"), ("extras", "x")], ["led", "x"], None),
    ("boxes", [("extras", "led"), ("extras.off", "1")], ["led"], [("extras", "led")]),
    ("boxes", [("extras.off", "1")], [], None),
    ("boxes", [("extras", " ")], NO_ANSWER, []),
    ("somebody", [("winner", "0")], "Ann", None),
    ("somebody", [("winner", "Bob")], "Bob", [("winner", "1")]),
    ("somebody", [("winner", "none")], None, None),
    ("people", [("there", "1"), ("there", "0")], ["Bob", "Ann"], None),
    ("people", [("there.off", "1")], [], []),
    ("order", [("knocks", "1"), ("knocks", ""), ("knocks", "0")], ["Bob", "Ann"], [("knocks", "1"), ("knocks", "0")]),
    ("card", [("upcard", "7h"), ("upcard.none", "1")], "7h", [("upcard", "7h")]),
    ("card", [("upcard.none", "1")], None, [("upcard", "none")]),
    ("any card", [("lead.none", "1")], NO_ANSWER, []),
    ("cards", [("hand", "7h, Kd;8c"), ("hand", "8h")], ["7h", "Kd", "8c", "8h"], [("hand", "7h Kd 8c 8h")]),
    ("cards", [("hand", "7h"), ("hand.none", "1")], ["7h"], [("hand", "7h")]),
    ("cards", [("hand.none", "1")], [], None),
    ("cards of everybody", [("left.0", "7h"), ("left.1.none", "1")], {"Ann": ["7h"], "Bob": []}, None),
    ("trick", [("plays", "Ann 7h;Bob 8h")], [AN_7, BOB_8], [("plays", "Ann 7h, Bob 8h")]),
    ("trick", [("plays", " , ")], NO_ANSWER, []),
    ("tricks", [("tricks", "Ann 7h\r\n\r\nBob 8h")], [[AN_7], [BOB_8]], [("tricks", "Ann 7h\nBob 8h")]),
    ("rows", [("paid.3.by", "1"), ("paid.5.kind", "led")], [{"by": "Bob"}, {"kind": "led"}],
     [("paid.0.by", "1"), ("paid.1.kind", "led")]),
    ("rows", [("paid.0.kind", "")], NO_ANSWER, []),
    ("parts", [("hands.front", "3"), ("hands.foul", "1")], {"front": 3, "foul": True}, None),
    ("parts", [("hands.front", "")], NO_ANSWER, []),
    ("list", [("piles.4", "1"), ("piles.0", "x"), ("piles.5", "")], ["x", 1], [("piles.0", "x"), ("piles.1", "1")]),
    ("text", [("name", " Bo ")], "Bo", [("name", "Bo")]),
    ("text or nothing", [("name.off", "1")], "", [("name", ""), ("name.off", "1")]),
    ("text or nothing", [("name", "")], NO_ANSWER, []),
]  # fmt: skip
"""What is sent for a field, the answer, and the hidden inputs that carry the answer; None: those that were sent."""


@pytest.mark.parametrize("kind", SHOWN)
def test_a_page_shows_each_kind_of_input_with_its_value(app: Flask, kind: str) -> None:
    field, (value, expected) = ASKED[kind], SHOWN[kind]
    who = "" if field.per == "table" else "Ann"
    problems = [Problem(field.key, "No.", who)] if "problem1" in expected else []
    assert sections_shown(app, (field,), {field.key: value}, problems) == expected


@pytest.mark.parametrize(("kind", "sent", "answer", "carried"), MEANT)
def test_what_is_sent_is_an_answer_that_hidden_inputs_carry(
    kind: str, sent: list[tuple[str, str]], answer: Any, carried: list[tuple[str, str]] | None
) -> None:
    field = ASKED[kind]
    form = EntryForm((field,), formdata=MultiDict(sent))
    assert form.entry() == ({} if answer is NO_ANSWER else {field.key: answer})
    assert form.inputs == (sent if carried is None else carried)
    assert EntryForm((field,), data=form.entry()).inputs == form.inputs


@pytest.mark.parametrize(
    ("kind", "chosen"),
    [("choice", [("way", "up")]), ("somebody", [("winner", "none")]), ("choice to tap", []), ("yes or no", []),
     ("card", []), ("ticked box", [("won", "1")]), ("box", [])],
)  # fmt: skip
def test_a_new_form_shows_a_default_unless_it_has_to_be_tapped(
    app: Flask, kind: str, chosen: list[tuple[str, str]]
) -> None:
    page = sections_shown(app, (ASKED[kind],), {}, show_defaults=True)
    assert re.findall(r'name="(\w+)" value="(\w+)" checked', page) == chosen


@pytest.mark.parametrize(
    ("least", "most", "step", "kind", "folded"),
    [(0, 6, 1, "chips", 0), (0, 7, 1, "chips", 2), (0, 12, 1, "chips", 7), (0, 13, 1, "number", 0),
     (3, 15, 1, "chips", 7), (0, 60, 5, "chips", 7), (0, 65, 5, "number", 0), (-1, 3, 1, "number", 0),
     (0, None, 1, "number", 0)],
)  # fmt: skip
def test_a_number_of_few_values_has_chips_of_which_one_line_is_shown(
    least: int, most: int | None, step: int, kind: str, folded: int
) -> None:
    field = f.count("n", "N", most, least, step=step)
    (shown,) = EntryForm((field,)).fields_for(field)
    assert shown.widget.name == kind
    assert len(getattr(shown, "folded_chips", ())) == folded


@pytest.mark.parametrize(
    ("least", "most", "step", "shown"),
    [(0, 100, 5, 5), (0, 99, 5, 0), (0, 1999, 10, 10), (0, 2000, 10, 0), (0, 995, 20, 20), (0, 995, 1, 0),
     (0, 995, 25, 0), (-5, 995, 5, 0), (0, None, 5, 0)],
)  # fmt: skip
def test_the_keypad_has_hundreds_and_endings_for_steps_up_to_twenty_and_two_thousand(
    least: int, most: int | None, step: int, shown: int
) -> None:
    field = f.points("n", "N", most, least, step=step)
    (number,) = EntryForm((field,)).fields_for(field)
    assert isinstance(number, NumberField)
    assert number.step_of_endings == shown


def test_a_list_and_a_trick_are_read_up_to_a_bound() -> None:
    sent = [(f"piles.{number}", "1") for number in range(200)]
    assert EntryForm((ASKED["list"],), formdata=MultiDict(sent)).entry() == {"piles": [1] * 110}
    cards = EntryForm((ASKED["trick"],), formdata=MultiDict([("plays", "Ann 7h " * 400)])).entry()
    assert len(cards["plays"]) == 300
    for number, answer in ((99_999, {"piles": [1]}), (100_000, {})):
        assert EntryForm((ASKED["list"],), formdata=MultiDict([(f"piles.{number}", "1")])).entry() == answer
