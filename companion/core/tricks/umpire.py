"""The umpire: follows the cards of a round as they are played, by the rules of its game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.tricks import FOLLOW, PlayedCard, Renege, Stage
from companion.core.entry.entry import Record, read_record
from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS
from companion.core.entry.problems import Problem, Problems
from companion.core.play.auction import AuctionState, states
from companion.core.play.game import Game, Table
from companion.core.play.seating import first_from
from companion.core.referee.facts import BROKEN, FIRST, SEATS, TRICK, TRUMP
from companion.core.referee.referee import read_facts
from companion.core.referee.situation import ByTricks, Effect, Situation, Verdict
from companion.core.tricks.fall import LEAST_IN, Breach, Caught, Course, Fall, Trick, trick_json
from companion.core.words import begun, listed, on_one_line, shown


class Umpire:
    """Follows the cards of rounds of one game under the options of one table."""

    def __init__(
        self, game: Game[Any], options: Record, players: tuple[str, ...] = (), sides: tuple[str, ...] = ()
    ) -> None:
        """``players``, ``sides``: who plays, if a question of the referee depends on it."""
        situations = {situation.key: situation for situation in game.situations}
        self.options = options
        self.among = {"players": list(players), **({"sides": list(sides)} if sides else {})}
        self.trick: Situation = situations["trick"]
        self.renege: Situation = situations["renege"]
        by = self.trick.by_tricks
        if by is None:
            raise LookupError(f"{game.name} is not followed trick by trick")
        self.by: ByTricks = by
        self.rules = by.rules(options)
        facts = {item.key: item for item in self.trick.facts(options)}
        self.counting, _, self.deck = by.decks(options)
        """All cards that can be played along the way."""

        self.trump: Field | None = facts.get(by.trump_fact)
        """The field for the trump; None if the game has no trump."""

        self.asks_seats = SEATS in facts
        """Whether the number of players decides when a trick is complete."""

        self.says_trump = self.trump is not None and not self.rules.trump_led
        """Whether the table has to enter the trump."""

    # The state of a round.

    def follow(self, table: Table[Any], fall: Fall) -> Course:
        """Return the state of the round. Its cards passed the checks of ``play``, so they are valid."""
        tricks = tuple(self._tricks(fall))
        number = len(tricks) + (not tricks or tricks[-1].complete)
        left = _left(fall, number)
        complete = sum(trick.complete for trick in tricks)
        over = fall.over or len(left) < LEAST_IN or complete >= self.by.length(table)
        taken = dict.fromkeys(fall.players, 0)
        for trick in tricks:
            if trick.complete and trick.winner:
                taken[trick.winner] += 1
        turn, leads = ("", False) if over else self._turn(fall, tricks, left)
        trump = self._trump_in(fall, number, tricks[-1].trump_after if tricks else fall.trump)
        caught = tuple(self._caught(tricks))
        return Course(
            tricks=tricks,
            turn=turn,
            leads=leads,
            trump=trump,
            stage=self._stage_of(tricks, trump),
            left=left,
            taken=taken,
            caught=caught,
            breaches=tuple(self._breaches(tricks, caught, self.by.length(table))),
            over=over,
            auction=self._auction(table, fall.calls),
        )

    def _auction(self, table: Table[Any], calls: Sequence[str]) -> tuple[AuctionState, ...]:
        """Return how the auction stood before each call, and stands now; empty where there is none."""
        auction = self.by.auction
        return tuple(states(auction.rules, self.options, auction.bidders(table), calls)) if auction else ()

    def _tricks(self, fall: Fall) -> Iterator[Trick]:
        stage, after = self._opening(fall.trump), fall.trump
        for number, plays in enumerate(fall.tricks, start=1):
            trump = self._trump_in(fall, number, after)
            stage = stage._replace(trump=self._suit(trump), declared=number in fall.declared)
            after = self._trump_after(trump, plays, stage)
            last = number == len(fall.tricks)
            complete = not last or self._is_complete(fall, plays, number)
            seats = len({play.player for play in plays} if complete else _left(fall, number))
            yield Trick(number, plays, trump, after, stage, self._judged(plays, trump, seats), complete)
            stage = self._stage_after(stage, plays, after)

    def _stage_of(self, tricks: Sequence[Trick], trump: str | None) -> Stage:
        last = tricks[-1] if tricks else None
        if last is None:
            return self._opening(trump)
        return self._stage_after(last.stage, last.plays, trump) if last.complete else last.stage

    def _stage_after(self, stage: Stage, plays: Sequence[PlayedCard], trump: str | None) -> Stage:
        return self.rules.next_stage(stage, plays)._replace(trump=self._suit(trump))

    def _suit(self, trump: str | None) -> str:
        """Return the suit that is trump, given what the table says of it; empty: none."""
        return self.by.trump_suit(trump) if trump else ""

    def _opening(self, trump: str | None) -> Stage:
        """Return how a hand stands before its first card."""
        return Stage(self._suit(trump), first=True)

    def _trump_after(self, trump: str | None, plays: Sequence[PlayedCard], stage: Stage) -> str | None:
        """Return what is trump after these cards, as the table says it. ``trump``, ``stage``: before them."""
        suit = self.rules.after(stage, plays).trump
        return trump if suit == stage.trump else suit or None

    def _trump_in(self, fall: Fall, number: int, before: str | None) -> str | None:
        return (fall.turned or {}).get(number, before)

    def _is_complete(self, fall: Fall, plays: Sequence[PlayedCard], number: int) -> bool:
        there = {play.player for play in self._that_count(plays)}
        return bool(there) and (fall.closed or there >= set(_left(fall, number)))

    def _that_count(self, plays: Iterable[PlayedCard]) -> tuple[PlayedCard, ...]:
        return tuple(play for play in plays if play.card in self.counting)

    def _turn(self, fall: Fall, tricks: Sequence[Trick], left: Sequence[str]) -> tuple[str, bool]:
        """Return who plays next, and whether they lead: first the winner of the last trick, then clockwise."""
        last = tricks[-1] if tricks else None
        if last is None or last.complete:
            leader = (last.winner if last else "") or fall.leader
            return (first_from(fall.players, leader, left) if leader else ""), True
        there = {play.player for play in self._that_count(last.plays)}
        waiting = [name for name in left if name not in there]
        return first_from(fall.players, last.plays[0].player, waiting), False

    def _judged(self, plays: Sequence[PlayedCard], trump: str | None, seats: int) -> Verdict | None:
        """Return the verdict on who wins these cards, or is winning so far.

        None if no card counts, or the cards are no valid facts of that question.
        """
        facts = self.trick_facts(plays, trump)
        if self.asks_seats:
            facts[SEATS] = seats
        if not facts["plays"]:
            return None
        record, problems = read_facts(self.trick.facts(self.options), facts)
        return (
            None if problems or any(self.trick.check(self.options, record)) else self.trick.judge(self.options, record)
        )

    def trick_facts(self, plays: Sequence[PlayedCard], trump: str | None) -> dict[str, Any]:
        """Return the raw facts of the referee's question about one trick."""
        return {"plays": trick_json(self._that_count(plays)), **self._trump_fact(trump)}

    def _trump_fact(self, trump: str | None) -> dict[str, Any]:
        return {self.by.trump_fact: trump} if self.trump else {}

    def renege_facts(self, tricks: Sequence[Sequence[PlayedCard]], trump: str | None) -> dict[str, Any]:
        """Return the raw facts of the referee's question about reneges in these tricks."""
        asked = {item.key for item in self.renege.facts(self.options)}
        facts = {
            "tricks": [trick_json(plays) for plays in tricks],
            **self.among,
            **self._trump_fact(trump),
            **self.by.known(Stage(), tricks),
        }
        return {key: value for key, value in facts.items() if key in asked}

    def facts_for(self, situation: Situation, fall: Fall, course: Course) -> dict[str, Any]:
        """Return the raw facts of any question that the cards answer at this moment.

        The question who wins is about the last trick if none is being played.
        """
        if not fall.tricks:
            trump = self._trump_fact(fall.trump) if fall.asked_trump or not self.says_trump else {}
            keys = {item.key for item in situation.facts(self.options)}
            found = {**trump, **self._told_by_calls(fall, course)}
            return {key: value for key, value in found.items() if key in keys}
        if situation.key == self.renege.key:
            return self.proof(fall, course)[1]
        shown = course.current
        if situation.key == self.trick.key:
            shown = shown or course.tricks[-1]
        stage = shown.stage if shown else course.stage
        plays = [trick.plays for trick in course.tricks]
        known: dict[str, Any] = {
            SEATS: len(_left(fall, shown.number)) if shown else None,
            FIRST: stage.first,
            BROKEN: stage.broken,
            TRICK: shown.number if shown else len(plays) + 1,
            **self.renege_facts(plays, fall.trump),
            **self.trick_facts(shown.plays if shown else (), shown.trump if shown else course.trump),
            **self.by.known(stage, plays),
            **self._told_by_calls(fall, course),
        }
        asked = {item.key: item for item in situation.facts(self.options)}
        return {key: known[key] for key in asked if key in known and (key != TRICK or asked[key].type == "count")}

    def _told_by_calls(self, fall: Fall, course: Course) -> dict[str, Any]:
        """Return what the calls so far answer, as raw facts."""
        if self.by.auction is None or not fall.calls:
            return {}
        spoken = [
            (state.speaker, call)
            for state, call in zip(course.auction, fall.calls, strict=False)
            if call in state.legal
        ]
        return dict(self.by.auction.facts(spoken))

    def _caught(self, tricks: Sequence[Trick]) -> Iterator[Caught]:
        """Yield the reneges that are proved, each trick judged by the trump with which it was played."""
        if not tricks:
            return
        all_plays = [trick.plays for trick in tricks]
        verdicts: dict[str | None, Verdict | None] = {}
        for trick in tricks:
            if trick.trump_after not in verdicts:
                verdicts[trick.trump_after] = self._judged_reneges(all_plays, trick.trump_after)
            verdict = verdicts[trick.trump_after]
            if verdict is None:
                continue
            first = next(iter(self._that_count(trick.plays)), None)
            for found, effect in _with_effects(verdict):
                if found.trick == trick.number:
                    yield Caught(
                        player=found.player, trick=found.trick, card=found.card, shown_in=found.shown_in,
                        shown=found.shown, led=found.led, duty=found.duty,
                        began=found.led == first, trump=trick.trump_after, verdict=verdict, effect=effect,
                    )  # fmt: skip

    def _breaches(self, tricks: Sequence[Trick], caught: Sequence[Caught], length: int) -> Iterator[Breach]:
        """Yield the cards that were played too early, in playing order, while they can still be proved wrong.

        Cards that only later cards prove wrong are included if the renege question does not cover them.
        """
        if all(duty.is_renege for duty in self.rules.duties):
            return
        plays, stages = [trick.plays for trick in tricks], [trick.stage for trick in tricks]
        known = {(item.player, item.trick, item.card) for item in caught}
        found = {
            (item.player, item.trick, item.card): Breach(*item[:3], item.duty, item.shown_in, item.shown)
            for item in reversed(self.rules.reneges(plays, self._opening(None), stages))
            if not item.duty.is_renege
        }
        played = Counter(play.player for trick in plays for play in trick)
        for item in self.rules.too_soon(plays, self._opening(None), stages):
            if played[item.player] < length:
                found.setdefault((item.player, item.trick, item.card), Breach(*item))
        for trick in tricks:
            for play in trick.plays:
                key = (play.player, trick.number, play.card)
                if key in found and key not in known:
                    yield found[key]

    def _judged_reneges(self, tricks: Sequence[Sequence[PlayedCard]], trump: str | None) -> Verdict | None:
        record, problems = read_facts(self.renege.facts(self.options), self._to_be_judged(tricks, trump))
        if problems or any(self.renege.check(self.options, record)):
            return None
        return self.renege.judge(self.options, record)

    # What the table enters.

    def call(self, table: Table[Any], fall: Fall, call: str) -> Fall | Problems:
        """Return the fall with a call more, or why it cannot be."""
        auction = self._auction(table, fall.calls)
        if not auction or fall.tricks:
            return [Problem("call", "There is no bidding now.")]
        if call not in auction[-1].legal and call not in auction[-1].others:
            return [Problem("call", f"“{shown(call)}” cannot be called now.")]
        return self.with_calls(table, fall, (*fall.calls, call))

    def take_call_back(self, table: Table[Any], fall: Fall) -> Fall:
        """Return the fall without the last call, and without what followed from it or was named after it."""
        return self.with_calls(table, replace(fall, trump=None, asked_trump=False, out={}), fall.calls[:-1])

    def with_calls(self, table: Table[Any], fall: Fall, calls: tuple[str, ...]) -> Fall:
        """Return a fall without cards with these calls, and what they settle: trump, who leads and who sits out."""
        auction = self._auction(table, calls)
        if not auction or fall.tricks:
            return fall
        settled = auction[-1].settled
        named = {"trump": settled[TRUMP], "asked_trump": True} if TRUMP in settled else {}
        leader = settled.get(self.by.led_by) or fall.leader
        out = {**(fall.out or {}), **dict.fromkeys(auction[-1].sits_out, 1)}
        return replace(fall, calls=calls, leader=leader, out=out, **named)

    def play(self, table: Table[Any], fall: Fall, player: str, text: str, same: bool = False) -> Fall | Problems:
        """Return the fall with one more card, or why it cannot be played.

        ``same``: add it to the last trick even if that is complete.
        """
        course = self.follow(table, fall)
        faults = self._cannot_play(fall, course, player, text, same)
        if faults:
            return faults
        card = self.deck.read(text) or text
        adds = bool(fall.tricks) and (same or not course.tricks[-1].complete)
        plays = (*fall.tricks[-1], PlayedCard(player, card)) if adds else (PlayedCard(player, card),)
        before = fall.tricks[:-1] if adds else fall.tricks
        lying = plays[:-1]
        ways = self.by.ways(self.options, card, lying)
        if card not in ways:
            how = f"is played as {listed(ways, 'or')}." if ways else "cannot be played now."
            return [Problem("card", f"{begun(self.by.told(card))} {how}")]
        trump = course.tricks[-1].trump if adds else course.trump
        problems = self._faults((*before, plays), plays, trump)
        leader = fall.leader or player
        return problems or replace(fall, leader=leader, tricks=(*before, plays), closed=fall.closed and adds)

    def _cannot_play(self, fall: Fall, course: Course, player: str, text: str, same: bool) -> Problems:
        if self.says_trump and not fall.asked_trump:
            return [Problem(TRUMP, "First say what is trump.")]
        if course.over and (fall.over or not same or not fall.tricks):
            return [Problem("card", "The hand is over. Take a card back to go on with it.")]
        if not player:
            return [Problem("player", "First say who leads.")]
        if player not in fall.players:
            return [Problem("player", f"“{shown(player)}” is not in this round.")]
        if player not in course.left:
            return [Problem("player", f"{player} is out of the hand.", player)]
        if not text.strip():
            return [Problem("card", "Choose a card.")]
        if self.deck.read(text) not in self.deck:
            hint = self.deck.hint(text)
            return [Problem("card", f"“{shown(text)}” is none of {self.deck.name}.{' ' if hint else ''}{hint}")]
        card = self.deck.read(text) or text
        if card in self._without(fall):
            by_cards = "" if card in self.by.without(len(fall.players), ()) else "As the cards so far show, the "
            left = f"pack of {len(fall.players)} players is without {self.by.told(card)}."
            return [Problem("card", f"{by_cards or 'The '}{left}")]
        return []

    def _without(self, fall: Fall) -> frozenset[str]:
        """Return the cards that are left out of the deck for these players."""
        return self.by.without(len(fall.players), (play.card for plays in fall.tricks for play in plays))

    def _faults(
        self, tricks: Sequence[Sequence[PlayedCard]], plays: Sequence[PlayedCard], trump: str | None
    ) -> Problems:
        """Return what the referee finds wrong with the cards: first with the trick, then with all tricks."""
        faults = self._wrong(self.trick, self.trick_facts(plays, trump)) if self._that_count(plays) else []
        faults = faults or self._wrong(self.renege, self._to_be_judged(tricks, trump))
        return [replace(fault, field=TRUMP if fault.field == self.by.trump_fact else "card") for fault in faults]

    def _to_be_judged(self, tricks: Sequence[Sequence[PlayedCard]], trump: str | None) -> dict[str, Any]:
        """Return the facts about reneges with somebody for each player whom the cards do not tell.

        Such a player, the declarer for instance, matters for what a renege costs, not for whether it is one.
        """
        facts, first = self.renege_facts(tricks, trump), next(iter(tricks[0]))
        missing = (item.key for item in self.renege.facts(self.options) if item.required and item.type == "player")
        return {**dict.fromkeys(missing, first.player), **facts}

    def _wrong(self, situation: Situation, facts: Mapping[str, Any]) -> Problems:
        record, problems = read_facts(situation.facts(self.options), facts)
        return problems or list(situation.check(self.options, record))

    def say_trump(self, fall: Fall, raw: Any, now: int | None = None) -> Fall | Problems:
        """Return the fall with this trump from the beginning, or from the trick ``now`` on."""
        if self.trump is None:
            return [Problem(TRUMP, "There is no trump in this game.")]
        if not self.says_trump:
            return [Problem(TRUMP, "The first card led makes its suit trump.")]
        value = raw.strip().lower() if isinstance(raw, str) and KINDS[self.trump.type].is_free else raw
        given = {} if value is None and not self.trump.nobody else self._trump_fact(value)
        _, problems = read_record((self.trump,), given)
        if not problems:
            probe = [PlayedCard(fall.players[0], next(iter(self.counting.copies)))]
            faults = self._wrong(self.trick, self.trick_facts(probe, value))
            problems = [fault for fault in faults if fault.field == self.trump.key]
        if problems:
            return [replace(problem, field=TRUMP) for problem in problems]
        turned = dict(fall.turned or {})
        if now is not None and fall.asked_trump:
            return self._still_good(replace(fall, turned={**turned, now: value}))
        if fall.tricks and not any(play.card in self.by.naming for play in fall.tricks[0]):
            turned.pop(1, None)
        return self._still_good(replace(fall, trump=value, asked_trump=True, turned=turned))

    def _still_good(self, fall: Fall) -> Fall | Problems:
        """Return the fall, or a problem if the cards played so far are impossible with this trump."""
        trump = fall.trump
        for number, plays in enumerate(fall.tricks, start=1):
            trump = self._trump_in(fall, number, trump)
            if not self._that_count(plays):
                continue
            facts = self.trick_facts(plays, trump)
            faults = self._wrong(self.trick, facts)
            if faults:
                return [Problem(TRUMP, f"Trick {number} cannot have been played so. {faults[0].message}")]
            trump = self._trump_after(trump, plays, Stage(self._suit(trump)))
        return fall

    def can_declare(self, fall: Fall) -> bool:
        """Return whether the card led to the last trick allows a declaration."""
        return bool(fall.tricks and self.by.declared and self.by.declared.can(fall.tricks[-1][0].card))

    def declare(self, fall: Fall) -> Fall | Problems:
        """Add a declaration to the last trick, or take it back."""
        if not self.can_declare(fall):
            return [Problem("card", "Nothing can be declared with this card.")]
        return replace(fall, declared=fall.declared ^ {len(fall.tricks)})

    def leave(self, table: Table[Any], fall: Fall, player: str) -> Fall | Problems:
        """Return the fall with a player out of the hand from now on, or in it again."""
        if not self.by.may_leave:
            return [Problem("player", "Nobody can leave a hand of this game.")]
        if player not in fall.players:
            return [Problem("player", f"“{shown(player)}” is not in this round.")]
        out = dict(fall.out or {})
        if player in out:
            del out[player]
            return replace(fall, out=out)
        course = self.follow(table, fall)
        if len(course.left) < LEAST_IN:
            return [Problem("player", f"{player} is the last one in the hand.", player)]
        current = course.current
        lies = current is not None and any(play.player == player for play in self._that_count(current.plays))
        number = len(fall.tricks) + (course.current is None or lies)
        return replace(fall, out={**out, player: number})

    def close(self, table: Table[Any], fall: Fall) -> Fall | Problems:
        """End the last trick, though not everybody played to it."""
        current = self.follow(table, fall).current
        if current is None or current.verdict is None:
            return [Problem("card", "There is no trick to end.")]
        return replace(fall, closed=True)

    def back(self, fall: Fall) -> Fall:
        """Undo the last step: the end of the hand, the end of a trick, or a card."""
        if fall.over:
            return replace(fall, over=False)
        if fall.closed:
            return replace(fall, closed=False)
        if not fall.tricks:
            return fall
        *before, last = fall.tricks
        named = last[-1].card in self.by.naming or len(last) == 1
        stays = len(before) if named else len(fall.tricks)
        turned = {number: trump for number, trump in (fall.turned or {}).items() if number <= stays}
        if len(last) > 1:
            return replace(fall, tricks=(*before, last[:-1]), turned=turned)
        declared = fall.declared - {len(fall.tricks)}
        shorter = replace(fall, tricks=tuple(before), turned=turned, declared=declared, closed=False)
        # A trick followed by another one was complete, even if not everybody had played to it.
        early = bool(before) and not self._is_complete(shorter, before[-1], len(before))
        return replace(shorter, closed=early)

    # What the page offers, and what the cards settle.

    def offered(self, plays: Sequence[PlayedCard]) -> tuple[str, ...]:
        """Return the cards that can be played to a trick with these cards in it, in the order of the deck."""
        return tuple(way for card in self.deck.copies for way in self.by.ways(self.options, card, plays))

    def gone(self, fall: Fall, cards: Iterable[str]) -> frozenset[str]:
        """Return those cards of which every copy was played, in whatever form, or that are left out of the deck."""
        played = Counter(self.by.kind(play.card) for plays in fall.tricks for play in plays)
        without = self._without(fall)
        return frozenset(
            card for card in cards if card in without or played[self.by.kind(card)] >= self.deck.often(card)
        )

    def counted(self, table: Table[Any], fields: Iterable[Field], fall: Fall) -> dict[str, Any]:
        """Return the part of the round's entry that the cards settle, only for fields and names that it has."""
        course = self.follow(table, fall)
        said = {**course.settled, **(self._trump_fact(fall.trump) if fall.asked_trump else {})}
        found = {
            **course.settled,
            **self.by.counted(table, course.won, _out_of(fall)),
            **self.by.worked_out(table, course.won, said),
        }
        entry: dict[str, Any] = {}
        for item in fields:
            value = found.get(item.key)
            if value is not None and item.per != "table":
                value = {name: value[name] for name in item.names if name in value}
            if value is not None:
                entry[item.key] = value
        return entry

    def proof(self, fall: Fall, course: Course, item: Caught | None = None) -> tuple[int, dict[str, Any]]:
        """Return the raw facts of the renege question about this fall, and the number of the first trick in them.

        The question knows one trump. If a card named another one on the way, it covers the tricks under the trump of
        the renege (by default the last one caught, or else the last trick), and the trick that proves it.
        """
        item = item or (course.caught[-1] if course.caught else None)
        asked = {fact.key for fact in self.renege.facts(self.options)}
        plays = [trick.plays for trick in course.tricks]
        waiting = set(fall.players) - {play.player for cards in plays for play in cards}
        settled = {key: value for key, value in course.settled.items() if key in asked and value not in waiting}
        trumps = [trick.trump_after for trick in course.tricks]
        if not self.by.naming:
            declared = {self.by.declared.fact: sorted(fall.declared)} if self.by.declared and fall.declared else {}
            return 1, {**self.renege_facts(plays, fall.trump), **settled, **declared}
        at = (item.trick if item else len(trumps)) - 1
        first = last = at
        while first > 0 and trumps[first - 1] == trumps[at]:
            first -= 1
        while last + 1 < len(trumps) and trumps[last + 1] == trumps[at]:
            last += 1
        proving = [plays[item.shown_in - 1]] if item and item.shown_in - 1 > last else []
        return first + 1, self.renege_facts([*plays[first : last + 1], *proving], trumps[at])


