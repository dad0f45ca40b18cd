"""The referee of Cucumber: tricks in which only ranks count, the last of them, and who comes above the limit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, pretty, rank_of
from companion.cards.tricks import Duty, PlayedCard, Renege, Stage, TrickRules, Turn
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.keys import Key, Names, PerName
from companion.core.plain_tricks import SILENT, cards_told
from companion.core.problems import Problem
from companion.core.situation import Basis, ByTricks, KnownOf, Situation, Verdict, Won, by_option, once_each
from companion.core.words import listed
from companion.games.cucumber import scoring
from companion.games.cucumber.scoring import (
    CARDS,
    FEWEST,
    LEADER,
    LIMIT,
    MOST,
    USUAL_LIMIT,
    VALUES,
    back_to,
    in_turn,
    taker_and_level,
)

TOTAL: Key[int] = Key("total")
TOTALS: Key[PerName[int]] = Key("totals")
OTHERS: Key[PerName[int]] = Key("others")
CUCUMBER: Key[bool] = Key("cucumber")
CUCUMBERS: Key[Names] = Key("cucumbers")

DECK = standard_deck("the 52 cards")
HAND = 7
MOST_TOTAL = 1_000_000
ONE_SUIT = "cards"
"""Suits mean nothing: every card follows every other. Source: cucumber/play.ranks."""


def worth_of(card: str) -> int:
    """How high a card is; also what it costs in the last trick."""
    return VALUES[rank_of(card)]


def higher_or_lowest(turn: Turn, card: str) -> int:
    """1 where a card is led or goes higher than all that lie there, else the less the higher it is.

    Source: cucumber/play.higher-or-lowest, cucumber/play.equal.
    """
    worth = worth_of(card)
    return 1 if all(worth > worth_of(play.card) for play in turn.lying) else -worth


HIGHER = Duty(
    key="height", wants=higher_or_lowest, rules=("cucumber/play.higher-or-lowest",),
    told="Play higher than the highest card on the table, or else the lowest card of the hand.",
)  # fmt: skip
RULES = TrickRules(
    suit_of=lambda _card, _trump: ONE_SUIT, held_suit=lambda _card, _trump: ONE_SUIT, height_of=worth_of,
    duties=(HIGHER,), later_wins=True,
)  # fmt: skip


# Who wins the trick?


def _check_trick(_: Record, given: Record) -> Iterator[Problem]:
    plays = facts.trick_of(given[facts.PLAYS])
    yield from facts.check_plays(plays)
    yield from facts.check_cards("plays", DECK, (play.card for play in plays))


def _judge_trick(_: Record, given: Record) -> Verdict:
    """Source: cucumber/play.trick, cucumber/play.ranks."""
    winner, *level = RULES.outcome(facts.trick_of(given[facts.PLAYS]), Stage()).able
    alike = [item for item in reversed(level) if worth_of(item.card) == worth_of(winner.card)]
    cards = [*(item.card for item in alike), winner.card]
    because = ["Only ranks count: suits mean nothing, and the ace is the highest card."]
    if alike:
        because.append(f"The highest are {cards_told(cards)}; of several of one rank the one played last takes it.")
    because.append(f"{'The last of them' if alike else 'The highest'} is {pretty(winner.card)} of {winner.player}.")
    return Verdict(
        verdict=f"{winner.player} wins the trick with {pretty(winner.card)}.",
        outcome={"winner": winner.player, "card": winner.card, "level": [item.player for item in alike]},
        rules=("cucumber/play.trick", "cucumber/play.ranks"),
        because=tuple(because),
    )


def _counted(table: Any, tricks: Sequence[Won], _: Mapping[str, int]) -> Mapping[str, Any]:
    """Who leads the last trick, and once it is played the cards in it."""
    last = tricks[HAND - 1].plays if len(tricks) == HAND else ()
    return {
        "leader": tricks[HAND - 2].winner if len(tricks) >= HAND - 1 else None,
        "cards": {play.player: rank_of(play.card) for play in last} or None,
    }


# Which cards may be played?


def _check_legal(options: Record, given: Record) -> Iterator[Problem]:
    faults = list(_check_trick(options, given))
    played = [play.card for play in facts.trick_of(given[facts.PLAYS])]
    yield from faults or facts.check_cards("hand", DECK, (*given[facts.HAND], *played))


def _judge_legal(_: Record, given: Record) -> Verdict:
    """Source: cucumber/play.higher-or-lowest, cucumber/play.no-ducking, cucumber/play.equal."""
    hand, plays = given[facts.HAND], facts.trick_of(given[facts.PLAYS])
    legal = RULES.legal(hand, plays, Stage()).cards
    outcome = {"legal": list(legal)}
    if not plays:
        return Verdict(
            verdict="Any card of the hand may be played.", outcome=outcome, rules=("cucumber/play.lead",),
            because=("Nothing was played yet, so the hand leads.",),
        )  # fmt: skip
    highest = max((play.card for play in plays), key=worth_of)
    higher = [card for card in hand if worth_of(card) > worth_of(highest)]
    level = [card for card in hand if worth_of(card) == worth_of(highest)]
    basis: Basis = "book"
    rules, because = ["cucumber/play.higher-or-lowest"], [f"The highest card on the table is {pretty(highest)}."]
    if higher:
        because.append(f"The hand can go higher with {cards_told(higher)}.")
        if len(higher) < len(hand):
            rules.append("cucumber/play.no-ducking")
            because.append("Who can go higher has to, as we read the book; the lowest card is for those who cannot.")
            basis = "open"
    else:
        because.append("Nothing in the hand is higher, so its lowest card has to be played.")
        because.append(f"The lowest is {cards_told(legal, 'or')}.")
    if level and len(level) < len(hand):
        is_ = "is" if len(level) == 1 else "are"
        rules.append("cucumber/play.equal")
        because.insert(1, f"{cards_told(level)} {is_} level with it, which is not higher.")
        basis = "open"
    return Verdict(
        verdict=f"Play {cards_told(legal, 'or')}.", outcome=outcome, basis=basis, rules=tuple(rules),
        because=tuple(because),
    )  # fmt: skip


# Who should have played another card?


WRONG_CARD = ("cucumber/play.higher-or-lowest", "cucumber/penalties.shown", "cucumber/penalties.wrong-card")
UNDECIDED = f"{SILENT}: the table decides"
REQUIRED = f"Going higher, or lowest, is required. {UNDECIDED}"


def _check_renege(_: Record, given: Record) -> Iterator[Problem]:
    tricks = facts.tricks_of(given)
    yield from facts.check_tricks(tricks)
    yield from facts.check_cards("tricks", DECK, (play.card for trick in tricks for play in trick))
    names = {play.player for trick in tricks for play in trick}
    if len(names) > MOST:
        yield Problem("tricks", f"These are {len(names)} players, but at most {MOST} play.")


def _highest_before(trick: Sequence[PlayedCard], player: str) -> str:
    """The highest card that lay there when somebody's turn came."""
    place = next(place for place, play in enumerate(trick) if play.player == player)
    return max((play.card for play in trick[:place]), key=worth_of)


