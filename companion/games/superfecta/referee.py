"""The referee of Superfecta: tickets and their price, payouts, how a race stands, its odds, and the last division."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from companion.cards.decks import standard_deck
from companion.cards.notation import RANKS, SUIT_NAMES, pretty, suit_of
from companion.core import facts
from companion.core import fields as f
from companion.core.endings import names_in
from companion.core.entry import Record, Rows
from companion.core.facts import PLAYERS
from companion.core.game import STACK, Table
from companion.core.keys import Cards, Key
from companion.core.problems import Problem
from companion.core.situation import Basis, Situation, Verdict, once_each
from companion.core.words import begun, counted, listed
from companion.games.superfecta import scoring
from companion.games.superfecta.odds import HOME, PLACED, chance
from companion.games.superfecta.scoring import (
    BET,
    BET_FIELD,
    CHIPS,
    FINISH,
    FINISH_FIELD,
    HORSES,
    HORSES_FIELD,
    HORSES_KEY,
    MIN_BET,
    NEEDS,
    PLACES,
    PLAYER,
    POOLS,
    TICKETS,
    Pools,
    horses_in,
    pretty_horses,
)

BETS: Key[Rows] = Key("bets")
PAID: Key[int | None] = Key("paid")
POOLS_KEY: Key[Record | None] = Key("pools")
DRAWN: Key[Cards] = Key("cards")
RAIL: Key[Cards] = Key("rail")
WIN: Key[int] = Key("win")
EXA: Key[int] = Key("exa")
SFC: Key[int] = Key("sfc")

DECK = standard_deck("the 48 cards beside the horses", ranks=(rank for rank in RANKS if rank != "A"))
RAIL_CARDS = 6
STOCK = len(DECK.copies) - RAIL_CARDS
OF_A_SUIT = len(DECK.copies) // len(HORSES)

MOST_LINES = 50
MOST_IN_POOL = 1_000_000_000
FEWEST_PLAYERS, MOST_PLAYERS = 2, 12

NAMES = {letter: SUIT_NAMES[letter.lower()] for letter in HORSES}
"""Horse to its suit in words."""


def _pools_field(**more: Any) -> f.Field:
    """What lies in each pool."""
    columns = tuple(f.chips(key, begun(POOLS[key]), MOST_IN_POOL, noun=("chip", "chips")) for key in (WIN, EXA, SFC))
    return f.parts(POOLS_KEY, "Pools", columns, **more)


def _in_pools(given: Record) -> dict[str, int]:
    pools = given[POOLS_KEY]
    return {key: pools[key] if pools else 0 for key in (WIN, EXA, SFC)}


# Is a ticket in order?


def _ticket_facts(options: Record) -> tuple[f.Field, ...]:
    least = options[MIN_BET]
    columns = (
        f.chips(CHIPS, "Bet", scoring.MOST_BET, required=True, quick=(least, 2 * least, 3 * least, 5 * least)),
        BET_FIELD,
        HORSES_FIELD.of(tapped_as=None),  # as it stands on the ticket, which may be wrong
    )
    return (
        f.rows(
            BETS, "Line", columns, least=1, most=MOST_LINES, required=True, ordered=True,
            sentences=(("", "{chips} on {horses} ({bet})"),), help="The lines of the ticket, in their order.",
        ),
        f.chips(
            PAID, "Handed in", MOST_IN_POOL, nobody="Not counted yet", help="The chips that came with the ticket.",
        ),
    )  # fmt: skip


def _line_fault(row: Record, least: int) -> str | None:
    """What is wrong with a line of a ticket, if anything."""
    if row[CHIPS] < least:
        return "below-minimum"
    if row[CHIPS] % least:
        return "not-a-multiple"
    return None if horses_in(row.word(HORSES_KEY), PLACES[row.word(BET)]) else "horses"


def _fault_told(row: Record, why: str, least: int) -> tuple[str, str]:
    """A fault of a line, to follow "Line 2", and the rule."""
    bet = row.word(BET)
    if why == "horses":
        rule = {"win": "superfecta/play.win", "exa": "superfecta/play.exacta", "sfc": "superfecta/play.superfecta"}
        kind = {"win": "a win bet", "exa": "an exacta", "sfc": "a superfecta"}
        return f"{kind[bet]} names {NEEDS[bet]}", rule[bet]
    bound = "below the least bet, which is" if why == "below-minimum" else "no multiple of the least bet,"
    return f"{counted(row[CHIPS], 'chip')} {'is' if row[CHIPS] == 1 else 'are'} {bound} {least}", (
        "superfecta/play.multiple"
    )


def _judge_ticket(options: Record, given: Record) -> Verdict:
    """Source: superfecta/play.price, superfecta/play.multiple."""
    least, bets, paid = options[MIN_BET], given[BETS], given[PAID]
    price = sum(row[CHIPS] for row in bets)
    faults = [_line_fault(row, least) for row in bets]
    bad = [number for number, why in enumerate(faults, start=1) if why]
    why = "lines" if bad else "paid" if paid is not None and paid != price else None
    rules = ["superfecta/play.price"]
    because = [f"The lines add up to {' + '.join(f'{row[CHIPS]:,}' for row in bets)} = {price:,}."]
    if len(bets) == 1:
        because = [f"Its one line is for {counted(price, 'chip')}."]
    for number, (row, fault) in enumerate(zip(bets, faults, strict=True), start=1):
        if fault:
            told, rule = _fault_told(row, fault, least)
            because.append(f"Line {number}: {told}.")
            rules.append(rule)
    if not bad:
        each = "The line is" if len(bets) == 1 else "Every line is"
        because.append(f"{each} the least bet of {least} or a multiple of it, and names its horses.")
        rules.append("superfecta/play.multiple")
        if len(bets) > 1:
            because.append("Lines cost their chips whether or not they can win together.")
    if paid is not None:
        because.append(f"{counted(paid, 'chip')} {'was' if paid == 1 else 'were'} handed in.")
        rules.append("superfecta/play.check")
    if why == "lines":
        wrong = f"line{'s' if len(bad) > 1 else ''} {listed(map(str, bad))}"
        verdict = f"The ticket is not in order: mend {wrong}. As written, it costs {counted(price, 'chip')}."
    elif why == "paid" and paid is not None:
        off = f"{price - paid:,} too few" if paid < price else f"{paid - price:,} too many"
        verdict = f"The ticket is not in order: {off} came with it. It costs {counted(price, 'chip')}."
    else:
        verdict = f"The ticket is in order. It costs {counted(price, 'chip')}."
    return Verdict(
        verdict=verdict,
        outcome={
            "price": price,
            "valid": why is None,
            "lines": [{"line": number, "valid": not one, "why": one} for number, one in enumerate(faults, start=1)],
            "why": why,
        },
        rules=once_each(rules),
        because=tuple(because),
    )


def _lines_of(entry: Record, name: str) -> list[Record]:
    return [row for row in entry[TICKETS] if row.who(PLAYER) == name]


def _ticket_in_question(table: Table[Pools], entry: Record) -> tuple[str, str]:
    """Whose ticket somebody might ask about, and why."""
    for problem in scoring.check_before(table, entry):
        if problem.row is not None and problem.name:
            return problem.name, f"A line of {problem.name}'s ticket does not name its horses."
    for name in names_in(row.who(PLAYER) for row in entry[TICKETS]):
        price = sum(row[CHIPS] for row in _lines_of(entry, name))
        if table.options[STACK] and price > max(0, table.totals[name]):
            return name, f"The ticket of {name} costs more than {name} holds."
        kinds = Counter(row.word(BET) for row in _lines_of(entry, name))
        for kind, lines in kinds.items():
            if lines > 1:
                return name, f"{name} has {lines} lines of one kind, {POOLS[kind]}."
    return "", ""


def _offer_ticket(table: Table[Pools], entry: Record) -> str:
    """A ticket that is not in order, or of which not all lines can win."""
    return _ticket_in_question(table, entry)[1]


def _answer_ticket(table: Table[Pools], entry: Record) -> Mapping[str, Any]:
    """The lines of that ticket, and the chips that can come with it where that is less than they cost."""
    name = _ticket_in_question(table, entry)[0]
    lines = _lines_of(entry, name)
    rows = [{"chips": row[CHIPS], "bet": row.word(BET), "horses": row.word(HORSES_KEY)} for row in lines]
    held = max(0, table.totals[name])
    short = table.options[STACK] and sum(row[CHIPS] for row in lines) > held
    return {"bets": rows[:MOST_LINES], **({"paid": held} if short else {})}


# Who is paid from which pool?


def _payout_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        scoring.tickets_field(facts.WHOEVER, options[MIN_BET]).of(phase=2),
        FINISH_FIELD,
        _pools_field(help="What earlier races left in each pool."),
    )


def _check_payout(options: Record, given: Record) -> Iterator[Problem]:
    """As the entry is checked."""
    yield from scoring.line_faults(given[TICKETS])
    yield from scoring.finish_faults(given.word(FINISH))


def _why_even(tickets: Rows, finish: str, kind: str) -> str:
    """Why the winners of a pool might think that it is not theirs in equal shares; empty: they would not."""
    won = scoring.winning_lines(tickets, finish, kind)
    names = names_in(row.who(PLAYER) for row in won)
    if len(names) < 2:
        return ""
    lines = Counter(row.who(PLAYER) for row in won)
    bets = {name: sum(row[CHIPS] for row in won if row.who(PLAYER) == name) for name in names}
    if max(lines.values()) > 1:
        name = next(name for name in names if lines[name] > 1)
        return f"{name} has {lines[name]} winning lines in the {POOLS[kind]} pool and gets one share."
    if len(set(bets.values())) > 1:
        more = max(names, key=lambda name: bets[name])
        return f"{more} bet more in the {POOLS[kind]} pool and gets no larger share."
    return ""


def _judge_payout(options: Record, given: Record) -> Verdict:
    """Source: superfecta/scoring.share, superfecta/scoring.which-lines, superfecta/scoring.carried."""
    finish, tickets = horses_in(given.word(FINISH), len(HORSES)), given[TICKETS]
    paid = scoring.paid_pools(_in_pools(given), tickets, finish)
    payments = dict.fromkeys(names_in(row.who(PLAYER) for row in tickets), 0)
    rules, because, evens = (
        ["superfecta/scoring.share", "superfecta/scoring.ticket"],
        [f"The finish is {pretty_horses(finish)}."],
        [],
    )
    for kind, one in paid.items():
        if not one.pool:
            because.append(f"Nothing lies in the {POOLS[kind]} pool.")
            continue
        what = f"{begun(POOLS[kind])} bets on {pretty_horses(finish[: PLACES[kind]])} win"
        because.append(f"{what}. {scoring.pool_told(kind, one)}")
        rules.append("superfecta/scoring.which-lines")
        if one.left:
            rules.append("superfecta/scoring.carried")
        for name in one.winners:
            payments[name] += one.each
        even = _why_even(tickets, finish, kind)
        if even:
            evens.append(even)
            rules.append("superfecta/scoring.even")
    left = {kind: one.left for kind, one in paid.items()}
    got = [f"{name} gets {counted(chips, 'chip')}" for name, chips in payments.items() if chips]
    stay = sum(left.values())
    stays = f"{counted(stay, 'chip stays', 'chips stay')} in the pools" if stay else "the pools are empty"
    basis: Basis = "open" if evens else "book"
    return Verdict(
        verdict=f"{begun(listed(got)) if got else 'Nobody is paid anything'}; {stays}.",
        outcome={
            "winners": {kind: list(one.winners) for kind, one in paid.items()},
            "payments": payments,
            "pools": left,
        },
        basis=basis,
        rules=once_each(rules),
        because=(*because, *evens),
    )


def _offer_payout(table: Table[Pools], entry: Record) -> str:
    """A pool with several winners, or with none."""
    finish = horses_in(entry.word(FINISH), len(HORSES))
    if not finish or any(scoring.line_faults(entry[TICKETS])):
        return ""
    paid = scoring.paid_pools(table.state.chips, entry[TICKETS], finish)
    for kind, one in paid.items():
        if len(one.winners) > 1:
            return f"{listed(one.winners)} share the {POOLS[kind]} pool."
    return next((f"Nobody won the {POOLS[kind]} pool." for kind, one in paid.items() if one.pool and one.left), "")


# How does a race stand?


def _rail_field(**more: Any) -> f.Field:
    return f.cards(RAIL, "Rail", DECK, RAIL_CARDS, RAIL_CARDS, **more)


def _race_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(DRAWN, "Cards turned", DECK, 0, STOCK, ordered=True, help="In the order turned."),
        _rail_field(help="The six cards beside the track, if you like."),
    )


def _check_race(options: Record, given: Record) -> Iterator[Problem]:
    """No card of the rail is turned."""
    for card in given[DRAWN]:
        if card in given[RAIL]:
            yield Problem(DRAWN, f"{pretty(card)} lies in the rail and cannot have been turned.")


def _judge_race(options: Record, given: Record) -> Verdict:
    """Source: superfecta/play.race, superfecta/play.spaces."""
    positions, ignored = dict.fromkeys(HORSES, 0), 0
    finished: list[str] = []
    because = []
    for number, card in enumerate(given[DRAWN], start=1):
        horse = suit_of(card).upper()
        if len(finished) == PLACED or positions[horse] == HOME:
            ignored += 1
            continue
        positions[horse] += 1
        if positions[horse] == HOME:
            finished.append(horse)
            place = ("first", "second", "third")[len(finished) - 1]
            because.append(f"{begun(NAMES[horse])} is home as the {place} with card {number}, {pretty(card)}.")
    still = [horse for horse in HORSES if horse not in finished]
    over = len(finished) == PLACED
    finish = "/".join((*finished, *still)) if over else None
    on_track = listed(f"{NAMES[horse]} on space {positions[horse]}" for horse in still if positions[horse])
    if not because and not on_track:
        because.append("No card has been turned: all horses stand at the start.")
    elif on_track:
        because.append(f"{begun(on_track)}: each card has moved the horse of its suit one space.")
    if ignored:
        because.append(
            f"{counted(ignored, 'card counts', 'cards count')} for nothing: the horse was home, or the race over."
        )
    if finish:
        because.append(f"Three horses are home, so {NAMES[still[0]]} is fourth.")
        verdict = f"The race is over: {pretty_horses(''.join(finished) + still[0])}."
    elif finished:
        home = begun(listed(NAMES[horse] for horse in finished))
        verdict = f"{home} {'is' if len(finished) == 1 else 'are'} home; turn on for the places."
    else:
        verdict = "No horse is home yet: turn on."
    return Verdict(
        verdict=verdict,
        outcome={"positions": positions, "finished": finished, "finish": finish, "ignored": ignored},
        rules=("superfecta/play.race", "superfecta/play.spaces"),
        because=tuple(because),
    )


# What are the odds?


def _odds_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _rail_field(required=True, help="The six cards beside the track."),
        BET_FIELD.of(required=False, nobody="No bet", help="With the horses: how likely such a line is to win."),
        HORSES_FIELD.of(required=False, nobody="None"),
    )


def _check_odds(options: Record, given: Record) -> Iterator[Problem]:
    """A bet with its horses, or neither."""
    bet, horses = given[BET], given[HORSES_KEY]
    if bet and horses is None:
        yield Problem(HORSES_KEY, f"A {POOLS[bet]} bet names {NEEDS[bet]}: say which.")
    elif horses is not None and not bet:
        yield Problem(BET, "Say what kind of bet it is on these horses.")
    elif bet and horses is not None and not horses_in(horses, PLACES[bet]):
        yield Problem(HORSES_KEY, f"The {POOLS[bet]} bet names {NEEDS[bet]}, not {horses}.")


def percent(likely: Fraction) -> float:
    """A chance in per cent, to one decimal."""
    return int(likely * 1000 + Fraction(1, 2)) / 10


def _chance_json(likely: Fraction) -> dict[str, Any]:
    return {"fraction": f"{likely.numerator}/{likely.denominator}", "percent": percent(likely)}


def _judge_odds(options: Record, given: Record) -> Verdict:
    """Source: superfecta/play.odds, superfecta/play.no-chance, superfecta/play.race."""
    rail = Counter(suit_of(card).upper() for card in given[RAIL])
    left = {horse: OF_A_SUIT - rail[horse] for horse in HORSES}
    win = {horse: chance(horse, left) for horse in HORSES}
    bet, letters = given[BET], ""
    line = None
    if bet:
        letters = horses_in(given.word(HORSES_KEY), PLACES[bet])
        line = chance(letters, left)
    rules = ["superfecta/play.odds", "superfecta/deal.track", "superfecta/play.race"]
    told = listed(f"{left[horse]} {NAMES[horse]}" for horse in HORSES)
    because = [f"Of each suit {OF_A_SUIT} cards are no ace; less those of the rail, {told} are left."]
    because += _why_no_chance(left, letters)
    if len(because) > 1:
        rules.append("superfecta/play.no-chance")
    because.append(f"A horse is home with the {HOME}th card of its suit; all orders of the stock are equally likely.")
    chances = listed(f"{NAMES[horse]} {percent(win[horse])} %" for horse in HORSES)
    verdict = f"Chances to win: {chances}."
    if line is not None:
        verdict = f"{begun(POOLS[bet or ''])} on {pretty_horses(letters)}: {percent(line)} %. {verdict}"
    return Verdict(
        verdict=verdict,
        outcome={
            "left": left,
            "win": {horse: _chance_json(likely) for horse, likely in win.items()},
            "line": None if line is None else _chance_json(line),
        },
        rules=tuple(rules),
        because=tuple(because),
    )


def _why_no_chance(left: Mapping[str, int], letters: str) -> Iterator[str]:
    """That a horse cannot come home."""
    for horse in HORSES:
        if left[horse] < HOME:
            yield f"{begun(NAMES[horse])} has too few cards left to come home and is always last."
            if horse in letters[:PLACED]:
                yield "So this line cannot win."


# How are the pools divided after the last race?


def _divide_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        _pools_field(required=True, help="What is in each pool once the last race has been paid."),
        facts.players(MOST_PLAYERS, FEWEST_PLAYERS).of(help="Who is there in the last race, with or without a ticket."),
    )


def _judge_divide(options: Record, given: Record) -> Verdict:
    """Source: superfecta/ending.pools, superfecta/ending.together, superfecta/ending.who-shares."""
    pools, players = _in_pools(given), given[PLAYERS]
    left = sum(pools.values())
    each, undivided = divmod(left, len(players))
    added = " + ".join(f"{chips:,}" for chips in pools.values())
    because = [
        f"The three pools together hold {added} = {counted(left, 'chip')}.",
        f"Those are divided evenly among {len(players)} players, with or without a ticket.",
        "That the pools are put together, and who shares them, is our reading: the book says no more than equally.",
    ]
    rules = ["superfecta/ending.pools", "superfecta/ending.together", "superfecta/ending.who-shares"]
    if undivided:
        rules.append("superfecta/ending.undivided")
        because.append(f"{left:,} is not a multiple of {len(players)}; the book is silent about the rest.")
    share = f"Each player gets {counted(each, 'chip')}" if each else "Nobody gets anything"
    rest = (
        f" {counted(undivided, 'chip is', 'chips are')} left over for the table to decide about." if undivided else ""
    )
    return Verdict(
        verdict=f"{share}.{rest}",
        outcome={"each": each, "undivided": undivided},
        basis="open",
        rules=tuple(rules),
        because=tuple(because),
    )


def _left_after(table: Table[Pools], entry: Record) -> dict[str, int]:
    """What the last race leaves in the pools; nothing where it is not the last, or cannot be paid."""
    finish = horses_in(entry.word(FINISH), len(HORSES))
    if not finish or any(scoring.line_faults(entry[TICKETS])) or not scoring.is_last(table, entry):
        return {}
    paid = scoring.paid_pools(table.state.chips, entry[TICKETS], finish)
    return {kind: one.left for kind, one in paid.items()}


def _offer_divide(table: Table[Pools], entry: Record) -> str:
    """The last race, with chips left."""
    left = sum(_left_after(table, entry).values())
    return f"It is the last race, and {counted(left, 'chip is', 'chips are')} left in the pools." if left else ""


SITUATIONS = (
    Situation(
        key="ticket", title="Is the ticket in order, and what does it cost?",
        facts=_ticket_facts, judge=_judge_ticket, offered_before=_offer_ticket, answered=_answer_ticket,
    ),
    Situation(
        key="payout", title="Who is paid from which pool?",
        facts=_payout_facts, check=_check_payout, judge=_judge_payout, offered=_offer_payout,
    ),
    Situation(
        key="race", title="How does the race stand?", facts=_race_facts, check=_check_race, judge=_judge_race,
    ),
    Situation(
        key="odds", title="What are the odds of this race?", help="Counted exactly, before the first card is turned.",
        facts=_odds_facts, check=_check_odds, judge=_judge_odds,
    ),
    Situation(
        key="divide", title="Who gets what is left in the pools after the last race?",
        facts=_divide_facts, judge=_judge_divide, offered=_offer_divide,
        answered=lambda table, entry: {"pools": _left_after(table, entry)},
    ),
)  # fmt: skip
