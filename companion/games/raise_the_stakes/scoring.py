"""Scoring of Raise the Stakes: most tricks win the round; if it was raised, the others lose a point."""

from collections.abc import Iterable, Iterator, Sequence

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Names
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Gains, Game, Notice, Scoring
from companion.core.game.ranking import leaders
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats, names_except
from companion.core.game.table import Line, Scored, Table
from companion.core.phrases import cards_each_text
from companion.core.rules.rule_ids import RuleIds
from companion.core.tricks.tricks_taken import NOUN, check_tricks_taken
from companion.core.words import counted, listed
from companion.games.raise_the_stakes.cards import SHORT_DECK, VARIATION_CARDS

P = RuleIds("raise-the-stakes")

BASE_WORTH = 2
"""Points of a round that nobody raised. Source: raise-the-stakes/scoring.worth."""

SWEEP_POINTS = TIE_POINTS = LOSS_POINTS = 1

DEALER_BONUS = ask.flag("dealer_bonus", "Dealer's bonus", help="The dealer may swap a trump for the card turned up.")
HAND_SIZE = ask.number(
    "hand_size", "Hand", {5: "5 cards", 6: "6 cards", 7: "7 cards"}, default=5, help="Cards dealt to each.",
)  # fmt: skip
MAX_RAISES = ask.count("max_raises", "Raises", 5, least=1, default=1, help="How often one round may be raised.")
RAISED_TIE = ask.choice(
    "raised_tie", "Raised round tied", {"losers-pay": "The others lose 1", "nobody-pays": "Nobody loses"},
    default="losers-pay", help="What a tie for most tricks costs the others when the round was raised.",
)  # fmt: skip
RENEGE_IN_RAISED = ask.choice(
    "renege_in_raised", "Renege in a raised round", {"one": "Costs 1", "two": "Costs 2"}, default="one",
    help="1 in all, or 1 for the renege and 1 for the round.",
)  # fmt: skip
TARGET = ask.count("target", "Target", 200, 1, default=20, quick=(10, 20, 30, 50), help="The points that end the game.")

TRICKS = ask.count_of_each("tricks", "Tricks", 0, help="None if all but one folded.")
RAISED_BY = ask.players("raised_by", "Raised by", help="Nobody: the round stayed at 2.")
FOLDED = ask.players("folded", "Folded", help="Who gave up rather than play for more.")
RENEGED = ask.players("reneged", "Reneged", aside=True, help="Who was caught not following: out of the hand.")


@RoundFields
def fields(options: Record) -> tuple[f.Question, ...]:
    """Return the fields of a round: tricks, then who raised, folded and reneged."""
    hand, raises = options[HAND_SIZE], options[MAX_RAISES]
    return (
        TRICKS.of(most=hand, sum=f.Sum(hand, NOUN, unless=("reneged",))),
        RAISED_BY.of(repeats=raises > 1, ordered=raises > 1, most=raises), FOLDED, RENEGED,
    )  # fmt: skip


def check(table: Table[None], entry: Record) -> Iterator[Problem]:
    """Check that raises, folds, reneges and tricks fit each other. Source: raise-the-stakes/play.agree."""
    raised, folded, reneged = (entry[key] for key in (RAISED_BY, FOLDED, RENEGED))
    stayed = names_except(table.asked, folded)
    yield from check_stayed(stayed)
    if raised and raised[-1] in folded:
        yield Problem(FOLDED, f"{raised[-1]} raised last, so cannot have folded.", raised[-1])
    for name in reneged:
        if name in folded:
            yield Problem(RENEGED, f"{name} folded, so cannot have reneged.", name)
        elif len(stayed) == 1:
            yield Problem(RENEGED, f"All but {name} folded, so nothing was played to renege in.", name)
    yield from _check_tricks(table, entry, stayed)


def check_stayed(stayed: Names) -> Iterator[Problem]:
    """Check that somebody did not fold. The referee checks its facts with it, too."""
    yield from refuse(FOLDED, "Somebody must stay: leave out the players who played on.", when=not stayed)


def _check_tricks(table: Table[None], entry: Record, stayed: Sequence[str]) -> Iterator[Problem]:
    """Check that only players who stayed have tricks, and that the tricks add up. ``stayed``: who did not fold.

    After a renege fewer tricks than the hand has may be given.

    Source: raise-the-stakes/play.fold, raise-the-stakes/penalties.renege.
    """
    tricks, hand = entry[TRICKS], table.options[HAND_SIZE]
    for name in entry[FOLDED]:
        if tricks[name]:
            yield Problem(TRICKS, f"{name} folded, so cannot have taken {counted(tricks[name], 'trick')}.", name)
    if len(stayed) == 1 and tricks[stayed[0]]:
        yield Problem(TRICKS, f"All but {stayed[0]} folded, so no tricks were played.", stayed[0])
    elif len(stayed) > 1 and not (entry[RENEGED] and sum(tricks.values()) < hand):
        yield from check_tricks_taken(tricks, hand)


