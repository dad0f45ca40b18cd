"""The referee of Toepen: tricks by its own ranking, challenged discards, knocks, and who has to stand or whistle."""

from collections.abc import Iterator, Sequence

from companion.cards.decks import standard_deck
from companion.cards.notation import SUIT_NAMES, pretty, rank_of, suit_of
from companion.cards.tricks import Play, by_suit_led, find_reneges, first_card_leads, following
from companion.core import facts
from companion.core import fields as f
from companion.core.entry import Record
from companion.core.problems import Problem
from companion.core.situation import Effect, Situation, Verdict, once_each
from companion.core.words import counted, listed
from companion.games.toepen.scoring import CHALLENGE_TOKENS, MOST_PLAYERS

ORDER = ("10", "9", "8", "7", "A", "K", "Q", "J")
"""From high to low. Source: toepen/need.cards."""

DECK = standard_deck("the 32 cards of Toepen", ranks=ORDER)
NUMBER_RANKS = ORDER[:4]
"""What may not be discarded. Source: toepen/play.number-cards."""

HAND = 4
MOST_TOKENS = 1000
"""More than anybody starts with, so that tokens given by agreement can be asked about."""


def _cards_of(cards: Sequence[str], last: str = "and") -> str:
    return listed(map(pretty, cards), last)


# Tricks.


def _trick_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.plays(DECK, MOST_PLAYERS),)


def _check_trick(options: Record, given: Record) -> Iterator[Problem]:
    """One card of each player, and each card once."""
    plays = facts.plays_of(given.rows("plays"))
    yield from facts.check_plays(plays)
    yield from facts.check_cards("plays", DECK, (play.card for play in plays))


def _judge_trick(options: Record, given: Record) -> Verdict:
    """The highest card of the suit led. Source: toepen/play.trick, toepen/need.cards, toepen/play.off-suit."""
    plays = facts.plays_of(given.rows("plays"))
    led = suit_of(plays[0].card)
    winner = by_suit_led(plays, suit_of, ORDER, rank_of)
    rules = ["toepen/play.trick", "toepen/need.cards"]
    because = [f"{SUIT_NAMES[led].capitalize()} were led."]
    if any(suit_of(play.card) != led for play in plays):
        rules.append("toepen/play.off-suit")
        because.append("A card of another suit never wins.")
    alike = [play.card for play in plays if suit_of(play.card) == led]
    if len(alike) > 1:
        order = sorted(alike, key=lambda card: ORDER.index(rank_of(card)))
        because.append(f"From high to low they rank 10, 9, 8, 7, ace, king, queen, jack: here {_cards_of(order)}.")
    because.append(f"The highest card of the suit is {pretty(winner.card)} of {winner.player}.")
    return Verdict(
        verdict=f"{winner.player} wins the trick with {pretty(winner.card)}.",
        outcome={"winner": winner.player, "card": winner.card},
        rules=tuple(rules),
        because=tuple(because),
    )


def _legal_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.hand(DECK, HAND), facts.plays(DECK, MOST_PLAYERS - 1, least=0))


def _check_legal(options: Record, given: Record) -> Iterator[Problem]:
    """The trick is a possible one, and nothing of it is still in the hand."""
    yield from _check_trick(options, given)
    played = {play.card for play in facts.plays_of(given.rows("plays"))}
    for card in given.cards("hand"):
        if card in played:
            yield Problem("hand", f"{card} lies on the table, so it cannot be in the hand.")


