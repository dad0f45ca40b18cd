"""A card or bet out of turn, where a game's own text has nothing on it: what tables commonly do."""

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


def _check(_: Record, given: Record) -> Iterator[Problem]:
    """Check that whoever acted on it is somebody else."""
    if given[ACTED] == given.who(PLAYER):
        yield Problem(ACTED, "Name who came after it, somebody else; or nobody.", given[ACTED])


def out_of_turn(*rules: str, what: str = "card", acted: str = "played") -> Situation:
    """Return the question whether what came out of turn may be taken back.

    ``rules``: whose turn it is. ``what`` came, and how somebody has ``acted`` on it, as words of the verdict.
    """

    @situation(
        "out-of-turn",
        f"What becomes of a {what} out of turn?",
        (
            f.player(PLAYER, "Came out of turn", WHOEVER, required=True, takes="player"),
            f.player(ACTED, f"{acted.capitalize()} after it", WHOEVER, nobody="Nobody", help="Who came next."),
        ),
        check=_check,
    )
    def judge(_: Record, given: Record) -> Verdict:
        name, next_one = given.who(PLAYER), given[ACTED]
        why = Reasons(CUSTOM, *rules)
        if next_one:
            why.say("Whoever comes next takes what was done before them as it is.")
            return why.verdict(f"The {what} stands: {next_one} has {acted} after it.", stands=True)
        why.say(f"Nobody has {acted} after it, so nothing rests on it yet.")
        return why.verdict(f"{name} takes the {what} back, at no cost. Whoever’s turn it is goes on.", stands=False)

    return judge
