"""The referee of Burraco: melds and how they lie, closing, pozzetti, discards, and the end of the hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards import melds as m
from companion.cards.melds import Meld
from companion.cards.notation import JOKER, in_a_row, pretty, rank_of
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.facts import CARD, HAND
from companion.core.fields import Value
from companion.core.game import Table
from companion.core.keys import Cards, Key
from companion.core.problems import Problem
from companion.core.situation import Basis, Situation, Verdict, once_each, weightiest
from companion.core.words import begun, counted, listed
from companion.games.burraco import scoring
from companion.games.burraco.melds import BURRACO, DECK, RULES, is_wild, takes_its_place, value
from companion.games.burraco.scoring import CLEAN, CLOSED, DIRTY, MOST_BURRACHI, POZZETTI, POZZETTO_POINTS

CARDS: Key[Cards] = Key("cards")
ONTO: Key[Cards] = Key("onto")
MELDS: Key[tuple[Any, ...]] = Key("melds")
MELD: Key[Cards] = Key("meld")
POZZETTO: Key[Value | None] = Key("pozzetto")
BURRACOS: Key[int] = Key("burracos")
DISCARD: Key[str | None] = Key("discard")
TAKEN: Key[bool] = Key("side_has_taken")
BY: Key[str | None] = Key("by")
PILE: Key[Cards] = Key("pile")
SIDE: Key[str | None] = Key("side")
HAND_CLOSED: Key[bool] = Key("closed")
STOCK: Key[int] = Key("stock")
TURN_COMPLETE: Key[bool] = Key("turn_complete")
ONE_CARD_TURNS: Key[int] = Key("one_card_turns")

PACKS = sum(DECK.copies.values())
FEWEST = 3
MOST_MELDS = PACKS // FEWEST
POZZETTO_CARDS = 11
MOST_STOCK = 41
"""What is left after the deal, the pozzetti and the first upcard."""

LEAST_STOCK = 2
ORBIT = 4
RANK_WORDS = {"A": "aces", "K": "kings", "Q": "queens", "J": "jacks", "2": "2s"}


def _of_rank(rank: str) -> str:
    return RANK_WORDS.get(rank, f"{rank}s")


# Is this a meld, and how does it lie?


def _meld_facts(options: Record) -> tuple[f.Field, ...]:
    item = f.cards(MELD, "Meld", DECK, FEWEST, PACKS, ordered=True)
    return (
        f.cards(CARDS, "Cards", DECK, 1, PACKS, required=True, ordered=True, help="From the hand, in the order laid."),
        f.cards(ONTO, "Put to", DECK, FEWEST, PACKS, ordered=True, help="The meld they are added to; none: a new one."),
        f.several(MELDS, "Other melds", item, most=MOST_MELDS, ordered=True, help="All other melds of the side."),
    )  # fmt: skip


def _check_meld(options: Record, given: Record) -> Iterator[Problem]:
    """Enough cards, melds on the table that are melds, one set of a rank, and no card too often."""
    cards, onto, melds = given[CARDS], given[ONTO], given[MELDS]
    faults = []
    if len(cards) < FEWEST and not onto:
        faults.append(Problem(CARDS, f"A new meld has at least {FEWEST} cards, not {len(cards)}."))
    if onto and RULES.read(onto) is None:
        faults.append(Problem(ONTO, f"{in_a_row(onto)} is no meld that could lie there."))
    read = [RULES.read(meld) for meld in melds]
    for number, (meld, found) in enumerate(zip(melds, read, strict=True), start=1):
        if found is None:
            faults.append(Problem(MELDS, f"Meld {number} is none: {in_a_row(meld)}.", None, number))
    ranks = [_set_rank(meld) for meld in (RULES.read(onto), *read) if meld and meld.kind == m.SET]
    faults += [
        Problem(MELDS, f"A side has one set of {_of_rank(rank)} at most, and here are two.")
        for rank in dict.fromkeys(rank for rank in ranks if ranks.count(rank) > 1)
    ]
    yield from faults
    if not faults:
        alone = list(facts.check_cards(CARDS, DECK, cards))
        yield from alone or facts.check_cards(
            MELDS if melds else ONTO, DECK, [*cards, *onto, *(card for meld in melds for card in meld)]
        )


def _set_rank(meld: Meld) -> str:
    return meld.laid[0].stands_for


def _refusal(
    cards: Sequence[str], onto: Meld | None, found: Meld | None, melds: Sequence[Meld | None]
) -> tuple[str, str]:
    """Why the cards cannot be laid, and the rule; both empty where they can."""
    if found is None:
        return _why_none([*(onto.cards if onto else ()), *cards])
    if found.kind == m.SET and any(
        meld and meld.kind == m.SET and _set_rank(meld) == _set_rank(found) for meld in melds
    ):
        rank = _of_rank(_set_rank(found))
        return f"The side has a set of {rank} already; {rank} are added to that.", "burraco/play.sets"
    if onto and takes_its_place(onto, found, cards):
        new, old = pretty(found.wild[0]), pretty(onto.wild[0])
        return (
            f"One wild card never takes the place of another, and {old} could not go home but for the {new}.",
            "burraco/play.exchange",
        )
    return "", ""


def _why_none(cards: Sequence[str]) -> tuple[str, str]:
    """Why cards are no meld, and the rule."""
    if all(card == JOKER for card in cards):
        return "There are no sets of jokers.", "burraco/play.sets"
    no = RULES.why_not(cards)
    if no.why == m.MANY:
        natural_aces = sum(rank_of(card) == "A" for card in cards) > 1
        if natural_aces or not any(map(is_wild, cards)):
            return "Only one ace is in a run, below the 2 or above the king.", "burraco/play.runs"
        return "A run has thirteen cards at most; a wild card is no second ace.", "burraco/play.second-ace"
    if no.why == m.WILD:
        return "A meld has one wild card at most.", "burraco/play.wild"
    if no.why == m.RANK:
        return "There are no sets of 2s.", "burraco/play.sets"
    if no.why == m.TWICE:
        return f"A run has each card once, and {pretty(no.card)} is there twice.", "burraco/play.runs"
    if no.why == m.GAP:
        gap = ", even with a wild card in a gap" if any(map(is_wild, cards)) else " without a gap"
        return f"The cards do not follow each other{gap}.", "burraco/play.runs"
    return "The cards that are not wild are neither of one rank nor of one suit.", "burraco/play.sets"


def _open_points(found: Meld, onto: Meld | None) -> Iterator[tuple[str, str]]:
    """What a meld rests on that the book leaves open: the rule, and a sentence."""
    run = found.kind == m.RUN
    if not run and _set_rank(found) == "A":
        yield "burraco/play.ace-sets", "The book allows one ace in a meld; we take that to be said of runs."
    if run and len(found.laid) >= BURRACO:
        yield (
            "burraco/play.burraco-runs",
            "The book speaks of burrachi of one rank, and elsewhere of any meld; runs count.",
        )
    if run and found.laid[-1].wild and rank_of(found.laid[0].stands_for) == "A":
        yield "burraco/play.above-ace", "The run begins with the ace, so the wild card lies at its high end."
    if run and found.laid[0].wild and rank_of(found.laid[0].stands_for) == "A":
        yield "burraco/play.joker-first", "The wild card lies in front as the ace, as it fills no gap."
    if onto and onto.wild and onto.wild != found.wild:
        home = pretty(onto.wild[0])
        yield "burraco/play.two-comes-home", f"The {home} has come to its own place, and is no wild card any more."


def _judge_meld(options: Record, given: Record) -> Verdict:
    """Source: burraco/play.sets, burraco/play.runs, burraco/play.wild, burraco/play.low-end, burraco/play.exchange."""
    cards, onto = given[CARDS], RULES.read(given[ONTO])
    all_cards = [*given[ONTO], *cards]
    found = RULES.read(all_cards)
    points = value(all_cards)
    why, rule = _refusal(cards, onto, found, [RULES.read(meld) for meld in given[MELDS]])
    if why or found is None:
        return Verdict(
            verdict=f"No, that cannot be laid. {why}",
            outcome={
                "legal": False, "kind": None, "points": points, "order": [], "as_laid": False, "wild": None,
                "burraco": None, "why": why,
            },
            basis="open" if rule == "burraco/play.second-ace" else "book",
            rules=(rule,),
            because=(f"Together they are {in_a_row(all_cards)}.", why),
        )  # fmt: skip
    wild = found.wild[0] if found.wild else None
    as_laid = not onto and found.cards == cards
    burraco = None if len(found.laid) < BURRACO else "dirty" if wild else "clean"
    opened = list(_open_points(found, onto))
    cited, because = [f"burraco/play.{found.kind}s"], [f"{begun(_told(found))} are a {found.kind}."]
    if wild:
        cited.append("burraco/play.wild")
        because.append(f"The {pretty(wild)} is its one wild card.")
    else:
        because.append("No card is used as wild.")
        if found.kind == m.RUN and any(map(is_wild, found.cards)):
            cited.append("burraco/play.natural-two")
            because.append("The 2 is in its own place, and an ordinary card there.")
    if wild and found.kind == m.RUN and not as_laid:
        inside = any(laid.wild for laid in found.laid[1:-1])
        cited.append("burraco/play.low-end")
        because.append("It fills the gap." if inside else "It fills no gap, so it lies at the end.")
    if onto and onto.wild and onto.kind == m.RUN and _exchanged(onto, found):
        cited.append("burraco/play.exchange")
        because.append(f"The card that the {pretty(onto.wild[0])} stood for has taken its place there.")
    if burraco:
        cited += ["burraco/play.burraco"]
        because.append(
            f"{len(found.laid)} cards make a burraco, {burraco}, {'with' if wild else 'without'} a wild card."
        )
    cited += [rule for rule, _ in opened]
    verdict = f"Yes, that is a {found.kind}" + (f" and a {burraco} burraco" if burraco else "")
    return Verdict(
        verdict=f"{verdict}{'' if as_laid else f': it lies {in_a_row(found.cards)}'}. Its cards are worth {points}.",
        outcome={
            "legal": True, "kind": found.kind, "points": points, "order": list(found.cards), "as_laid": as_laid,
            "wild": wild, "burraco": burraco, "why": None,
        },
        basis="open" if opened else "book",
        rules=once_each([*cited, "burraco/scoring.values"]),
        because=(*because, *(sentence for _, sentence in opened)),
    )  # fmt: skip


def _exchanged(onto: Meld, found: Meld) -> bool:
    """Whether a natural card now lies where the wild card of a run stood for it."""
    place = next(laid.stands_for for laid in onto.laid if laid.wild)
    return any(laid.card == place and not laid.wild for laid in found.laid)


def _told(meld: Meld) -> str:
    """The cards of a meld, a wild one of a run with what it stands for."""
    return listed(
        f"{pretty(laid.card)} as {pretty(laid.stands_for)}" if laid.wild and meld.kind == m.RUN else pretty(laid.card)
        for laid in meld.laid
    )


# May I close?


def _pozzetto_field() -> f.Field:
    return f.choice(POZZETTO, "Pozzetto of the side", POZZETTI, required=True)


def _close_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _pozzetto_field(),
        f.count(BURRACOS, "Burrachi", MOST_BURRACHI, required=True, help="Of the side, with those of this turn."),
        f.card(
            DISCARD, "Last card", DECK, nobody="None: everything is melded", required=True, help="What is discarded."
        ),
    )  # fmt: skip


def _judge_close(options: Record, given: Record) -> Verdict:
    """Source: burraco/play.closing, burraco/play.closing-unseen."""
    pozzetto, burracos, card = given[POZZETTO], given[BURRACOS], given[DISCARD]
    steps = [
        ("pozzetto", pozzetto == "not-taken", "The side has not taken its pozzetto.", "The side has its pozzetto."),
        ("burraco", not burracos, "The side has no burraco.", f"The side has {_burrachi(burracos)}."),
    ]
    if card is None:
        steps.append(("discard", True, "No card is left to discard.", ""))
    else:
        bad = f"The last card, {pretty(card)}, is wild, and cannot be the last discard."
        steps.append(("wild-discard", is_wild(card), bad, f"The last card, {pretty(card)}, is discarded and not wild."))
    missing = [key for key, stands, _, _ in steps if stands]
    because = [wrong if stands else right for _, stands, wrong, right in steps]
    rules, bases = ["burraco/play.closing"], list[Basis]()
    if pozzetto == "unseen" and not missing:
        bases.append("open")
        rules.append("burraco/play.closing-unseen")
        because.insert(1, "It lies unseen with the partner, but it has been picked up; the book does not say.")
    faults = [wrong for _, stands, wrong, _ in steps if stands]
    return Verdict(
        verdict=f"No. {' '.join(faults)}" if faults else "Yes, the side closes, and the hand is over.",
        outcome={"allowed": not missing, "missing": missing},
        basis=weightiest(bases),
        rules=tuple(rules),
        because=tuple(because),
    )


def _burrachi(number: int) -> str:
    return counted(number, "burraco", "burrachi")


# Out of cards: is there a pozzetto?


def _pozzetto_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.flag(TAKEN, "The side has had its pozzetto", required=True, help="Whichever of the partners took it."),
        f.choice(
            BY, "The last card was", {"meld": "Melded", "discard": "Discarded"}, required=True,
            help="How the player ran out of cards.",
        ),
    )  # fmt: skip


def _judge_pozzetto(options: Record, given: Record) -> Verdict:
    """Source: burraco/play.pozzetto, burraco/play.closing."""
    taken, melded = given[TAKEN], given[BY] == "meld"
    if taken:
        verdict = "There is no pozzetto for this player, who has to be able to close."
        because = ["The side has had its pozzetto.", "The other one is kept for the other side, or has gone to it."]
        rules: tuple[str, ...] = ("burraco/play.pozzetto", "burraco/play.closing")
    elif melded:
        verdict = "The player picks up the pozzetto now and plays on."
        because = ["The side has not had its pozzetto yet.", "The last card was melded, so the turn is not over."]
        rules = ("burraco/play.pozzetto",)
    else:
        verdict = "The player takes the pozzetto, and leaves it face down until the next turn."
        because = ["The side has not had its pozzetto yet.", "The last card was discarded, so the turn is over."]
        rules = ("burraco/play.pozzetto",)
    when = None if taken else "now" if melded else "next-turn"
    return Verdict(
        verdict=verdict,
        outcome={"takes": not taken, "when": when, "must_close": taken},
        rules=rules,
        because=tuple(because),
    )


# May this card be discarded?


def _discard_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(PILE, "Pile taken", DECK, 0, PACKS, help="In this turn, all of it; none: drew from the stock."),
        f.cards(HAND, "Hand", DECK, 1, PACKS, required=True, help="As it is now, before the discard."),
        f.card(CARD, "Discard", DECK, required=True),
    )  # fmt: skip


def _check_discard(options: Record, given: Record) -> Iterator[Problem]:
    """The card is held."""
    card = given[CARD] or ""
    if card not in given[HAND]:
        yield Problem(CARD, f"{begun(pretty(card))} is not in the hand.")


def _judge_discard(options: Record, given: Record) -> Verdict:
    """Source: burraco/play.single-discard, burraco/play.draw."""
    pile, card = given[PILE], given[CARD] or ""
    copies = given[HAND].count(card)
    barred = pile == (card,) and copies == 1
    told = pretty(card)
    rules = ["burraco/play.single-discard"]
    if barred:
        verdict = f"No, {told} has to stay in the hand in this turn."
        because = [f"The pile was {told} alone, and was taken.", f"The hand holds no second {told}."]
    else:
        verdict = f"Yes, {told} may be discarded."
        if not pile:
            because = ["The player drew from the stock."]
        elif len(pile) > 1:
            because = [f"The pile had {len(pile)} cards; only a single one may not go straight back."]
        elif copies > 1:
            because = [
                f"The pile was {told} alone, and was taken.",
                "The hand holds its twin, too, and that may go.",
            ]
        else:
            because = [f"The pile was {pretty(pile[0])} alone, and that is another card."]
    return Verdict(verdict=verdict, outcome={"allowed": not barred}, rules=tuple(rules), because=tuple(because))


# What does the pozzetto cost?


def _penalty_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.player(SIDE, "Side", facts.WHOEVER, required=True),
        _pozzetto_field(),
        f.cards(CARDS, "Unseen cards", DECK, 0, POZZETTO_CARDS, help="Those of a pozzetto that nobody looked at."),
    )


def _check_penalty(options: Record, given: Record) -> Iterator[Problem]:
    """Cards that nobody looked at are not those of a pozzetto that was played with."""
    if given[CARDS] and given[POZZETTO] == "taken":
        yield Problem(CARDS, "The pozzetto was taken and looked at, so it has no unseen cards.")


def _judge_penalty(options: Record, given: Record) -> Verdict:
    """Source: burraco/scoring.pozzetto, burraco/scoring.unseen."""
    side, pozzetto, cards = given.who(SIDE), given[POZZETTO], given[CARDS]
    rules = ["burraco/scoring.pozzetto"]
    points, field = 0, None
    if pozzetto == "not-taken":
        points, field = -POZZETTO_POINTS, "pozzetto"
        verdict = f"{side} lose {POZZETTO_POINTS} points. Choose “{POZZETTI['not-taken']}” on the sheet."
        because = ["The side never picked up its pozzetto; what its cards are worth does not matter."]
    elif pozzetto == "unseen":
        points, field = -value(cards), "in_hand"
        rules = ["burraco/scoring.unseen", "burraco/scoring.values"]
        verdict = "There is no penalty; its cards count as cards in hand."
        because = ["The pozzetto was picked up, but the hand ended before anybody looked at it."]
        if cards:
            verdict = f"There is no penalty; its cards count as cards in hand, {-points} points."
            because.append(f"{begun(listed(f'{pretty(card)} {value([card])}' for card in cards))}: together {-points}.")
        because.append("They belong into the figure of what the side has in hand.")
    else:
        verdict = "It costs nothing."
        because = ["The side took its pozzetto and played with it."]
    return Verdict(
        verdict=verdict, outcome={"points": points, "field": field}, rules=tuple(rules), because=tuple(because)
    )


# Is the hand over?


def _end_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.flag(HAND_CLOSED, "Somebody closed", required=True, help="And was allowed to."),
        f.count(STOCK, "Stock", MOST_STOCK, required=True, help="Cards left in it, after the draw."),
        f.flag(TURN_COMPLETE, "Turn complete", required=True, help="Whoever drew last has discarded."),
        f.count(
            ONE_CARD_TURNS, "Turns that pass one card on", ORBIT, required=True,
            help="Running: only a single discard was taken and one put down.",
        ),
    )  # fmt: skip


def _judge_end(options: Record, given: Record) -> Verdict:
    """Source: burraco/play.hand-end, burraco/play.stalemate, burraco/play.closing."""
    stock, passed = given[STOCK], given[ONE_CARD_TURNS]
    by = None
    rules = ["burraco/play.hand-end"]
    if given[HAND_CLOSED]:
        by, because = "closing", ["Somebody closed, and that ends the hand at once."]
    elif stock <= LEAST_STOCK and given[TURN_COMPLETE]:
        by, because = "stock", [f"The stock has {counted(stock, 'card')} left, and the turn is complete."]
    elif passed == ORBIT:
        by = "stalemate"
        because = ["Four turns running, each player has only taken the single discard and put one down."]
        rules = ["burraco/play.stalemate"]
    elif stock <= LEAST_STOCK:
        because = [f"The stock has {counted(stock, 'card')} left, but the turn is still to be finished."]
    else:
        because = ["Nobody has closed.", f"The stock has {counted(stock, 'card')} left; it ends with {LEAST_STOCK}."]
        if passed:
            rules.append("burraco/play.stalemate")
            because.append(f"{counted(passed, 'turn')} running passed a single card on, and it takes {ORBIT}.")
    verdict = "The hand goes on." if by is None else "The hand is over."
    if by is None and stock <= LEAST_STOCK:
        verdict = "The hand goes on to the end of this turn."
    return Verdict(
        verdict=verdict, outcome={"ends": by is not None, "by": by}, rules=tuple(rules), because=tuple(because)
    )


# What a round being entered suggests.


def _offer_close(table: Table[None], entry: Record) -> str:
    side = entry[CLOSED]
    if side is None:
        return ""
    pozzetto = entry[scoring.POZZETTO][side]
    if not entry[CLEAN][side] + entry[DIRTY][side]:
        return f"{side} closed, and have no burraco."
    told = {"not-taken": "have not taken their pozzetto", "unseen": "have a pozzetto that nobody looked at"}
    return f"{side} closed, and {told[str(pozzetto)]}." if pozzetto in told else ""


def _answer_close(table: Table[None], entry: Record) -> Mapping[str, Any]:
    side = entry.who(CLOSED)
    return {"pozzetto": entry[scoring.POZZETTO][side], "burracos": entry[CLEAN][side] + entry[DIRTY][side]}


def _without_pozzetto(table: Table[None], entry: Record) -> str:
    """A side whose pozzetto was not taken, or not looked at."""
    return next((side for side in table.names if entry[scoring.POZZETTO][side] != "taken"), "")


def _offer_penalty(table: Table[None], entry: Record) -> str:
    side = _without_pozzetto(table, entry)
    if not side:
        return ""
    never = entry[scoring.POZZETTO][side] == "not-taken"
    return f"{side} never took their pozzetto." if never else f"{side} never looked at their pozzetto."


def _answer_penalty(table: Table[None], entry: Record) -> Mapping[str, Any]:
    side = _without_pozzetto(table, entry)
    return {"side": side, "pozzetto": entry[scoring.POZZETTO][side]}


def _offer_end(table: Table[None], entry: Record) -> str:
    return "Nobody closed." if entry.has(CLOSED) and entry[CLOSED] is None else ""


SITUATIONS = (
    Situation(
        key="meld", title="Is this a meld, and how does it lie?", facts=_meld_facts, check=_check_meld,
        judge=_judge_meld, help="New melds, cards added to one, and wild cards that move.",
    ),
    Situation(
        key="close", title="May I close?", facts=_close_facts, judge=_judge_close,
        offered=_offer_close, answered=_answer_close,
    ),
    Situation(
        key="pozzetto", title="Out of cards: is there a pozzetto?", facts=_pozzetto_facts, judge=_judge_pozzetto,
    ),
    Situation(
        key="discard", title="May I discard this card?", facts=_discard_facts, check=_check_discard,
        judge=_judge_discard, help="One that was taken by itself may not go straight back.",
    ),
    Situation(
        key="penalty", title="What does it cost not to have taken the pozzetto?", facts=_penalty_facts,
        check=_check_penalty, judge=_judge_penalty, offered=_offer_penalty, answered=_answer_penalty,
    ),
    Situation(
        key="hand-end", title="Is the hand over?", facts=_end_facts, judge=_judge_end, offered=_offer_end,
        answered=lambda *_: {"closed": False},
    ),
)  # fmt: skip
