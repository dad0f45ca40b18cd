"""Recording the cards and calls that a table enters, or saying why they are refused.

``RecordedCards`` are what the table has entered of a round so far.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.turns import PlayedCard
from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS
from companion.core.entry.problems import Problem, Problems
from companion.core.entry.record import read_record
from companion.core.game.table import Table
from companion.core.referee.cases import first_true
from companion.core.referee.facts import TRUMP
from companion.core.tricks.follower import Follower
from companion.core.tricks.recorded_cards import LEAST_IN, Course, RecordedCards
from companion.core.words import capitalized, listed, quoted


class Recorder(Follower):
    """Follows a round and checks each step that the table enters. A step returns new ``RecordedCards``, or problems."""

    def add_call(self, table: Table[Any], recorded: RecordedCards, call: str) -> RecordedCards | Problems:
        """Return the recorded cards with one more call of the auction, or why the call is refused."""
        auction = self._auction_states(table, recorded.calls)
        if not auction or recorded.tricks:
            return [Problem("call", "There is no bidding now.")]
        if call not in auction[-1].legal and call not in auction[-1].others:
            return [Problem("call", f"“{quoted(call)}” cannot be called now.")]
        return self.with_calls(table, recorded, (*recorded.calls, call))

    def take_call_back(self, table: Table[Any], recorded: RecordedCards) -> RecordedCards:
        """Return the cards without the last call, with the trump and the players out that the other calls settle."""
        return self.with_calls(table, replace(recorded, trump=None, is_trump_known=False, out={}), recorded.calls[:-1])

    def with_calls(self, table: Table[Any], recorded: RecordedCards, calls: tuple[str, ...]) -> RecordedCards:
        """Return the recorded cards with these calls and what they settle: trump, who leads, and who sits out.

        If the game has no auction or a card was played, they stay as they are.
        """
        auction = self._auction_states(table, calls)
        if not auction or recorded.tricks:
            return recorded
        settled = auction[-1].settled
        trump = {"trump": settled[TRUMP], "is_trump_known": True} if TRUMP in settled else {}
        leader = settled.get(self.by_tricks.led_by) or recorded.leader
        out = {**recorded.out, **dict.fromkeys(auction[-1].sits_out, 1)}
        return replace(recorded, calls=calls, leader=leader, out=out, **trump)

    def add_card(
        self, table: Table[Any], recorded: RecordedCards, player: str, text: str, same: bool = False
    ) -> RecordedCards | Problems:
        """Return the recorded cards with one more card, or why it cannot be played.

        ``same``: whether to add it to the last trick even if that is complete.
        """
        course = self.follow(table, recorded)
        faults = self._play_faults(recorded, course, player, text, same)
        if faults:
            return faults
        card = self.deck.read(text) or text
        to_last = bool(recorded.tricks) and (same or not course.tricks[-1].complete)
        plays = (*recorded.tricks[-1], PlayedCard(player, card)) if to_last else (PlayedCard(player, card),)
        before = recorded.tricks[:-1] if to_last else recorded.tricks
        ways = self.by_tricks.forms.ways(self.options, card, plays[:-1])
        if card not in ways:
            how = f"is played as {listed(ways, 'or')}." if ways else "cannot be played now."
            return [Problem("card", f"{capitalized(self.by_tricks.forms.text(card))} {how}")]
        problems = self._card_faults((*before, plays), course.tricks[-1].trump if to_last else course.trump)
        leader = recorded.leader or player
        return problems or replace(recorded, leader=leader, tricks=(*before, plays), closed=recorded.closed and to_last)

    def _play_faults(self, recorded: RecordedCards, course: Course, player: str, text: str, same: bool) -> Problems:
        """Return why a player cannot play this card now. ``_card_faults`` judges it together with the other cards.

        ``same``: whether it may go to the last trick even if that is complete.
        """
        card, is_over = self.deck.read(text), course.over and (recorded.over or not same or not recorded.tricks)
        no_card = f"“{quoted(text)}” is not in {self.deck.name}. {self.deck.hint(text)}".rstrip()
        fault = first_true(
            (self.asks_trump and not recorded.is_trump_known, Problem(TRUMP, "First say what is trump.")),
            (is_over, Problem("card", "The hand is over. Take a card back to go on with it.")),
            (not player, Problem("player", "First say who leads.")),
            (player not in recorded.players, Problem("player", f"“{quoted(player)}” is not in this round.")),
            (player not in course.players_left, Problem("player", f"{player} is out of the hand.", player)),
            (not text.strip(), Problem("card", "Choose a card.")),
            (card not in self.deck, Problem("card", no_card)),
            (True, None),
        )
        if fault is None and card in self._cards_left_out(recorded):
            is_always = card in self.by_tricks.cards_left_out(len(recorded.players), ())
            left = f"{self.by_tricks.forms.text(card)} is not in the pack for {len(recorded.players)} players."
            fault = Problem("card", left if is_always else f"As the cards so far show, {left}")
        return [fault] if fault else []

    def _cards_left_out(self, recorded: RecordedCards) -> frozenset[str]:
        """Return the cards that are left out of the deck for this number of players, as the cards so far show."""
        return self.by_tricks.cards_left_out(
            len(recorded.players), (play.card for plays in recorded.tricks for play in plays)
        )

    def _card_faults(self, tricks: Sequence[Sequence[PlayedCard]], trump: str | None) -> Problems:
        """Return what the referee finds wrong with the cards: first in the last trick, then in all."""
        faults = self._trick_faults(tricks[-1], trump)
        faults = faults or self.read_facts(self.renege, self._fill_in_renege_facts(tricks, trump))[1]
        trump_key = self.trump.key if self.trump else ""
        return [replace(fault, field=TRUMP if fault.field == trump_key else "card") for fault in faults]

    def _trick_faults(self, plays: Sequence[PlayedCard], trump: str | None) -> Problems:
        """Return what the referee finds wrong with the cards of a trick; nothing if none of them counts."""
        return self.read_facts(self.trick, self.trick_facts(plays, trump))[1] if self._counting_plays(plays) else []

    def set_trump(self, recorded: RecordedCards, raw: Any, from_trick: int | None = None) -> RecordedCards | Problems:
        """Return the cards with this trump from the beginning, or from the trick ``from_trick`` on; or why not.

        ``raw``: the trump as the table entered it. Before any trump is known, ``from_trick`` is ignored.
        """
        if self.trump is None:
            return [Problem(TRUMP, "There is no trump in this game.")]
        if not self.asks_trump:
            return [Problem(TRUMP, "The first card led makes its suit trump.")]
        value = raw.strip().lower() if isinstance(raw, str) and KINDS[self.trump.type].is_free else raw
        _, problems = read_record((self.trump,), self._trump_fact(value))
        if not problems:
            # One card makes a trick that the referee can judge; only its problems with the trump count.
            probe = [PlayedCard(recorded.players[0], next(iter(self.counting.copies)))]
            problems = [fault for fault in self._trick_faults(probe, value) if fault.field == self.trump.key]
        if problems:
            return [replace(problem, field=TRUMP) for problem in problems]
        entered = dict(recorded.trumps_entered)
        if from_trick is not None and recorded.is_trump_known:
            return self._if_trump_fits(replace(recorded, trumps_entered={**entered, from_trick: value}))
        # A trump entered for the first trick is the one corrected here, unless a card of that trick named it.
        if recorded.tricks and not any(play.card in self.by_tricks.forms.naming_trump for play in recorded.tricks[0]):
            entered.pop(1, None)
        return self._if_trump_fits(replace(recorded, trump=value, is_trump_known=True, trumps_entered=entered))

    def _if_trump_fits(self, recorded: RecordedCards) -> RecordedCards | Problems:
        """Return the recorded cards, or a problem if the cards played so far are impossible with this trump."""
        for trick in self._judged_tricks(recorded):
            faults = self._trick_faults(trick.plays, trick.trump)
            if faults:
                return [Problem(TRUMP, f"Trick {trick.number} cannot have been played like that. {faults[0].message}")]
        return recorded

    def can_declare(self, recorded: RecordedCards) -> bool:
        """Return whether the game has a declaration, and the card led to the latest trick allows it."""
        declaration = self.by_tricks.declaration
        return bool(recorded.tricks and declaration and declaration.can(recorded.tricks[-1][0].card))

    def toggle_declaration(self, recorded: RecordedCards) -> RecordedCards | Problems:
        """Return the recorded cards with a declaration in the latest trick, or without it if there was one."""
        if not self.can_declare(recorded):
            return [Problem("card", "Nothing can be declared with this card.")]
        return replace(recorded, declared=recorded.declared ^ {len(recorded.tricks)})

    def toggle_leaving(self, table: Table[Any], recorded: RecordedCards, player: str) -> RecordedCards | Problems:
        """Return the recorded cards with a player out of the hand from now on, or back in if they were out; or why not.

        A player who has a card in the present trick is out from the next one on.
        """
        if not self.by_tricks.may_leave:
            return [Problem("player", "Nobody can leave a hand of this game.")]
        if player not in recorded.players:
            return [Problem("player", f"“{quoted(player)}” is not in this round.")]
        out = dict(recorded.out)
        if player in out:
            del out[player]
            return replace(recorded, out=out)
        course = self.follow(table, recorded)
        if len(course.players_left) < LEAST_IN:
            return [Problem("player", f"{player} is the last one in the hand.", player)]
        current = course.current
        has_played = current is not None and any(play.player == player for play in self._counting_plays(current.plays))
        number = len(recorded.tricks) + (current is None or has_played)
        return replace(recorded, out={**out, player: number})

    def close_trick(self, table: Table[Any], recorded: RecordedCards) -> RecordedCards | Problems:
        """Return the cards with the latest trick ended before everybody has played to it, or why not."""
        current = self.follow(table, recorded).current
        if current is None or current.verdict is None:
            return [Problem("card", "There is no trick to end.")]
        return replace(recorded, closed=True)

    def undo(self, recorded: RecordedCards) -> RecordedCards:
        """Return the recorded cards without the last step: the end of the hand, the end of a trick, or a card.

        With the first card of a trick, or a card that names trump, the trump entered for that trick is removed, too.
        """
        if recorded.over:
            return replace(recorded, over=False)
        if recorded.closed:
            return replace(recorded, closed=False)
        if not recorded.tricks:
            return recorded
        *before, last = recorded.tricks
        takes_trump = last[-1].card in self.by_tricks.forms.naming_trump or len(last) == 1
        stays = len(before) if takes_trump else len(recorded.tricks)
        entered = {number: trump for number, trump in recorded.trumps_entered.items() if number <= stays}
        if len(last) > 1:
            return replace(recorded, tricks=(*before, last[:-1]), trumps_entered=entered)
        declared = recorded.declared - {len(recorded.tricks)}
        shorter = replace(recorded, tricks=tuple(before), trumps_entered=entered, declared=declared, closed=False)
        # A trick followed by another one was complete, even if not everybody had played to it.
        return replace(shorter, closed=bool(before) and not self._is_complete(shorter, before[-1], len(before)))

    # What the page offers, and what the cards settle.

    def cards_to_offer(self, plays: Sequence[PlayedCard]) -> tuple[str, ...]:
        """Return the cards that can be played to a trick with these cards in it, in the order of the deck."""
        return tuple(way for card in self.deck.copies for way in self.by_tricks.forms.ways(self.options, card, plays))

    def used_up_cards(self, recorded: RecordedCards, cards: Iterable[str]) -> frozenset[str]:
        """Return which of these cards cannot be played any more: every copy was played, or they are not in the deck.

        A copy counts whatever it was played as, such as a joker that takes the place of another card.
        """
        pack_card, without = self.by_tricks.forms.of_pack, self._cards_left_out(recorded)
        played = Counter(pack_card(play.card) for plays in recorded.tricks for play in plays)
        return frozenset(
            card for card in cards if card in without or played[pack_card(card)] >= self.deck.copies_of(card)
        )

    def entry_part(self, table: Table[Any], fields: Iterable[Field], recorded: RecordedCards) -> dict[str, Any]:
        """Return the part of the round's entry that calls and cards settle, for these fields and their names only."""
        course = self.follow(table, recorded)
        known = {**course.settled, **(self._trump_fact(recorded.trump) if recorded.is_trump_known else {})}
        out = {name: number for name, number in recorded.out.items() if name in recorded.players}
        found = {**course.settled, **self.by_tricks.entry_part(table, course.won, out, known)}
        entry: dict[str, Any] = {}
        for item in fields:
            value = found.get(item.key)
            if value is not None and item.per != "table":
                value = {name: value[name] for name in item.names if name in value}
            if value is not None:
                entry[item.key] = value
        return entry


def with_known_trump(recorder: Recorder, recorded: RecordedCards, coming: Mapping[str, Any]) -> RecordedCards:
    """Return the recorded cards with the trump that is known before the round, unless the table has entered one.

    ``coming``: the game's notices on the round. Their ``trump`` is used if it is a choice of the field, or ``none``.
    """
    text = coming.get(TRUMP)
    if recorder.trump is None or recorded.is_trump_known or not isinstance(text, str):
        return recorded
    if text == "none" and recorder.trump.nobody:
        return replace(recorded, is_trump_known=True)
    is_choice = text in {one.value for one in recorder.trump.choices}
    return replace(recorded, trump=text, is_trump_known=True) if is_choice else recorded