def _renege_told(item: Renege, highest: str) -> str:
    more = f"higher than {pretty(highest)}"
    if worth_of(item.shown) <= worth_of(highest):
        more = f"lower than {pretty(item.card)}"
    return (
        f"In trick {item.trick}, where {pretty(highest)} was the highest, {item.player} played {pretty(item.card)}, "
        f"but in trick {item.shown_in} {pretty(item.shown)}, which is {more}."
    )


def _judge_renege(_: Record, given: Record) -> Verdict:
    """Source: cucumber/play.higher-or-lowest, cucumber/penalties.shown, cucumber/penalties.wrong-card."""
    tricks = facts.tricks_of(given)
    found = RULES.reneges(tricks, Stage())
    highest = [_highest_before(tricks[item.trick - 1], item.player) for item in found]
    names = listed(once_each(item.player for item in found))
    told = tuple(map(_renege_told, found, highest))
    rules = list(WRONG_CARD)
    if any(worth_of(item.shown) > worth_of(card) for item, card in zip(found, highest, strict=True)):
        rules.append("cucumber/play.no-ducking")
    if any(worth_of(item.card) == worth_of(card) for item, card in zip(found, highest, strict=True)):
        rules.append("cucumber/play.equal")
    nobody = "Nobody who went no higher shows a higher card later, or one lower than what they played."
    return Verdict(
        verdict=f"{names} should have played another card. {UNDECIDED}."
        if found
        else "These tricks do not show that anybody should have played another card.",
        outcome={"reneges": facts.renege_rows(found)},
        basis="open",
        rests=REQUIRED if found else "Decided by the rule on what is played",
        rules=tuple(rules),
        because=(*told, f"{SILENT}.") if found else (nobody,),
        reneges=found,
    )


def _admit(_options: Record, _given: Record, name: str) -> Verdict:
    return Verdict(
        verdict=f"{name} should have played another card. {UNDECIDED}.",
        outcome={},
        basis="open",
        rests=REQUIRED,
        rules=WRONG_CARD,
        because=("The table agrees who it was.", f"{SILENT}."),
    )


# What does the last trick cost, and what happens above the limit?