def contest(names: Iterable[str], entry: Record) -> tuple[Names, dict[str, int], Names]:
    """Return who stayed in a round, the tricks of those who can still win it, and who has most of these.

    ``names``: all players of the round. Nobody who reneged can win it.

    Source: raise-the-stakes/scoring.contenders.
    """
    stayed = names_except(names, entry[FOLDED])
    contenders = {name: entry[TRICKS][name] for name in names_except(stayed, entry[RENEGED])}
    return stayed, contenders, leaders(contenders)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score everybody who stayed, in seat order."""
    raises, (stayed, contenders, best) = len(entry[RAISED_BY]), contest(table.asked, entry)
    if len(stayed) == 1:
        line = Line(stayed[0], BASE_WORTH, P.scoring.all_folded, "everybody else folded")
        return Scored((line,), None, _notes(table, entry, stayed))
    lines: list[Line] = []
    for name in stayed:
        if name not in contenders:
            lines.extend(_renege_lines(table, name, raises))
        elif name not in best:
            lines.extend(_loss_lines(table, name, raises, tie=len(best) > 1))
        elif len(best) > 1:
            lines.append(Line(name, TIE_POINTS, P.scoring.tie, f"level for most tricks, {contenders[name]} each"))
        else:
            lines.extend(_winner_lines(table, name, contenders[name], raises, alone=len(contenders) == 1))
    return Scored(tuple(lines), None, _notes(table, entry, best))


def _winner_lines(table: Table[None], name: str, tricks: int, raises: int, alone: bool) -> Iterator[Line]:
    """Yield the line for the worth of the round, and a bonus line if the winner took every trick.

    ``alone``: all others are out of the hand.
    """
    hand, worth = table.options[HAND_SIZE], BASE_WORTH + raises
    text = "the only one left in the hand" if alone else f"most tricks, {tricks} of {hand}"
    text += f"; raised to {worth}" if raises else ""
    yield Line(name, worth, P.scoring.most_tricks, text)
    if tricks == hand:
        yield Line(name, SWEEP_POINTS, P.scoring.all_tricks, f"all {hand} tricks")


def _loss_lines(table: Table[None], name: str, raises: int, tie: bool) -> Iterator[Line]:
    """Yield the line of a player who did not win: a point lost if the round was raised.

    ``tie``: whether others tied; then the point is lost only if the table agreed that losers pay.
    """
    if raises and not tie:
        yield Line(name, -LOSS_POINTS, P.scoring.raised_loss, "played on and lost the raised round")
    elif raises and table.options.text(RAISED_TIE) == "losers-pay":
        yield Line(name, -LOSS_POINTS, P.scoring.raised_tie, "played on in the raised round and was not in the tie")


def _renege_lines(table: Table[None], name: str, raises: int) -> Iterator[Line]:
    """Yield the point lost by a renege, and another for a raised round if the option says so."""
    yield Line(name, -LOSS_POINTS, P.penalties.renege, "caught not following")
    if raises and table.options.text(RENEGE_IN_RAISED) == "two":
        yield Line(name, -LOSS_POINTS, P.penalties.raised_renege, "lost the raised round by reneging")


def _notes(table: Table[None], entry: Record, best: Sequence[str]) -> tuple[str, ...]:
    """Return notes on what scored nothing. ``best``: the players with most tricks, or the only one who stayed."""
    raised, folded, free_tie = entry[RAISED_BY], entry[FOLDED], table.options.text(RAISED_TIE) == "nobody-pays"
    alone = len(folded) == len(table.asked) - 1
    notes = {
        f"{listed(folded)} folded: no point won or lost.": folded,
        "The raise counts for nothing, because nobody else played on.": raised and alone,
        "The raised round was tied, so nobody lost a point for it.": raised and len(best) > 1 and free_tie,
        "Everybody who stayed reneged, so nobody won the round.": not best,
    }
    return tuple(text for text, applies in notes.items() if applies)


def gains(table: Table[None]) -> Gains:
    """Return the most that a round can take and give: a renege in a raised one, and all its tricks."""
    return Gains(-2 * LOSS_POINTS, BASE_WORTH + table.options[MAX_RAISES] + SWEEP_POINTS)


GAME = Game[None](
    name="Raise the Stakes",
    summary="Most tricks win the round, which anyone may raise before it is played; first to 20 points wins.",
    kind="trick-taking",
    seats=Seats(2, 7, come_and_go=True),
    # Source: raise-the-stakes/ending.target, raise-the-stakes/ending.winner.
    ending=endings.ending_at_target("at 20 points", gains=gains),
    options=f.fields_of(
        TARGET, HAND_SIZE, MAX_RAISES, RAISED_TIE, RENEGE_IN_RAISED, VARIATION_CARDS, SHORT_DECK, DEALER_BONUS
    ),
    scoring=Scoring(fields, score, check),
    next=(
        DEALERS_LEFT_LEADS,
        Notice("cards", lambda table: table.options[HAND_SIZE], cards_each_text),
        Notice("worth", lambda _: BASE_WORTH, lambda points: f"the round is worth {counted(points, 'point')}"),
    ),
)