def _out_of(fall: Fall) -> Mapping[str, int]:
    return {name: number for name, number in (fall.out or {}).items() if name in fall.players}


def _left(fall: Fall, number: int) -> tuple[str, ...]:
    """Return who plays to a trick, in seat order."""
    out = fall.out or {}
    return tuple(name for name in fall.players if out.get(name, number + 1) > number)


def _with_effects(verdict: Verdict) -> Iterator[tuple[Renege, Effect | None]]:
    """Yield the reneges of a verdict, each with its penalty: points off the player, or points for a side."""
    costs: dict[str, list[Effect]] = {}
    reneged = {found.player for found in verdict.reneges}
    for effect in verdict.effects:
        costs.setdefault(effect.name if effect.name in reneged else "", []).append(effect)
    for found in verdict.reneges:
        own = costs.get(found.player) or costs.get("")
        yield found, own.pop(0) if own else None


def newly_caught(now: Course, before: Course) -> tuple[Caught, ...]:
    """Return the reneges that were proved between two states of a round."""
    known = {(item.player, item.trick, item.card) for item in before.caught}
    return tuple(item for item in now.caught if (item.player, item.trick, item.card) not in known)


def caught_told(item: Caught, by: ByTricks) -> str:
    """Describe a proved renege with its tricks and cards, and the broken rule unless it is following suit."""
    if item.duty.key != FOLLOW:
        return f"{_missed(item, by)} In trick {item.shown_in} {item.player} shows {by.told(item.shown)}."
    how = "led" if item.began else "set the colour with"
    led = "" if item.led.player == item.player else f"{item.led.player} {how} {by.told(item.led.card)}, "
    return (
        f"{item.player} reneged in trick {item.trick}: {led}{item.player} played {by.told(item.card)}, "
        f"and in trick {item.shown_in} shows {by.told(item.shown)}."
    )


