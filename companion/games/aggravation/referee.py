"""The referee of Aggravation: what matches, which covering cards stay, who turns up next, and who has won."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.cards.notation import RANKS, rank_text, ranks_text
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey
from companion.core.entry.keys import Names
from companion.core.entry.problems import Problem, refuse
from companion.core.entry.record import Record
from companion.core.game.seating import names_except
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CALLER, PLAYER, RANK
from companion.core.referee.reasons import Reasons
from companion.core.words import counted, listed, with_verb
from companion.games.aggravation.scoring import HALF, WINNER, P

TWO = 2
PACK = 2 * HALF
OF_A_RANK = 4

Matches = Mapping[str, list[int]]
"""The places of each rank that shows more than once, counted from 1; ranks in the order in which they first appear."""

RANK_CHOICES = {rank: rank for rank in RANKS}
ROW = ask.several(
    "row", "Top cards", f.choice(RANK, "Top card", RANK_CHOICES), least=1, most=PACK, required=True,
    help="One row from left to right, then the other.",
)  # fmt: skip


def _check_row(given: Record, more: int = 0, put: Sequence[str] = ()) -> Iterator[Problem]:
    """Check that the pack has enough cards, of each rank and in all, for the row and ``more`` other cards.

    ``put``: the ranks of those other cards that are known.
    """
    row = given[ROW]
    for rank in RANKS:
        there = row.count(rank) + put.count(rank)
        if there > OF_A_RANK:
            yield Problem(ROW, f"The pack has only four {ranks_text(rank)}; here are {there}.")
    yield from refuse(ROW, f"That makes {len(row) + more} cards, but the pack has {PACK}.", when=len(row) + more > PACK)


def matches(row: Sequence[str]) -> Matches:
    """Return the ranks that show more than once, with their places: the cards to be covered."""
    places: dict[str, list[int]] = {}
    for place, rank in enumerate(row, start=1):
        places.setdefault(rank, []).append(place)
    return {rank: found for rank, found in places.items() if len(found) > 1}


def _places(matched: Matches) -> set[int]:
    """Return all places of matching cards."""
    return {place for places in matched.values() for place in places}


def _places_text(places: Sequence[int]) -> str:
    """Return places in words: ``place 3``, ``places 2 and 5``."""
    return f"{'place' if len(places) == 1 else 'places'} {listed(map(str, places))}"


def _say_matches(why: Reasons, matched: Matches) -> None:
    """Explain which ranks match, and in which places."""
    for rank, places in matched.items():
        why.say(f"{ranks_text(rank).capitalize()} show at {_places_text(places)}.", P.play.match)
    why.say("All cards that show are of different ranks.", when=not matched)


# Is there a match?


@situation("match", "Is there a match, and what is to be covered?", (ROW,), check=lambda _, given: _check_row(given))
def _match(options: Record, given: Record) -> Verdict:
    """Judge whether there is a match: two cards of the same rank anywhere on the table."""
    matched, why = matches(given[ROW]), Reasons()
    cover = [{"rank": rank, "places": places} for rank, places in matched.items()]
    _say_matches(why, matched)
    if not matched:
        go_on = "So both turn up another card together, as long as both have two or more."
        why.say(go_on, P.play.rows, P.play.match, P.play.last_card)
        return why.verdict("No match: there is nothing to cover.", match=False, cover=cover)
    why.say("It does not matter in whose row they lie.", P.play.match_where, P.play.chain)
    text = listed(f"the {ranks_text(rank)}" for rank in matched)
    return why.verdict(f"Yes: cover {text}, whoever is quicker.", match=True, cover=cover)


# Which covering cards stay?


PLACE = ask.count("place", "Place", PACK, least=1, required=True)
COVERS = ask.rows(
    "covers", "Cards put down",
    (f.player(PLAYER, "Player", required=True), PLACE,
     f.choice(RANK, "Card put there", RANK_CHOICES, nobody="Not said")),
    least=1, most=PACK, required=True,
    sentences=((RANK, "{player} on place {place}: {rank}"), ("", "{player} on place {place}")),
    help="In the order played; places are counted as above, from 1.",
)  # fmt: skip


def _check_cover(options: Record, given: Record) -> Iterator[Problem]:
    """Check that at most two players cover cards of the row, each with no more than half the pack.

    The places must exist in the row, and the pack must have enough cards for row and covers.
    """
    row, covers = given[ROW], given[COVERS]
    yield from _check_row(given, len(covers), [cover.text(RANK) for cover in covers])
    put = Counter(cover.who(PLAYER) for cover in covers)
    yield from refuse(COVERS, f"Two play, but {listed(put)} put down cards.", when=len(put) > TWO)
    for name, cards in put.items():
        fault = f"{name} had {HALF} cards at most and cannot have put down {cards}."
        yield from refuse(COVERS, fault, name, when=cards > HALF)
    for number, cover in enumerate(covers, start=1):
        yield from refuse(COVERS, _no_place(cover[PLACE], row), cover[PLAYER], number, when=cover[PLACE] > len(row))


@situation("cover", "Which covering cards stay if both put some down?",
    (ROW.of(help="As it was when the match was seen: one row from left to right, then the other."), COVERS),
    check=_check_cover)  # fmt: skip
def _cover(options: Record, given: Record) -> Verdict:
    """Judge which covering cards stay: those put on a match. A card put down may make a new match.

    Later cards may cover the new match, so the order matters.
    """
    row, covers, why = list(given[ROW]), given[COVERS], Reasons(P.play.match)
    matched = matches(row)
    matching = at_first = _places(matched)
    stands, back = list[Cover](), list[Cover]()
    for cover in covers:
        put = Cover(cover.who(PLAYER), cover[PLACE])
        (stands if put.place in matching else back).append(put)
        if put.place in matching and cover[RANK]:
            row[put.place - 1] = cover.text(RANK)
            matching = matching | _places(matches(row))
    later = [put for put in stands if put.place not in at_first]
    uncovered = sorted(at_first - {put.place for put in stands})
    _say_matches(why, matched)
    both = len({put.player for put in stands}) > 1
    why.say("If both cover at the same time, all cards on the match stay.", P.play.both_cover, when=both)
    if_so = ""
    if len({put.place for put in stands}) < len({*stands}):
        why.say("That holds for two cards on the same place, too.", P.play.same_place)
        if_so = ", if those on one place were put down at the same time"
    elif len({*stands}) < len(stands):
        again = "A second card of the same player on a place stays only if the first had made a new match there."
        why.say(again, P.play.chain)
        if_so = ", if the first card on the same place had made a new match there"
    covers_it = f"{listed(put.text for put in later)} covers it"
    why.say(f"A card put down made a new match, and {covers_it}.", P.play.chain, when=later)
    if back:
        places = sorted({put.place for put in back})
        text = f"{_places_text(places).capitalize()} {'is' if len(places) == 1 else 'are'} in no match."
        why.say(f"{text} The book does not say what happens to such a card.", P.play.no_match)
        ours = "If a card put down before had made a new match there, it would stay: say which cards were put down."
        why.say(ours, when=stands and any(cover[RANK] is None for cover in covers))
    for rank, matching_places in matched.items():
        still = [place for place in matching_places if place in uncovered]
        why.say(f"The {ranks_text(rank)} at {_places_text(still)} are still to be covered.", when=len(still) > 1)
        alone = f"The {rank_text(rank)} at {_places_text(still)} is alone now and need not be covered."
        why.say(alone, P.play.one_left, when=len(still) == 1)
    text = _cover_text(given[ROW], stands, back, if_so)
    stay, go_back = ([put._asdict() for put in some] for some in (stands, back))
    return why.verdict(text, stands=stay, back=go_back, left=uncovered)


class Cover(NamedTuple):
    """A covering card: who put it on which place."""

    player: str
    place: int

    @property
    def text(self) -> str:
        """The card in a sentence: ``Ann's card on place 2``."""
        return f"{self.player}'s card on place {self.place}"


