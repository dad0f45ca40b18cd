"""The referee of Raise the Stakes: fire, water and black cards in the tricks, reneges, and the round's points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.cards.tricks import LyingCard, PlayedCard, Renege, Stage, TrickRules, must_follow
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record, Rows
from companion.core.facts import HAND, PLAYERS, PLAYS
from companion.core.fields import Value
from companion.core.fold import Refusal, fold, shared_fields
from companion.core.game import Setup
from companion.core.keys import Cards, Key, Names
from companion.core.problems import Problem
from companion.core.seating import from_left_of
from companion.core.situation import (
    Basis,
    ByTricks,
    Effect,
    Situation,
    Verdict,
    Won,
    by_option,
    once_each,
    weightiest,
)
from companion.core.tricks_taken import TRICKS, tricks_of_each
from companion.core.words import begun, counted, listed, signed
from companion.games.raise_the_stakes import scoring
from companion.games.raise_the_stakes.cards import (
    ABOVE,
    BIG,
    COLOURS,
    LITTLE,
    NEVER_LED,
    ONE_HIGHER,
    SECRET_SHUFFLE,
    SPY,
    SWAP,
    TAKE_IT,
    TRUMP_TWIST,
    any_played_deck,
    claimed_by,
    colour_of,
    hand_deck,
    height_of,
    is_black,
    kind_of,
    one_above,
    suit_in,
    told,
    trick_deck,
    whole_deck,
)
from companion.games.raise_the_stakes.scoring import (
    FOLDED,
    HAND_SIZE,
    RAISED_BY,
    RAISED_TIE,
    RENEGE_IN_RAISED,
    RENEGED,
)

TRUMP: Key[str | None] = Key("trump")
SECRET_SHUFFLE_KEY: Key[int | None] = Key("secret_shuffle")
PLAYER: Key[str | None] = Key("player")
POINTS: Key[int] = Key("points")
REASON: Key[str | None] = Key("reason")
ADJUST: Key[Rows] = Key("adjust")
ABSENT: Key[Names] = Key("absent")
WATER: Key[str | None] = Key("water")
FIRE_HOLDERS: Key[Names] = Key("fire_holders")
DEALER: Key[str | None] = Key("dealer")
TURNED: Key[Cards] = Key("turned")
VARIATION_CARDS: Key[tuple[Value, ...]] = Key("variation_cards")

MOST_PLAYERS, MOST_CARDS = 7, 7
LOST_CARDS = 2
"""How often one player can play to a trick: a card that is claimed may be replaced."""


def _trump() -> f.Field:
    return f.text(
        TRUMP, "Trump", 20, required=True, suggested=COLOURS, help="The colour that is trump, as the pack names it."
    )


def _trump_of(given: Record) -> str:
    return given.word(TRUMP).lower()


def _check_trump(given: Record) -> Iterator[Problem]:
    if not _trump_of(given).isalpha():
        yield Problem(TRUMP, f"{given.word(TRUMP)} is not a colour. Enter the colour that is trump, as red.")


# Who wins the trick?


def _stand(plays: Sequence[PlayedCard]) -> tuple[list[LyingCard], list[Problem], list[str]]:
    """The cards that count in a trick in the order they were first played, what cannot be, and what black cards do.

    Source: raise-the-stakes/variations.take-it, raise-the-stakes/variations.one-higher,
    raise-the-stakes/variations.one-higher-value.
    """
    stand: list[LyingCard] = []
    problems, steps = [], []
    before: LyingCard | None = None
    for player, card in plays:
        if before is None and kind_of(card) in NEVER_LED:
            message = f"{told(card)} cannot be led: {player} swaps it for the top card of the deck. Enter that card."
            return [], [Problem(PLAYS, message, player)], []
        if any(item.player == player for item in stand):
            problems.append(Problem(PLAYS, f"{player} has two cards in the trick: leave one of them out.", player))
        kind, _, claimed = card.partition(":")
        if kind == TAKE_IT:
            place = next((at for at, item in enumerate(stand) if claimed_by(item.card) == claimed), None)
            if place is None:
                message = f"{player} cannot take {told(claimed)}: it is not there. Enter the card that was taken."
                problems.append(Problem(PLAYS, message, player))
                continue
            steps.append(f"{player} takes {told(claimed)} from {stand[place].player}, who has no card for it now.")
            before = stand[place] = stand[place]._replace(player=player, card=card)
            continue
        stands_for = one_above(before.stands_for) if card == ONE_HIGHER and before is not None else card
        if card == ONE_HIGHER:
            steps.append(f"One Higher stands for {_height_told(stands_for)}.")
        before = LyingCard(player, card, stands_for)
        stand.append(before)
    return stand, problems, steps


def _height_told(card: str) -> str:
    return "a card above the big fire" if card == ABOVE else told(card)


TRICK_RULES = TrickRules(
    suit_of=suit_in,
    held_suit=suit_in,
    height_of=height_of,
    duties=(must_follow("raise-the-stakes/play.follow"),),
    lie=lambda plays: _stand(plays)[0],
    later_wins=True,
    free=lambda _, card: is_black(card),
    unled=lambda card: card in NEVER_LED,
)
"""Source: raise-the-stakes/play.rank, raise-the-stakes/play.fire, raise-the-stakes/variations.one-higher,
raise-the-stakes/variations.own-turn."""


def _trick_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.plays(trick_deck(options), MOST_PLAYERS * LOST_CARDS), _trump())


def _check_trick(options: Record, given: Record) -> Iterator[Problem]:
    """Nobody has two cards, no card is there twice, and black cards do what they can."""
    plays = facts.trick_of(given[PLAYS])
    yield from facts.check_cards("plays", any_played_deck(options), (kind_of(play.card) for play in plays), told)
    yield from _check_trump(given)
    if len({play.player for play in plays}) > MOST_PLAYERS:
        yield Problem(PLAYS, f"At most {MOST_PLAYERS} players are in a trick: leave out who is not.")
    yield from _stand(plays)[1]


def _judge_trick(options: Record, given: Record) -> Verdict:
    """Fire, then trump, then the colour led; of two that are worth the same the later.

    Source: raise-the-stakes/play.rank, raise-the-stakes/play.fire, raise-the-stakes/variations.one-higher.
    """
    plays, trump = facts.trick_of(given[PLAYS]), _trump_of(given)
    steps = _stand(plays)[2]
    found = TRICK_RULES.outcome(plays, Stage(trump))
    best = found.winner
    led = found.set_by.suit if found.set_by else ""
    rules = ["raise-the-stakes/play.rank"]
    because = [f"{trump.capitalize()} is trump.", f"{led.capitalize()} was led.", *steps]
    if plays[0].card in (BIG, LITTLE):
        because[1] = "Fire was led, which counts as trump."
    if any(claimed_by(item.card) in (BIG, LITTLE) for item in found.lying):
        rules.append("raise-the-stakes/play.fire")
    if len(found.able) < len(found.lying):
        rules.append("raise-the-stakes/play.other-colours")
    basis: Basis = "book"
    kinds = {play.card.partition(":")[0] for play in plays}
    if ONE_HIGHER in kinds:
        rules += ["raise-the-stakes/variations.one-higher", "raise-the-stakes/variations.one-higher-value"]
        alike = [item for item in found.able if item.stands_for == best.stands_for]
        if claimed_by(best.card) == ONE_HIGHER and len(alike) > 1:
            rules.append("raise-the-stakes/variations.one-higher-after")
            because.append(
                "The card that it stands for was played before it; the book speaks only of one played later."
            )
            basis = "open"
    if TAKE_IT in kinds:
        rules += [f"raise-the-stakes/variations.take-it{more}" for more in ("", "-colour", "-owner")]
        because.append("Whether who lost a card plays another to this trick is left open by the book.")
        basis = "open"
    because.append(f"The highest card is {told(best.card)} of {best.player}.")
    return Verdict(
        verdict=f"{best.player} wins the trick with {told(best.card)}.",
        outcome={"winner": best.player, "card": best.card},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because),
    )


# Which cards may be played?


def _legal_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.hand(hand_deck(options), MOST_CARDS),
        facts.plays(trick_deck(options), MOST_PLAYERS * LOST_CARDS, least=0),
        _trump(),
    )


def _check_legal(options: Record, given: Record) -> Iterator[Problem]:
    """The trick is a possible one, and nothing of it is still in the hand."""
    plays = facts.trick_of(given[PLAYS])
    if plays:
        yield from _check_trick(options, given)
    else:
        yield from _check_trump(given)
    for card in dict.fromkeys(given[HAND]):
        if any(card in (play.card, play.card.partition(":")[0]) for play in plays):
            yield Problem(
                HAND,
                f"{begun(told(card))} lies on the table, so it cannot be in the hand: leave it out of one of them.",
            )


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Source: raise-the-stakes/play.follow, raise-the-stakes/play.fire, raise-the-stakes/variations.own-turn."""
    hand, plays, trump = given[HAND], facts.trick_of(given[PLAYS]), _trump_of(given)
    found, turn = TRICK_RULES.legal(hand, plays, Stage(trump)), TRICK_RULES.turn(plays, Stage(trump))
    legal = list(found.cards)
    if turn.leads:
        return _judge_lead(hand, legal)
    led = turn.set_by.suit if turn.set_by else ""
    follow = tuple(filter(turn.follows, hand))
    because = [f"{told(plays[0].card).capitalize()} was led, so {led} is to be followed."]
    rules = ["raise-the-stakes/play.follow"]
    if led == trump and any(card in (BIG, LITTLE) for card in (*hand, plays[0].card)):
        rules.append("raise-the-stakes/play.fire")
        because.append("Fire belongs to trump.")
    if follow:
        because.append(f"The hand can follow with {listed(map(told, follow))}.")
        verdict = f"{led.capitalize()} must be followed: play {listed(map(told, legal), 'or')}."
    else:
        because.append(f"The hand has no {led}, so any card may be played.")
        verdict = "Any card of the hand may be played."
    if follow and any(map(is_black, hand)):
        rules.append("raise-the-stakes/variations.own-turn")
        because.append("A black card may be played even by who could follow.")
    return Verdict(verdict=verdict, outcome={"legal": legal}, rules=tuple(rules), because=tuple(because))


