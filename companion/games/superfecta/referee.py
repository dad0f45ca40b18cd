"""The referee of Superfecta: tickets, payouts, the state of a race, its odds, and the division of the pools."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, pretty, suit_of
from companion.core.common.chips import CHIPS, MIN_BET
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.keys import Key
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record, Rows
from companion.core.game.game import STACK
from companion.core.game.situation import Suggestion, Verdict, situation
from companion.core.game.table import Table
from companion.core.referee import facts
from companion.core.referee.cases import first_true
from companion.core.referee.facts import CARDS as DRAWN
from companion.core.referee.facts import PLAYERS
from companion.core.referee.reasons import Reasons
from companion.core.words import capitalized, counted, listed
from companion.games.superfecta import scoring
from companion.games.superfecta.odds import HOME, PLACED, chance, chance_json
from companion.games.superfecta.scoring import (
    BET,
    FINISH,
    HORSES,
    NAMED_HORSES,
    NEEDS,
    PLACES,
    POOLS,
    Bet,
    PoolPayout,
    Pools,
    horses_in,
    pretty_horses,
)

POOLS_KEY: Key[Record | None] = Key("pools")
POOL_KEYS = tuple(Key[int](kind) for kind in POOLS)

DECK = standard_deck("the 48 cards beside the horses", ranks=RANKS[1:])
RAIL_CARDS = 6
STOCK = len(DECK.copies) - RAIL_CARDS
OF_A_SUIT = len(DECK.copies) // len(HORSES)

MOST_LINES = 50
MOST_IN_POOL = 1_000_000_000

NAMES = {letter: SUIT_NAMES[letter.lower()] for letter in HORSES}
"""For each horse, its suit in words."""


def _pools_field(**more: Any) -> f.Field:
    """Return the fact for the chips in each pool. ``more``: its further settings."""
    columns = tuple(f.chips(key, capitalized(POOLS[key]), MOST_IN_POOL) for key in POOL_KEYS)
    return f.parts(POOLS_KEY, "Pools", columns, **more)


def _chips_in_pools(given: Record) -> dict[str, int]:
    """Return the chips in the pool of each kind of bet; 0 if the pools are not given."""
    pools = given[POOLS_KEY]
    return {key: pools[key] if pools else 0 for key in POOL_KEYS}


# Is a ticket in order?

BETS: Key[Rows] = Key("bets")
PAID: Key[int | None] = Key("paid")
CHANGED = ask.flag(
    "changed", "Changed later", aside=True, help="Its player wants to change it after the dealer had it.",
)  # fmt: skip


def _ticket_facts(options: Record) -> tuple[f.Field, ...]:
    """Return the facts about a ticket that may break the rules: any bets and any text for the horses are accepted."""
    columns = (scoring.bet_field(options[MIN_BET]), BET, NAMED_HORSES.of(letters=None))
    return f.fields_of(
        f.rows(
            BETS, "Line", columns, least=1, most=MOST_LINES, required=True,
            sentences=(("", "{chips} on {horses} ({bet})"),), help="The lines of the ticket, in their order.",
        ),
        f.chips(PAID, "Handed in", MOST_IN_POOL, nobody="Not counted yet", help="The chips that came with the ticket."),
        CHANGED,
    )  # fmt: skip


RULES = {"win": "play.win", "exa": "play.exacta", "sfc": "play.superfecta"}
"""For each kind of bet, its paragraph."""


def _line_fault(row: Record, least: int) -> tuple[str, str, str] | None:
    """Return what is wrong with a line of a ticket: a word for programs, the end of a sentence, and the rule.

    None if it is in order. ``least``: the least bet.
    """
    chips, kind = counted(row[CHIPS], "chip is", "chips are"), row.text(BET)
    if row[CHIPS] < least:
        return "below-minimum", f"{chips} below the least bet, {least}", "play.multiple"
    if row[CHIPS] % least:
        return "not-a-multiple", f"{chips} no multiple of the least bet, {least}", "play.multiple"
    horses = scoring.horses_fault(row.text(NAMED_HORSES), kind)
    return ("horses", horses, RULES[kind]) if horses else None


def _doubtful_ticket(table: Table[Pools], entry: Record) -> tuple[str, str]:
    """Return the first player whose ticket is doubtful, and a sentence on why; two empty strings if none is.

    It may be refused, since it names wrong horses or costs more than the player holds, or have several lines of a kind.
    """
    found = [(problem.name, problem.message) for problem in scoring.check_before(table, entry) if problem.name]
    lines_of_a_kind = Counter((bet.name, bet.kind) for bet in scoring.bets_of(entry))
    found += [
        (name, f"{name} has {lines} lines of one kind, {POOLS[kind]}.")
        for (name, kind), lines in lines_of_a_kind.items()
        if lines > 1
    ]
    return found[0] if found else ("", "")


def _offer_ticket(table: Table[Pools], entry: Record) -> Suggestion:
    """Suggest asking about a ticket that is not in order, or has several lines of a kind, with its lines filled in.

    If its player holds less than it costs, the chips handed in are what the player holds.
    """
    name, why = _doubtful_ticket(table, entry)
    bets, held = scoring.bets_of(entry), max(0, table.totals.get(name, 0))
    rows = [{"chips": bet.chips, "bet": bet.kind, "horses": bet.horses} for bet in bets if bet.name == name]
    paid = {"paid": held} if table.options[STACK] and scoring.prices(bets)[name] > held else {}
    return (why, {"bets": rows[:MOST_LINES], **paid}) if why else ""


@situation("ticket", "Is the ticket in order, and what does it cost?", _ticket_facts, offer_before=_offer_ticket)
def _ticket(options: Record, given: Record) -> Verdict:
    """Judge whether a ticket is in order and what it costs: the sum of its lines, each a multiple of the least bet.

    It is wrong by a line, by the chips that came with it, or by a change after it was handed in.
    """
    least, bets, paid, why = options[MIN_BET], given[BETS], given[PAID], Reasons("play.price")
    price = sum(row[CHIPS] for row in bets)
    judged = {number: _line_fault(row, least) for number, row in enumerate(bets, start=1)}
    faults = {number: fault for number, fault in judged.items() if fault}
    why.say(f"The lines add up to {' + '.join(f'{row[CHIPS]:,}' for row in bets)} = {price:,}.", when=len(bets) > 1)
    for number, (_, text, rule) in faults.items():
        why.say(f"Line {number}: {text}.", rule)
    if not faults:
        each = "The line is" if len(bets) == 1 else "Every line is"
        why.say(f"{each} the least bet of {least} or a multiple, and names its horses.", "play.multiple")
        why.say("Every line costs its chips, whether or not they can all win.", when=len(bets) > 1)
    if paid is not None:
        why.say(f"{counted(paid, 'chip was', 'chips were')} handed in.", "play.check")
    changed = given[CHANGED] and not faults and paid in (None, price)
    why.say("The book does not say whether a ticket may be changed; we say no.", "play.changed", when=changed)
    bad = listed(map(str, faults))
    wrong = f"lines {bad} are" if len(faults) > 1 else f"line {bad} is"
    off = 0 if paid is None else paid - price
    costs = f"It costs {counted(price, 'chip')}."
    fault, verdict = first_true(
        (faults, ("lines", f"No: {wrong} wrong. As written, it costs {counted(price, 'chip')}.")),
        (off, ("paid", f"No: {counted(abs(off), 'chip')} too {'few' if off < 0 else 'many'} came with it. {costs}")),
        (changed, ("changed", f"No: it counts as it was handed in. {costs}")),
        (True, (None, f"Yes. {costs}")),
    )
    lines = [{"line": number, "valid": not fault, "why": fault and fault[0]} for number, fault in judged.items()]
    return why.verdict(verdict, price=price, valid=fault is None, lines=lines, why=fault)


# Who is paid from which pool?


def _payout_facts(options: Record) -> tuple[f.Field, ...]:
    """Return the facts of a race: tickets, finish, and the pools before it."""
    pools = _pools_field(help="What earlier races left in each pool.")
    return f.fields_of(scoring.tickets_field(options[MIN_BET]).of(phase=2), FINISH, pools)


def _why_unequal(bets: Sequence[Bet], finish: str, kind: str) -> str:
    """Return why winners of a pool might expect unequal shares: several winning lines, or different bets.

    Empty if there is no such reason.
    """
    won = [bet for bet in bets if bet.kind == kind and bet.has_won(finish)]
    lines = Counter(bet.name for bet in won).most_common()
    if len(lines) < 2:
        return ""
    name, often = lines[0]
    if often > 1:
        return f"{name} has {often} winning lines in the {POOLS[kind]} pool and gets one share, as we read the book."
    best = max(won, key=lambda bet: bet.chips)
    text = f"{best.name} bet more in the {POOLS[kind]} pool and gets no larger share, as we read the book."
    return text if any(bet.chips < best.chips for bet in won) else ""


def _known_payouts(table: Table[Pools], entry: Record) -> Mapping[str, PoolPayout]:
    """Return how each pool is paid out; nothing if the finish or a line is not entered correctly."""
    finish, bets = scoring.finish_of(entry), scoring.bets_of(entry)
    if not finish or any(scoring.check_lines(bets)):
        return {}
    return scoring.pool_payouts(table.state.chips, bets, finish)


def _offer_payout(table: Table[Pools], entry: Record) -> str:
    """Suggest this question if a pool has several winners, or none."""
    paid = _known_payouts(table, entry)
    for kind, payout in paid.items():
        if len(payout.winners) > 1:
            return f"{listed(payout.winners)} share the {POOLS[kind]} pool."
    unwon = (kind for kind, payout in paid.items() if payout.pool and payout.left)
    return next((f"Nobody won the {POOLS[kind]} pool." for kind in unwon), "")


@situation("payout", "Who is paid from which pool?", _payout_facts, offer=_offer_payout,
    check=lambda options, given: [*scoring.check_lines(scoring.bets_of(given)), *scoring.check(options, given)]
)  # fmt: skip
def _payout(options: Record, given: Record) -> Verdict:
    """Judge who is paid from which pool: each goes in even shares to the players with a winning line of its kind."""
    finish, bets, why = scoring.finish_of(given), scoring.bets_of(given), Reasons()
    paid = scoring.pool_payouts(_chips_in_pools(given), bets, finish)
    payments = dict.fromkeys((bet.name for bet in bets), 0)
    why.say(f"The finish is {pretty_horses(finish)}.", "scoring.share", "scoring.ticket")
    for kind, payout in paid.items():
        if not payout.pool:
            why.say(f"Nothing lies in the {POOLS[kind]} pool.")
            continue
        what = f"{capitalized(POOLS[kind])} bets on {pretty_horses(finish[: PLACES[kind]])} win"
        why.say(f"{what}. {scoring.pool_text(kind, payout)}", "scoring.which-lines")
        why.cite("scoring.carried", when=payout.left)
        for name in payout.winners:
            payments[name] += payout.each
    why.say_all(filter(None, (_why_unequal(bets, finish, kind) for kind in paid)), "scoring.even")
    left = {kind: payout.left for kind, payout in paid.items()}
    got = [f"{name} gets {counted(chips, 'chip')}" for name, chips in payments.items() if chips]
    stay = sum(left.values())
    stays = f"{counted(stay, 'chip stays', 'chips stay')} in the pools" if stay else "the pools are empty"
    return why.verdict(
        f"{capitalized(listed(got)) or 'Nobody is paid anything'}; {stays}.",
        winners={kind: list(payout.winners) for kind, payout in paid.items()}, payments=payments, pools=left,
    )  # fmt: skip


# How does a race stand?


RAIL = ask.cards("rail", "Rail", DECK, RAIL_CARDS, RAIL_CARDS, help="The six cards beside the track, if you like.")


def _check_race(options: Record, given: Record) -> Iterator[Problem]:
    """Check that no card turned is one of the rail."""
    for card in given[DRAWN]:
        if card in given[RAIL]:
            yield Problem(DRAWN, f"{pretty(card)} lies in the rail and cannot have been turned.")


HOME_AS = ("first", "second", "third")


@situation("race", "How does the race stand?", (
    f.cards(DRAWN, "Cards turned", DECK, 0, STOCK, help="In the order turned."),
    RAIL,
), check=_check_race)  # fmt: skip
def _race(options: Record, given: Record) -> Verdict:
    """Judge how a race stands: each card moves the horse of its suit, and the seventh brings it home."""
    positions, ignored, why = dict.fromkeys(HORSES, 0), 0, Reasons("play.race", "play.spaces")
    finished: list[str] = []
    for number, card in enumerate(given[DRAWN], start=1):
        horse = suit_of(card).upper()
        if len(finished) == PLACED or horse in finished:
            ignored += 1
            continue
        positions[horse] += 1
        if positions[horse] == HOME:
            place = HOME_AS[len(finished)]
            finished.append(horse)
            why.say(f"{capitalized(NAMES[horse])} comes home {place} with card {number}, {pretty(card)}.")
    still = [horse for horse in HORSES if horse not in finished]
    on_track = listed(f"{NAMES[horse]} on space {positions[horse]}" for horse in still if positions[horse])
    if on_track:
        why.say(f"{capitalized(on_track)}: each card moves the horse of its suit one space.")
    elif not finished:
        why.say("No card has been turned: all horses stand at the start.")
    uncounted = counted(ignored, "card does", "cards do")
    why.say(f"{uncounted} not count: the horse was home, or the race over.", when=ignored)
    if len(finished) == PLACED:
        finish = "/".join((*finished, *still))
        why.say(f"Three horses are home, so {NAMES[still[0]]} is fourth.")
        verdict = f"The race is over: {pretty_horses(''.join(finished) + still[0])}."
    else:
        finish = None
        order = [f"{capitalized(NAMES[finished[0]])} wins"] if finished else ["No horse is home yet"]
        order += [f"{NAMES[horse]} is second" for horse in finished[1:]]
        verdict = f"{listed(order)}. Turn on{f' for {listed(HOME_AS[len(finished) :])}' if finished else ''}."
    return why.verdict(verdict, positions=positions, finished=finished, finish=finish, ignored=ignored)


# What are the odds?


def _check_odds(options: Record, given: Record) -> Iterator[Problem]:
    """Check that a bet is given together with as many horses as its kind needs, or neither."""
    bet, horses = given[BET], given[NAMED_HORSES]
    if bet and horses is None:
        yield Problem(NAMED_HORSES, f"The {POOLS[bet]} bet names {NEEDS[bet]}: say which.")
    elif horses is not None and not bet:
        yield Problem(BET, "Say what kind of bet it is on these horses.")
    elif bet and horses is not None and not horses_in(horses, PLACES[bet]):
        yield Problem(NAMED_HORSES, f"The {POOLS[bet]} bet names {NEEDS[bet]}, not {horses}.")


@situation("odds", "What are the odds of this race?", (
    RAIL.of(required=True, help="The six cards beside the track."),
    BET.of(required=False, nobody="No bet", help="With the horses: how likely such a line is to win."),
    NAMED_HORSES.of(required=False, nobody="None"),
), help="Counted exactly, before the first card is turned.", check=_check_odds)  # fmt: skip
def _odds(options: Record, given: Record) -> Verdict:
    """Judge how likely each horse is to win, and a bet; all orders of the stock are equally likely."""
    rail = Counter(suit_of(card).upper() for card in given[RAIL])
    left = {horse: OF_A_SUIT - rail[horse] for horse in HORSES}
    win = {horse: chance_json(chance(horse, left)) for horse in HORSES}
    bet = given[BET]
    why = Reasons("play.odds", "deal.track", "play.race")
    letters = horses_in(given.text(NAMED_HORSES), PLACES[bet]) if bet else ""
    line = chance_json(chance(letters, left)) if bet else None
    cards = listed(f"{left[horse]} {NAMES[horse]}" for horse in HORSES)
    why.say(f"{OF_A_SUIT} cards of each suit run; without those on the rail {cards} are left.")
    why.say_all(_why_no_chance(left, letters), "play.no-chance")
    why.say(f"A horse is home with the {HOME}th card of its suit.")
    chances = listed(f"{NAMES[horse]} {likely['percent']} %" for horse, likely in win.items())
    verdict = f"Chances to win: {chances}."
    if line:
        verdict = f"{capitalized(POOLS[bet or ''])} on {pretty_horses(letters)}: {line['percent']} %. {verdict}"
    return why.verdict(verdict, left=left, win=win, line=line)


def _why_no_chance(left: Mapping[str, int], letters: str) -> Iterator[str]:
    """Yield a sentence for each horse that cannot come home, and for a bet on it.

    ``left``: how many cards of each horse are left; ``letters``: those of the bet.
    """
    for horse in HORSES:
        if left[horse] < HOME:
            yield f"{capitalized(NAMES[horse])} has too few cards left to come home and is always last."
            if horse in letters[:PLACED]:
                yield "So this line cannot win."


# How are the pools divided after the last race?


def _offer_divide(table: Table[Pools], entry: Record) -> Suggestion:
    """Suggest this question if it is the last race and pools have chips left, with the pools filled in."""
    pools = {kind: payout.left for kind, payout in _known_payouts(table, entry).items()}
    if not any(pools.values()) or not scoring.is_last(table, entry):
        return ""
    left = counted(sum(pools.values()), "chip is", "chips are")
    return f"It is the last race, and {left} left in the pools.", {"pools": pools}


@situation("divide", "Who gets what is left in the pools after the last race?", (
    _pools_field(required=True, help="What is in each pool once the last race has been paid."),
    facts.players(scoring.GAME.seats).of(help="Who is there in the last race, with or without a ticket."),
), offer=_offer_divide)  # fmt: skip
def _divide(options: Record, given: Record) -> Verdict:
    """Judge who gets what is left in the pools: everybody an even share."""
    pools, players, why = _chips_in_pools(given), given[PLAYERS], Reasons("ending.pools")
    left = sum(pools.values())
    each, undivided = divmod(left, len(players))
    added = " + ".join(f"{chips:,}" for chips in pools.values())
    why.say(f"The three pools together hold {added} = {counted(left, 'chip')}.")
    text = "The book says only “equally”; we put the pools together and count everybody, with or without a ticket."
    why.say(text, "ending.together", "ending.who-shares")
    text = f"{left:,} does not divide by {len(players)}; the book leaves the rest open."
    why.say(text, "ending.undivided", when=undivided)
    share = f"Each player gets {counted(each, 'chip')}" if each else "Nobody gets anything"
    rest = f" {counted(undivided, 'chip is', 'chips are')} left over: the table decides." if undivided else ""
    return why.verdict(f"{share}.{rest}", each=each, undivided=undivided)


SITUATIONS = (_ticket, _payout, _race, _odds, _divide)