def _cover_text(row: Sequence[str], stands: Sequence[Cover], back: Sequence[Cover], if_so: str) -> str:
    """Return the verdict sentence that says which cards stay and which go back. ``if_so``: a condition for all."""
    cards = {put: "card" if number == 1 else f"{number} cards" for put, number in Counter(back).items()}
    places = {put: f"the {rank_text(row[put.place - 1])} (place {put.place})" for put in cards}
    wrong = listed(f"{put.player}'s {cards[put]} on {places[put]}" for put in cards)
    returned = f"{wrong} {'goes' if len(back) == 1 else 'go'} back under the deck."
    if not back:
        return "The card stays." if len(stands) == 1 else f"All cards stay{if_so}."
    if not stands:
        return returned
    names = listed(dict.fromkeys(put.player for put in stands))
    stay = f"{stands[0].text} stays" if len(stands) == 1 else f"All cards of {names} on the match stay"
    return f"{stay}. {returned}"


# Who has won, or who turns up next?


def _check_end(options: Record, given: Record) -> Iterator[Problem]:
    """Check that two players have decks of one pack, and that one of them called or ran out first.

    A player who ran out has no cards left. Two different places are touched, and only by a player who called.
    """
    decks, row, touched = given[DECKS], given[ROW], given[TOUCHED]
    if len(decks) != TWO:
        yield Problem(DECKS, f"Aggravation is for two players; there are decks of {len(decks)}.")
    yield from _check_row(given, sum(decks.values()))
    for key in (CALLER, FIRST_OUT):
        name = given[key]
        yield from refuse(key, f"{name} has no deck here.", name, when=name is not None and name not in decks)
    first = given[FIRST_OUT]
    if first is not None and decks.get(first):
        yield Problem(FIRST_OUT, f"{first} has {counted(decks[first], 'card')} and has not run out.", first)
    yield from refuse(TOUCHED, "Say who called, too.", when=touched and given[CALLER] is None)
    yield from refuse(TOUCHED, "Two different cards are touched.", when=len(set(touched)) < len(touched))
    for place in touched:
        yield from refuse(TOUCHED, _no_place(place, row), when=place > len(row))