def _judge_lead(hand: Sequence[str], legal: list[str]) -> Verdict:
    barred = [card for card in hand if card not in legal]
    rules = ("raise-the-stakes/play.lead", *(f"raise-the-stakes/variations.{card}" for card in barred))
    because = ["Whoever leads may play any colour."]
    if barred:
        because.append(f"{listed(map(told, barred))} cannot be led.")
    verdict = (
        "Any card of the hand may be led." if not barred else f"Any card may be led but {listed(map(told, barred))}."
    )
    if not legal:
        verdict = f"None can be led: {told(barred[0])} is swapped for the top card of the deck."
    return Verdict(verdict=verdict, outcome={"legal": legal}, rules=rules, because=tuple(because))


# Who reneged?


def _renege_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.tricks(any_played_deck(options), MOST_CARDS, MOST_PLAYERS * LOST_CARDS),
        _trump(),
        f.count(
            SECRET_SHUFFLE_KEY, "Secret Shuffle", MOST_CARDS, minimum=1, nobody="Not played", aside=True,
            help="The trick in which it was played.",
        ),
    )  # fmt: skip


def _check_renege(options: Record, given: Record) -> Iterator[Problem]:
    """No card is there twice; nobody has two cards in a trick but where one was taken or a black card replaced."""
    tricks = facts.tricks_of(given)
    cards = (kind_of(play.card) for trick in tricks for play in trick)
    yield from facts.check_cards("tricks", any_played_deck(options), cards, told)
    yield from _check_trump(given)
    for number, trick in enumerate(tricks, start=1):
        yield from _check_cards_of(trick, number)
    shuffle = given[SECRET_SHUFFLE_KEY]
    if shuffle is not None and shuffle > len(tricks):
        there = counted(len(tricks), "trick is", "tricks are")
        text = (
            f"There is no trick {shuffle}: {there} given. Enter the tricks up to it, or leave the Secret Shuffle out."
        )
        yield Problem(SECRET_SHUFFLE_KEY, text)
    lies = _shuffled_in(tricks)
    if shuffle is not None and lies not in (None, shuffle):
        yield Problem(
            SECRET_SHUFFLE_KEY, f"The Secret Shuffle lies in trick {lies}, not in trick {shuffle}: enter {lies}."
        )


