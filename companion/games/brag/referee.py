"""The referee of Brag: hands shown, what a bet may be, who may see, who covers, and which pot is whose."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.poker import rank_groups
from companion.core.common.chips import ANTE, CHIPS, MIN_BET, MOST_IN_POT, PAID, POTS, players_all_in
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.problems import Problem, refuse, refuse_each
from companion.core.entry.record import Record
from companion.core.game.ranking import leaders
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee.facts import WINNER
from companion.core.referee.reasons import Reasons
from companion.core.referee.showdown import (
    HANDS,
    ShownHand,
    best_text,
    check_number_shown,
    given_hands,
    hands_fact,
    ranking,
    showdown_sentences,
    why_better,
)
from companion.core.referee.turns import out_of_turn_situation
from companion.core.words import listed, with_verb
from companion.games.brag.bets import (
    A_BET,
    FIRST_BET,
    LAST_BET,
    LAST_BLIND,
    ME_BLIND,
    POT,
    bet_text,
    greatest_open_bet,
    in_chips,
    least_blind_bet,
    least_open_bet,
)
from companion.games.brag.hands import ACE_TWO_THREE, PICTURED, ROUND_THE_CORNER, brag_hand
from companion.games.brag.scoring import ACE_RUN, MAX_RAISE, POT_LIMIT, PRIAL_SHOWN, P

DECK = standard_deck("the pack of 52")
HAND = 3
FEWEST_SHOWN, MOST_SHOWN = 2, 8
SEERS = 2
"""How many players are left when one sees the other. Source: brag/play.see."""


# Hands.


def _hands(given: Record, options: Record) -> dict[str, ShownHand]:
    """Return the hands that are shown, by player."""
    return {name: brag_hand(cards, options) for name, cards in given_hands(given).items()}


ACE_RUNS = {"lowest": "the lowest run", "highest": "the highest run", "none": "no run"}


def _say_runs(why: Reasons, given: Record, options: Record) -> None:
    """Explain what A-2-3 is at this table, and which other cards are no run, if somebody holds those cards."""
    hands = given_hands(given).values()
    shown = {rank_groups(cards)[1] for cards in hands}
    ours = f"The book does not say what A-2-3 is; at this table it is {ACE_RUNS[options.text(ACE_RUN)]}."
    why.say(ours, P.scoring.ace_run, when=ACE_TWO_THREE in shown)
    corner = "King, ace and 2 are no run: none goes round the corner."
    why.say(corner, P.scoring.hands, when=ROUND_THE_CORNER in shown)
    flushes = {rank_groups(cards)[1] for cards in hands if brag_hand(cards, options).name == "flush"}
    slip = "9, 10 and queen are not in sequence; the book's picture of a running flush is a slip."
    why.say(slip, P.scoring.in_sequence, when=PICTURED in flushes)


def _check_showdown(options: Record, given: Record) -> Iterator[Problem]:
    """Check that there are hands to compare, and that a see is between two players who show."""
    yield from check_number_shown(given, FEWEST_SHOWN, MOST_SHOWN)
    seer, names = given[SEER], given.names_given(HANDS)
    if seer is not None and (len(names) != SEERS or seer not in names):
        yield Problem(SEER, f"A see is between two players who show. Give the hands of {seer} and the other one.", seer)


def _offer_showdown(_: Table[bool], entry: Record) -> Suggestion:
    """Suggest this question if the one player who paid most won nothing: probably the seer."""
    name, *others = leaders(entry[PAID])
    if others or name in {row.who(WINNER) for row in entry[POTS]}:
        return ""
    return f"{name} paid the most and won nothing.", {"seer": name}


SEER = ask.player("seer", "Seer", nobody="Not said", help="Who saw the other, if two are left.")


@situation("showdown", "Who has the best hand?",
    (hands_fact(DECK, HAND, HAND, help="Of the players who show; leave out those who folded."), SEER),
    help="If one of the last two saw the other, say who: with equal hands that player loses.", check=_check_showdown,
    offer=_offer_showdown)  # fmt: skip
def _showdown(options: Record, given: Record) -> Verdict:
    """Judge who has the best hand; if only two show and are level, the player who was seen."""
    hands, seer, why = _hands(given, options), given[SEER], Reasons(P.scoring.hands, P.scoring.level)
    ranked = ranking(hands)
    why.say_all(showdown_sentences(hands))
    why.cite(P.scoring.prial, when=sum(hand.name == "prial" for hand in hands.values()) > 1)
    two_level = len(ranked[0]) == len(hands) == SEERS
    why.cite(P.play.see, when=seer is not None or two_level)
    if seer is not None and two_level:
        (other,) = (name for name in hands if name != seer)
        ranked = [[other], [seer]]
        why.say(f"{seer} saw {other}: with equal hands the player who sees loses the pot.")
    _say_runs(why, given, options)
    winner = ranked[0][0] if len(ranked[0]) == 1 else None
    text = best_text(ranked, "has the best hand and wins", "have the best hand, and are level")
    level = f"{listed(hands)} are level: the pot goes to whoever was seen. Say who saw the other."
    text = level if winner is None and two_level else text
    return why.verdict(text, ranking=ranked, hands={name: hand.name for name, hand in hands.items()}, winner=winner)


# Bets.


def _check_bet(options: Record, given: Record) -> Iterator[Problem]:
    """Check that the last bet was not blind if nobody has bet yet."""
    if given[LAST_BLIND] and not given[LAST_BET]:
        yield Problem(LAST_BLIND, "Nobody has bet yet, so nobody has bet blind.")


def _offer_bet(table: Table[bool], entry: Record) -> Suggestion:
    """Suggest this question if somebody with chips left bet less than the least first bet of a blind player."""
    ante, least = table.options[ANTE], -(-table.options[MIN_BET] // 2)
    pot = {"pot": ante * len(table.asked)} if table.options[POT_LIMIT] else {}
    for name, chips in entry[PAID].items():
        if 0 < chips - ante < least and name not in players_all_in(table, entry):
            why = f"{name} put in {chips - ante} beyond the ante, less than the least first bet."
            return why, {"last_bet": 0, "bet": chips - ante, **pot}
    return ""


@situation("bet", "How much may be bet?", lambda options: (
    FIRST_BET, LAST_BLIND, ME_BLIND, POT.of(required=options[POT_LIMIT], aside=not options[POT_LIMIT]), A_BET,
), help="Limits are those that the table agreed on.", check=_check_bet, offer=_offer_bet)  # fmt: skip
def _bet(options: Record, given: Record) -> Verdict:
    """Judge how much may be bet: at least the last bet, double after a blind one, half of that for a blind player."""
    blind, bet, why = given[ME_BLIND], given[A_BET], Reasons()
    open_least = least_open_bet(why, options, given)
    least = least_blind_bet(why, open_least, given) if blind else open_least
    most = greatest_open_bet(why, options, given, open_least)
    if most is not None and blind:
        most //= 2
        ours = "The book does not limit a blind player's bet; we take half of that, rounded down"
        why.say(f"{ours}: {most:,}.", P.play.blind_double)
    if most is not None and most < least:
        rule = P.play.pot_limit_most if options[POT_LIMIT] else P.play.blind_double
        why.say(f"The least bet of {least:,} may always be made.", rule)
        most = least
    legal = None if bet is None else least <= bet and (most is None or bet <= most)
    return why.verdict(bet_text(bet, least, most, legal), least=least, most=most, legal=legal)


# Seeing.


PLAYERS_LEFT = ask.count(
    "players_left", "Players left", MOST_SHOWN, least=SEERS, required=True,
    help="Still betting; players who cover a pot are not counted.",
)  # fmt: skip


@situation("see", "May I see the other player?", (PLAYERS_LEFT, LAST_BET, LAST_BLIND, ME_BLIND))
def _see(options: Record, given: Record) -> Verdict:
    """Judge whether a player may see the other: if two are left, but no player who has looked sees a blind one."""
    left, last, last_blind, blind = given[PLAYERS_LEFT], given[LAST_BET], given[LAST_BLIND], given[ME_BLIND]
    why = Reasons(P.play.see)
    if left > SEERS:
        why.say("A player may see the other only when two are left; players who cover a pot are not counted.")
        text = f"No: {left} players are still betting. Bet or fold."
        return why.verdict(text, allowed=False, cost=None, why="players-left")
    if last_blind and not blind:
        why = Reasons(P.play.see_blind, P.play.see_blind_choices)
        why.say("The opponent has not looked at their cards: only another blind player can see them.")
        text = "No: a player who has looked cannot see a blind one. Bet or fold."
        return why.verdict(text, allowed=False, cost=None, why="blind-opponent")
    owed = 2 * last if last_blind else last
    cost = owed if blind else 2 * owed
    why.say("Two are left, so one may see the other.")
    if blind:
        price = f"double the last bet of {last:,}" if last_blind else f"half of what an open player pays, {2 * owed:,}"
        why.say("A blind player may see an open one, and a blind one.", P.play.see_blind)
        why.say(f"The book does not give the price of a blind see. We take {price}: {cost:,}.", P.play.see_blind_cost)
    else:
        why.say(f"Double the last bet of {last:,} is {cost:,}.")
    limited = options[POT_LIMIT] or 0 < options[MAX_RAISE] < owed
    ours = "We do not apply the limit on raises to a bet that sees; the book does not say."
    why.say(ours, P.play.see_limit, when=limited)
    why.cite(P.play.see_words)
    text = f"Yes: the player puts in {in_chips(cost)} and says “See you”."
    return why.verdict(text, allowed=True, cost=cost, why=None)


# Covering.


def _offer_after_all_in(table: Table[bool], entry: Record) -> str:
    """Suggest this question if somebody put in all their chips."""
    names = players_all_in(table, entry)
    return f"{listed(names)} put in everything they held." if names else ""


HELD = ask.chips("held", "Held", MOST_IN_POT, required=True, help="What the player still has.")
LEAST = ask.chips("least", "Least bet", MOST_IN_POT, 1, required=True, help="What the player would have to bet now.")


@situation("short", "May I cover the pot?", (HELD, LEAST), offer=_offer_after_all_in)
def _short_of_chips(options: Record, given: Record) -> Verdict:
    """Judge whether a player may cover the pot: only if they cannot pay the least bet."""
    held, least, why = given[HELD], given[LEAST], Reasons()
    why.say(f"The player holds {in_chips(held)} and owes {least:,}.")
    if held >= least:
        why.say("Only a player who cannot pay the least bet covers the pot.", P.play.cover_only_short, P.play.cover)
        return why.verdict("No: the player holds enough. Bet or fold.", covers=False, puts_in=None)
    if not held:
        why.say("A player who has run out of chips covers the pot with their cards.", P.play.cover)
        return why.verdict("Yes: the player lays their cards on the pot and covers it.", covers=True, puts_in=0)
    text = "The book does not say what becomes of too few chips. We have them go into the pot that is being bet on."
    why.say(text, P.play.cover_short, P.play.cover)
    text = f"Yes: the player puts in what is left, {in_chips(held)}, and covers the pot."
    return why.verdict(text, covers=True, puts_in=held)


def _check_cover(options: Record, given: Record) -> Iterator[Problem]:
    """Check that a different player covers each pot but the last, and that exactly the right hands are given.

    These are the hands of all who cover a pot, and of the winner of the side pot, who covers none.
    """
    pots, winner = given[POTS], given.who(SIDE_WINNER)
    showing = [winner]
    for number, row in enumerate(pots, start=1):
        name, is_last = row[COVERER], number == len(pots)
        if is_last and name is not None:
            yield Problem(POTS, "Nobody covers the last pot: it is the side pot.", name, number)
        elif not is_last and name is None:
            yield Problem(POTS, f"Say who covers pot {number}; only the last one is covered by nobody.", None, number)
        elif name == winner:
            yield Problem(POTS, f"{name} covers a pot and has no part in the side pot.", name, number)
        elif name in showing:
            yield Problem(POTS, f"{name} covers two pots; the later ones are not theirs.", name, number)
        showing += [name] if name else []
    yield from refuse(POTS, "The first pot is empty, but the antes lie in it.", None, 1, when=not pots[0][CHIPS])
    hands = given.names_given(HANDS)
    yield from refuse_each(HANDS, dict.fromkeys(showing), hands, "Give the hand of {name}, who has to show.")
    yield from refuse_each(HANDS, hands, showing, "{name} neither covers a pot nor won the side pot.")


def _say_meeting(
    why: Reasons, names: Sequence[str], coverer: str, best: Sequence[str], chips: int, hands: Mapping[str, ShownHand]
) -> None:
    """Explain how the hand that covers a pot compares with those that won the pot after it, and who takes the pot.

    ``names``: who won the pot after it; ``best``: who takes this one; ``chips``: what it holds.
    """
    shown = with_verb((f"{name}'s hand" for name in names), "meets", "meet")
    why.say(f"{shown} {coverer}'s: {hands[names[0]].text} against {hands[coverer].text}.")
    rest = f"; what does not divide goes to {best[0]}" if chips % len(best) else ""
    shares = f"share the pot of {in_chips(chips)}{rest}."
    if coverer in best and len(best) > 1:
        why.say(f"They are level, which the book does not foresee. We let them {shares}", P.play.cover_level)
        return
    prials = hands[names[0]].name == hands[coverer].name == "prial"
    loser = coverer if coverer not in best else names[0]
    better = why_better(best[0], hands[best[0]], loser, hands[loser])
    why.say(better, P.scoring.hands, P.scoring.prial if prials else P.scoring.level)
    why.say(f"{best[0]} takes the pot of {in_chips(chips)}.", when=len(best) == 1)
    why.say(f"{listed(best)} {shares}", P.play.cover_level, when=len(best) > 1)


def _offer_cover(_: Table[bool], entry: Record) -> Suggestion:
    """Suggest asking the referee about several pots, with who covered them.

    A player who took a pot but not the side pot has covered it; of several such pots, the latest.
    """
    pots = entry[POTS]
    if len(pots) < 2:
        return ""
    winners = [row.who(WINNER) for row in pots]
    latest = {name: number for number, name in enumerate(winners[:-1]) if name != winners[-1]}
    coverers = [name if latest.get(name) == number else None for number, name in enumerate(winners)]
    rows = [{"chips": row[CHIPS], "coverer": name} for row, name in zip(pots, coverers, strict=True)]
    took = listed(f"{row[WINNER]} took {row[CHIPS]:,}" for row in pots)
    return f"There was more than one pot: {took}.", {"pots": rows, "side_winner": winners[-1]}


COVERER = ask.player("coverer", "Covered by", nobody="Nobody")
SIDE_WINNER = ask.player("side_winner", "Side pot won by", required=True)


@situation("cover", "Who wins the pot that was covered?", (
    f.rows(
        POTS, "Pot", (f.chips(CHIPS, "Chips", MOST_IN_POT, required=True), COVERER),
        least=2, most=MOST_SHOWN, required=True, sentences=(("", "{chips} – covered by: {coverer}"),),
        help="In the order formed; nobody covers the last, the side pot.",
    ),
    SIDE_WINNER,
    hands_fact(DECK, HAND, HAND, help="Of the winner of the side pot, and of everybody who covers."),
), check=_check_cover, offer=_offer_cover)  # fmt: skip
def _cover(options: Record, given: Record) -> Verdict:
    """Judge who wins covered pots: after the side pot each covering hand meets the best so far, last pot first."""
    pots, winner, hands, why = given[POTS], given.who(SIDE_WINNER), _hands(given, options), Reasons(P.play.cover)
    best, side = [winner], pots[-1][CHIPS]
    rows: list[dict[str, Any]] = [{"chips": side, "winner": winner}]
    won = dict.fromkeys(hands, 0) | {winner: side}
    why.say(f"{winner} takes the side pot of {in_chips(side)}." if side else "The side pot is empty.")
    last = f"{winner}, the last with chips, shows against those who cover; the book does not mention it."
    why.say(last, P.play.cover_last, when=not side)
    ours = "In the book only one player covers; we let each play for the pots formed up to then, the last one first."
    why.say(ours, P.play.cover_several, when=len(pots) > 2)
    for row in reversed(pots[:-1]):
        coverer, before = row.who(COVERER), best
        best, *_ = ranking({name: hands[name] for name in (*before, coverer)})
        _say_meeting(why, before, coverer, best, row[CHIPS], hands)
        each, left = divmod(row[CHIPS], len(best))
        for name in best:
            won[name] += each + (left if name == best[0] else 0)
        rows.insert(0, {"chips": row[CHIPS], "winner": best[0] if len(best) == 1 else None})
    _say_runs(why, given, options)
    why.cite(P.scoring.hands)
    text = f"{listed(f'{name} wins {in_chips(chips)}' for name, chips in won.items() if chips)}."
    return why.verdict(text, pots=rows, chips=won)


# The shuffle.


def _offer_shuffle(table: Table[bool], entry: Record) -> str:
    """Suggest asking whether the pack is shuffled if a prial is entered as shown, but only one player bet."""
    betting = [name for name, chips in entry[PAID].items() if chips > table.options[ANTE]]
    shown = len(betting) == 1 and entry[PRIAL_SHOWN]
    return f"A prial is marked as shown, but nobody bet against {betting[0]}." if shown else ""


WON_WITH = ask.cards(
    "won_with", "Won with", DECK, HAND, HAND, help="The cards that were shown and won; none if nobody showed.",
)  # fmt: skip


@situation("shuffle", "Is the pack shuffled?", (WON_WITH,), offer=_offer_shuffle)
def _shuffle(options: Record, given: Record) -> Verdict:
    """Judge whether the pack is shuffled: only after a pot won with a prial that was shown."""
    cards, why = given[WON_WITH], Reasons(P.deal.shuffle)
    hand = brag_hand(cards, options) if cards else None
    is_prial = hand is not None and hand.name == "prial"
    why.say(f"The pot was won with {hand.text}." if hand else "Nobody showed the hand that won.")
    why.say("Only after a pot won with a prial that was shown is the pack shuffled.")
    text = "Yes: shuffle before the next hand." if is_prial else "No: deal the next hand without a shuffle."
    return why.verdict(text, shuffle=is_prial)


SITUATIONS = (
    _showdown, _bet, _see, _short_of_chips, _cover, _shuffle,
    out_of_turn_situation(P.play.bet, P.penalties.manners, what="bet or fold", acted="bet or folded"),
)  # fmt: skip
