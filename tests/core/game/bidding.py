"""A bidding, call by call."""

from typing import Any

from companion.core.game.auction import AuctionState
from companion.core.game.situation import situation_of
from companion.core.play.fold import fold, with_absent
from companion.core.play.scoring_api import next_json
from companion.core.play.setups import read_setup
from companion.core.tricks.recorded_cards import RecordedCards, recorded_from_json, recorded_json
from companion.core.tricks.recorder import Recorder
from companion.games import game_of

FOUR = ("Ann", "Bob", "Cyd", "Dee")


class Bidding:
    """The bidding of a hand; the last of the players deals."""

    def __init__(self, slug: str, players: tuple[str, ...] = FOUR, **options: Any) -> None:
        self.game = game_of(slug)
        setup, problems = read_setup(self.game, {"players": list(players), "dealer": players[-1], "options": options})
        assert setup is not None, problems
        self.table = with_absent(self.game, fold(self.game, setup, []).table, ())
        self.recorder = Recorder(self.game, setup.options, setup.players, setup.sides)
        leads = (next_json(self.game, self.table) or {}).get("leads") or ""
        self.recorded = RecordedCards(self.recorder.by_tricks.players(self.table), leads)

    @property
    def now(self) -> AuctionState:
        found = self.recorder.follow(self.table, self.recorded).bidding
        assert found is not None
        return found

    def call(self, *calls: str) -> "Bidding":
        for call in calls:
            found = self.recorder.add_call(self.table, self.recorded, call)
            assert isinstance(found, RecordedCards), found
            self.recorded = recorded_from_json(recorded_json(found), found.players, found.leader)
        return self

    def refused(self, call: str) -> str:
        found = self.recorder.add_call(self.table, self.recorded, call)
        assert isinstance(found, list), found
        return found[0].message

    def back(self) -> "Bidding":
        self.recorded = self.recorder.take_call_back(self.table, self.recorded)
        return self

    def play(self, *cards: str) -> "Bidding":
        for card in cards:
            turn = self.recorder.follow(self.table, self.recorded).turn
            found = self.recorder.add_card(self.table, self.recorded, turn, card)
            assert isinstance(found, RecordedCards), found
            self.recorded = found
        return self

    @property
    def entry(self) -> dict[str, Any]:
        return self.recorder.entry_part(self.table, self.game.scoring.fields(self.table), self.recorded)

    def known(self, key: str) -> dict[str, Any]:
        course = self.recorder.follow(self.table, self.recorded)
        return self.recorder.facts_for(situation_of(self.game.situations, key), self.recorded, course)