def _shuffled_in(tricks: Sequence[Sequence[PlayedCard]]) -> int | None:
    """The trick in which the Secret Shuffle lies; None: in none of them."""
    there = (number for number, trick in enumerate(tricks, start=1) if any(card == SECRET_SHUFFLE for _, card in trick))
    return next(there, None)


def _check_cards_of(trick: Sequence[PlayedCard], number: int) -> Iterator[Problem]:
    if trick[0].card.partition(":")[0] in NEVER_LED:
        text = f"Trick {number}: {told(trick[0].card)} cannot be led; it is swapped for the top card. Enter that card."
        yield Problem(TRICKS, text)
    held: dict[str, str] = {}
    for player, card in trick:
        kind, _, claimed = card.partition(":")
        if is_black(card) and kind not in NEVER_LED:
            continue
        if player in held:
            yield Problem(TRICKS, f"Trick {number}: {player} has two cards in it. Leave one of them out.", player)
        if claimed:
            loser = next((name for name, other in held.items() if other == claimed), None)
            if loser is None:
                text = f"Trick {number}: {player} cannot take {told(claimed)}: it is not there."
                yield Problem(TRICKS, f"{text} Enter the card that was taken.", player)
            else:
                del held[loser]
        held[player] = claimed or card


def _judge_renege(options: Record, given: Record) -> Verdict:
    """A renege costs a point and the rest of the hand, so a second one nothing; after a Secret Shuffle there is none.

    Source: raise-the-stakes/penalties.renege, raise-the-stakes/penalties.renege-again,
    raise-the-stakes/variations.secret-shuffle.
    """
    tricks, trump = facts.tricks_of(given), _trump_of(given)
    shuffle = given[SECRET_SHUFFLE_KEY] or _shuffled_in(tricks)

    def found_in(part: Sequence[Sequence[PlayedCard]]) -> tuple[Renege, ...]:
        return TRICK_RULES.reneges(part, Stage(trump))

    found = found_in(tricks[: shuffle - 1] if shuffle else tricks)
    rules = [
        "raise-the-stakes/penalties.renege",
        "raise-the-stakes/play.follow",
        "raise-the-stakes/penalties.renege-shown",
    ]
    because = [
        f"Trick {item.trick} asked for {item.suit}; {item.player} played {told(item.card)}, but in trick "
        f"{item.shown_in} {told(item.shown)}."
        for item in found
    ]
    basis: Basis = "book"
    if any(is_black(play.card) for trick in tricks for play in trick):
        rules.append("raise-the-stakes/penalties.renege-specials")
        because.append("A black card is never a renege, and shows none.")
    if shuffle:
        rules += ["raise-the-stakes/variations.secret-shuffle", "raise-the-stakes/variations.shuffle-trick"]
        because.append(f"From trick {shuffle} on, with the Secret Shuffle, no colour need be followed.")
        if any(item.trick < shuffle for item in found_in(tricks) if item not in found):
            rules.append("raise-the-stakes/variations.shuffle-and-renege")
            because.append("What is played blind proves nothing about the tricks before; the book leaves that open.")
            basis = "open"
    drawn = [item for item in found if _may_have_drawn(tricks, item)]
    if drawn:
        rules.append("raise-the-stakes/variations.drawn-since")
        because += [
            f"{item.player} may have drawn {told(item.shown)} only after trick {item.trick}: the table decides whether "
            "it proves anything."
            for item in drawn
        ]
        basis = "open"
    names = once_each(item.player for item in found)
    if len(names) < len(found):
        rules.append("raise-the-stakes/penalties.renege-again")
        because.append("Who reneged was out of the hand from then on: a second time costs no more. The book is silent.")
        basis = "open"
    verdict = "These tricks do not show that anybody could have followed and did not."
    if found:
        verdict = f"{listed(names)} reneged: a point lost{' each' if len(names) > 1 else ''}, and out of the hand."
        because.append("A renege costs a point, and who reneged is out for the rest of the hand.")
    return Verdict(
        verdict=verdict,
        outcome={"reneges": facts.renege_rows(found)},
        basis=basis,
        rules=tuple(rules),
        because=tuple(because) or ("Nobody who did not follow a colour plays it in a later one of these tricks.",),
        effects=tuple(
            Effect(item.player, -scoring.LOSS_POINTS, f"reneged in trick {item.trick}, {told(item.card)}")
            for item in (next(one for one in found if one.player == name) for name in names)
        ),
        reneges=found,
    )


