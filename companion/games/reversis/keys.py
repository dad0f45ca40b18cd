"""The fields of a round of Reversis, and its paragraphs."""

from typing import Any

from companion.cards.notation import SYMBOLS
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.game.round_fields import RoundFields
from companion.core.referee.facts import BY, SUIT
from companion.core.rules.rule_ids import RuleIds

P = RuleIds("reversis")

ALL_TRICKS = 11
FIRST_TRICKS = 9
"""A player who takes this many tricks from the first on has undertaken a reversis. Source: reversis/play.reversis."""

PACK_POINTS, MOST_TALON = 40, 16
"""The card points of the pack, and the most in the talon: four aces. Source: reversis/scoring.card-points."""

MOST_ROWS = 5
"""A row for each of the four aces and the Quinola."""

SENTENCES = (
    ("ace-discarded", "{by} threw the A{suit} on {other}'s trick"),
    ("ace-forced", "{other}'s lead forced the A{suit} from {by}"),
    ("ace-led", "{by} led the A{suit}; claimed: {claimed}"),
    ("quinola-discarded", "{by} threw the Quinola on {other}'s trick"),
    ("quinola-forced", "{other}'s lead forced the Quinola from {by}"),
    ("quinola-led", "{by} led the Quinola; claimed: {claimed}"),
)
"""How a row reads, by its kind."""

KINDS = {kind: kind.replace("-", " ").capitalize() for kind, _ in SENTENCES}
ACES, LED = tuple(KINDS)[:3], ("ace-led", "quinola-led")
NAMED = {kind: "Trick won by" if kind.endswith("discarded") else "Trick led by" for kind in KINDS if kind not in LED}
"""The label of the other player in a row, by its kind."""

SPECIAL: dict[str, Any] = {"group": "Reversis or espagnolette", "aside": True}

KIND = ask.choice("kind", "What", KINDS, required=True)
OTHER = ask.player(
    "other", "Trick won or led by", shown_when=(("kind", tuple(NAMED)),), named_by=("kind", tuple(NAMED.items())),
)  # fmt: skip
CLAIMED = ask.flag("claimed", "Claimed by the winner", default=True, shown_when=(("kind", LED),))
PAYMENTS = ask.rows(
    "payments", "Aces and Quinola",
    (
        KIND, f.choice(SUIT, "Ace", SYMBOLS, shown_when=(("kind", ACES),)),
        f.player(BY, "Played by", required=True), OTHER, CLAIMED,
    ),
    most=MOST_ROWS, too_many="there are four aces and one Quinola", sentences=SENTENCES,
    help="Discarded: on another suit. Forced: its suit was led. Quinola: the J♥.",
)  # fmt: skip
TRICKS = ask.count_of_each(
    "tricks", "Tricks", ALL_TRICKS, sum=f.Sum(ALL_TRICKS, ("trick", "tricks")), required=True,
)  # fmt: skip
POINTS = ask.points_of_each(
    "points", "Points", PACK_POINTS, quick=(4, 3, 2, 1), required=True,
    sum=f.Sum(PACK_POINTS, ("point", "points"), also=("talon",)),
    help="In the tricks: aces 4, kings 3, queens 2, jacks 1.",
)  # fmt: skip
TALON = ask.count(
    "talon", "Talon", MOST_TALON, required=True, quick=(4, 3, 2, 1), help="Points among the four set aside.",
)  # fmt: skip
REVERSIS = ask.player("reversis", "Reversis", nobody="Nobody", **SPECIAL, help="Who took the first nine tricks.")
BROKEN_BY = ask.player(
    "broken_by", "Broken by", nobody="Nobody", tapped=True, shown_when=(("reversis", ()),), **SPECIAL,
    help="Who took the tenth trick from them, or else the eleventh.",
)  # fmt: skip
BROKEN_BY_QUINOLA = ask.flag(
    "broken_by_quinola", "Broken by the J♥", shown_when=(("broken_by", ()),), **SPECIAL,
    help="The Quinola took that trick.",
)  # fmt: skip
QUINOLA_EARLY = ask.flag(
    "quinola_early", "Quinola early", shown_when=(("reversis", ()),), **SPECIAL,
    help="The reversis player had played the J♥ in the first nine tricks.",
)  # fmt: skip
ESPAGNOLETTE = ask.player(
    "espagnolette", "Espagnolette", nobody="Nobody", **SPECIAL,
    help="Who failed to follow suit on purpose, with four aces, or three and the J♥.",
)  # fmt: skip


FIELDS = RoundFields(lambda _: (
    PAYMENTS, TRICKS, POINTS, TALON, REVERSIS, BROKEN_BY, BROKEN_BY_QUINOLA, QUINOLA_EARLY, ESPAGNOLETTE,
))  # fmt: skip
