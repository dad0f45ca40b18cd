"""The referee of Aggravation: what matches, which covering cards stay, who turns up next, and who has won."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.notation import RANKS
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.facts import PLAYER
from companion.core.game import Table
from companion.core.keys import Key, Names, PerName
from companion.core.problems import Problem
from companion.core.situation import Basis, Situation, Verdict, once_each
from companion.core.words import counted, listed
from companion.games.aggravation.scoring import HALF, WINNER

ROW: Key[tuple[str, ...]] = Key("row")
RANK: Key[str | None] = Key("rank")
COVERS: Key[Rows] = Key("covers")
PLACE: Key[int] = Key("place")
DECKS: Key[PerName[int]] = Key("decks")
CALLER: Key[str | None] = Key("caller")
TOUCHED: Key[tuple[int, ...]] = Key("touched")
FIRST_OUT: Key[str | None] = Key("first_out")

TWO = 2
PACK = 2 * HALF
OF_A_RANK = 4
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}

Matches = Mapping[str, list[int]]
"""Rank to the places where it shows, counted from 1; matching ranks only, in the order in which they first appear."""


def _row() -> f.Field:
    rank = f.choice(RANK, "Top card", {rank: rank for rank in RANKS})
    return f.several(
        ROW, "Top cards", rank, least=1, most=PACK, required=True, ordered=True,
        help="One row from left to right, then the other.",
    )  # fmt: skip


def _check_row(given: Record, more: int = 0) -> Iterator[Problem]:
    """One pack is enough for what shows, and for ``more`` cards."""
    row = given[ROW]
    for rank in RANKS:
        if row.count(rank) > OF_A_RANK:
            yield Problem(ROW, f"There are {row.count(rank)} {_several(rank)}, but only {OF_A_RANK} in the pack.")
    if len(row) + more > PACK:
        yield Problem(ROW, f"That makes {len(row) + more} cards, but the pack has {PACK}.")


def _several(rank: str) -> str:
    return RANK_NAMES.get(rank, rank) + "s"


def matches(row: Sequence[str]) -> Matches:
    """What is to be covered. Source: aggravation/play.match, aggravation/play.match-where."""
    places: dict[str, list[int]] = {}
    for place, rank in enumerate(row, start=1):
        places.setdefault(rank, []).append(place)
    return {rank: found for rank, found in places.items() if len(found) > 1}


def _places_told(places: Sequence[int]) -> str:
    return f"{'place' if len(places) == 1 else 'places'} {listed(map(str, places))}"


def _match_steps(found: Matches) -> list[str]:
    """What matches, and where."""
    return [
        f"{_several(rank).capitalize()} show at {_places_told(places)}, so they match."
        for rank, places in found.items()
    ] or ["All cards that show are of different ranks."]


# Is there a match?


def _match_facts(options: Record) -> tuple[f.Field, ...]:
    return (_row(),)


def _check_match(options: Record, given: Record) -> Iterator[Problem]:
    yield from _check_row(given)


def _judge_match(options: Record, given: Record) -> Verdict:
    """Source: aggravation/play.match, aggravation/play.rows, aggravation/play.chain."""
    found = matches(given[ROW])
    because = _match_steps(found)
    if found:
        told = listed(f"the {_several(rank)}" for rank in found)
        verdict = f"A match: {told} are to be covered, by whoever is quicker."
        because.append("It does not matter in whose row they lie.")
        rules: tuple[str, ...] = ("aggravation/play.match", "aggravation/play.match-where", "aggravation/play.chain")
    else:
        verdict = "No match: there is nothing to cover."
        because.append("So cards are turned up again: by both together, while both have two or more.")
        rules = ("aggravation/play.rows", "aggravation/play.match", "aggravation/play.last-card")
    return Verdict(
        verdict=verdict,
        outcome={
            "match": bool(found),
            "cover": [{"rank": rank, "places": places} for rank, places in found.items()],
        },
        rules=rules,
        because=tuple(because),
    )


# Which covering cards stay?


def _cover_facts(options: Record) -> tuple[f.Field, ...]:
    columns = (
        f.player(PLAYER, "Player", facts.WHOEVER, required=True),
        f.count(PLACE, "Place", PACK, minimum=1, required=True),
    )
    return (
        _row().of(help="As it was when the match was seen: one row from left to right, then the other."),
        f.rows(
            COVERS, "Cards put down", columns, least=1, most=PACK, required=True, ordered=True,
            sentences=(("", "{player} on place {place}"),),
            help="In the order played; places are counted as above, from 1.",
        ),
    )  # fmt: skip


def _check_cover(options: Record, given: Record) -> Iterator[Problem]:
    """Two players at most, none with more than half the pack, and each card on a pile that is there."""
    row, covers = given[ROW], given[COVERS]
    yield from _check_row(given, len(covers))
    names = tuple(dict.fromkeys(cover.who(PLAYER) for cover in covers))
    if len(names) > TWO:
        yield Problem(COVERS, f"Two play, but {listed(names)} put down cards.")
    for name in names:
        cards = sum(cover[PLAYER] == name for cover in covers)
        if cards > HALF:
            yield Problem(COVERS, f"{name} had {HALF} cards at most and cannot have put down {cards}.", name)
    for number, cover in enumerate(covers, start=1):
        if cover[PLACE] > len(row):
            text = f"There is no place {cover[PLACE]}; {counted(len(row), 'card shows', 'cards show')}."
            yield Problem(COVERS, text, cover[PLAYER], number)


def _judge_cover(options: Record, given: Record) -> Verdict:
    """Source: aggravation/play.both-cover, aggravation/play.same-place, aggravation/play.no-match."""
    row, covers = given[ROW], given[COVERS]
    found = matches(row)
    matching = {place for places in found.values() for place in places}
    put = [(cover.who(PLAYER), cover[PLACE]) for cover in covers]
    stands = [one for one in put if one[1] in matching]
    back = [one for one in put if one[1] not in matching]
    covered = {place for _, place in stands}
    left = sorted(matching - covered)
    because = _match_steps(found)
    rules = ["aggravation/play.match"]
    if stands:
        rules.append("aggravation/play.both-cover")
        because.append("A card on a match stays, whoever put it there and whoever was quicker.")
    if len(covered) < len(stands):
        rules.append("aggravation/play.same-place")
        because.append("That holds for several cards on the same place as well.")
    if back:
        rules.append("aggravation/play.no-match")
        because.append(f"{_back_told(back)} in no match; the book does not say what becomes of such a card.")
    still = {rank: [place for place in places if place in left] for rank, places in found.items()}
    for rank, places in still.items():
        if len(places) > 1:
            because.append(f"{_several(rank).capitalize()} still show at {_places_told(places)}, to be covered.")
        elif places:
            rules.append("aggravation/play.one-left")
            name = RANK_NAMES.get(rank, rank)
            because.append(f"Of the {_several(rank)} the one at place {places[0]} is left: a {name} alone is no match.")
    return Verdict(
        verdict=_cover_verdict(stands, back),
        outcome={"stands": _rows(stands), "back": _rows(back), "left": left},
        basis="open" if back else "book",
        rules=once_each(rules),
        because=tuple(because),
    )


Put = Sequence[tuple[str, int]]
"""Who put a card on which place, in the order played."""


def _rows(put: Put) -> list[dict[str, Any]]:
    return [{"player": name, "place": place} for name, place in put]


def _put_told(put: Put) -> str:
    return listed(f"{name}'s on place {place}" for name, place in put)


def _back_told(back: Put) -> str:
    places = sorted({place for _, place in back})
    return f"{_places_told(places).capitalize()} {'is' if len(places) == 1 else 'are'}"


def _cover_verdict(stands: Put, back: Put) -> str:
    goes = "goes" if len(back) == 1 else "go"
    if not back:
        return f"All cards stay: {_put_told(stands)}."
    if not stands:
        return f"Nothing stays: {_put_told(back)} {goes} back to the bottom of the deck."
    stay = "stays" if len(stands) == 1 else "stay"
    return f"{_put_told(stands)} {stay}; {_put_told(back)} {goes} back to the bottom of the deck."


# Who has won, or who turns up next?


def _end_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.count(
            DECKS, "Cards in the deck", HALF, per="player", names=facts.WHOEVER, required=True,
            noun=("card", "cards"), quick=(0, 1, 2, 3, 5, 10),
        ),
        _row(),
        f.player(CALLER, "Caller", facts.WHOEVER, nobody="Nobody called", help="Who called “Aggravation!”"),
        f.several(
            TOUCHED, "Touched", f.count(PLACE, "Place", PACK, minimum=1), least=TWO, most=TWO, aside=True,
            help="The two places that were touched, if that is in dispute.",
        ),
        f.player(
            FIRST_OUT, "Out first", facts.WHOEVER, nobody="Nobody, or both at once", aside=True,
            help="Who ran out first, where both have.",
        ),
    )  # fmt: skip


def _check_end(options: Record, given: Record) -> Iterator[Problem]:
    """Two decks, one pack; who called or ran out is one of the two; two different piles were touched."""
    decks, row, touched = given[DECKS], given[ROW], given[TOUCHED]
    if len(decks) != TWO:
        yield Problem(DECKS, f"Aggravation is for two players; there are decks of {len(decks)}.")
    yield from _check_row(given, sum(decks.values()))
    for key in (CALLER, FIRST_OUT):
        name = given[key]
        if name is not None and name not in decks:
            yield Problem(key, f"{name} has no deck here.", name)
    first = given[FIRST_OUT]
    if first is not None and decks.get(first):
        yield Problem(FIRST_OUT, f"{first} has {counted(decks[first], 'card')} and has not run out.", first)
    if touched and given[CALLER] is None:
        yield Problem(TOUCHED, "Say who called, too.")
    if len(set(touched)) < len(touched):
        yield Problem(TOUCHED, "Two different cards are touched.")
    for place in touched:
        if place > len(row):
            yield Problem(TOUCHED, f"There is no place {place}; {counted(len(row), 'card shows', 'cards show')}.")


def _judge_end(options: Record, given: Record) -> Verdict:
    """Source: aggravation/play.call, aggravation/play.last-card, aggravation/scoring.both-out."""
    decks, row, caller = given[DECKS], given[ROW], given[CALLER]
    found = matches(row)
    void = _why_void(given, found)
    if caller is not None and not void:
        return _called(given, found)
    told = _covering(decks, found) if found else _turning(decks, given[FIRST_OUT])
    if not void:
        return told
    return Verdict(
        verdict=f"The call is void. {told.verdict}",
        outcome=told.outcome,
        basis="open",
        rests=""
        if told.basis == "open"
        else "That a call needs all this is by the book; what a void one does, our answer",
        rules=once_each(["aggravation/penalties.void-call", "aggravation/play.call", *told.rules]),
        because=(void, "The book does not speak of a void call; we let it cost nothing.", *told.because),
    )


def _why_void(given: Record, found: Matches) -> str:
    """What is wrong with a call; empty where it is right, or nobody called."""
    caller, touched, row = given[CALLER], given[TOUCHED], given[ROW]
    if caller is None:
        return ""
    cards = given[DECKS][caller]
    if cards:
        return f"{caller} still has {counted(cards, 'card')}; only a player without any can call."
    if not found:
        return "There is no match to call."
    ranks = [row[place - 1] for place in touched]
    if len(set(ranks)) > 1:
        names = (RANK_NAMES.get(rank, rank) for rank in ranks)
        return f"{caller} touched two ranks, {listed(names)}, which do not match."
    return ""


def _outcome(winner: str | None, turns: Names = (), may_call: Names = (), over: bool = False) -> dict[str, Any]:
    return {"winner": winner, "turns": list(turns), "may_call": list(may_call), "over": over}


def _called(given: Record, found: Matches) -> Verdict:
    """A call that is right."""
    caller, decks, touched = given.who(CALLER), given[DECKS], given[TOUCHED]
    basis: Basis = "book"
    rules = ["aggravation/play.call", "aggravation/scoring.winner"]
    because = [f"{caller} has no card left.", *_match_steps(found)]
    if touched:
        because.append(f"{caller} touched two that match, at {_places_told(touched)}.")
    else:
        because.append("Which two were touched is not in dispute.")
    if not any(decks.values()):
        basis = "open"
        rules.insert(0, "aggravation/play.call-both")
        because.append("The other has none left either. The book does not speak of that; the first call counts.")
    return Verdict(
        verdict=f"{caller} has called rightly, and wins the game.",
        outcome=_outcome(caller, over=True),
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


def _covering(decks: Mapping[str, int], found: Matches) -> Verdict:
    """A match that nobody has called."""
    may_call = tuple(name for name, cards in decks.items() if not cards)
    because = [*_match_steps(found), "As long as a match shows, nobody turns up a card."]
    rules = ["aggravation/play.match", "aggravation/play.chain"]
    basis: Basis = "book"
    if not may_call:
        verdict = "Nobody turns up a card: the match is to be covered."
        because.append("Both have cards left, so nobody can call.")
        rules.append("aggravation/play.call")
    elif len(may_call) == 1:
        verdict = f"Nobody turns up a card: the match is covered, or {may_call[0]} calls."
        because.append(f"{may_call[0]} has no card left, and wins by touching two that match and calling.")
        rules.append("aggravation/play.call")
    else:
        verdict = f"Whoever of {listed(may_call)} touches two that match and calls first wins."
        because.append("Both have run out, so nobody can cover it. The book does not speak of that.")
        rules = ["aggravation/play.call-both", "aggravation/play.call", *rules]
        basis = "open"
    return Verdict(
        verdict=verdict,
        outcome=_outcome(None, may_call=may_call),
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


def _turning(decks: Mapping[str, int], first_out: str | None) -> Verdict:
    """Nothing matches. Source: aggravation/play.rows, aggravation/play.last-card, aggravation/play.both-last."""
    because = ["All cards that show are of different ranks."]
    because.append(f"{listed(f'{name} has {_cards_told(cards)}' for name, cards in decks.items())}.")
    able = tuple(name for name, cards in decks.items() if cards > 1)
    if len(able) == TWO:
        because.append("With two cards or more, both go on.")
        return Verdict(
            verdict=f"{listed(able)} both turn up a card, together.",
            outcome=_outcome(None, able),
            rules=("aggravation/play.rows",),
            because=tuple(because),
        )
    if able:
        other = next(name for name in decks if name not in able)
        rules = ["aggravation/play.last-card"]
        if decks[other]:
            rules.append("aggravation/play.last-card-kept")
            because.append(f"{other}'s single card is kept to cover a part of a match.")
        because.append("Who is down to one card or none turns up no more; the other goes on alone.")
        return Verdict(
            verdict=f"{able[0]} alone turns up cards, one by one in their own row, until something matches.",
            outcome=_outcome(None, able),
            rules=tuple(rules),
            because=tuple(because),
        )
    single = tuple(name for name, cards in decks.items() if cards)
    if single:
        verb = "turns up the last card" if len(single) == 1 else "both turn up their last card, together"
        because.append("Nobody has two cards to go on with; the book does not say what happens then.")
        return Verdict(
            verdict=f"{listed(single)} {verb}.",
            outcome=_outcome(None, single),
            basis="open",
            rules=("aggravation/play.both-last", "aggravation/play.last-card"),
            because=tuple(because),
        )
    return _both_out(because, first_out)


def _cards_told(cards: int) -> str:
    return counted(cards, "card") if cards else "none left"


def _both_out(because: list[str], first_out: str | None) -> Verdict:
    """No card is left, and no match either."""
    because.append("So there will be no match to call any more; the book does not say what happens then.")
    if first_out is None:
        return Verdict(
            verdict="A dead heat: nobody scores, and the game is replayed.",
            outcome=_outcome(None, over=True),
            basis="open",
            rules=("aggravation/scoring.dead-heat",),
            because=(*because, "Nobody ran out before the other."),
        )
    return Verdict(
        verdict=f"{first_out} ran out first, and wins the game.",
        outcome=_outcome(first_out, over=True),
        basis="open",
        rules=("aggravation/scoring.both-out", "aggravation/aim.win"),
        because=(*because, f"The aim is to be first to play all cards, and that was {first_out}."),
    )


def _offer_end(_: Any, entry: Record) -> str:
    """Nobody won."""
    return "Nobody won: a dead heat." if entry[WINNER] is None else ""


def _answer_end(table: Table[None], _: Record) -> Mapping[str, Any]:
    """Both have run out."""
    return {DECKS: dict.fromkeys(table.players, 0)}


SITUATIONS = (
    Situation(
        key="match", title="Is there a match, and what is to be covered?",
        facts=_match_facts, check=_check_match, judge=_judge_match,
    ),
    Situation(
        key="cover", title="Which covering cards stay where both put some down?",
        facts=_cover_facts, check=_check_cover, judge=_judge_cover,
    ),
    Situation(
        key="end", title="Who has won, or who turns up the next card?",
        help="A call of “Aggravation!”, or a deck that has run out.",
        facts=_end_facts, check=_check_end, judge=_judge_end, offered=_offer_end, answered=_answer_end,
    ),
)  # fmt: skip