def _may_have_drawn(tricks: Sequence[Sequence[PlayedCard]], item: Renege) -> bool:
    """Whether a player got a card between the one that did not follow and the one that shows it.

    Source: raise-the-stakes/variations.spy, raise-the-stakes/variations.take-it, raise-the-stakes/variations.swap-draw.
    """
    first = tricks[item.trick - 1].index(PlayedCard(item.player, item.card))
    last = tricks[item.shown_in - 1].index(PlayedCard(item.player, item.shown))
    for number, trick in enumerate(tricks[item.trick - 1 : item.shown_in], start=item.trick):
        till = last if number == item.shown_in else len(trick)
        for at in range(first + 1 if number == item.trick else 0, till):
            player, card = trick[at]
            own = player == item.player
            # Whom the Swap stole from is not written down, and a card that the Trump Twist brings is played at once.
            if card == SWAP or (own and (card == SPY or (card == TRUMP_TWIST and number == item.shown_in))):
                return True
            _, _, claimed = card.partition(":")
            if claimed and _owner(trick[:at], claimed) == item.player:
                return True
    return False


def _owner(lying: Sequence[PlayedCard], card: str) -> str:
    """Whose a card is that lies there; the last who took it, else who played it."""
    return next((play.player for play in reversed(lying) if card in (play.card, play.card.partition(":")[2])), "")