@dataclass(frozen=True, slots=True)
class Tested:
    """What a total means that somebody has reached."""

    verdict: str
    because: str
    rules: tuple[str, ...]
    basis: Basis
    out: bool = False
    back: int | None = None
    """Where the total goes back to with a first cucumber."""

    @property
    def over(self) -> bool:
        """Whether it is above the limit."""
        return self.out or self.back is not None


def tested(options: Record, name: str, total: int, others: Sequence[int], has: bool) -> Tested:
    """What happens to somebody with this total. ``others``: the totals of the others still in; ``has``: a cucumber.

    Source: cucumber/scoring.cucumber, cucumber/scoring.reset, cucumber/scoring.eliminated.
    """
    limit, rules = options[LIMIT], ("cucumber/scoring.cucumber",)
    basis = by_option(options, LIMIT, USUAL_LIMIT, "book")
    if total <= limit:
        exactly = ("cucumber/scoring.exactly",) if total == limit else ()
        return Tested(f"{name} stays at {total}.", f"{total} is not above {limit}.", (*exactly, *rules), basis)
    if has:
        because = f"{total} is above {limit}, and {name} has a cucumber already."
        return Tested(f"{name} is out.", because, ("cucumber/scoring.eliminated",), basis, out=True)
    back = back_to(others, limit)
    verdict, first = f"{name} gets a cucumber and goes back to {back}.", f"{total} is above {limit} for the first time"
    if back in others:
        because = f"{first}. The highest total of the others still in is {back}."
        return Tested(verdict, because, rules, basis, back=back)
    because = f"{first}. The highest total of the others is above {limit} itself, so {name} stops there."
    return Tested(verdict, because, (*rules, "cucumber/scoring.reset"), "open", back=back)


def _last_facts(_: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(MOST, FEWEST).of(help="Those still in, in seat order, clockwise."),
        f.player(LEADER, "Leader", facts.WHOEVER, required=True, help="Who led the seventh and last trick."),
        f.choice(
            CARDS, "Last card", {rank: rank for rank in RANKS}, per="player", required=True,
            help="The card that each played to it; its rank is enough.",
        ),
        f.count(TOTALS, "Totals", MOST_TOTAL, per="player", help="Before the hand; 0 where nothing is given."),
        f.players(CUCUMBERS, "Cucumbers", facts.WHOEVER, help="Who has one already."),
    )  # fmt: skip


def _judge_last(options: Record, given: Record) -> Verdict:
    """Source: cucumber/scoring.last-trick, cucumber/scoring.level."""
    players, cards, before = given[facts.PLAYERS], given[CARDS], given[TOTALS]
    taker, level = taker_and_level(players, given)
    rank, value = cards[taker], VALUES[cards[taker]]
    changes = dict.fromkeys(players, 0) | {name: -min(value, before[name]) for name in level} | {taker: value}
    totals = {name: before[name] + changes[name] for name in players}
    others = [name for name in players if name != taker]
    found = tested(options, taker, totals[taker], [totals[name] for name in others], taker in given[CUCUMBERS])
    played = listed(f"{name} {cards[name]}" for name in in_turn(players, given.who(LEADER)))
    because = [f"In the order played: {played}."]
    rules = ["cucumber/scoring.last-trick", "cucumber/play.trick", "cucumber/scoring.values"]
    basis = found.basis
    if level:
        alike = f"{listed((*level, taker))} are level with {rank}"
        because.append(f"{alike}; {taker} was the last of them and takes the trick.")
        rules.append("cucumber/scoring.level")
    else:
        because.append(f"The {rank} of {taker} is the highest.")
    because.append(f"{taker} adds {value}: {totals[taker]}.")
    for name in level:
        lost = f"{name} subtracts {value}"
        stops = f", but has {before[name]} and stops at 0." if before[name] < value else f": {totals[name]}."
        because.append(f"{lost}{stops}")
    because.append(found.because)
    verdict = f"{taker} takes the last trick and adds {value}."
    if found.over:
        verdict = f"{verdict} {found.verdict}"
    if found.back is not None and max(before[name] for name in others) != max(totals[name] for name in others):
        because.append("What the others have counts as it stands after the last trick; the book does not say.")
        rules.append("cucumber/scoring.reset")
        basis = "open"
    winner = others[0] if found.out and len(others) == 1 else None
    if winner:
        verdict = f"{verdict} {winner} is the last one left and wins."
        because.append(f"Only {winner} is left.")
        rules.append("cucumber/ending.last-one")
    after = totals if found.back is None else totals | {taker: found.back}
    return Verdict(
        verdict=verdict,
        outcome={
            "taker": taker,
            "changes": changes,
            "totals": after,
            "cucumber": taker if found.back is not None else None,
            "reset_to": found.back,
            "eliminated": taker if found.out else None,
            "winner": winner,
        },
        basis=basis,
        rules=once_each((*rules, *found.rules)),
        because=tuple(because),
    )


