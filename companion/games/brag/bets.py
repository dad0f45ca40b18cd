"""How much may be bet in Brag: the least and the greatest bet of a player who has looked, and of a blind one."""

from companion.core.common.chips import MAX_BET, MIN_BET, MOST_IN_POT, MOST_PAID
from companion.core.entry import ask
from companion.core.entry.fields import FieldKey
from companion.core.entry.record import Record
from companion.core.referee.reasons import Reasons
from companion.core.words import counted
from companion.games.brag.scoring import MAX_RAISE, POT_LIMIT, P


def in_chips(chips: int) -> str:
    """Return a number of chips in words: ``1 chip``."""
    return counted(chips, "chip")


LAST_BLIND = ask.flag("last_blind", "Bet blind", help="The player who made that bet had not looked at their cards.")
ME_BLIND = ask.flag("me_blind", "I am blind", help="The player who bets now has not looked at their cards.")


LAST_BET = ask.chips("last_bet", "Last bet", MOST_PAID, least=1, required=True, help="What the player before put in.")
FIRST_BET = LAST_BET.of(least=0, help=f"{LAST_BET.field.help} 0: nobody has bet yet.")
"""The last bet, in questions that can also be asked before anybody has bet."""


POT: FieldKey[int | None] = ask.chips(
    "pot", "Pot", MOST_IN_POT, help="The chips in it before this bet; needed only with a pot limit.",
)  # fmt: skip


A_BET: FieldKey[int | None] = ask.chips("bet", "Bet", MOST_PAID, nobody="None yet", help="A bet to be judged.")


def least_open_bet(why: Reasons, options: Record, given: Record) -> int:
    """Return the least bet of an open player, who has looked at their cards, and explain it."""
    last, least = given[LAST_BET], options[MIN_BET]
    if not last:
        text = f"Nobody has bet yet. The first bet is at least {in_chips(least)}, as agreed."
        why.say(text, P.play.bet, P.need.first_bet)
        return least
    if given[LAST_BLIND]:
        why.say(f"The last bet was {in_chips(last)}, blind: it counts double, {2 * last:,}.", P.play.blind, P.play.bet)
        return 2 * last
    why.say(f"The last bet was {in_chips(last)}, and a bet is at least as much.", P.play.bet)
    return last


def least_blind_bet(why: Reasons, open_least: int, given: Record) -> int:
    """Return the least bet of a blind player, half of that of an open one, and explain it."""
    half = -(-open_least // 2)
    why.say(f"Whoever is blind owes half of what an open player would: {half:,}.", P.play.blind)
    why.say(f"We round half of {open_least:,} up; the book halves even bets only.", P.play.half, when=open_least % 2)
    after = "after another blind bet" if given[LAST_BLIND] else "for the first bet"
    ours = f"The book does not say what a blind player owes {after}; blind chips count double throughout."
    why.say(ours, P.play.blind_double, when=given[LAST_BLIND] or not given[LAST_BET])
    return half


def greatest_open_bet(why: Reasons, options: Record, given: Record, open_least: int) -> int | None:
    """Return the greatest bet of an open player (None: no limit), and explain it."""
    pot, most_first, most_raise = given[POT] or 0, options[MAX_BET], options[MAX_RAISE]
    if options[POT_LIMIT]:
        ours = f"The book does not explain pot limit; we take the pot as the most: {pot:,}."
        why.say(ours, P.play.pot_limit, P.play.pot_limit_most)
        return pot
    if not given[LAST_BET]:
        limit = f"is at most {in_chips(most_first)}, as agreed" if most_first else "has no upper limit"
        why.say(f"The first bet {limit}.", P.need.most_first_bet)
        return most_first or None
    most = open_least + most_raise if most_raise else None
    text = f"A raise is at most {most_raise:,} more: {most:,}." if most else "Raises have no upper limit."
    why.say(text, P.play.limit)
    return most


def bet_text(bet: int | None, least: int, most: int | None, legal: bool | None) -> str:
    """Return the verdict sentence: whether ``bet`` is ``legal`` or, if it is None, which bets are."""
    span = f"at least {in_chips(least)}" + (f" and at most {most:,}" if most is not None else "")
    if most == least:
        span = f"exactly {in_chips(least)}"
    if bet is None:
        return f"Bet {span}, or fold."
    if not bet:
        return f"No: nobody may check. Bet {span}, or fold."
    if bet == least == most:
        return f"Yes: {bet:,} is the only bet possible."
    if legal:
        return f"Yes: a bet is {span}."
    return f"No: a bet of {bet:,} is too {'low' if bet < least else 'high'}. It has to be {span}."