def _admit_renege(_options: Record, _given: Record, name: str) -> Verdict:
    """Source: raise-the-stakes/penalties.renege."""
    return Verdict(
        verdict=f"{name} reneged: a point lost, and out of the hand.",
        outcome={},
        rules=("raise-the-stakes/penalties.renege",),
        because=(
            "The table agrees that the colour led could have been followed.",
            f"{name} loses a point and is out for the rest of the hand, so cannot win the round.",
        ),
        effects=(Effect(name, -scoring.LOSS_POINTS, "reneged"),),
    )


def _offer_renege(table: Any, entry: Record) -> str:
    """Tricks that do not add up, where nobody was caught reneging."""
    taken, hand = sum(entry[TRICKS].values()), table.options[HAND_SIZE]
    if taken in (0, hand) or entry[RENEGED]:
        return ""
    return f"The tricks add up to {taken} of {hand}. Did somebody renege?"


# What does the round score?


def _score_facts(options: Record) -> tuple[f.Field, ...]:
    entry = scoring.entry_fields(facts.WHOEVER, options)
    return (facts.players(MOST_PLAYERS), *entry, *(field.of(aside=True) for field in shared_fields((), (), True)))


def _scored(options: Record, given: Record) -> Any:
    """The round that the facts are, or why it cannot be scored."""
    setup = Setup(given[PLAYERS], (), given[PLAYERS][0], options)
    tricks = given[TRICKS]
    entry: dict[str, Any] = {
        "tricks": {name: tricks[name] for name in given.given(TRICKS)},
        **{key: list(given[key]) for key in (RAISED_BY, FOLDED, RENEGED, ABSENT)},
        "adjust": [{"player": row[PLAYER], "points": row[POINTS], "reason": row.word(REASON)} for row in given[ADJUST]],
    }
    sheet = fold(scoring.GAME, setup, [entry])
    return sheet.refusal or sheet.rounds[0]