def _no_place(place: int, row: Sequence[str]) -> str:
    """Return the message that there is no such place."""
    return f"There is no place {place}; {counted(len(row), 'card shows', 'cards show')}."


def _why_void(given: Record, matched: Matches) -> str:
    """Return a sentence saying why a call is void, or an empty string if it is right or nobody called."""
    caller, touched, row = given[CALLER], given[TOUCHED], given[ROW]
    if caller is None:
        return ""
    cards, ranks = given[DECKS][caller], [row[place - 1] for place in touched]
    return first_true(
        (cards, f"{caller} still has {counted(cards, 'card')}; only a player without any can call."),
        (not matched, "There is no match to call."),
        (len(set(ranks)) > 1, f"{caller} touched two ranks, {listed(map(rank_text, ranks))}, which do not match."),
        (given[FORMED] is False, f"The match lay there before {caller} ran out; only the next one can be called."),
        (True, ""),
    )


def _outcome(winner: str | None, turns: Names = (), may_call: Names = (), over: bool = False) -> dict[str, Any]:
    """Return the outcome of the question who has won, for programs.

    ``turns``: who turns up a card; ``may_call``: who wins by calling a match.
    """
    return {"winner": winner, "turns": list(turns), "may_call": list(may_call), "over": over}


def _judge_call(why: Reasons, given: Record, matched: Matches) -> Verdict:
    """Return the verdict on a right call, which wins the game.

    If it is unknown when the match formed, the verdict makes that a condition.
    """
    caller, decks, touched, formed = given.who(CALLER), given[DECKS], given[TOUCHED], given[FORMED]
    if not any(decks.values()):
        why.say("The book does not say what happens if both have run out; the first call counts.", P.play.call_both)
    why.say(f"{caller} has no card left.", P.play.call, P.play.call_after, P.scoring.winner)
    _say_matches(why, matched)
    why.say(f"{caller} touched two that match, at {_places_text(touched)}.", when=touched)
    why.say("The match formed after that.", when=formed)
    unless = "" if formed else f", if the match formed after {caller} had run out"
    return why.verdict(f"{'Yes: ' if formed else ''}{caller} wins the game{unless}.", **_outcome(caller, over=True))


def _judge_match(why: Reasons, begin: str, decks: Mapping[str, int], missed: str | None, matched: Matches) -> Verdict:
    """Return the verdict on a match that nobody has called.

    ``begin``: its first words; ``decks``: the cards each has left; ``missed``: who ran out too late to call this match.
    """
    may_call = tuple(name for name, cards in decks.items() if not cards and name != missed)
    if not any(decks.values()):
        why.say("Both have run out, so nobody can cover it. The book does not say what happens then.", P.play.call_both)
        text = f"Whoever of {listed(may_call)} touches two that match and calls first wins."
        text = f"{may_call[0]} wins by touching two that match and calling." if missed else text
    else:
        can_call = f"{listed(may_call)} has no card left, and wins by touching two that match and calling."
        why.say(can_call if may_call else "Nobody can call this match.", P.play.call)
        unless = f", unless {listed(may_call)} calls first" if may_call else ""
        text = f"Nobody turns up a card: cover the match{unless}."
    _say_matches(why, matched)
    why.say("While a match shows, nobody turns up a card.", P.play.chain)
    return why.verdict(begin + text, **_outcome(None, may_call=may_call))


