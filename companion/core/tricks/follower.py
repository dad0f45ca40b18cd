"""Follow the cards of a round as they were played, by the rules of its game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.tricks import Renege
from companion.cards.turns import PlayedCard, Stage
from companion.core.entry.fields import Field
from companion.core.entry.problems import Problems
from companion.core.entry.record import Record
from companion.core.game.auction import AuctionState, auction_states
from companion.core.game.game import Game
from companion.core.game.seating import first_from
from companion.core.game.situation import Effect, Situation, Verdict, situation_of
from companion.core.game.table import Table
from companion.core.referee.facts import BROKEN, FIRST, SEATS, TRICK
from companion.core.referee.judge_request import read_facts
from companion.core.tricks.recorded_cards import LEAST_IN, Course, ProvedRenege, RecordedCards, Trick, trick_json
from companion.core.tricks.trick_questions import Tricks


class Follower:
    """Follows the cards of rounds of one game under the options of one table."""

    def __init__(
        self, game: Game[Any], options: Record, players: tuple[str, ...] = (), sides: tuple[str, ...] = ()
    ) -> None:
        """``players``, ``sides``: who plays; needed only if a question of the referee depends on it.

        :raises LookupError: the game is not followed trick by trick.
        """
        self.options = options
        self.players_as_facts = {"players": list(players), **({"sides": list(sides)} if sides else {})}
        """The players and sides as raw facts."""

        self.trick, self.renege = (situation_of(game.situations, key) for key in ("trick", "renege"))
        by_tricks = self.trick.by_tricks
        if not isinstance(by_tricks, Tricks):
            raise LookupError(f"{game.name} is not followed trick by trick")
        self.by_tricks: Tricks = by_tricks
        self.rules = by_tricks.rules(options)
        self.counting, _, self.deck = by_tricks.decks(options)
        """The cards that count in a trick, and all cards that can be played."""

        self.trump: Field | None = by_tricks.trump.fact if by_tricks.trump else None
        """The field for the trump; None if the game has no trump."""

        self.asks_trump = self.trump is not None and not self.rules.trump_led
        """Whether the table has to enter the trump."""

    # The state of a round.

    def follow(self, table: Table[Any], recorded: RecordedCards) -> Course:
        """Return the state of the round after these cards, which must be valid; the recorder checks them."""
        tricks = tuple(self._judged_tricks(recorded))
        number = len(tricks) + (not tricks or tricks[-1].complete)
        left = players_in_trick(recorded, number)
        winners = [trick.winner for trick in tricks if trick.complete]
        over = recorded.over or len(left) < LEAST_IN or len(winners) >= self.by_tricks.length(table)
        taken = {name: winners.count(name) for name in recorded.players}
        turn, leads = ("", False) if over else self._next_player(recorded, tricks, left)
        trump = recorded.trumps_entered.get(number, tricks[-1].trump_after if tricks else recorded.trump)
        caught = tuple(self._proved_reneges(tricks))
        breaches = tuple(self._breaches(tricks, caught, self.by_tricks.length(table)))
        stage, auction = self._stage_after_tricks(tricks, trump), self._auction_states(table, recorded.calls)
        return Course(tricks, turn, leads, trump, stage, left, taken, caught, breaches, over, auction)

    def _auction_states(self, table: Table[Any], calls: Sequence[str]) -> tuple[AuctionState, ...]:
        """Return the state of the auction before each call and after the last; empty if the game has no auction."""
        auction = self.by_tricks.auction
        return tuple(auction_states(auction.rules, self.options, auction.bidders(table), calls)) if auction else ()

    def _judged_tricks(self, recorded: RecordedCards) -> Iterator[Trick]:
        """Yield each trick with its verdict and the trump before and after it."""
        stage, trump_after = Stage(first=True), recorded.trump
        for number, plays in enumerate(recorded.tricks, start=1):
            trump = recorded.trumps_entered.get(number, trump_after)
            stage = stage._replace(trump=self._trump_suit(trump), declared=number in recorded.declared)
            suit = self.rules.stage_after(stage, plays).trump
            trump_after = trump if suit == stage.trump else suit or None  # in the form in which the table enters it
            complete = number < len(recorded.tricks) or self._is_complete(recorded, plays, number)
            seats = len({play.player for play in plays} if complete else players_in_trick(recorded, number))
            yield Trick(number, plays, trump, trump_after, stage, self._trick_verdict(plays, trump, seats), complete)
            stage = self.rules.next_stage(stage, plays)

    def _stage_after_tricks(self, tricks: Sequence[Trick], trump: str | None) -> Stage:
        """Return the stage before the current or the next trick. ``trump``: its trump, as the table entered it."""
        last = tricks[-1] if tricks else None
        if last and not last.complete:
            return last.stage
        stage = self.rules.next_stage(last.stage, last.plays) if last else Stage(first=True)
        return stage._replace(trump=self._trump_suit(trump))

    def _trump_suit(self, trump: str | None) -> str:
        """Return the suit of a trump that the table entered; empty if there is no trump."""
        return self.by_tricks.trump.suit_of(trump) if self.by_tricks.trump and trump else ""

    def _is_complete(self, recorded: RecordedCards, plays: Sequence[PlayedCard], number: int) -> bool:
        """Return whether a trick is complete: everybody has played a card that counts, or the table ended it."""
        there = {play.player for play in self._counting_plays(plays)}
        return bool(there) and (recorded.closed or there >= set(players_in_trick(recorded, number)))

    def _counting_plays(self, plays: Iterable[PlayedCard]) -> tuple[PlayedCard, ...]:
        """Return the plays of cards that count in a trick."""
        return tuple(play for play in plays if play.card in self.counting)

    def _next_player(
        self, recorded: RecordedCards, tricks: Sequence[Trick], players_left: Sequence[str]
    ) -> tuple[str, bool]:
        """Return who plays next, and whether they lead: the winner of the last trick leads, then others play clockwise.

        The name is empty if it is not known who leads. ``players_left``: those who still play cards.
        """
        last = tricks[-1] if tricks else None
        if last is None or last.complete:
            leader = (last.winner if last else "") or recorded.leader
            return (first_from(recorded.players, leader, players_left) if leader else ""), True
        there = {play.player for play in self._counting_plays(last.plays)}
        waiting = [name for name in players_left if name not in there]
        return first_from(recorded.players, last.plays[0].player, waiting), False

    def _trick_verdict(self, plays: Sequence[PlayedCard], trump: str | None, seats: int) -> Verdict | None:
        """Return the verdict on who wins these cards, or is winning so far.

        None if no card counts, or the question ``trick`` refuses the cards. ``seats``: how many play to the trick.
        """
        facts = self._relevant_facts(self.trick, {**self.trick_facts(plays, trump), SEATS: seats})
        return self._verdict(self.trick, facts) if facts["plays"] else None

    def read_facts(self, situation: Situation, facts: Mapping[str, Any]) -> tuple[Record, Problems]:
        """Return the record of a question's raw facts, and the problems with their form or between them."""
        record, problems = read_facts(situation.facts(self.options), facts)
        return record, problems or list(situation.check(self.options, record))

    def _verdict(self, situation: Situation, facts: Mapping[str, Any]) -> Verdict | None:
        """Return the verdict on raw facts of a question; None if they are invalid."""
        record, problems = self.read_facts(situation, facts)
        return None if problems else situation.judge(self.options, record)

    def _relevant_facts(self, situation: Situation, facts: Mapping[str, Any]) -> dict[str, Any]:
        """Return only those of the raw facts that a question has."""
        asked = {item.key for item in situation.facts(self.options)}
        return {key: value for key, value in facts.items() if key in asked}

    def trick_facts(self, plays: Sequence[PlayedCard], trump: str | None) -> dict[str, Any]:
        """Return the raw facts of the referee's question about one trick."""
        return {"plays": trick_json(self._counting_plays(plays)), **self._trump_fact(trump)}

    def _trump_fact(self, trump: str | None) -> dict[str, Any]:
        """Return the raw fact about trump, if the questions ask for it."""
        return {self.trump.key: trump} if self.trump else {}

    def renege_facts(self, tricks: Sequence[Sequence[PlayedCard]], trump: str | None) -> dict[str, Any]:
        """Return the raw facts of the referee's question about reneges in these tricks."""
        known = self._trump_fact(trump) | dict(self.by_tricks.known_facts(Stage(), tricks))
        return self._relevant_facts(
            self.renege, {"tricks": list(map(trick_json, tricks)), **self.players_as_facts, **known}
        )

    def facts_for(self, situation: Situation, recorded: RecordedCards, course: Course) -> dict[str, Any]:
        """Return the raw facts of a question that follow from the cards and calls so far.

        The question who wins the trick is about the last one if none is being played.
        """
        if not recorded.tricks:
            trump = self._trump_fact(recorded.trump) if recorded.is_trump_known else {}
            return self._relevant_facts(situation, trump | self._facts_of_calls(recorded, course))
        if situation.key == self.renege.key:
            return self.proof_facts(recorded, course)[1]
        shown = course.tricks[-1] if situation.key == self.trick.key else course.current
        stage = shown.stage if shown else course.stage
        plays = [trick.plays for trick in course.tricks]
        known: dict[str, Any] = {
            SEATS: len(players_in_trick(recorded, shown.number)) if shown else None,
            FIRST: stage.first,
            BROKEN: stage.broken,
            TRICK: shown.number if shown else len(plays) + 1,
            **self.renege_facts(plays, recorded.trump),
            **self.trick_facts(shown.plays if shown else (), shown.trump if shown else course.trump),
            **self.by_tricks.known_facts(stage, plays),
            **self._facts_of_calls(recorded, course),
        }
        asked = {item.key: item for item in situation.facts(self.options)}
        return {key: known[key] for key in asked if key in known and (key != TRICK or asked[key].type == "count")}

    def _facts_of_calls(self, recorded: RecordedCards, course: Course) -> dict[str, Any]:
        """Return the raw facts that follow from the legal calls so far."""
        auction = self.by_tricks.auction
        if auction is None or not recorded.calls:
            return {}
        calls = zip(course.auction, recorded.calls, strict=False)
        return dict(auction.facts([(state.speaker, call) for state, call in calls if call in state.legal]))

    def _proved_reneges(self, tricks: Sequence[Trick]) -> Iterator[ProvedRenege]:
        """Yield the reneges that are proved; each trick is judged with the trump with which it was played."""
        plays = [trick.plays for trick in tricks]
        verdicts = {
            trump: self._verdict(self.renege, self._fill_in_renege_facts(plays, trump))
            for trump in {trick.trump_after for trick in tricks}
        }
        for trick in tricks:
            first = next(iter(self._counting_plays(trick.plays)), None)
            for found, effect in _with_effects(verdicts[trick.trump_after]):
                if found.trick == trick.number:
                    yield ProvedRenege(found, found.led == first, effect)

    def _breaches(self, tricks: Sequence[Trick], caught: Sequence[ProvedRenege], length: int) -> Iterator[Renege]:
        """Yield the cards that are only right if the player holds nothing better, in playing order.

        Those that later cards prove wrong stay; the others are left out once their player has no cards left.
        ``caught``: the proved reneges, which are left out; ``length``: how many tricks the hand has.
        """
        if all(duty.is_renege for duty in self.rules.duties):
            return
        plays, stages = [trick.plays for trick in tricks], [trick.stage for trick in tricks]
        # Cards are identified by player, trick and card, the first three items of a breach.
        caught_cards = {one.renege[:3] for one in caught}
        proved = reversed(self.rules.reneges(plays, stages))
        breaches: dict[tuple[str, int, str], Renege] = {item[:3]: item for item in proved if not item.duty.is_renege}
        played = Counter(play.player for trick in plays for play in trick)
        for item in self.rules.early_cards(plays, stages):
            if played[item.player] < length:
                breaches.setdefault(item[:3], item)
        in_order = ((play.player, trick.number, play.card) for trick in tricks for play in trick.plays)
        yield from (breaches[card] for card in in_order if card in breaches and card not in caught_cards)

    def _fill_in_renege_facts(self, tricks: Sequence[Sequence[PlayedCard]], trump: str | None) -> dict[str, Any]:
        """Return the facts about reneges; a player whom the question needs but the cards do not show is filled in.

        It does not matter who that is: such a player, for instance the declarer, changes what a renege costs, but not
        whether it is one.
        """
        facts, first = self.renege_facts(tricks, trump), next(iter(tricks[0]))
        missing = (item.key for item in self.renege.facts(self.options) if item.required and item.type == "player")
        return {**dict.fromkeys(missing, first.player), **facts}

    def proof_facts(
        self, recorded: RecordedCards, course: Course, proved: ProvedRenege | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Return the number of the first trick that the renege question about these cards shows, and its raw facts.

        The question can have only one trump. If cards can name another one during the hand, the facts have only the
        neighbouring tricks with the trump of the renege, and the trick that proves it. The renege is ``proved``, or
        else the last one that is proved; without any, the trump is that of the last trick.
        """
        plays, trumps = [trick.plays for trick in course.tricks], [trick.trump_after for trick in course.tricks]
        if not self.by_tricks.forms.naming_trump:
            without_card = set(recorded.players) - {play.player for cards in plays for play in cards}
            settled = self._relevant_facts(self.renege, course.settled)
            facts = {key: value for key, value in settled.items() if value not in without_card}
            if self.by_tricks.declaration and recorded.declared:
                facts[self.by_tricks.declaration.fact] = sorted(recorded.declared)
            return 1, self.renege_facts(plays, recorded.trump) | facts
        proved = proved or (course.proved_reneges[-1] if course.proved_reneges else None)
        item = proved.renege if proved else None
        index = (item.trick if item else len(trumps)) - 1
        first = last = index
        while first > 0 and trumps[first - 1] == trumps[index]:
            first -= 1
        while last + 1 < len(trumps) and trumps[last + 1] == trumps[index]:
            last += 1
        proving = [plays[item.shown_in - 1]] if item and item.shown_in - 1 > last else []
        return first + 1, self.renege_facts([*plays[first : last + 1], *proving], trumps[index])


def players_in_trick(recorded: RecordedCards, number: int) -> tuple[str, ...]:
    """Return who plays to the trick with this number, in seat order."""
    return tuple(name for name in recorded.players if recorded.out.get(name, number + 1) > number)


def _with_effects(verdict: Verdict | None) -> Iterator[tuple[Renege, Effect | None]]:
    """Yield the reneges of a verdict, each with the effect that is its penalty; None if there is none left.

    That is an effect on the player, or else one on somebody else, such as points for the other side. Each is used once.
    """
    if verdict is None:
        return
    costs: dict[str, list[Effect]] = {}
    reneged = {found.player for found in verdict.reneges}
    for effect in verdict.effects:
        costs.setdefault(effect.name if effect.name in reneged else "", []).append(effect)
    for found in verdict.reneges:
        own = costs.get(found.player) or costs.get("")
        yield found, own.pop(0) if own else None
