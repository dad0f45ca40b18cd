"""The referee's question about a card or bet out of turn, decided by common custom if the game has no rule."""

from collections.abc import Iterator

from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.situation import Situation, Verdict, situation
from companion.core.referee.facts import PLAYER
from companion.core.referee.reasons import Reasons

CUSTOM = "customs/play.out-of-turn"
ACTED: Key[str | None] = Key("acted")


def _check_next_player(_: Record, given: Record) -> Iterator[Problem]:
    """Check that the player who acted next is not the one who was out of turn."""
    if given[ACTED] == given.who(PLAYER):
        yield Problem(ACTED, "Name another player, or nobody: this one was out of turn.", given[ACTED])


def out_of_turn_situation(*rules: str, what: str = "card", acted: str = "played") -> Situation:
    """Return the question whether a card or bet out of turn may be taken back.

    ``rules``: ids of the game's paragraphs on whose turn it is; ``what``: the word for what came out of turn;
    ``acted``: the word for what a player did after it: “played”.
    """

    @situation(
        "out-of-turn",
        f"What becomes of a {what} out of turn?",
        (
            f.player(PLAYER, "Came out of turn", required=True, takes="player"),
            f.player(ACTED, f"{acted.capitalize()} after it", nobody="Nobody", takes="player", help="Who came next."),
        ),
        check=_check_next_player,
    )
    def judge(_: Record, given: Record) -> Verdict:
        """Judge whether the card or bet is taken back: only if nobody has acted after it."""
        name, next_one = given.who(PLAYER), given[ACTED]
        why = Reasons(CUSTOM, *rules)
        if next_one:
            why.say("Once somebody has acted on it, it is too late to take it back.")
            return why.verdict(f"The {what} stands: {next_one} has {acted} after it.", stands=True)
        why.say(f"Nobody has {acted} after it, so it is not too late.")
        return why.verdict(
            f"{name} takes the {what} back, at no cost. The player whose turn it is plays on.", stands=False
        )

    return judge
