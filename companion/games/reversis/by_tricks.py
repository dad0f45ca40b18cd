"""The entry of a hand of Reversis as it follows from the cards, and the excuse of an espagnolette."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.notation import pretty, rank_of, suit_of
from companion.cards.tricks import Renege, TrickRules
from companion.cards.turns import PlayedCard, Stage
from companion.core.game.situation import WonTrick
from companion.core.tricks.records import Excuse
from companion.core.tricks.tricks_taken import tricks_of_each
from companion.core.words import listed
from companion.games.reversis.keys import ALL_TRICKS, FIRST_TRICKS, PACK_POINTS, P

QUINOLA = "Jh"
ACES = ("As", "Ah", "Ad", "Ac")
CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
"""The points of the cards that count, by rank. Source: reversis/scoring.card-points."""


def is_for_espagnolette(cards: Iterable[str]) -> bool:
    """Return whether these cards of a hand allow an espagnolette. Source: reversis/play.espagnolette-hand."""
    held = {*cards}
    return len(held & {*ACES}) + (QUINOLA in held) >= len(ACES)


def espagnolette_excuse(tricks: Sequence[Sequence[PlayedCard]], renege: Renege) -> Excuse | None:
    """Return the excuse of a player who did not follow suit: a certain or possible espagnolette; None: no excuse.

    Source: reversis/play.espagnolette, reversis/play.espagnolette-hand, reversis/play.espagnolette-begin.
    """
    plays = [play for trick in tricks for play in trick]
    played = [play.card for play in plays if play.player == renege.player]
    held = [card for card in (*ACES, QUINOLA) if card in played]
    unseen = {*ACES, QUINOLA} - {play.card for play in plays}
    if renege.trick > FIRST_TRICKS or not is_for_espagnolette({*held, *unseen}):
        return None
    rules = (P.play.espagnolette, P.play.espagnolette_hand)
    if is_for_espagnolette(held):
        text = f"{renege.player} held {listed(map(pretty, held))}: an espagnolette, which frees from following suit in "
        return Excuse(f"{text}the first {FIRST_TRICKS} tricks.", (*rules, P.play.espagnolette_begin), sure=True)
    if len(held) + ALL_TRICKS - len(played) < len(ACES):
        return None  # too few of the cards are unknown
    which = f"all four aces, or three and the {pretty(QUINOLA)}"
    return Excuse(f"If {renege.player} turns out to hold {which}, it is an espagnolette.", rules, sure=False)


def entry_from_cards(rules: TrickRules, table: Any, tricks: Sequence[WonTrick]) -> Mapping[str, Any]:
    """Return the entry that these tricks give; reversis, espagnolette and talon are None until the last one."""
    points = tricks_of_each(
        table.players, tricks, lambda trick: sum(CARD_POINTS.get(rank_of(play.card), 0) for play in trick.plays)
    )
    entry: dict[str, Any] = {
        "tricks": tricks_of_each(table.players, tricks),
        "points": points,
        "payments": [row for trick in tricks for row in _payments(trick)],
    }
    entry |= dict.fromkeys(("talon", "reversis", "quinola_early", "broken_by", "broken_by_quinola", "espagnolette"))
    if len(tricks) == ALL_TRICKS:
        entry |= _reversis(tricks)
        entry["espagnolette"] = _espagnolette_player(rules, [trick.plays for trick in tricks])
        # What is missing lies in the talon only if every card of the tricks was entered.
        if all(len(trick.plays) == len(table.players) for trick in tricks):
            entry["talon"] = PACK_POINTS - sum(points.values())
    return entry


def _espagnolette_player(rules: TrickRules, tricks: Sequence[Sequence[PlayedCard]]) -> str | None:
    """Return the player who did not follow suit because they play an espagnolette; None if nobody does."""
    excuses = ((item.player, espagnolette_excuse(tricks, item)) for item in rules.reneges(tricks, Stage()))
    return next((name for name, excuse in excuses if excuse and excuse.sure), None)


def _payments(trick: WonTrick) -> Iterator[dict[str, Any]]:
    """Yield a row of the entry for each ace in a trick and for the Quinola.

    Source: reversis/scoring.ace-discarded, reversis/scoring.ace-forced.
    """
    led = trick.plays[0]
    for play in trick.plays:
        suit, how, other = suit_of(play.card), "discarded", {"other": trick.winner}
        if play == led:
            how, other = "led", {}
        elif suit == suit_of(led.card):
            how, other = "forced", {"other": led.player}
        if rank_of(play.card) == "A":
            yield {"kind": f"ace-{how}", "suit": suit, "by": play.player, **other}
        elif play.card == QUINOLA:
            yield {"kind": f"quinola-{how}", "by": play.player, **other}


def _reversis(tricks: Sequence[WonTrick]) -> Mapping[str, Any]:
    """Return the fields of a reversis: its player, and who broke it; empty if there was none.

    Source: reversis/play.reversis.
    """
    player = tricks[0].winner
    if any(trick.winner != player for trick in tricks[:FIRST_TRICKS]):
        return {}
    early = any(play == PlayedCard(player, QUINOLA) for trick in tricks[:FIRST_TRICKS] for play in trick.plays)
    result: dict[str, Any] = {"reversis": player, "quinola_early": early}
    broken = next((trick for trick in tricks[FIRST_TRICKS:] if trick.winner != player), None)
    if broken is not None:
        result |= {"broken_by": broken.winner, "broken_by_quinola": broken.outcome["card"] == QUINOLA}
    return result
