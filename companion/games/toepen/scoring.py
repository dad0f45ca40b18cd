"""Scoring of Toepen: all but the winner of the last trick pay what the hand is worth after its knocks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.core.common import endings
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Names
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Ending, Game, Notice, Scoring, Totals
from companion.core.game.round_fields import RoundFields
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Progress, Scored, Settled, Table
from companion.core.phrases import count_phrase
from companion.core.rules.rule_ids import RuleIds
from companion.core.words import counted, listed

P = RuleIds("toepen")

MOST_PLAYERS = 8
"""How many hands of four cards the pack has; those not dealt are new hands for discards. Source: toepen/play.stock."""

CHALLENGE_TOKENS = 1

ENDING = ask.choice(
    "ending", "End", {"loser": "The first one out loses", "last-standing": "The last one in wins"}, default="loser",
    help="What happens when somebody runs out of tokens.",
)  # fmt: skip
TOKENS = ask.count("tokens", "Tokens", 100, 1, default=10, quick=(5, 10, 20), help="Each player starts with so many.")

WINNER = ask.player(
    "winner", "Winner", required=True, help="Of the last trick, or who knocked until all others folded.",
)  # fmt: skip
KNOCKS = ask.players(
    "knocks", "Knocks", repeats=True, ordered=True,
    comes_to=f.LengthSentence(1, "The hand is worth {sum}.", ("token", "tokens")),
    too_many="nobody holds the tokens for more",
    help="The first makes the hand worth 2, the second 3, and so on.",
)  # fmt: skip
FOLDED = ask.count_of_each(
    "folded", "Folded", 0, shown_when=(("knocks", ()),), not_of="winner",
    places=f.Places("knocks", "Stayed", "At {knock}"), help="Each pays what the hand was worth before that knock.",
)  # fmt: skip
DISCARDER = ask.player("discarder", "Discarder", required=True)
CHALLENGER = ask.player("challenger", "Challenger", required=True)
CAUGHT = ask.flag("caught", "Caught", help="There was a number card among the four.")
CHALLENGES = ask.rows(
    "challenges", "Challenges", (DISCARDER, CHALLENGER, CAUGHT), aside=True,
    help="Discards that somebody doubted before play.",
    sentences=(("", "{challenger} challenged {discarder}, caught: {caught}"),),
)  # fmt: skip
FIELDS = RoundFields(lambda _: (WINNER, KNOCKS, FOLDED, CHALLENGES))


def token_holders(table: Table[Names]) -> Names:
    """Return the players who hold a token, in seat order: totals are tokens, and without one a player is out.

    Source: toepen/ending.last-standing.
    """
    return tuple(name for name in table.players if table.totals[name])


def fields(table: Table[Names]) -> tuple[f.Field, ...]:
    """Return the fields of a hand: winner, knocks, folds and challenges of the players who hold tokens."""
    winner, knocks, folded, challenges = FIELDS(table)
    most = max(table.totals.values()) - 1
    return winner, knocks.of(most=most), folded.of(most=most), challenges


def check(table: Table[Names], entry: Record) -> Iterator[Problem]:
    """Check that challenges, knocks and folds are possible in their order, and that the winner did not fold."""
    yield from _check_challenges(table, entry)
    yield from _check_knocks(table, entry)
    knocks, folded = entry[KNOCKS], entry[FOLDED]
    for name, knock in folded.items():
        if knock > len(knocks):
            made = f"only {counted(len(knocks), 'knock was', 'knocks were')} made" if knocks else "nobody knocked"
            yield Problem(FOLDED, f"{name} cannot have folded at knock {knock}: {made}.", name)
        elif knock and knocks[knock - 1] == name:
            yield Problem(FOLDED, f"{name} made knock {knock}, so cannot have folded at it.", name)
    winner = entry.who(WINNER)
    yield from refuse(WINNER, f"{winner} folded, so cannot have won the hand.", winner, when=folded[winner])


def _check_challenges(table: Table[Names], entry: Record) -> Iterator[Problem]:
    """Check that nobody challenges themselves, and that there is a new hand for each discard.

    The stock holds a hand for each player missing from a full table.

    Source: toepen/play.stock.
    """
    challenges, new_hands = entry[CHALLENGES], MOST_PLAYERS - len(table.asked)
    for number, row in enumerate(challenges, start=1):
        name = row.who(DISCARDER)
        if name == row.who(CHALLENGER):
            yield Problem(CHALLENGES, f"{name} cannot challenge their own discard.", name, number)
    stock = f"only {counted(new_hands, 'new hand')}" if new_hands else "no new hand"
    discards = counted(len(challenges), "discard was", "discards were")
    message = f"With {len(table.asked)} players the stock has {stock}, but {discards} challenged."
    yield from refuse(CHALLENGES, message, when=len(challenges) > new_hands)


def _check_knocks(table: Table[Names], entry: Record) -> Iterator[Problem]:
    """Check that each knock was made by a player still in, against others, and with tokens for what the hand is worth.

    Source: toepen/play.knock-limit, toepen/play.last-one.
    """
    folded, held = entry[FOLDED], tokens_after(table, [line.name for line in _challenge_lines(entry)])
    for number, name in enumerate(entry[KNOCKS], start=1):
        if 0 < folded[name] < number:
            yield Problem(KNOCKS, f"{name} folded at knock {folded[name]}, so cannot have made knock {number}.", name)
        elif all(0 < folded[other] < number for other in table.asked if other != name):
            yield Problem(KNOCKS, f"When knock {number} was made, everybody but {name} had folded.", name)
        if number + 1 > held[name]:
            tokens = counted(held[name], "token")
            yield Problem(KNOCKS, f"Knock {number} makes the hand worth {number + 1}, but {name} holds {tokens}.", name)


def tokens_after(table: Table[Names], losers: Sequence[str]) -> dict[str, int]:
    """Return the tokens of the players in the hand after challenges. ``losers``: the loser of each challenge."""
    return {name: max(0, table.totals[name] - CHALLENGE_TOKENS * losers.count(name)) for name in table.asked}


def score(table: Table[Names], entry: Record) -> Scored[Names]:
    """Score what each player pays for challenges and for the hand, at most all their tokens.

    Source: toepen/scoring.limit.
    """
    held = dict(table.totals)
    winner, worth = entry.who(WINNER), 1 + len(entry[KNOCKS])
    lines: list[Line] = []
    notes = [f"{winner} wins the hand, worth {worth}, and pays nothing for it."]
    for owed in (*_challenge_lines(entry), *_hand_lines(entry, winner, worth)):
        name, due = owed.name, -owed.points
        paid = min(due, held[name])
        held[name] -= paid
        if paid == due:
            lines.append(owed)
        elif paid:
            lines.append(Line(name, -paid, owed.rule, f"{owed.text}; held only {paid}"))
        else:
            notes.append(f"{name} has no token left to pay {due}: {owed.text}.")
    return Scored(tuple(lines), table.state, tuple(notes))


def _challenge_lines(entry: Record) -> Iterator[Line]:
    """Yield the token that the loser of each challenge pays."""
    for row in entry[CHALLENGES]:
        discarder, challenger = row.who(DISCARDER), row.who(CHALLENGER)
        if row[CAUGHT]:
            text = f"{challenger} found a number card in the discard"
            yield Line(discarder, -CHALLENGE_TOKENS, P.scoring.caught, text)
        else:
            yield Line(challenger, -CHALLENGE_TOKENS, P.scoring.not_caught, f"wrong about the discard of {discarder}")


def _hand_lines(entry: Record, winner: str, worth: int) -> Iterator[Line]:
    """Yield what each player but the winner owes for the hand, in seat order. ``worth``: of the hand at its end."""
    for name, knock in entry[FOLDED].items():
        if knock:
            yield Line(name, -knock, P.scoring.fold, f"folded at knock {knock}, made by {entry[KNOCKS][knock - 1]}")
        elif name != winner:
            yield Line(name, -worth, P.scoring.hand, f"stayed and lost a hand worth {worth}")


def settle(table: Table[Names], entry: Record, state: Names, totals: Mapping[str, int]) -> Settled[Names]:
    """End the play with the first player out of tokens or, by the option, once only one player has any.

    All who hold tokens win; if all ran out together, the winner of the hand does.

    Source: toepen/deal.dealer, toepen/deal.dealer-out, toepen/ending.loser, toepen/ending.winners,
    toepen/ending.last-standing, toepen/ending.together.
    """
    holding = tuple(name for name in table.players if totals[name]) or (entry.who(WINNER),)
    gone = [name for name in table.asked if not totals[name]]
    notes = (f"{listed(gone)} ran out of tokens.",) if gone else ()
    over = len(holding) < 2 if is_until_one_left(table) else bool(gone)
    return Settled((*state, *gone), over, winners=holding if over else (), notes=notes)


def is_until_one_left(table: Table[Names]) -> bool:
    """Return whether the option says that the play goes on until only one player has tokens."""
    return table.options.text(ENDING) == "last-standing"


def progress(table: Table[Names]) -> Progress:
    """Return how far the play is: how many players are out, or the most tokens that a player has lost."""
    if is_until_one_left(table):
        return endings.players_out_progress(table.players, table.state)
    tokens = table.options[TOKENS]
    lost = {name: tokens - total for name, total in table.totals.items()}
    found = endings.nearest_progress(lost, tokens, "token", "nobody has lost a token yet")
    return replace(found, text=f"{found.text} lost") if found.done else found


GAME = Game[Names](
    name="Toepen",
    summary="Only the last trick counts, and every knock makes the hand cost more; the first out of tokens loses.",
    kind="trick-taking",
    seats=Seats(3, MOST_PLAYERS),
    totals=Totals("tokens", lambda setup: setup.options[TOKENS], most_gained=lambda _: 0),
    # Source: toepen/ending.standings.
    ending=Ending("when somebody is out of tokens", settle, progress),
    options=f.fields_of(TOKENS, ENDING),
    start=lambda _: (),
    scoring=Scoring(
        fields, score, check, asked=token_holders, next_dealer=lambda table, entry, state: entry.who(WINNER)
    ),
    carry=(Notice("out", lambda table: list(table.state)),),
    # Source: toepen/play.knock-limit.
    next=(
        DEALERS_LEFT_LEADS,
        Notice("worth", lambda _: 1, count_phrase("token", "before the first knock")),
        Notice(
            "may_knock",
            lambda table: [name for name in table.asked if table.totals[name] > 1],
            lambda names: f"{listed(names)} may knock" if names else "nobody may knock",
        ),
    ),
)
