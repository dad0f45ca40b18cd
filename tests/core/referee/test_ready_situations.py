"""Ready-made situations: verdicts in a table, and what a round scores."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.cards.decks import standard_deck
from companion.cards.notation import pretty
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, PerName
from companion.core.entry.kinds import with_names
from companion.core.entry.problems import Problem
from companion.core.entry.record import EMPTY, Record, read_record
from companion.core.game.game import Game
from companion.core.game.seating import PARTNERS, Seats
from companion.core.game.situation import Effect, Situation, Verdict, situation_of
from companion.core.game.table import Setup, Table, totals_with
from companion.core.play.fold import Round, opening_table, shared_fields
from companion.core.play.scoring_api import NotPlayable, score_request
from companion.core.referee import facts
from companion.core.referee.facts import COUNT, DEALER, PLAYER, PLAYERS, TOTALS
from companion.core.referee.judge_request import default_options, judge_request
from companion.core.referee.ready_situations import (
    Case,
    case_situation,
    offer_when_scored,
    score_situation,
    upcard_situation,
    verdict_table,
)
from companion.core.referee.reasons import Reasons
from companion.games import game_of
from companion.games.any_other_game.scoring import TARGET

GAME = game_of("oh-hell")

RULE = "oh-hell/play.any-lead"
TABLES = {
    "mistake": {
        "title": "What now?",
        "asks": [
            {"key": "mistake", "label": "Mistake", "choices": {"led": "Led", "saw": "Saw a card"}},
            {"key": "late", "label": "Late", "required": False},
        ],
        "cases": {
            "led no": {
                "verdict": "{player} takes it back.", "because": ["It was early."], "rules": [RULE],
                "outcome": {"back": True},
            },
            "led yes": {
                "verdict": "It stands.", "because": ["{player} was late."], "rules": [RULE], "outcome": {"back": False},
            },
            "saw no": {
                "verdict": "{player} shows it.", "because": [], "rules": [], "outcome": {"back": False},
                "effects": {"player": -2}, "usual": {"player": -1}, "reason": "saw a card",
            },
        },
    }
}  # fmt: skip
MISTAKES = verdict_table(TABLES, "mistake", f.player(PLAYER, "Player", required=True))


@pytest.mark.parametrize(
    ("mistake", "late", "told", "because", "usual"),
    [
        ("led", False, "Bob takes it back.", ("It was early.",), ()),
        ("led", True, "It stands.", ("Bob was late.",), ()),
        ("saw", False, "Bob shows it.", (), (Effect("Bob", -1, "saw a card"),)),
    ],
)
def test_a_verdict_is_looked_up_by_all_facts_but_names(
    mistake: str, late: bool, told: str, because: tuple[str, ...], usual: tuple[Effect, ...]
) -> None:
    verdict = judge_request(GAME, MISTAKES, {"facts": {"player": "Bob", "mistake": mistake, "late": late}})
    assert (verdict.verdict, verdict.because, verdict.usual) == (told, because, usual)
    assert verdict.effects == tuple(replace(one, points=-2) for one in usual)
    assert (verdict.outcome, verdict.rules) == ({"back": told.endswith("back.")}, (RULE,) if because else ())


@case_situation({"hand": {"title": "How many?", "cases": {
    "some": {
        "verdict": "Of {count:card} {some}.", "because": ["There are {count:,}.", "And {some}."],
        "rules": [RULE, "oh-hell/play.follow"],
        "rests": "That is ours", "outcome": {"some": True}, "none": ["why"],
    },
}}}, "hand", lambda _: (f.count(COUNT, "Cards", 9000), f.text(Key("some"), "Some", 9)), help="In words.")  # fmt: skip
def some_cards(_: Record, given: Record) -> Case:
    """Return the only case, which overrides a part of the outcome."""
    return Case("some", {"some": "some"}, {"count": given[COUNT], "some": False})


def test_a_verdict_in_a_table_has_the_words_and_the_outcome_of_its_case() -> None:
    verdict = judge_request(GAME, some_cards, {"facts": {"count": 3000, "some": "any"}})
    assert (some_cards.key, some_cards.title, some_cards.help) == ("hand", "How many?", "In words.")
    assert (verdict.verdict, verdict.because) == ("Of 3,000 cards some.", ("There are 3,000.", "And some."))
    assert (verdict.rules, verdict.rests, verdict.usual) == (
        (RULE, "oh-hell/play.follow"), "That is ours", (),
    )  # fmt: skip
    assert judge_request(GAME, some_cards, {"facts": {"count": 1}}).verdict == "Of 1 card some."
    assert verdict.outcome == {"count": 3000, "some": True, "why": None}


NAMES = ("Ann", "Bob", "Cyd")
ENTRY = tuple(f.count(Key(key), key.capitalize(), 7, per="player", required=True) for key in ("bid", "tricks"))


@score_situation("What does the hand score?", GAME, lambda _: ENTRY, lambda *_: "")
def hand(why: Reasons, _options: Record, given: Record, result: Round[Any]) -> Verdict:
    """Return the scores of a first hand of Oh Hell, in which everybody has seven cards."""
    return why.verdict("So much.", scores=dict(result.scores), players=list(given[PLAYERS]))


def test_a_round_scores_as_on_the_sheet() -> None:
    entry = {"bid": dict.fromkeys(NAMES, 1), "tricks": {"Ann": 1, "Bob": 3, "Cyd": 3}}
    outcome = judge_request(GAME, hand, {"facts": {"players": list(NAMES), **entry}}).outcome
    sheet = score_request(GAME, {"players": list(NAMES), "rounds": [entry]})
    assert outcome == {"scores": dict(sheet.rounds[0].scores), "players": list(NAMES)}


def test_who_plays_is_asked_first_and_who_scores_together_second() -> None:
    of_sides = score_situation("What does the hand score?", game_of("canasta"), lambda _: ENTRY, lambda *_: "")(
        hand.judge
    )
    assert [one.key for one in hand.facts({})] == ["players", "bid", "tricks"]
    assert [one.key for one in of_sides.facts({})] == ["players", "sides", "bid", "tricks"]


def test_the_referee_refuses_what_the_sheet_refuses_in_the_same_words() -> None:
    entry = {"bid": dict.fromkeys(NAMES, 1), "tricks": dict.fromkeys(NAMES, 1)}
    with pytest.raises(NotPlayable) as by_sheet:
        score_request(GAME, {"players": list(NAMES), "rounds": [entry]})
    with pytest.raises(NotPlayable) as by_referee:
        judge_request(GAME, hand, {"facts": {"players": list(NAMES), **entry}})
    assert [one.message for one in by_referee.value.problems] == [one.message for one in by_sheet.value.problems]


def test_points_before_the_round_count_if_they_are_given() -> None:
    game = game_of("ecarte")
    score = situation_of(game.situations, "score")
    given = {"players": ["Ann", "Bob"], "dealer": "Bob", "tricks": {"Ann": 3, "Bob": 2}}
    over = [judge_request(game, score, {"facts": {**given, "totals": {"Ann": total, "Bob": 0}}}) for total in (0, 4)]
    assert [verdict.outcome["over"] for verdict in over] == [False, True]


POINTS: Key[PerName[int]] = Key("points")
LOOSE = replace(
    game_of("any-other-game"), seats=Seats(2, 12, come_and_go=True),
    scoring=replace(
        game_of("any-other-game").scoring,
        fields=lambda table: (f.points(POINTS, "Points", 9, per="player", names=table.names),),
        check_before=lambda table, entry: [Problem(POINTS, "Not six.")] if 6 in entry[POINTS].values() else [],
    ),
)  # fmt: skip


def no_fives(_: Record, given: Record) -> Iterator[Problem]:
    if 5 in given[TOTALS].values():
        yield Problem(TOTALS, "Nobody has five.")


def with_bonus(table: Table[Any], given: Record) -> Table[Any]:
    """Return the table on which the first name has gained a bonus, if one is given."""
    first = table.names[0]
    return replace(table, totals={**table.totals, first: table.totals[first] + given[COUNT]})


def score_question(game: Game[Any], per: str = "player") -> Situation:
    """Return a question about the score of a round whose verdict shows the round, with a bonus for the first name."""

    def asked(options: Record) -> tuple[f.Field, ...]:
        dealer = DEALER.field.of(required=False, nobody="Not said")
        own = f.points(POINTS, f"Points to {options[TARGET]}", 99, per=per)
        totals = facts.totals("Totals", 99, required=False, per=per)
        return own, dealer, totals, f.count(COUNT, "Bonus", 9), *shared_fields((), (), come_and_go=True)

    @score_situation("How much?", game, asked, lambda *_: "It is offered.", with_bonus, no_fives, help="All of it.")
    def score(why: Reasons, _options: Record, _given: Record, result: Round[Any]) -> Verdict:
        return why.verdict(
            "So.",
            dealer=result.dealer,
            absent=result.absent,
            adjusted=dict(result.adjusted),
            totals=dict(result.totals),
        )

    return score


def test_the_facts_of_a_score_make_the_table_and_the_entry() -> None:
    question = score_question(LOOSE)
    given = {"players": list(NAMES), "dealer": "Bob", "totals": {"Cyd": 7}, "points": {"Ann": 1, "Cyd": 2}, "count": 3}
    plain = judge_request(LOOSE, question, {"facts": given}).outcome
    assert plain == {"dealer": "Bob", "absent": (), "adjusted": {}, "totals": {"Ann": 4, "Bob": 0, "Cyd": 9}}
    more = {"absent": ["Bob"], "adjust": [{"player": "Ann", "points": -4, "reason": "late"}], "count": 0}
    adjusted = judge_request(LOOSE, question, {"facts": {**given, **more}}).outcome
    assert adjusted == {
        "dealer": "Cyd", "absent": ("Bob",), "adjusted": {"Ann": -4}, "totals": {"Ann": -3, "Bob": 0, "Cyd": 9},
    }  # fmt: skip
    del given["dealer"]
    first = judge_request(LOOSE, question, {"facts": given}).outcome
    assert first == {"dealer": "Ann", "absent": (), "adjusted": {}, "totals": {"Ann": 4, "Bob": 0, "Cyd": 9}}
    assert (question.key, question.title, question.help) == ("score", "How much?", "All of it.")


def test_sides_hold_the_totals_of_a_score_in_games_that_are_always_in_sides() -> None:
    game = replace(game_of("any-other-game"), seats=PARTNERS)
    given = {"players": [*NAMES, "Dee"], "sides": ["We", "They"], "points": {"We": 1, "They": 2}, "dealer": "Bob"}
    question = score_question(game, "side")
    assert judge_request(game, question, {"facts": given}).outcome["totals"] == {"We": 1, "They": 2}
    del given["sides"]
    usual = {"facts": {**given, "points": {"Ann & Cyd": 1, "Bob & Dee": 2}}}
    assert judge_request(game, question, usual).outcome["totals"] == {"Ann & Cyd": 1, "Bob & Dee": 2}
    optional = score_question(game_of("any-other-game"))
    options = default_options(game).with_value(TARGET, 50)
    assert [[item.label for item in one.facts(options)][:3] for one in (question, optional)] == [
        ["Players", "Sides", "Points to 50"], ["Players", "Points to 50", "Dealer"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"totals": {"Ann": 5}}, ["Nobody has five."]),
        ({"totals": {"Ann": 5}, "points": {"Ann": 6}}, ["Nobody has five."]),
        ({"points": {"Ann": 6}}, ["Not six."]),
        ({"absent": ["Ann", "Bob"]}, ["At least two players must be in the round."]),
    ],
)
def test_contradictions_among_the_facts_are_reported_before_those_of_the_round(
    more: dict[str, Any], told: list[str]
) -> None:
    with pytest.raises(NotPlayable) as refusal:
        judge_request(LOOSE, score_question(LOOSE), {"facts": {"players": list(NAMES), "dealer": "Ann", **more}})
    assert [problem.message for problem in refusal.value.problems] == told


def test_the_score_is_offered_for_rounds_without_problems_before_or_after_the_hand() -> None:
    table = opening_table(LOOSE, Setup(NAMES, (), "Ann", default_options(LOOSE)))
    entries = (read_record(LOOSE.scoring.fields(table), {"points": {"Ann": points}})[0] for points in (4, 6))
    assert [score_question(LOOSE).offer(table, entry) for entry in entries] == ["It is offered.", ""]


@pytest.mark.parametrize(("tricks", "offered"), [(1, "Ann would stand at 11."), (6, "")])
def test_a_question_is_offered_for_a_round_without_a_fault(tricks: int, offered: str) -> None:
    """Here somebody has to take each of the seven tricks."""
    offer = offer_when_scored(
        GAME.scoring, lambda table, _, lines: f"Ann would stand at {totals_with(table.totals, lines)['Ann']}."
    )
    table = score_request(GAME, {"players": list(NAMES), "rounds": []}).table
    taken = {"Ann": tricks, "Bob": 3, "Cyd": 3}
    entry, _ = read_record(GAME.scoring.fields(table), {"bid": {"Ann": 1, "Bob": 4, "Cyd": 4}, "tricks": taken})
    assert offer(table, entry) == offered


def red() -> Situation:
    """Return the question of a game in which the red cards make trump."""
    return upcard_situation(
        lambda _: standard_deck("the pack"), lambda card: {"h": "red", "d": "red"}.get(card[-1], ""),
        describe=lambda card: f"the {pretty(card)}", trump_noun="red card", trump_rule="play.red",
        no_trump_text="is black", no_trump_rules=("play.black", "play.suits"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("turned", "told", "because", "rules", "trump"),
    [
        ("5h", "Red is trump.", ["The first red card is the 5♥."], ["red"], "red"),
        ("6h 5h", "Red is trump.", ["The first red card is the 6♥."], ["red"], "red"),
        ("5s 6c 5h 7c", "Red is trump.", ["The 5♠ is black.", "The 6♣ is black.", "The first red card is the 5♥."],
         ["black", "suits", "red"], "red"),
        ("5s", "There is no trump yet: turn another card.", ["The 5♠ is black.", "Only a red card makes trump."],
         ["black", "suits", "red"], None),
    ],
)  # fmt: skip
def test_the_first_card_with_a_colour_makes_trump(
    turned: str, told: str, because: list[str], rules: list[str], trump: str | None
) -> None:
    verdict = judge_request(GAME, red(), {"facts": {"turned": turned.split()}})
    assert (verdict.verdict, list(verdict.because), verdict.outcome) == (told, because, {"trump": trump})
    assert list(verdict.rules) == [f"play.{rule}" for rule in rules]


def test_cards_are_asked_for_in_the_order_turned_up() -> None:
    (item,) = red().facts(default_options(GAME))
    assert (red().key, red().title, item.key, item.label, item.help) == (
        "upcard", "Which colour is trump?", "turned", "Cards turned up", "In the order turned up.",
    )  # fmt: skip
    assert (item.bounds.least, item.bounds.most, item.required) == (1, 52, True)


def test_a_table_of_verdicts_asks_what_it_lists() -> None:
    who, mistake, late = MISTAKES.facts(default_options(GAME))
    assert (MISTAKES.key, MISTAKES.title, MISTAKES.help, who.key) == ("mistake", "What now?", "", "player")
    assert (mistake.label, mistake.type, mistake.required, late.label, late.type, late.required) == (
        "Mistake", "choice", True, "Late", "flag", False,
    )  # fmt: skip
    helped = verdict_table({"mistake": {**TABLES["mistake"], "help": "Be quick."}}, "mistake", on_sheet="Note it.")
    assert (helped.help, helped.on_sheet) == ("Be quick.", "Note it.")
    assert verdict_table({"mistake": {**TABLES["mistake"], "help": "No."}}, "mistake", help="So.").help == "So."
    asks = [
        {"key": "count", "label": "Cards", "most": 7, "help": "Of the hand."},
        {"key": "what", "label": "What", "choices": {"a": "A"}, "nobody": "Nothing", "required": False},
        {"key": "late", "label": "Late", "help": "After the lead."},
    ]
    count, what, late = verdict_table({"x": {"title": "X?", "asks": asks, "cases": {}}}, "x").facts(EMPTY)
    assert (count.type, count.bounds.most, count.required, count.help) == ("count", 7, True, "Of the hand.")
    assert (what.type, what.nobody, what.required) == ("choice", "Nothing", False)
    assert (late.type, late.required, late.help) == ("flag", True, "After the lead.")
    assert verdict_table({"x": {"title": "X?", "cases": {}}}, "x").facts(EMPTY) == ()
    assert [item.key for item in hand.facts(default_options(GAME))] == ["players", "bid", "tricks"]
    assert (hand.key, hand.title) == ("score", "What does the hand score?")


def test_a_sentence_appears_only_if_its_condition_holds() -> None:
    why = Reasons()
    why.say("It rains.", "one", when=["clouds"])
    why.say("It snows.", "two", when=())
    why.cite("three", when=None)
    verdict = why.verdict("So.")
    assert (verdict.because, verdict.rules) == (("It rains.",), ("one",))


def test_the_first_reason_that_holds_gives_the_verdict() -> None:
    why = Reasons()
    verdict = why.first((0, "Dry.", "It is dry.", "one"), (1, "Wet.", "It rains.", "two"), (1, "White.", "It snows."))
    assert (verdict, why.verdict(verdict).because, why.verdict(verdict).rules) == ("Wet.", ("It rains.",), ("two",))
    assert not why.first((0, "Dry.", "It is dry."))


def test_a_player_and_no_side_has_played_after_a_card_out_of_turn() -> None:
    pitch = game_of("pitch")
    asked = situation_of(pitch.situations, "out-of-turn").facts(default_options(pitch))
    players, sides = ("Ann", "Bob", "Cyd", "Dee"), ("Ann & Cyd", "Bob & Dee")
    assert {with_names(item, players, sides).names for item in asked} == {players}