def _judge_legal(options: Record, given: Record) -> Verdict:
    """Source: toepen/play.follow, toepen/play.follow-rank, toepen/play.any-lead."""
    hand, plays = given.cards("hand"), facts.plays_of(given.rows("plays"))
    if not plays:
        return Verdict(
            verdict="Any card of the hand may be led.",
            outcome={"legal": list(hand)},
            rules=("toepen/play.any-lead",),
            because=("Nothing was played yet, so the hand leads.",),
        )
    led = suit_of(plays[0].card)
    follow = following(hand, led, suit_of)
    because = [f"{SUIT_NAMES[led].capitalize()} were led."]
    if not follow:
        return Verdict(
            verdict="Any card of the hand may be played.",
            outcome={"legal": list(hand)},
            rules=("toepen/play.follow",),
            because=(*because, f"The hand has no {SUIT_NAMES[led]}."),
        )
    return Verdict(
        verdict=f"{SUIT_NAMES[led].capitalize()} must be followed: play {_cards_of(follow, 'or')}.",
        outcome={"legal": list(follow)},
        rules=("toepen/play.follow", "toepen/play.follow-rank"),
        because=(*because, f"The hand can follow with {_cards_of(follow)}, higher or lower as it likes."),
    )


def _renege_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.tricks(DECK, HAND, MOST_PLAYERS),)


def _check_renege(options: Record, given: Record) -> Iterator[Problem]:
    """One card of each player to a trick, and no card in two tricks."""
    tricks: tuple[tuple[Play, ...], ...] = facts.tricks_of(given)
    yield from facts.check_tricks(tricks)
    yield from facts.check_cards("tricks", DECK, (play.card for trick in tricks for play in trick))


def _judge_renege(options: Record, given: Record) -> Verdict:
    """Source: toepen/play.follow, toepen/penalties.renege-shown, toepen/penalties.not-following."""
    found = find_reneges(facts.tricks_of(given), first_card_leads(suit_of), suit_of)
    because = [
        f"{SUIT_NAMES[item.suit].capitalize()} were led to trick {item.trick}; {item.player} played "
        f"{pretty(item.card)}, but in trick {item.shown_in} {pretty(item.shown)}."
        for item in found
    ]
    verdict = "These tricks do not show that anybody could have followed and did not."
    if found:
        names = once_each(item.player for item in found)
        verdict = f"{listed(names)} could have followed and did not. The book sets no penalty: the table decides."
        because.append("The book sets no penalty for it.")
    else:
        because.append("Nobody who did not follow a suit plays it in a later one of these tricks.")
    return Verdict(
        verdict=verdict,
        outcome={"reneges": facts.renege_rows(found)},
        basis="open",
        rules=("toepen/play.follow", "toepen/penalties.renege-shown", "toepen/penalties.not-following"),
        because=tuple(because),
    )


# Discards, knocks, signals.


def _challenge_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.cards("discard", "Discard", DECK, HAND, HAND, required=True, help="The four cards laid aside, turned up."),
        f.player("discarder", "Discarder", facts.WHOEVER, required=True),
        f.player("challenger", "Challenger", facts.WHOEVER, required=True),
    )


def _check_challenge(options: Record, given: Record) -> Iterator[Problem]:
    """Nobody doubts themselves."""
    name = given.who("discarder")
    if name == given.who("challenger"):
        yield Problem("challenger", f"{name} cannot challenge their own discard.", name)


def _judge_challenge(options: Record, given: Record) -> Verdict:
    """Source: toepen/play.discard, toepen/play.number-cards, toepen/play.challenge."""
    discarder, challenger = given.who("discarder"), given.who("challenger")
    numbers = [card for card in given.cards("discard") if rank_of(card) in NUMBER_RANKS]
    loser = discarder if numbers else challenger
    because = ["Only a hand of nothing but aces and face cards may be discarded."]
    if numbers:
        because.append(f"Among the four lies {_cards_of(numbers)}: the discard was wrong, and {discarder} pays.")
    else:
        because.append(f"All four are aces and face cards: the challenge was wrong, and {challenger} pays.")
    because.append(f"Either way {discarder} keeps the new hand.")
    return Verdict(
        verdict=f"{loser} loses {counted(CHALLENGE_TOKENS, 'token')}. {discarder} keeps the new hand.",
        outcome={"caught": bool(numbers)},
        rules=(
            "toepen/scoring.caught" if numbers else "toepen/scoring.not-caught",
            "toepen/play.challenge",
            "toepen/play.discard",
            "toepen/play.number-cards",
        ),
        because=tuple(because),
        effects=(Effect(loser, -CHALLENGE_TOKENS),),
    )