def _judge_turn(why: Reasons, begin: str, decks: Mapping[str, int], first_out: str | None) -> Verdict:
    """Return the verdict if nothing matches: who turns up the next card, or who has won.

    ``begin``: its first words; ``decks``: the cards each has left; ``first_out``: who ran out before the other.

    Only a player with two cards or more turns one up; once nobody has two, the last cards are turned.
    """
    _say_matches(why, {})
    left = {name: counted(cards, "card") if cards else "none left" for name, cards in decks.items()}
    why.say(f"{listed(f'{name} has {text}' for name, text in left.items())}.")
    able = tuple(name for name, cards in decks.items() if cards > 1)
    single = tuple(name for name, cards in decks.items() if cards)
    if len(able) == TWO:
        why.cite(P.play.rows)
        return why.verdict(f"{begin}{listed(able)} both turn up a card, together.", **_outcome(None, turns=able))
    if able:
        (other,) = names_except(decks, able)
        why.say("A player with one card or none turns up no more; the other goes on alone.", P.play.last_card)
        why.say(f"{other} keeps the last card to cover part of a match.", P.play.last_card_kept, when=decks[other])
        text = f"{begin}Only {able[0]} turns up cards, one by one, until something matches."
        return why.verdict(text, **_outcome(None, turns=able))
    if single:
        text = "The book does not say what happens when nobody has two cards left."
        why.say(text, P.play.both_last, P.play.last_card)
        text = with_verb(single, "turns up the last card", "both turn up their last card, together")
        return why.verdict(f"{begin}{text}.", **_outcome(None, turns=single))
    why.say("No match can come any more, and the book does not say what happens then.")
    if first_out is None:
        why.say("Nobody ran out before the other.", P.scoring.dead_heat)
        return why.verdict(f"{begin}A dead heat: nobody scores. Play the game again.", **_outcome(None, over=True))
    why.say(f"The aim is to be first to play all cards, and {first_out} was.", P.scoring.both_out, P.aim.win)
    return why.verdict(f"{begin}{first_out} ran out first and wins the game.", **_outcome(first_out, over=True))


def _offer_end(table: Table[None], entry: Record) -> Suggestion:
    """Suggest asking the referee about a dead heat, with no cards left in either deck."""
    return ("Nobody won: a dead heat.", {DECKS: dict.fromkeys(table.players, 0)}) if entry[WINNER] is None else ""


DECKS = ask.count_of_each("decks", "Cards in the deck", HALF, required=True, quick=(0, 1, 2, 3, 5, 10))
TOUCHED = ask.several(
    "touched", "Touched", PLACE.of(required=False), least=TWO, most=TWO, aside=True,
    help="The two places that were touched, if that is in dispute.",
)  # fmt: skip
FORMED: FieldKey[bool | None] = ask.flag(
    "formed", "Match formed after the last card", nobody="Not said", aside=True,
    help="Whether the caller had run out before the match appeared.",
)  # fmt: skip
FIRST_OUT = ask.player(
    "first_out", "Out first", nobody="Nobody, or both at once", aside=True, help="Who ran out first, if both have.",
)  # fmt: skip


@situation("end", "Who has won, or who turns up the next card?", (
    DECKS, ROW, f.player(CALLER, "Caller", nobody="Nobody called", help="Who called “Aggravation!”"),
    FORMED, TOUCHED, FIRST_OUT,
), help="A call of “Aggravation!”, or a deck that has run out.", check=_check_end, offer=_offer_end)  # fmt: skip
def _end(options: Record, given: Record) -> Verdict:
    """Judge who has won or turns up next: a right call wins; else a match is covered, or cards are turned up."""
    decks, caller, matched, why = given[DECKS], given[CALLER], matches(given[ROW]), Reasons()
    void = _why_void(given, matched)
    if caller is not None and not void:
        return _judge_call(why, given, matched)
    if void:
        why.say(void, P.penalties.void_call, P.play.call)
        why.say("The book sets no penalty for a void call; we let it cost nothing.")
    begin = "The call is void. " if void else ""
    if matched:
        missed = caller if given[FORMED] is False else None
        return _judge_match(why, begin, decks, missed, matched)
    return _judge_turn(why, begin, decks, given[FIRST_OUT])


SITUATIONS = (_match, _cover, _end)
