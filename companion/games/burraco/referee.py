"""The referee of Burraco: melds and how they lie, closing, pozzetti, discards, and the end of the hand."""

from collections.abc import Iterator

from companion.cards import melds as m
from companion.cards.canasta import is_wild
from companion.cards.melds import Meld
from companion.cards.notation import pretty, ranks_text, side_by_side
from companion.core.data_files import read_toml
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARD, CARDS, DISCARD, HAND, MELDS, PILE, SIDE, STOCK
from companion.core.referee.melds import FEWEST, all_cards, check_melds, meld_text, melds_fact
from companion.core.referee.ready_situations import Case, case_situation, verdict_table
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted, listed
from companion.games.burraco import scoring
from companion.games.burraco.melds import BURRACO, DECK, RULES, value
from companion.games.burraco.objections import explain_open_questions, objection, set_ranks
from companion.games.burraco.scoring import (
    CLEAN,
    CLOSED,
    DIRTY,
    MOST_BURRACHI,
    POZZETTI,
    POZZETTO_POINTS,
    P,
)

TAKEN: FieldKey[bool | None] = ask.flag("side_has_taken", "The side has had its pozzetto", nobody="Not said")

PACKS = sum(DECK.copies.values())
POZZETTO_CARDS = 11
LEAST_STOCK = 2
"""With so many cards left in the stock, or fewer, the hand ends after the turn. Source: burraco/play.hand-end."""

ORBIT = 4
"""After how many turns that only pass a single card on the hand is a stalemate. Source: burraco/play.stalemate."""


