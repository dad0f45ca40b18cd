"""The cards of a round, entered card by card."""

from collections.abc import Sequence
from typing import Any

from companion.core.entry.problems import Problem
from companion.core.game.game import Game
from companion.core.game.situation import situation_of
from companion.core.game.table import Table
from companion.core.play.fold import Sheet, fold, with_absent
from companion.core.play.setups import read_setup
from companion.core.referee.judge_request import judge_request
from companion.core.tricks.course_texts import proved_renege_text
from companion.core.tricks.recorded_cards import Course, RecordedCards
from companion.core.tricks.recorder import Recorder
from companion.games import game_of

NAMES = ("Ann", "Bob", "Cyd", "Dee")


def trick(text: str) -> list[dict[str, str]]:
    """Return cards in seat order as JSON."""
    return [{"player": name, "card": card} for name, card in zip(NAMES, text.split(), strict=False)]


class Cards:
    """The cards of a round on the table of a game, entered card by card."""

    def __init__(
        self,
        game: str | Game[Any],
        players: Sequence[str] = NAMES,
        trump: Any = "not said",
        leader: str = "Ann",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.game = game_of(game) if isinstance(game, str) else game
        setup, problems = read_setup(
            self.game, {"players": list(players), "dealer": players[-1], "options": options or {}}
        )
        assert setup is not None, problems
        self.sheet: Sheet[Any] = fold(self.game, setup, [])
        self.table: Table[Any] = with_absent(self.game, self.sheet.table, ())
        self.recorder = Recorder(self.game, setup.options)
        self.hand = RecordedCards(self.recorder.by_tricks.players(self.table), leader)
        if trump != "not said":
            self.become(self.recorder.set_trump(self.hand, trump))

    def become(self, hand: RecordedCards | list[Problem]) -> None:
        """Do one action of the page."""
        assert isinstance(hand, RecordedCards), hand
        self.hand = hand

    @property
    def course(self) -> Course:
        return self.recorder.follow(self.table, self.hand)

    def play(self, *cards: str) -> None:
        """Play cards in turn order."""
        for card in cards:
            self.become(self.recorder.add_card(self.table, self.hand, self.course.turn, card))

    def refused(self, player: str, card: str, same: bool = False) -> str:
        """Return why a card is refused."""
        before = self.hand
        answer = self.recorder.add_card(self.table, self.hand, player, card, same)
        assert isinstance(answer, list), answer
        assert answer
        assert self.hand == before
        return " ".join(problem.message for problem in answer)

    def by(self, player: str, card: str, same: bool = False) -> None:
        """Play a card of a player who need not be next."""
        self.become(self.recorder.add_card(self.table, self.hand, player, card, same))

    def leave(self, player: str) -> None:
        self.become(self.recorder.toggle_leaving(self.table, self.hand, player))

    @property
    def winners(self) -> list[str]:
        return [trick.winner for trick in self.course.tricks]

    @property
    def caught(self) -> list[str]:
        return [proved_renege_text(item, self.recorder.by_tricks) for item in self.course.proved_reneges]

    @property
    def counted(self) -> dict[str, Any]:
        return self.recorder.entry_part(self.table, self.game.scoring.fields(self.table), self.hand)


SPADES = ("As", "Ks", "Qs", "Js", "9s", "8s", "7s", "6s", "5s")


def reversis_of_ann(last: Sequence[str]) -> Cards:
    """Enter nine tricks of spades that Ann takes; then the cards of the last two."""
    cards = Cards("reversis")
    others = [f"{rank}{suit}" for suit in "hdc" for rank in ("K", "Q", "9", "8", "7", "6", "5", "4", "3")]
    for number, spade in enumerate(SPADES):
        cards.play(spade, *others[3 * number : 3 * number + 3])
    cards.play(*last)
    return cards


BLACK = {"variation_cards": ["spy", "take-it", "one-higher", "swap", "secret-shuffle", "trump-twist"]}


def judged(cards: Cards, key: str, facts: dict[str, Any]) -> Any:
    situation = situation_of(cards.game.situations, key)
    options = {field.key: cards.recorder.options[field.key] for field in cards.game.options if field.type != "choices"}
    return judge_request(cards.game, situation, {"options": options, "facts": facts}).outcome