def _check_score(options: Record, given: Record) -> Iterable[Problem]:
    """As the entry is checked."""
    result = _scored(options, given)
    return result.problems if isinstance(result, Refusal) else ()


def _judge_score(options: Record, given: Record) -> Verdict:
    """The lines of the round, and on which open points they rest."""
    result = _scored(options, given)
    raised = given[RAISED_BY]
    worth = scoring.BASE_WORTH + len(raised)
    because = [f"The round is worth {counted(worth, 'point')}."]
    because += [f"{line.name} {signed(line.points)}: {line.text}." for line in result.lines]
    rules = [line.rule for line in result.lines if line.rule.startswith("raise-the-stakes/")]
    bases: list[Basis] = ["house"] if len(raised) > 1 else []
    for rule, basis, text in _open_points(options, given):
        rules.append(rule)
        bases.append(basis)
        because.append(text)
    outcome: dict[str, Any] = {"scores": dict(result.scores)}
    if result.adjusted:
        outcome["adjusted"] = dict(result.adjusted)
    told_scores = [f"{name} {signed(points)}" for name, points in result.scores.items() if points]
    return Verdict(
        verdict=f"{listed(told_scores)}; everybody else 0." if len(told_scores) < len(result.scores)
        else f"{listed(told_scores)}.",
        outcome=outcome,
        basis=weightiest(bases),
        rules=once_each([*rules, "raise-the-stakes/scoring.worth"]),
        because=(*because, *result.notes),
    )  # fmt: skip


def _offer_score(table: Any, entry: Record) -> str:
    """A tie for most tricks, a sweep, and a round in which all but one folded."""
    stayed = [name for name in table.present if name not in entry[FOLDED]]
    tricks = {name: entry[TRICKS][name] for name in stayed if name not in entry[RENEGED]}
    if len(stayed) == 1:
        return f"All but {stayed[0]} folded."
    best = [name for name, taken in tricks.items() if taken == max(tricks.values())]
    if not best or not tricks[best[0]]:
        return ""
    if len(best) > 1:
        return f"{listed(best)} tie for most tricks."
    return f"{best[0]} took every trick." if tricks[best[0]] == table.options[HAND_SIZE] else ""


def _open_points(options: Record, given: Record) -> Iterator[tuple[str, Basis, str]]:
    """What the score rests on that the book leaves open: the rule, its basis, and a sentence."""
    raised, folded, reneged = (given[key] for key in (RAISED_BY, FOLDED, RENEGED))
    stayed = [name for name in given[PLAYERS] if name not in (*folded, *given[ABSENT])]
    tricks = {name: given[TRICKS][name] for name in stayed}
    contenders = {name: taken for name, taken in tricks.items() if name not in reneged}
    if set(raised) & set(folded):
        yield "raise-the-stakes/scoring.raisers-folded", "open", "Who raised and then folded loses nothing."
    if len(stayed) < 2:
        return
    if not contenders:
        yield "raise-the-stakes/scoring.all-reneged", "open", "The book has no round in which all reneged."
    best = [name for name, taken in contenders.items() if taken == max(contenders.values())]
    if raised and len(best) > 1 and len(best) < len(contenders):
        basis = by_option(options, RAISED_TIE, "losers-pay", "open")
        yield "raise-the-stakes/scoring.raised-tie", basis, "What a tie costs the others the book does not say."
    if raised and reneged:
        basis = by_option(options, RENEGE_IN_RAISED, "one", "open")
        yield (
            "raise-the-stakes/penalties.raised-renege",
            basis,
            "What a renege costs in a raised round can be read both ways.",
        )
    if best and any(tricks[name] >= contenders[best[0]] for name in reneged):
        text = "Only the tricks of those still in the hand are compared; the book does not say so."
        yield "raise-the-stakes/scoring.contenders", "open", text