# Is this a meld, and how does it lie?


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the melds on the table are possible, with at most one set of each rank and no card too often.

    Cards are counted only if all else is right.
    """
    cards, onto, melds = given[CARDS], given[ONTO], given[MELDS]
    faults = []
    if len(cards) < FEWEST and not onto:
        faults.append(Problem(CARDS, f"A new meld has at least {FEWEST} cards, not {len(cards)}."))
    if onto and RULES.read(onto) is None:
        faults.append(Problem(ONTO, f"{side_by_side(onto)} is no meld that could lie there."))
    faults += check_melds(MELDS, melds, lambda meld: "" if RULES.read(meld) else f" is no meld: {side_by_side(meld)}.")
    ranks = set_ranks(map(RULES.read, (onto, *melds)))
    for rank in dict.fromkeys(rank for rank in ranks if ranks.count(rank) > 1):
        faults.append(Problem(MELDS, f"A side has one set of {ranks_text(rank)} at most, and here are two."))
    on_table = (MELDS if melds else ONTO, all_cards((onto, *melds)))
    yield from faults or facts.check_cards_together(DECK, (CARDS, cards), on_table)


ONTO = ask.cards("onto", "Added to", DECK, FEWEST, PACKS, help="The meld they are added to; none: a new one.")


@situation("meld", "Is this a meld, and how does it lie?", (
    f.cards(CARDS, "Cards", DECK, 1, PACKS, required=True, help="From the hand, in the order laid."), ONTO,
    melds_fact(MELDS, "Other melds", DECK, FEWEST, PACKS, help="All other melds of the side."),
), help="New melds, cards added to one, and wild cards that move.", check=_check_meld)  # fmt: skip
def _meld(options: Record, given: Record) -> Verdict:
    """Judge whether cards can be laid as a meld with at most one wild card, and in which order they lie."""
    cards, onto = given[CARDS], RULES.read(given[ONTO])
    together = [*given[ONTO], *cards]
    meld, points = RULES.read(together), value(together)
    rule, against = objection(cards, onto, meld, list(map(RULES.read, given[MELDS])))
    if against or meld is None:
        why = Reasons(rule)
        why.say(f"Together they are {side_by_side(together)}.")
        return why.verdict(
            f"No, that cannot be laid. {against}",
            legal=False, kind=None, points=points, order=[], as_laid=False, wild=None, burraco=None, why=against,
        )  # fmt: skip
    wild, is_run = meld.wild[0] if meld.wild else None, meld.kind == m.RUN
    as_laid, wild_inside = not onto and meld.cards == cards, any(laid.wild for laid in meld.laid[1:-1])
    burraco = None if len(meld.laid) < BURRACO else "dirty" if wild else "clean"
    why = Reasons(f"burraco/play.{meld.kind}s")
    why.say(f"{capitalized(meld_text(meld.laid, fixed=is_run))} are a {meld.kind}.")
    if wild:
        why.say(f"The {pretty(wild)} is its one wild card.", P.play.wild)
        end = "high" if meld.laid[-1].wild else "low"
        text = "It fills the gap." if wild_inside else f"It fills no gap, so it lies at the {end} end."
        why.say(text, P.play.low_end, when=is_run and not as_laid)
    else:
        why.say("No card is used as wild.")
        home = "The 2 is in its own place, and an ordinary card there."
        why.say(home, P.play.natural_two, when=is_run and any(map(is_wild, meld.cards)))
    if onto and onto.wild and onto.kind == m.RUN and _is_wild_card_exchanged(onto, meld):
        why.say(f"The card that the {pretty(onto.wild[0])} stood for has taken its place there.", P.play.exchange)
    text = f"{len(meld.laid)} cards make a burraco, {burraco}, {'with' if wild else 'without'} a wild card."
    why.say(text, P.play.burraco, when=burraco)
    explain_open_questions(why, meld, onto)
    why.cite(P.scoring.values)
    lies = "" if as_laid else f": it lies {side_by_side(meld.cards)}"
    text = f"Yes, that is a {meld.kind}{f' and a {burraco} burraco' if burraco else ''}{lies}."
    return why.verdict(
        f"{text} Its cards are worth {points}.", legal=True, kind=meld.kind, points=points, order=list(meld.cards),
        as_laid=as_laid, wild=wild, burraco=burraco, why=None,
    )  # fmt: skip


def _is_wild_card_exchanged(before: Meld, after: Meld) -> bool:
    """Return whether a natural card now lies where a wild card stood for it. ``before``: a run with a wild card."""
    place = next(laid.stands_for for laid in before.laid if laid.wild)
    return any(laid.card == place and not laid.wild for laid in after.laid)


# May I close?


POZZETTO = ask.choice("pozzetto", "Pozzetto of the side", POZZETTI, required=True)


def _offer_close(table: Table[None], entry: Record) -> Suggestion:
    """Suggest asking about a side that closed without a burraco, or with a pozzetto not taken or not looked at."""
    side = entry[CLOSED]
    if side is None:
        return ""
    pozzetto, burrachi = str(entry[scoring.POZZETTO][side]), entry[CLEAN][side] + entry[DIRTY][side]
    text = {"not-taken": "have not taken their pozzetto", "unseen": "have a pozzetto that nobody looked at"}
    fault = text.get(pozzetto) if burrachi else "have no burraco"
    return (f"{side} closed, and {fault}.", {"pozzetto": pozzetto, "burracos": burrachi}) if fault else ""


BURRACOS = ask.count("burracos", "Burrachi", MOST_BURRACHI, required=True, help="Of the side, with those of this turn.")


@situation("close", "May I close?", (
    POZZETTO, BURRACOS,
    f.card(DISCARD, "Last card", DECK, nobody="None: everything is melded", required=True, help="What is discarded."),
), offer=_offer_close)  # fmt: skip
def _close(options: Record, given: Record) -> Verdict:
    """Judge whether a side may close: with its pozzetto taken, a burraco, and a last discard that is not wild."""
    pozzetto, card, has = given[POZZETTO], given[DISCARD], counted(given[BURRACOS], "burraco", "burrachi")
    discard = pretty(card) if card else ""
    is_wild_last = card is not None and is_wild(card)
    faults = {
        "pozzetto": (pozzetto == "not-taken", "The side has not taken its pozzetto."),
        "burraco": (not given[BURRACOS], "The side has no burraco."),
        "discard": (card is None, "No card is left to discard."),
        "wild-discard": (is_wild_last, f"The last card, {discard}, is wild, and cannot be the last discard."),
    }
    missing, why = {key: text for key, (holds, text) in faults.items() if holds}, Reasons(P.play.closing)
    why.say("To close, a side needs its pozzetto, a burraco, and a last discard that is not wild.")
    why.say("The side has its pozzetto.", when="pozzetto" not in missing)
    why.say(f"The side has {has}.", when="burraco" not in missing)
    why.say(f"The {discard} is discarded, and not wild.", when=card and not is_wild_last)
    text = "The pozzetto lies unseen with the partner, but was picked up; the book does not say."
    why.say(text, P.play.closing_unseen, when=pozzetto == "unseen" and not missing)
    verdict = f"No. {' '.join(missing.values())}" if missing else "Yes, the side closes, and the hand is over."
    return why.verdict(verdict, allowed=not missing, missing=list(missing))


# Out of cards: is there a pozzetto?


CASES = read_toml(__package__, "cases.toml")
_pozzetto = verdict_table(CASES, "pozzetto")


# May this card be discarded?


def _check_discard(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the card is in the hand, and that its second copy is not called melded if both are in the hand."""
    card = given[CARD] or ""
    yield from refuse(CARD, f"{capitalized(pretty(card))} is not in the hand.", when=card not in given[HAND])
    if given[TWIN_MELDED] and given[HAND].count(card) == DECK.copies[card]:
        yield Problem(TWIN_MELDED, f"Both {pretty(card)} are in the hand, so none was melded.")


TWIN_MELDED: FieldKey[bool | None] = ask.flag(
    "twin_melded", "Its twin melded", nobody="Not said",
    help="A copy of the single card taken was melded in this turn.",
)  # fmt: skip