def _over_facts(_: Record) -> tuple[f.Field, ...]:
    return (
        f.player(facts.PLAYER, "Player", facts.WHOEVER, required=True, help="Who took the last trick."),
        f.count(TOTAL, "Total", MOST_TOTAL, required=True, help="With what the last trick added."),
        f.count(
            OTHERS, "Others", MOST_TOTAL, per="player", help="Totals of the others still in, after the last trick."
        ),
        f.flag(CUCUMBER, "Cucumber", help="The player has one already."),
    )


def _check_over(_: Record, given: Record) -> Iterator[Problem]:
    """There are others, they are others, and no more than can play."""
    name, others = given.who(facts.PLAYER), given.given(OTHERS)
    if not others:
        yield Problem(OTHERS, f"Give the totals of those who are still in beside {name}.")
    elif name in others:
        yield Problem(OTHERS, f"{name} is the player, and none of the others.", name)
    elif len(others) >= MOST:
        yield Problem(OTHERS, f"These are {len(others) + 1} players with {name}, but at most {MOST} play.")


def _judge_over(options: Record, given: Record) -> Verdict:
    """Source: cucumber/scoring.cucumber, cucumber/scoring.eliminated."""
    others = {other: given[OTHERS][other] for other in given.given(OTHERS)}
    found = tested(options, given.who(facts.PLAYER), given[TOTAL], tuple(others.values()), given[CUCUMBER])
    told = listed(f"{other} {total}" for other, total in others.items())
    return Verdict(
        verdict=found.verdict,
        outcome={
            "over": found.over,
            "cucumber": found.back is not None,
            "eliminated": found.out,
            "total": given[TOTAL] if found.back is None else found.back,
        },
        basis=found.basis,
        rules=found.rules,
        because=(f"The others still in have: {told}.", found.because),
    )


# What a play knows, and what a round raises.


def _in_play(table: Any) -> dict[str, Any]:
    """Those still in, their totals and their cucumbers."""
    return {
        "players": list(table.asked),
        "totals": {name: table.totals[name] for name in table.asked},
        "cucumbers": [name for name in table.state.cucumbers if name in table.asked],
    }


def _known_of_taker(table: Any, _: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Not what the others have: whoever was level in the last trick has subtracted by then."""
    return {"cucumber": name in table.state.cucumbers}


def _offer_last(table: Any, entry: Record) -> str:
    """Level cards, or a total above the limit."""
    if any(scoring.check(table, entry)):
        return ""
    taker, level = taker_and_level(table.asked, entry)
    if level:
        return f"{listed((*level, taker))} played a card of the same rank, the highest."
    total = table.totals[taker] + VALUES[entry[CARDS][taker]]
    return f"{taker} comes to {total}, above {table.options[LIMIT]}." if total > table.options[LIMIT] else ""


SITUATIONS = (
    Situation(
        key="trick", title="Who wins the trick?", check=_check_trick, judge=_judge_trick,
        help="Of two cards of one rank, two queens, the one played last.", facts=lambda _: (facts.plays(DECK, MOST),),
        by_tricks=ByTricks(
            rules=lambda _: RULES, length=lambda _: HAND, counted=_counted, renege_about=(HIGHER.key,)
        ),
    ),
    Situation(
        key="legal", title="Which cards may be played?", check=_check_legal, judge=_judge_legal,
        help="A higher card than those that lie there, or my lowest.",
        facts=lambda _: (facts.hand(DECK, HAND), facts.plays(DECK, MOST - 1, least=0)),
    ),
    Situation(
        key="renege", title="Who should have played another card?", check=_check_renege, judge=_judge_renege,
        help="That somebody had a higher card, or a lower one than their lowest, shows in later tricks only.",
        facts=lambda _: (facts.tricks(DECK, HAND, MOST),), admitted=_admit,
    ),
    Situation(
        key="last-trick", title="What does the last trick cost, and whom?", judge=_judge_last, facts=_last_facts,
        check=scoring.check, known=_in_play, offered=_offer_last,
    ),
    Situation(
        key="over-limit", title="What happens above the limit?", facts=_over_facts, check=_check_over,
        help="Somebody is over 21, or over what the table agreed on: that is a cucumber, or the end for them.",
        judge=_judge_over, known_of=KnownOf(key="player", label="Player", facts=_known_of_taker),
    ),
)  # fmt: skip
