"""A field of each kind of input, and what a page shows of it."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import Any

from flask import Flask

from companion.cards.decks import standard_deck
from companion.core.entry import fields as f
from companion.core.entry.asking import Layout
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem
from companion.core.referee import facts
from companion.web.forms.entry import EntryForm

NAMES = ("Ann", "Bob")
PACK = standard_deck("the pack")
WHO, WHAT = facts.plays(PACK, 4).columns
TRICK = f.rows("plays", "Trick", (WHO.of(names=NAMES), WHAT), sentences=(("", "{player} {card}"),))
KINDS = {"led": "led it", "up": "turned up"}
BY = f.player(
    "by", "By", NAMES, prefill=f.Prefill(other_than="to", mostly=(("kind", "led", "Bob"),)),
    shown_when=(("kind", ("up",)),),
)  # fmt: skip

ASKED = {
    "chips": f.count(
        "bid", "Bid", 2, per="player", names=NAMES, required=True, turns=f.Turns("dealer", "Bob"), help="What you bid."
    ),
    "many chips": f.count("bid", "Bid", 8, explained="In turn."),
    "places": f.count("out", "Out", 1, per="player", names=NAMES, places=f.Places("knocks", "Stayed", "At {knock}")),
    "number": f.points("left", "Left", 995, step=5, worths=(f.Worth("wild", 50),), quick=(5, 25), required=True),
    "number of everybody": f.chips("put", "Put", 9, per="player", names=NAMES, turns=f.Turns("", "Bob"), starts=(1, 2)),
    "number or nobody": f.points("left", "Left", least=-9, nobody="Out", default=5),
    "usual numbers": f.count("clean", "Clean", 14, least=1, usual=(1, 2), required=True, help="Without a fault."),
    "steps": f.points("pegs", "Pegs", usual=(1, 2), adds=True),
    "box": f.flag("foul", "Foul"),
    "ticked box": f.flag("won", "Won", default=True, explained="It pays."),
    "yes or no": f.flag("sure", "Sure", required=True),
    "choice": f.choice("way", "Way", KINDS, default="up", named_by=("kind", (("led", "Its way"),)), usual=("led",)),
    "choice to tap": f.choice("dealt", "Dealt", {1: "One", 2: "Two"}, nobody="Nothing", tapped=True, in_one_with="bid"),
    "boxes": f.choices("extras", "Extras", KINDS, default=("up",), help="Any of these."),
    "somebody": f.player("winner", "Winner", NAMES, nobody="Nobody"),
    "many people": f.player("winner", "Winner", [f"Player {number}" for number in range(11)]),
    "somebody of everybody": f.player("of", "Of", NAMES, per="player", turns=f.Turns(), required=True),
    "people": f.players("there", "There", NAMES),
    "order": f.players(
        "knocks", "Knocks", NAMES, ordered=True, most=2,
        comes_to=f.LengthSentence(1, "That makes {sum}.", ("one", "more")),
    ),
    "turns": f.players("turns", "Turns", NAMES, repeats=True),
    "card": f.card("upcard", "Upcard", PACK, nobody="None", required=True),
    "any card": f.card("lead", "Lead", PACK),
    "cards": f.cards("hand", "Hand", PACK, 1, 7, keeps_empty=True, help="Yours."),
    "some cards": f.cards("hand", "Hand", PACK),
    "cards of everybody": f.cards("left", "Left", PACK, per="player", names=NAMES, required=True),
    "trick": TRICK,
    "tricks": f.several("tricks", "Tricks", TRICK.of(required=True)),
    "rows": f.rows(
        "paid", "Paid", (f.choice("kind", "Kind", KINDS), BY), sentences=(("led", "{by} {kind}"),)
    ),
    "pots": f.rows(
        "pots", "Pots", (f.chips("chips", "Chips"), f.player("winner", "Winner", NAMES)),
        shares=f.Shares(Key("put"), ("Bob", "Ann"), latest_first=True),
    ),
    "bets": f.rows(
        "bets", "Bets", (f.player("who", "Who", NAMES), f.chips("stake", "Stake"), f.text("on", "On", 9)),
        layout=Layout(Key("who"), Key("stake"), Key("on")),
    ),
    "parts": f.parts("hands", "Hands", (f.count("front", "Front", 20, help="Three."), f.flag("foul", "Foul"))),
    "list": f.several("piles", "Piles", f.count("pile", "Pile", 1, required=True), most=2, required=True),
    "text": f.text("name", "Name", 20, quick=("Hearts", "Spades"), required=True),
    "text or nothing": f.text("name", "Name", 20, default="Hearts"),
    "letters": f.text("bet", "Bet", 3, letters=f.Letters((("D", "♦"), ("C", "♣")), ((1, "x"), (2, None)), "by")),
}  # fmt: skip

LOOKS = re.compile(r'\s+(?:class|autocomplete|autocapitalize|spellcheck|inputmode|formnovalidate)(?:="[^"]*")?|</\w+>')
"""Attributes for the looks of an element and for keyboards, and where it ends."""


def shown(page: object) -> str:
    """Return the text of a part of a page, and those of its elements that have other attributes."""
    text = re.sub(r"<(?!h2|summary)\w+\s*>", " ", LOOKS.sub(lambda found: " " if found[0][0] == "<" else "", str(page)))
    return unescape(" ".join(re.sub(r"\s*(<[^>]*?)\s*>", r" \1> ", text).split()))


def sections_shown(
    app: Flask, fields: Sequence[f.Field], values: Mapping[str, Any], problems: Sequence[Problem] = (), **more: Any
) -> str:
    """Return what a page shows of the sections of a form. ``more``: as for ``EntryForm.sections``."""
    with app.test_request_context():
        macros: Any = app.jinja_env.get_template("forms/_sections.html").module
        return shown(macros.sections(EntryForm(fields, data=values).sections(problems, **more)))