# Water, and the card turned up.


def _water_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        facts.players(MOST_PLAYERS),
        f.player(DEALER, "Dealer", facts.WHOEVER, required=True),
        f.player(WATER, "Water", facts.WHOEVER, nobody="Nobody", required=True, help="Who holds the water card."),
        f.players(
            FIRE_HOLDERS, "Fire", facts.WHOEVER, most=2, repeats=True,
            help="Who holds fire; who holds both cards stands twice.",
        ),
        f.players(FOLDED, "Folded", facts.WHOEVER, help="Who is out of the hand."),
    )  # fmt: skip


def _check_water(options: Record, given: Record) -> Iterator[Problem]:
    """Who folded holds no water, and somebody stayed."""
    water, folded = given[WATER], given[FOLDED]
    if water is not None and water in folded:
        yield Problem(WATER, f"{water} folded, so holds no water: name who laid it down, or nobody.", water)
    if set(folded) >= set(given[PLAYERS]):
        yield Problem(FOLDED, "Somebody must stay: leave out who played on.")


def _judge_water(options: Record, given: Record) -> Verdict:
    """Source: raise-the-stakes/play.water, raise-the-stakes/play.water-and-fire, raise-the-stakes/play.water-folded."""
    water, fire, folded = given[WATER], given[FIRE_HOLDERS], given[FOLDED]
    if water is None:
        return Verdict(
            verdict="Nobody holds the water card, so nothing is thrown in.",
            outcome={"throws": [], "draws": []},
            rules=("raise-the-stakes/play.water",),
            because=("Fire is thrown in only when the water card is laid down.",),
        )
    throws = {}
    for name in from_left_of(given[PLAYERS], given.who(DEALER)):
        cards = 1 if name == water else 0 if name in folded else fire.count(name)
        if cards:
            throws[name] = cards
    rules = ["raise-the-stakes/play.water"]
    because = [f"{water} holds the water card and throws it in."]
    because += [
        f"{name} is still in the round and throws in {counted(cards, 'fire card')}."
        for name, cards in throws.items()
        if name != water
    ]
    if 2 in throws.values() or len(throws) > 2:
        rules.append("raise-the-stakes/play.water-both")
    if water in fire:
        rules.append("raise-the-stakes/play.water-and-fire")
        because.append(f"{water} throws in only the water, and keeps the fire.")
    if set(fire) & set(folded):
        rules.append("raise-the-stakes/play.water-folded")
        because.append("Who folded has given in their cards, and throws in nothing.")
    because.append("New cards are handed out from the dealer's left on.")
    told_throws = [f"{name} {counted(cards, 'card')}" for name, cards in throws.items()]
    return Verdict(
        verdict=f"Thrown in and drawn, in this order: {listed(told_throws)}.",
        outcome={
            "throws": [{"player": name, "cards": cards} for name, cards in throws.items()],
            "draws": list(throws),
        },
        rules=tuple(rules),
        because=tuple(because),
    )


def _upcard_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards(
            TURNED,
            "Cards turned up",
            whole_deck(options),
            1,
            100,
            required=True,
            ordered=True,
            help="In the order turned up.",
        ),
    )


