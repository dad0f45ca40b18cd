"""The forms of the rulings book: writing a ruling down, and withdrawing one."""

from collections.abc import Mapping
from typing import ClassVar

from companion.web.form_base import (
    PageForm,
    SentField,
    TapField,
    TextsField,
    TypedField,
    WholeField,
    each_once,
    names_typed,
)


class RulingForm(PageForm):
    """A ruling as somebody wrote it; its page can be filled in by its address, too."""

    spots: ClassVar[Mapping[str, str]] = {"rules": "rule", "basis": "", "play": ""}

    client_id = TapField()
    more = SentField("Another paragraph, or another game")
    play = TypedField()
    game = TypedField("Game")
    round = WholeField(
        "Round, if it matters", most=999_999, otherwise="Give the round as a number, or leave it out."
    )  # which rounds there are, the play knows
    situation = TypedField("Question of the referee")
    question = TypedField("Question")
    decision = TypedField("Decision")
    rule = TextsField("Paragraphs of the rules", filters=[each_once])
    basis = TypedField()  # what the referee's verdict rested on
    agreed = TextsField("Who agreed", filters=[each_once])
    others = TypedField("Others")
    facts = TypedField("Facts, as the referee was given them")  # as JSON
    asked = TypedField()  # the situation that the facts answer
    verdict = TypedField()  # what the referee said, where the decision began with that

    @property
    def asked_of(self) -> str:
        """The situation that the facts answer; the one that was chosen where the page does not say."""
        return self.asked.data if self.asked.was_sent else self.situation.data

    @property
    def said(self) -> str:
        """What the referee said; where the page does not say, the decision is as it said it."""
        if self.verdict.was_sent:
            return self.verdict.data
        return self.decision.data if self.basis.data else ""

    @property
    def is_verdict(self) -> bool:
        """Whether the decision is what the referee said, word for word."""
        return self.decision.data.split() == self.said.split()

    @property
    def names(self) -> list[str]:
        """All who agreed, tapped or typed."""
        return [*self.agreed.data, *names_typed(self.others.data)]


class WithdrawRulingForm(PageForm):
    """Why a ruling is taken back."""

    reason = TypedField("Why")