def _knock_facts(options: Record) -> tuple[f.Field, ...]:
    return (
        f.player("player", "Player", facts.WHOEVER, required=True, help="Who wants to knock."),
        f.count("worth", "Worth", MOST_TOKENS, minimum=1, required=True, help="What the hand is worth now."),
        f.count("tokens", "Tokens", MOST_TOKENS, required=True, help="What the player holds."),
    )


def _judge_knock(options: Record, given: Record) -> Verdict:
    """Source: toepen/play.knock, toepen/play.knock-limit, toepen/scoring.fold."""
    player, worth, tokens = given.who("player"), given.number("worth"), given.number("tokens")
    allowed = worth < tokens
    if allowed:
        verdict = f"{player} may knock: the hand is then worth {worth + 1}, and who folds at once pays {worth}."
    else:
        held = counted(tokens, "token")
        verdict = f"{player} may not knock: the hand would be worth {worth + 1}, more than the {held} held."
    return Verdict(
        verdict=verdict,
        outcome={"allowed": allowed, "new_worth": worth + 1, "fold_pays": worth},
        rules=("toepen/play.knock-limit", "toepen/play.knock", "toepen/scoring.fold"),
        because=(
            f"A knock makes the hand worth {worth + 1} instead of {worth}.",
            "Nobody may knock the hand up to more tokens than they hold.",
            f"{player} holds {counted(tokens, 'token')}.",
        ),
    )


def _signal_facts(options: Record) -> tuple[f.Field, ...]:
    return (facts.hand(DECK, HAND, HAND),)


def _judge_signal(options: Record, given: Record) -> Verdict:
    """Source: toepen/play.stand, toepen/play.bluff, toepen/play.bluff-free."""
    ranks = [rank_of(card) for card in given.cards("hand")]
    tens, jacks = ranks.count("10"), ranks.count("J")
    signals = {HAND: "stand", HAND - 1: "whistle"}
    must, may = signals.get(tens), signals.get(jacks)
    told = {"stand": "stand for the whole hand", "whistle": "whistle or sing"}
    if must:
        rules: tuple[str, ...] = ("toepen/play.stand",)
        verdict = f"The player must {told[must]}."
    elif may:
        verdict = f"The player may {told[may]}, as a bluff, but need not."
        rules = ("toepen/play.bluff", "toepen/play.bluff-free")
    else:
        verdict, rules = "The player gives no signal.", ("toepen/play.stand", "toepen/play.bluff-free")
    return Verdict(
        verdict=verdict,
        outcome={"must": must, "may": may},
        rules=rules,
        because=(
            f"The hand has {counted(tens, 'ten')} and {counted(jacks, 'jack')}.",
            "Four tens have to stand and three to whistle or sing; four or three jacks may do the same.",
        ),
    )


SITUATIONS = (
    Situation(
        key="trick", title="Who wins the trick?", facts=_trick_facts, check=_check_trick, judge=_judge_trick,
    ),
    Situation(
        key="legal", title="Which cards may be played?", facts=_legal_facts, check=_check_legal, judge=_judge_legal,
    ),
    Situation(
        key="renege", title="Who should have followed suit?",
        help="What somebody could have played shows in later tricks only.",
        facts=_renege_facts, check=_check_renege, judge=_judge_renege,
    ),
    Situation(
        key="challenge", title="Who was right about the discard?",
        facts=_challenge_facts, check=_check_challenge, judge=_judge_challenge,
    ),
    Situation(
        key="knock", title="May I knock?", facts=_knock_facts, judge=_judge_knock,
    ),
    Situation(
        key="signal", title="Must I stand or whistle?", facts=_signal_facts, judge=_judge_signal,
    ),
)  # fmt: skip