def breach_told(item: Breach, by: ByTricks) -> str:
    """Describe a card that was played too early."""
    text = _missed(item, by)
    if item.shown:
        return f"{text} In trick {item.shown_in} {item.player} shows {by.told(item.shown)}."
    return f"{text} It is right only where {item.player} {item.duty.unless}."


def _missed(item: Caught | Breach, by: ByTricks) -> str:
    """Describe a card and the rule that it broke."""
    return f"{item.player} played {by.told(item.card)} in trick {item.trick}: {item.duty.told}"


def newly_broken(now: Course, before: Course) -> tuple[Breach, ...]:
    """Return the breaches that were played, or proved, between two states of a round."""
    return tuple(item for item in now.breaches if item not in before.breaches)


def known_to_play(umpire: Umpire, fall: Fall, coming: Mapping[str, Any]) -> Fall:
    """Return the fall with its trump set if the table already decided it.

    ``coming``: the game's notices on the round. Its ``trump`` counts if it is a choice of the field, or ``none``.
    """
    told = coming.get(TRUMP)
    if umpire.trump is None or fall.asked_trump or not isinstance(told, str):
        return fall
    if told == "none" and umpire.trump.nobody:
        return replace(fall, asked_trump=True)
    return replace(fall, trump=told, asked_trump=True) if told in {one.value for one in umpire.trump.choices} else fall


def tally_told(taken: Mapping[str, int]) -> str:
    """List the tricks of each player."""
    return listed(on_one_line(name, number) for name, number in taken.items())
