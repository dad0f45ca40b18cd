"""What the cards of a hand of Reversis settle of its entry, as they fell."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.cards.notation import pretty, rank_of, suit_of
from companion.cards.tricks import PlayedCard, Renege, Stage, TrickRules
from companion.core.situation import Won
from companion.core.tricks import Excuse
from companion.core.tricks_taken import tricks_of_each
from companion.core.words import listed
from companion.games.reversis.keys import ALL_TRICKS, FIRST_TRICKS, PACK_POINTS, P

QUINOLA = "Jh"
ACES = ("As", "Ah", "Ad", "Ac")
CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""Source: reversis/scoring.card-points."""


def is_for_espagnolette(cards: Iterable[str]) -> bool:
    """Return whether a hand with these cards is one for the espagnolette. Source: reversis/play.espagnolette-hand."""
    held = {*cards}
    return len(held & {*ACES}) + (QUINOLA in held) >= len(ACES)


def espagnolette(tricks: Sequence[Sequence[PlayedCard]], item: Renege) -> Excuse | None:
    """Return why who did not follow suit may be on an espagnolette; None: they cannot be.

    Source: reversis/play.espagnolette, reversis/play.espagnolette-hand, reversis/play.espagnolette-begin.
    """
    plays = [play for trick in tricks for play in trick]
    own = [play.card for play in plays if play.player == item.player]
    held = [card for card in (*ACES, QUINOLA) if card in own]
    unseen = {*ACES, QUINOLA} - {play.card for play in plays}
    if item.trick > FIRST_TRICKS or not is_for_espagnolette({*held, *unseen}):
        return None
    rules = (P.play.espagnolette, P.play.espagnolette_hand)
    if is_for_espagnolette(held):
        text = (
            f"{item.player} held {listed(map(pretty, held))}: an espagnolette, which frees from following suit in the "
        )
        return Excuse(f"{text}first {FIRST_TRICKS} tricks.", (*rules, P.play.espagnolette_begin), sure=True)
    if len(held) + ALL_TRICKS - len(own) < len(ACES):
        return None
    text = (
        f"If {item.player} turns out to hold all four aces, or three and the {pretty(QUINOLA)}, it is an espagnolette."
    )
    return Excuse(text, rules, sure=False)


def entry_from_cards(rules: TrickRules, table: Any, tricks: Sequence[Won]) -> Mapping[str, Any]:
    """Return tricks, points, aces and Quinola; once all tricks were played also the talon and a feat."""
    points = {name: _points(trick for trick in tricks if trick.winner == name) for name in table.players}
    entry: dict[str, Any] = {
        "tricks": tricks_of_each(table.players, tricks),
        "points": points,
        "payments": [row for trick in tricks for row in _payments(trick)],
    }
    entry |= dict.fromkeys(("talon", "reversis", "quinola_early", "broken_by", "broken_by_quinola", "espagnolette"))
    if len(tricks) == ALL_TRICKS:
        entry |= _reversis(tricks)
        entry["espagnolette"] = _on_espagnolette(rules, [trick.plays for trick in tricks])
        # Only where every card lies there is what lacks in the talon.
        if all(len(trick.plays) == len(table.players) for trick in tricks):
            entry["talon"] = PACK_POINTS - sum(points.values())
    return entry


def _on_espagnolette(rules: TrickRules, tricks: Sequence[Sequence[PlayedCard]]) -> str | None:
    """Return who did not follow suit with a hand for the espagnolette."""
    for item in rules.reneges(tricks, Stage()):
        excuse = espagnolette(tricks, item)
        if excuse and excuse.sure:
            return item.player
    return None


def _points(tricks: Iterable[Won]) -> int:
    return sum(CARD_POINTS.get(rank_of(play.card), 0) for trick in tricks for play in trick.plays)


def _payments(trick: Won) -> Iterable[dict[str, Any]]:
    """Yield a row for every ace and for the Quinola.

    Source: reversis/scoring.ace-discarded, reversis/scoring.ace-forced.
    """
    led = trick.plays[0]
    for play in trick.plays:
        if rank_of(play.card) == "A":
            yield {"kind": f"ace-{_how(play, led)}", "suit": suit_of(play.card), **_by(play, led, trick.winner)}
        elif play.card == QUINOLA:
            yield {"kind": f"quinola-{_how(play, led)}", **_by(play, led, trick.winner)}


def _how(play: PlayedCard, led: PlayedCard) -> str:
    if play == led:
        return "led"
    return "forced" if suit_of(play.card) == suit_of(led.card) else "discarded"


def _by(play: PlayedCard, led: PlayedCard, winner: str) -> dict[str, str]:
    """Return who played the card; and whose lead forced it or whose trick it was thrown on."""
    how = _how(play, led)
    other = {"led": {}, "forced": {"other": led.player}, "discarded": {"other": winner}}[how]
    return {"by": play.player, **other}


def _reversis(tricks: Sequence[Won]) -> Mapping[str, Any]:
    """Return who undertook a reversis, and what became of it. Source: reversis/play.reversis."""
    first = {trick.winner for trick in tricks[:FIRST_TRICKS]}
    if len(first) > 1:
        return {}
    player = tricks[0].winner
    early = any(play == PlayedCard(player, QUINOLA) for trick in tricks[:FIRST_TRICKS] for play in trick.plays)
    found: dict[str, Any] = {"reversis": player, "quinola_early": early}
    broken = next((trick for trick in tricks[FIRST_TRICKS:] if trick.winner != player), None)
    if broken is not None:
        found |= {"broken_by": broken.winner, "broken_by_quinola": broken.outcome["card"] == QUINOLA}
    return found
