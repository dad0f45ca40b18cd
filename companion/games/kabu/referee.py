"""The referee of Kabu: what a hand scores, whose turn it is, who may draw, and who pays whom."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.notation import pretty, rank_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.facts import PLAYERS
from companion.core.game import Table
from companion.core.keys import Cards, Key, PerName
from companion.core.problems import Problem
from companion.core.seating import from_left_of
from companion.core.situation import Basis, Situation, Verdict, by_option, once_each, weightiest
from companion.core.words import counted, listed
from companion.games.kabu import scoring
from companion.games.kabu.scoring import BEST, DECK, FINAL_HAND, HANDS, PIPS, SCORES, Payment, hand_score

CARDS: Key[Cards] = Key("cards")
HELD: Key[int] = Key("cards")
PASSED: Key[bool] = Key("passed")
DEALER: Key[str | None] = Key("dealer")
ACTIONS: Key[Rows] = Key("actions")
PLAYER: Key[str | None] = Key("player")
ACTION: Key[str | None] = Key("action")
CHIPS: Key[PerName[int]] = Key("chips")

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
DEALT, MOST_CARDS = 2, 4
MOST_HELD = 1_000_000_000

BOOK: Basis = "book"
OPEN: Basis = "open"


# What does a hand score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    return (f.cards(CARDS, "Cards", DECK, DEALT, MOST_CARDS, required=True, help="All cards of the hand."),)


def _added(cards: Sequence[str]) -> str:
    return f"{' + '.join(str(PIPS[rank_of(card)]) for card in cards)} = {sum(PIPS[rank_of(card)] for card in cards)}"


def _judge_score(options: Record, given: Record) -> Verdict:
    """Source: kabu/scoring.hand."""
    cards = given[CARDS]
    total, score = sum(PIPS[rank_of(card)] for card in cards), hand_score(cards)
    kept = f"Of {total} only the last digit counts." if total > BEST else f"{total} is not over {BEST}, so it stays."
    return Verdict(
        verdict=f"The hand scores {score}{', the best there is' if score == BEST else ''}.",
        outcome={"total": total, "score": score},
        rules=("kabu/scoring.hand",),
        because=(f"{listed(pretty(card) for card in cards)} add up to {_added(cards)}.", kept),
    )


# Whose turn is it, and may a player draw?


def _turn_facts(options: Record) -> tuple[f.Field, ...]:
    columns = (
        f.player(PLAYER, "Player", facts.WHOEVER, required=True),
        f.choice(ACTION, "Did", {"draw": "drew a card", "pass": "passed"}, required=True),
    )
    return (
        facts.players(MOST_PLAYERS, FEWEST_PLAYERS),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True),
        f.rows(
            ACTIONS, "Turn", columns, most=MOST_PLAYERS * (MOST_CARDS - DEALT), ordered=True,
            sentences=(("", "{player} {action}"),), help="In order, from the dealer's left; none yet: leave it out.",
        ),
    )  # fmt: skip


class _Drawing:
    """How the drawing of a hand has gone so far."""

    def __init__(self, players: Sequence[str], dealer: str) -> None:
        self.order = from_left_of(players, dealer)
        self.held = dict.fromkeys(players, DEALT)
        self.passed: list[str] = []
        self.last = dealer

    def is_done(self, name: str) -> bool:
        """Whether a player is asked no more. Source: kabu/play.turn, kabu/play.passed."""
        return name in self.passed or self.held[name] == MOST_CARDS

    @property
    def coming(self) -> tuple[str | None, list[str]]:
        """Who is next, None where all are done, and who is passed over on the way."""
        over: list[str] = []
        start = self.order.index(self.last) + 1
        for name in (*self.order[start:], *self.order[:start]):
            if not self.is_done(name):
                return name, over
            over.append(name)
        return None, over

    def take(self, name: str, action: str) -> None:
        """One more turn, of whoever is next."""
        if action == "draw":
            self.held[name] += 1
        else:
            self.passed.append(name)
        self.last = name


def _check_turn(options: Record, given: Record) -> Iterator[Problem]:
    """Everybody acts in turn, and nobody once they are done."""
    drawing = _Drawing(given[PLAYERS], given.who(DEALER))
    for number, row in enumerate(given[ACTIONS], start=1):
        name, (coming, _) = row.who(PLAYER), drawing.coming
        if name != coming:
            yield Problem(ACTIONS, f"Turn {number}: {_why_not(drawing, name, coming)}", name, number)
            return
        drawing.take(name, row.word(ACTION))


def _why_not(drawing: _Drawing, name: str, coming: str | None) -> str:
    if coming is None:
        return "everybody is done already."
    if name in drawing.passed:
        return f"{name} has passed already; it is {coming}'s turn."
    if drawing.is_done(name):
        return f"{name} has drawn twice already; it is {coming}'s turn."
    return f"it is {coming}'s turn, not {name}'s."


def _judge_turn(options: Record, given: Record) -> Verdict:
    """Source: kabu/play.first, kabu/play.turn, kabu/play.passed."""
    dealer = given.who(DEALER)
    drawing = _Drawing(given[PLAYERS], dealer)
    for row in given[ACTIONS]:
        drawing.take(row.who(PLAYER), row.word(ACTION))
    coming, over = drawing.coming
    rules, basis = ["kabu/play.turn", "kabu/play.first"], BOOK
    because = [f"The turn goes to the left, from {drawing.order[0]} beside the dealer to {dealer}, and round again."]
    if given[ACTIONS]:
        because.append(f"The last turn was {drawing.last}'s.")
    for name in drawing.order:
        if name in drawing.passed:
            because.append(f"{name} has passed.")
        elif drawing.is_done(name):
            because.append(f"{name} has drawn twice.")
    if coming is None:
        verdict = "Everybody is done: all hands are shown."
        rules.append("kabu/play.show")
        because.append("When all have passed or drawn twice, the scores are announced.")
    else:
        verdict = f"It is {coming}'s turn: one card, or a pass."
        if any(name in drawing.passed for name in over):
            basis = OPEN
            rules.append("kabu/play.passed")
            because.append("Whoever has passed is not asked again; the book does not say so outright.")
    return Verdict(
        verdict=verdict,
        outcome={"next": coming, "may": ["draw", "pass"] if coming else [], "cards": drawing.held},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


def _draw_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.count(
            HELD, "Cards held", MOST_CARDS, minimum=DEALT, required=True, noun=("card", "cards"),
            help="Before the draw in question.",
        ),
        f.flag(PASSED, "Passed before", help="Whether the player has passed in this hand."),
    )  # fmt: skip


def _judge_draw(options: Record, given: Record) -> Verdict:
    """Source: kabu/play.turn, kabu/play.passed."""
    held, passed = given[HELD], given[PASSED]
    rules, basis = ["kabu/play.turn"], BOOK
    because = [f"{DEALT} cards were dealt and {held} are held: {counted(held - DEALT, 'draw was', 'draws were')} made."]
    left = MOST_CARDS - held
    if not left:
        verdict = "No: the player has drawn twice."
        because.append(f"Nobody draws more than twice, or holds more than {MOST_CARDS} cards.")
    elif passed:
        left, basis = 0, OPEN
        verdict = "No: the player has passed and draws no more in this hand."
        rules = ["kabu/play.passed", *rules]
        because.append("The book says only that all go on until they have passed or drawn twice.")
    else:
        verdict = f"Yes, in their turn: {counted(left, 'draw is', 'draws are')} open."
        because.append("Up to two cards may be drawn, one in a turn.")
        rules.append("kabu/play.one-card")
    return Verdict(
        verdict=verdict,
        outcome={"allowed": left > 0, "left": left},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


# Who pays whom?


def _payments_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.count(SCORES, "Score", BEST, per="player", names=facts.WHOEVER, required=True, help="As announced."),
        f.chips(
            CHIPS, "Chips", MOST_HELD, per="player", names=facts.WHOEVER, noun=("chip", "chips"),
            help="What each held before the hand; leave it out where all can pay.",
        ),
    )  # fmt: skip


def _check_payments(options: Record, given: Record) -> Iterator[Problem]:
    """Two to six scores, and the chips of all of them or of nobody."""
    scored = given.given(SCORES)
    yield from _check_number(SCORES, len(scored), "score")
    if given.has(CHIPS):
        for name in scored:
            if name not in given.given(CHIPS):
                yield Problem(CHIPS, f"The chips of {name} are missing.", name)
        for name in given.given(CHIPS):
            if name not in scored:
                yield Problem(CHIPS, f"{name} has chips here, but no score.", name)


def _check_number(key: str, number: int, what: str) -> Iterator[Problem]:
    if not FEWEST_PLAYERS <= number <= MOST_PLAYERS:
        yield Problem(key, f"{counted(number, what)}: Kabu is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players.")


def _paid(options: Record, due: Sequence[Payment], short: Mapping[str, int]) -> list[Payment]:
    """What is paid in the end. Source: kabu/scoring.unable, kabu/scoring.final-hand."""
    if short and options.word(FINAL_HAND) == "nobody-pays":
        return []
    return [payment for payment in due if payment.payer not in short]


def _why_short(
    options: Record, due: Sequence[Payment], short: Mapping[str, int], held: Mapping[str, int]
) -> Iterator[tuple[str, str, Basis]]:
    """What follows from somebody who cannot pay: the rule, a sentence, and what it rests on."""
    for name, owed in short.items():
        yield (
            "kabu/scoring.unable",
            f"{name} owes {counted(owed, 'chip')}, but holds {held[name]:,}, and pays nobody.",
            "book",
        )
        coming = sum(payment.chips for payment in due if payment.to == name and payment.payer not in short)
        if held[name] + coming >= owed:
            yield (
                "kabu/scoring.able",
                f"The {coming:,} that {name} has coming does not help: it is our reading.",
                "open",
            )
    basis = by_option(options, FINAL_HAND, "others-pay", "open")
    if len(short) > 1 and basis != "house":
        yield "kabu/scoring.several-unable", "That none of several pays is our reading: the book speaks of one.", "open"
    if basis == "house":
        yield "kabu/scoring.final-hand", "At this table such a hand changes nothing.", "house"
    else:
        yield (
            "kabu/scoring.final-hand",
            "That the others still settle is our reading: the book says only that the short player does not pay.",
            "open",
        )
        gets = [name for name in short if any(item.to == name for item in _paid(options, due, short))]
        if gets:
            told = f"{listed(gets)} still {'gets' if len(gets) == 1 else 'get'} what lower scores owe."
            yield "kabu/scoring.unable-collects", told, "open"
    yield "kabu/ending.unable", "The play ends with this hand.", "book"


def _judge_payments(options: Record, given: Record) -> Verdict:
    """Source: kabu/scoring.payment, kabu/scoring.all-pairs, kabu/scoring.unable, kabu/scoring.final-hand."""
    scores = given[SCORES]
    held = given[CHIPS] if given.has(CHIPS) else {}
    due = scoring.payments(scores)
    owed = dict.fromkeys(scores, 0)
    for payment in due:
        owed[payment.payer] += payment.chips
    short = scoring.unable(due, held) if held else {}
    paid = _paid(options, due, short)
    changes = dict.fromkeys(scores, 0)
    for payer, to, chips in paid:
        changes[payer] -= chips
        changes[to] += chips
    because = [f"{listed(f'{name} has {score}' for name, score in scores.items())}."]
    because += [f"{payer} owes {to} {scores[to]} − {scores[payer]} = {chips}." for payer, to, chips in due]
    because += scoring.level_notes(scores)
    rules = ["kabu/scoring.payment", *(["kabu/scoring.all-pairs"] if len(scores) > 2 else [])]
    found = list(_why_short(options, due, short, held)) if short else []
    exactly = [name for name, chips in owed.items() if held and chips == held[name] and chips]
    if exactly and not short:
        found.append(
            ("kabu/ending.unable", f"{listed(exactly)} can just pay, and the play goes on with no chips left.", "book")
        )
    moves = listed(f"{payer} pays {to} {chips}" for payer, to, chips in paid)
    cannot = f" {listed(short)} cannot pay, and the play is over." if short else ""
    return Verdict(
        verdict=f"{moves or 'Nobody pays anything'}.{cannot}",
        outcome={
            "owed": owed,
            "cannot_pay": list(short),
            "payments": [{"from": payer, "to": to, "chips": chips} for payer, to, chips in paid],
            "scores": changes,
        },
        basis=weightiest(basis for _, _, basis in found),
        rules=once_each([*rules, *(rule for rule, _, _ in found)]),
        because=(*because, *(told for _, told, _ in found)),
    )


def _complete_scores(table: Table[None], entry: Record) -> Mapping[str, int]:
    """The scores of the round being entered; nothing while they are not all there."""
    return {} if any(scoring.check(table, entry)) else scoring.scores_of(entry)


def _offer_payments(table: Table[None], entry: Record) -> str:
    """Somebody who cannot pay, or who is level."""
    scores = _complete_scores(table, entry)
    short = scoring.unable(scoring.payments(scores), table.totals)
    if short:
        return f"{listed(short)} cannot pay."
    return next(scoring.level_notes(scores), "")


def _answer_payments(table: Table[None], entry: Record) -> Mapping[str, Any]:
    """The scores, announced or counted from the hands."""
    return {"scores": dict(_complete_scores(table, entry))}


# Who has the best hand?


def _showdown_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(
            HANDS, "Hand", DECK, DEALT, MOST_CARDS, per="player", names=facts.WHOEVER, required=True,
            help="All cards of each player.",
        ),
    )  # fmt: skip


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    """Two to six hands."""
    return _check_number(HANDS, len(given.given(HANDS)), "hand")


def _judge_showdown(options: Record, given: Record) -> Verdict:
    """Source: kabu/scoring.hand, kabu/scoring.hand-size, kabu/scoring.payment."""
    hands = given[HANDS]
    scores = {name: hand_score(cards) for name, cards in hands.items()}
    ranking = [[name for name in scores if scores[name] == one] for one in sorted(set(scores.values()), reverse=True)]
    best = ranking[0]
    rules = ["kabu/scoring.hand"]
    because = [f"{name}: {_added(cards)}, which scores {scores[name]}." for name, cards in hands.items()]
    if any(len({len(hands[name]) for name in level}) > 1 for level in ranking):
        rules.append("kabu/scoring.hand-size")
        because.append("How many cards make a score is of no matter.")
    if any(len(level) > 1 for level in ranking):
        rules.append("kabu/scoring.payment")
        because += scoring.level_notes(scores)
    top = scores[best[0]]
    return Verdict(
        verdict=f"{listed(best)} {'has' if len(best) == 1 else 'are level on'} the best score, {top}.",
        outcome={"ranking": ranking, "hands": {name: str(score) for name, score in scores.items()}},
        rules=tuple(rules),
        because=tuple(because),
    )


def _offer_showdown(table: Table[None], entry: Record) -> str:
    """Hands with the same score."""
    if not entry.has(HANDS):
        return ""
    return next(scoring.level_notes(_complete_scores(table, entry)), "")


SITUATIONS = (
    Situation(key="score", title="What does the hand score?", facts=_score_facts, judge=_judge_score),
    Situation(key="turn", title="Whose turn is it to draw?", facts=_turn_facts, check=_check_turn, judge=_judge_turn),
    Situation(key="draw", title="May a player draw another card?", facts=_draw_facts, judge=_judge_draw),
    Situation(
        key="payments", title="Who pays whom after the hand?",
        facts=_payments_facts, check=_check_payments, judge=_judge_payments,
        known=lambda table: {"chips": dict(table.totals)}, offered=_offer_payments, answered=_answer_payments,
    ),
    Situation(
        key="showdown", title="Who has the best score?",
        facts=_showdown_facts, check=_check_showdown, judge=_judge_showdown, offered=_offer_showdown,
    ),
)  # fmt: skip