def _judge_upcard(options: Record, given: Record) -> Verdict:
    """Source: raise-the-stakes/deal.trump."""
    turned = given[TURNED]
    first = next((card for card in turned if colour_of(card)), None)
    passed = turned[: turned.index(first)] if first else turned
    because = [f"{told(card)[0].upper()}{told(card)[1:]} names no colour." for card in passed]
    if first is None:
        because.append("The dealer goes on turning cards until one shows a colour.")
        verdict, trump = "There is no trump yet: turn another card.", None
    else:
        trump = colour_of(first)
        because.append(f"The first card with a colour is {told(first)}.")
        verdict = f"{trump.capitalize()} is trump."
    return Verdict(
        verdict=verdict, outcome={"trump": trump}, rules=("raise-the-stakes/deal.trump",), because=tuple(because)
    )


# Whole hands, trick by trick.


def _counted(table: Any, tricks: Sequence[Won], out: Mapping[str, int]) -> Mapping[str, Any]:
    """Tricks of everybody, and who folded before the first; where all but one did, there was none.

    Source: raise-the-stakes/play.fold.
    """
    folded = [name for name in table.asked if out.get(name) == 1]
    played = () if len(folded) == len(table.asked) - 1 else tricks
    return {"tricks": tricks_of_each(table.asked, played), "folded": folded or None}


def _ways(options: Record, card: str, lying: Sequence[PlayedCard]) -> tuple[str, ...]:
    """Black cards only where they are shuffled in; Take It for any card that lies there, fire and all.

    Source: raise-the-stakes/variations.cards, raise-the-stakes/variations.take-it.
    """
    if is_black(card) and kind_of(card) not in options[VARIATION_CARDS]:
        return ()
    there = [play.card.partition(":")[2] or play.card for play in lying if play.card in trick_deck(options)]
    if card == TAKE_IT:
        return tuple(f"{TAKE_IT}:{claimed}" for claimed in once_each(there))
    return () if card in NEVER_LED and not there else (card,)


def _further(tricks: Sequence[Sequence[PlayedCard]]) -> Mapping[str, Any]:
    """The trick of the Secret Shuffle. Source: raise-the-stakes/variations.shuffle-trick."""
    return {"secret_shuffle": _shuffled_in(tricks)}


BY_TRICKS = ByTricks(
    rules=lambda _: TRICK_RULES,
    length=lambda table: table.options[HAND_SIZE],
    counted=_counted,
    may_leave=True,
    told=told,
    ways=_ways,
    kind=kind_of,
    naming=(TRUMP_TWIST,),
    further=_further,
)


SITUATIONS = (
    Situation(
        key="trick", title="Who wins the trick?",
        help="Take It is given with the card that it takes. Who lost a card to it may be listed again.",
        facts=_trick_facts, check=_check_trick, judge=_judge_trick, by_tricks=BY_TRICKS,
    ),
    Situation(
        key="legal", title="Which cards may be played?",
        facts=_legal_facts, check=_check_legal, judge=_judge_legal,
    ),
    Situation(
        key="renege", title="Who reneged?", help="What somebody could have played shows in later tricks only.",
        facts=_renege_facts, check=_check_renege, judge=_judge_renege, admitted=_admit_renege, offered=_offer_renege,
        named_in="reneged",
        on_sheet="The player is marked as “Reneged” in that round: it takes the point, and they cannot win the round, "
        "whatever tricks they hold.",
    ),
    Situation(
        key="score", title="What does the round score?",
        facts=_score_facts, check=_check_score, judge=_judge_score, offered=_offer_score,
    ),
    Situation(
        key="water", title="Who throws in cards when the water is laid down?",
        facts=_water_facts, check=_check_water, judge=_judge_water,
    ),
    Situation(
        key="upcard", title="Which colour is trump?", facts=_upcard_facts, judge=_judge_upcard,
    ),
)  # fmt: skip
