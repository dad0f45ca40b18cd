"""A card, lead or draw out of turn, where a game's own text has nothing on it: what tables commonly do."""

from collections.abc import Iterator

from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import PLAYER, WHOEVER
from companion.core.keys import Key
from companion.core.problems import Problem
from companion.core.reasons import Reasons
from companion.core.situation import Situation, Verdict, situation

CUSTOM = "customs/play.out-of-turn"
ACTED: Key[str | None] = Key("acted")

_FACTS = (
    f.player(PLAYER, "Played out of turn", WHOEVER, required=True, takes="player"),
    f.player(ACTED, "Played after it", WHOEVER, nobody="Nobody", help="Who has played since."),
)


def out_of_turn(*rules: str) -> Situation:
    """May a card that came out of turn be taken back? ``rules``: whose turn it is."""

    @situation("out-of-turn", "What becomes of a card played out of turn?", _FACTS, help="A lead, too.", check=_check)
    def asked(_: Record, given: Record) -> Verdict:
        name, acted = given.who(PLAYER), given[ACTED]
        why = Reasons(CUSTOM, *rules)
        if acted:
            why.say(f"{acted} has played after it, and so has taken it for a card like any other.")
            return why.verdict(f"The card stands: {acted} has played after it.", stands=True)
        why.say("Nobody has played after it, so nothing rests on it yet.")
        return why.verdict(f"{name} takes the card back, at no cost. Whoever’s turn it is plays.", stands=False)

    return asked


def _check(_: Record, given: Record) -> Iterator[Problem]:
    """Somebody else has played after it."""
    if given[ACTED] == given.who(PLAYER):
        yield Problem(ACTED, "Name who played after it, somebody else; or nobody.", given[ACTED])