@situation("discard", "May I discard this card?", (
    f.cards(PILE, "Pile taken", DECK, 0, PACKS, help="In this turn, all of it; none: drew from the stock."),
    f.cards(HAND, "Hand", DECK, 1, PACKS, required=True, help="As it is now, before the discard."),
    f.card(CARD, "Discard", DECK, required=True),
    TWIN_MELDED,
    TAKEN.of(help="It matters for the last card only."),
), help="A card that was taken alone may not go straight back.", check=_check_discard)  # fmt: skip
def _discard(options: Record, given: Record) -> Verdict:
    """Judge whether a card may be discarded: not one just taken alone, and the last one only if the side may close.

    If it is unknown whether the pozzetto was taken, the verdict names both cases.
    """
    pile, hand, card = given[PILE], given[HAND], given.who(CARD)
    text, was_pile, why = pretty(card), pile == (card,), Reasons(P.play.single_discard)
    why.say(first_true(
        (not pile, "The player drew from the stock."),
        (len(pile) > 1, f"The pile had {len(pile)} cards; only a single one may not go straight back."),
        (was_pile, f"The pile was the {text} alone, and was taken."),
        (True, f"The pile was the {side_by_side(pile)} alone, and that is another card."),
    ))  # fmt: skip
    if was_pile and hand.count(card) == 1 and not given[TWIN_MELDED]:
        why.say(f"The hand holds no second {text}.")
        unless = ", unless you have just melded the other one" if given[TWIN_MELDED] is None else ""
        return why.verdict(f"No, the {text} must stay in the hand this turn{unless}.", allowed=False)
    why.say(f"The player had both {text}, and one of them may go.", when=was_pile)
    last, taken, wild, may_go = len(hand) == 1, given[TAKEN], is_wild(card), f"Yes, the {text} may be discarded."
    why.say("It is the player's last card.", P.play.pozzetto, when=last)
    why.cite(P.play.closing, when=last and taken is not False)
    closing = f"it closes, and {'no wild card can be the last discard' if wild else 'needs a burraco'}"
    allowed, verdict = first_true(
        (not last, (True, may_go)),
        (taken is False, (True, f"{may_go} Then take the pozzetto, and leave it face down until your next turn.")),
        (taken is None, (True, f"That depends on your side's pozzetto. Not taken yet: yes. Taken: {closing}.")),
        (wild, (False, f"No: with the pozzetto taken this would be closing, and the {text} is wild.")),
        (True, (True, f"{may_go} With the pozzetto taken this is closing: the side needs a burraco.")),
    )
    return why.verdict(verdict, allowed=allowed)


# What does the pozzetto cost?


def _check_penalty(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no unseen cards are given for a pozzetto that was taken and looked at."""
    if given[CARDS] and given[POZZETTO] == "taken":
        yield Problem(CARDS, "The pozzetto was taken and looked at, so it has no unseen cards.")


def _offer_penalty(table: Table[None], entry: Record) -> Suggestion:
    """Suggest asking the referee about the first side whose pozzetto was not taken, or not looked at."""
    never = {"not-taken": "took", "unseen": "looked at"}
    for side, pozzetto in entry[scoring.POZZETTO].items():
        if pozzetto in never:
            return f"{side} never {never[pozzetto]} their pozzetto.", {"side": side, "pozzetto": pozzetto}
    return ""


@case_situation(CASES, "penalty", (
    SIDE, POZZETTO,
    f.cards(CARDS, "Unseen cards", DECK, 0, POZZETTO_CARDS, help="Those of a pozzetto that nobody looked at."),
), check=_check_penalty, offer=_offer_penalty)  # fmt: skip
def _penalty(_: Record, given: Record) -> Case:
    """Return the case of a pozzetto: a penalty if it was never taken, the value of its cards if nobody looked at it."""
    pozzetto, cards, worth = given.text(POZZETTO), given[CARDS], value(given[CARDS])
    each = capitalized(listed(f"{pretty(card)} {value([card])}" for card in cards))
    case = "unseen cards" if cards and pozzetto == "unseen" else pozzetto
    points = {"not-taken": -POZZETTO_POINTS, "unseen": -worth}.get(pozzetto, 0)
    return Case(case, {"penalty": POZZETTO_POINTS, "each": each, "worth": worth}, {"points": points})


# Is the hand over?


def _offer_end(table: Table[None], entry: Record) -> Suggestion:
    """Suggest asking the referee about a hand that nobody closed."""
    return ("Nobody closed.", {"closed": False}) if entry.has(CLOSED) and entry[CLOSED] is None else ""


HAND_CLOSED: Key[bool] = Key("closed")
TURN_COMPLETE: Key[bool] = Key("turn_complete")
ONE_CARD_TURNS: Key[int] = Key("one_card_turns")


@case_situation(CASES, "hand-end", offer=_offer_end)
def _hand_end(_: Record, given: Record) -> Case:
    """Return the case at the end: somebody closed, the stock ran out and the turn is complete, or a stalemate."""
    passed, left = given[ONE_CARD_TURNS], given[STOCK]
    case = first_true(
        (given[HAND_CLOSED], "closing"),
        (left <= LEAST_STOCK and given[TURN_COMPLETE], "stock"),
        (passed == ORBIT, "stalemate"),
        (left <= LEAST_STOCK, "last turn"),
        (passed, "passing on"),
        (True, "goes on"),
    )
    return Case(case, {"least": LEAST_STOCK, "orbit": ORBIT})


_mistake = verdict_table(CASES, "mistake", SIDE)

SITUATIONS = (_meld, _close, _pozzetto, _discard, _penalty, _hand_end, _mistake)
