"""The book of rulings: numbers, repeated taps, phones at once, states of a ruling, and other clubs."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from flask import Flask

from companion.core.house.house_rules import Amendment, HouseRules
from companion.store.database.base import clock_at
from companion.store.house import house_rules
from companion.store.log.write_results import Refused
from companion.store.rulings import read_rulings, write_rulings
from companion.store.rulings.read_rulings import RulingState
from tests.store.tables import Club, Table, at_once, client_id, done, events_in_log, kinds_in_log, rows, tricks

RENEGE = "raise-the-stakes/penalties.renege"
RANK = "raise-the-stakes/play.rank"
ZERO_BID = "rage/scoring.zero-bid"
WISH: dict[str, Any] = {
    "game": "raise-the-stakes",
    "question": "Is a renege noticed after the next deal still one?",
    "decision": "No: once the cards are dealt anew, it is forgotten.",
    "agreed_by": ["Ann", "Bob"],
}


def record(club: Club, **more: Any) -> RulingState:
    """Record a ruling that must be accepted."""
    found = write_rulings.record(club.scorer, **{**WISH, "client_id": client_id(), **more})
    assert isinstance(found, RulingState), found
    return found


def faults(club: Club, **more: Any) -> dict[str, str]:
    """Return the problems of a ruling that must be refused, by field."""
    found = write_rulings.record(club.scorer, **{**WISH, "client_id": client_id(), **more})
    assert isinstance(found, Refused), found
    assert write_rulings.check(club.scorer, **{**WISH, **more}) == list(found.problems)
    assert read_rulings.find_rulings(club.scorer.club_id) == []
    return {problem.field: problem.message for problem in found.problems}


def proposed(club: Club, key: str, state: str = "proposed", game: str = "raise-the-stakes") -> HouseRules:
    """Return a version of the club's house rules made from a ruling."""
    text = Amendment("", f"As in ruling {client_id()}.")
    found: Any = house_rules.propose(
        club.organiser, game=game, options={}, amendments=[text], note="", holds_from=house_rules.today(),
        client_id=client_id(), ruling=key,
    )  # fmt: skip
    if state == "agreed":
        found = house_rules.agree(club.organiser, found.key, ["Ann"])
    elif state == "withdrawn":
        found = house_rules.withdraw(club.organiser, found.key, "No.")
    assert isinstance(found, HouseRules), found
    return found


# Recording.


def test_a_recorded_ruling_is_in_the_book(club: Club, table: Table) -> None:
    table.write(tricks(5, 0, 0))
    moment = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
    with clock_at(moment):
        found = record(
            club, situation="renege", fact_texts=[("Trump", "red")], rules=[RANK, RANK],
            basis="open", play_key=table.key, round_number=2, decision="  He did.\r\nThree points.  ",
        )  # fmt: skip
    assert found == read_rulings.ruling_by_key(club.viewer.club_id, found.key)
    assert (found.number, found.game, found.situation, found.basis) == (1, "raise-the-stakes", "renege", "open")
    assert (found.question, found.decision) == (WISH["question"], "He did.\nThree points.")
    assert found.fact_texts == (("Trump", "red"),)
    assert (found.rules, found.agreed_by) == ((RANK,), ("Ann", "Bob"))
    assert (found.play_key, found.play_title, found.round_number) == (table.key, "Raise the Stakes", 2)
    assert (found.begun, found.at) == (table.state.started_at, moment)
    assert (found.state, found.reason, found.house, found.who) == ("stands", "", None, "A phone")


def test_rulings_are_numbered_from_one_in_each_club(club: Club) -> None:
    other = Club()
    assert [record(club).number, record(other).number, record(club).number, record(club).number] == [1, 1, 2, 3]


def test_the_same_tap_twice_is_one_ruling_with_one_answer(club: Club) -> None:
    first = record(club, client_id="tap")
    again = write_rulings.record(club.scorer, **{**WISH, "decision": "", "client_id": "tap"})
    assert again == first
    assert len(read_rulings.find_rulings(club.scorer.club_id)) == 1


@pytest.mark.parametrize("same", [True, False], ids=["one tap", "many taps"])
def test_rulings_by_phones_at_once_have_different_numbers(app: Flask, club: Club, same: bool) -> None:
    acts = [
        partial(write_rulings.record, club.scorer, **WISH, client_id="tap" if same else f"tap {n}") for n in range(8)
    ]
    found = at_once(app, *acts)
    assert sorted(one.number for one in found) == ([1] * 8 if same else [1, 2, 3, 4, 5, 6, 7, 8])
    assert len(read_rulings.find_rulings(club.scorer.club_id)) == (1 if same else 8)


def test_events_about_rulings_are_stored_as_ever(club: Club, table: Table) -> None:
    table.write(tricks(5, 0, 0))
    draft = {"situation": "renege", "basis": "open", "rules": [RANK]}
    first = record(club, **draft, fact_texts=[("Trump", "red")], play_key=table.key, round_number=2)
    record(club)
    write_rulings.withdraw(club.scorer, first.key, "He did not.")
    said = {key: WISH[key] for key in ("game", "question", "decision", "agreed_by")}
    assert events_in_log(club, "ruling") == [
        ("ruling", None, "recorded", {
            **said, **draft, "told": [["Trump", "red"]], "number": 1, "play_id": table.id, "slot": 2,
        }, None),
        ("ruling", None, "recorded", {
            **said, "situation": "", "told": [], "basis": "", "rules": [], "number": 2, "play_id": None, "slot": None,
        }, None),
        ("ruling", 3, "withdrawn", {"reason": "He did not."}, None),
    ]  # fmt: skip


def test_the_game_is_that_of_the_play(club: Club, table: Table) -> None:
    assert record(club, game="rage", play_key=table.key).game == "raise-the-stakes"
    assert "rules" in faults(Club(), game="rage", rules=[RANK])


def test_names_are_listed_once_in_their_known_spelling(club: Club, table: Table) -> None:
    assert record(club, agreed_by=["ANN", " Ann ", "bob", "Zoe", "zoe", ""]).agreed_by == ("Ann", "Bob", "Zoe")


@pytest.mark.parametrize(
    ("wrong", "field", "told"),
    [
        ({"question": " \n "}, "question", "The question is empty."),
        ({"decision": "x" * 1001}, "decision", "The decision is longer than 1000 letters."),
        ({"agreed_by": ["", " "]}, "agreed", "Say who agreed: at least one name."),
        *(({"game": game}, "game", "Choose a game from the list.") for game in ("", "chess", "\0")),
        (
            {"situation": "dispute"}, "situation",
            "Raise the Stakes has no question called “dispute”; choose one or none.",
        ),
        ({"rules": [ZERO_BID]}, "rules", "“rage/scoring.zero-bid” is not a paragraph of Raise the Stakes."),
        ({"fact_texts": [("Trump", "\0")]}, "facts", "The facts have letters that cannot be shown."),
        ({"basis": "luck"}, "basis", "Choose what the decision rests on: the book, a house rule, or the table alone."),
        *(({"play_key": key}, "play", "The club has no such game.") for key in ("nothing", "\0")),
        ({"play_key": "nothing", "round_number": 1}, "play", "The club has no such game."),
        ({"round_number": 1}, "round", "Choose a game for the round, or leave the round out."),
    ],
)  # fmt: skip
def test_an_invalid_ruling_is_refused_at_its_field(club: Club, wrong: dict[str, Any], field: str, told: str) -> None:
    assert faults(club, **wrong) == {field: told}


def test_all_problems_are_reported_at_once(club: Club) -> None:
    assert set(faults(club, question="", decision="", agreed_by=[], game="chess", basis="luck")) == {
        "question", "decision", "agreed", "game", "basis"
    }  # fmt: skip


def test_customs_can_be_cited_in_every_game_and_six_paragraphs_at_most(club: Club) -> None:
    own = [rule for rule in _ids("raise-the-stakes") if rule != RANK]
    assert record(club, rules=["table/adjustment", *own[:5]]).rules == ("table/adjustment", *own[:5])
    found = write_rulings.record(club.scorer, **WISH, rules=own[:7], client_id=client_id())
    assert isinstance(found, Refused)
    assert [problem.message for problem in found.problems] == ["A ruling is about at most 6 paragraphs."]


def _ids(slug: str) -> list[str]:
    from companion.games import game_of

    return list(game_of(slug).rules.by_id)


@pytest.mark.parametrize(
    ("number", "fits"), [(0, False), (-1, False), (1, True), (2, True), (3, False), (10**9, False)]
)
def test_a_round_must_be_saved_or_the_coming_one(club: Club, table: Table, number: int, fits: bool) -> None:
    table.write(tricks(5, 0, 0))
    found = write_rulings.record(club.scorer, **WISH, play_key=table.key, round_number=number, client_id=client_id())
    if fits:
        assert isinstance(found, RulingState)
        assert found.round_number == number
        return
    assert isinstance(found, Refused)
    assert [(problem.field, problem.message) for problem in found.problems] == [
        ("round", "The game is in round 2, so give no later one.")
    ]


def test_a_play_of_another_club_does_not_exist(club: Club) -> None:
    other = Table(Club().scorer)
    assert faults(club, play_key=other.key) == {"play": "The club has no such game."}


@pytest.mark.parametrize("act", ["record", "withdraw"])
def test_a_viewer_cannot_change_the_book(club: Club, act: str) -> None:
    found = record(club)
    acts: dict[str, Callable[[], object]] = {
        "record": lambda: write_rulings.record(club.viewer, **WISH, client_id=client_id()),
        "withdraw": lambda: write_rulings.withdraw(club.viewer, found.key, "No."),
    }
    with pytest.raises(PermissionError, match="can only watch"):
        acts[act]()
    assert read_rulings.find_rulings(club.viewer.club_id) == [found]


# Finding.


def test_the_newest_ruling_is_first_and_pages_follow(club: Club) -> None:
    keys = [record(club).key for _ in range(5)]
    pages = [read_rulings.find_rulings(club.scorer.club_id, limit=2, offset=offset) for offset in (0, 2, 4, 6)]
    assert [[one.key for one in page] for page in pages] == [keys[:2:-1], keys[2:0:-1], keys[:1], []]


def test_rulings_are_found_by_game_situation_and_number(club: Club) -> None:
    free = record(club, rules=[RENEGE, RANK])
    asked = record(club, situation="renege")
    rage = record(club, game="rage", rules=[ZERO_BID])
    here = club.viewer.club_id
    assert read_rulings.find_rulings(here) == [rage, asked, free]
    assert read_rulings.find_rulings(here, game="rage") == [rage]
    assert read_rulings.find_rulings(here, game="raise-the-stakes", situation="renege") == [asked]
    assert read_rulings.find_rulings(here, game="rage", situation="renege") == []
    for nothing in ("raise-the-stakes/play", "raise-the-stakes/%", "play.rank", '"', "\\", "\0", "_", "x" * 9999):
        assert (
            read_rulings.find_rulings(here, game=nothing) == read_rulings.find_rulings(here, situation=nothing) == []
        ), nothing


def test_the_rulings_of_a_night_are_those_of_its_plays_and_of_its_hours(club: Club, table: Table) -> None:
    begin, here = datetime(2026, 11, 21, 20, tzinfo=UTC), club.scorer.club_id
    end, found = begin + timedelta(hours=4), {}
    for name, moment, play in (
        ("before", begin - timedelta(seconds=1), None), ("first", begin, None), ("last", end, None),
        ("after", end + timedelta(seconds=1), None), ("played", end + timedelta(days=9), table.key),
        ("elsewhere", begin, Table(club.scorer).key),
    ):  # fmt: skip
        with clock_at(moment):
            found[name] = record(club, play_key=play)
    night = read_rulings.rulings_of_night(here, [table.id], begin, end)
    assert night == [found["played"], found["last"], found["first"]]
    assert read_rulings.rulings_of_play(here, table.id) == [found["played"]]
    assert read_rulings.rulings_of_play(Club().scorer.club_id, table.id) == []


def test_lists_have_fifty_rulings(club: Club, table: Table) -> None:
    here = club.scorer.club_id
    for _ in range(51):
        record(club, play_key=table.key)
    latest = list(range(51, 1, -1))
    always = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
    assert [one.number for one in read_rulings.find_rulings(here)] == latest
    assert [one.number for one in read_rulings.rulings_of_play(here, table.id)] == latest
    assert [one.number for one in read_rulings.rulings_of_night(here, [table.id], *always)] == latest
    assert len(read_rulings.find_rulings(here, limit=None)) == 51


def test_rulings_are_private_to_their_club(club: Club) -> None:
    other, found = Club(), record(club)
    there = other.organiser.club_id
    assert read_rulings.find_rulings(there) == []
    assert read_rulings.withdrawn_by_game(there) == {}
    assert read_rulings.ruling_by_key(there, found.key) is None
    assert write_rulings.withdraw(other.organiser, found.key, "Ours.") is None
    proposed(other, found.key)
    assert read_rulings.find_rulings(club.viewer.club_id) == [found]


# Withdrawal and promotion.


def test_a_withdrawn_ruling_stays_in_the_book_with_its_reason(club: Club) -> None:
    kept, found = record(club), record(club)
    gone = write_rulings.withdraw(club.organiser, found.key, "  We read the book again. ")
    assert isinstance(gone, RulingState)
    assert (gone.state, gone.reason) == ("withdrawn", "We read the book again.")
    assert [(step.house, step.who) for step in gone.steps] == [(None, "Ann's phone")]
    assert read_rulings.find_rulings(club.viewer.club_id) == [gone, kept]
    assert read_rulings.find_rulings(club.viewer.club_id, standing=True) == [kept]
    assert read_rulings.withdrawn_by_game(club.viewer.club_id) == {"raise-the-stakes": 1}
    assert record(club).number == 3


def test_white_space_is_tidied_and_line_breaks_of_a_decision_stay(club: Club) -> None:
    found = record(club, question=" Who\r\n\tdeals? ", decision="Ann,\tthen\r\nBob.\t")
    assert (found.question, found.decision) == ("Who deals?", "Ann, then\nBob.")
    gone = write_rulings.withdraw(club.scorer, found.key, "Read\n again.")
    assert isinstance(gone, RulingState)
    assert gone.reason == "Read again."


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("", "is empty"), (" ", "is empty"), ("x" * 201, "is longer than 200 letters"),
        ("a\0b", "has letters that cannot be shown"), ("\ud800", "has letters that cannot be shown"),
    ],
)  # fmt: skip
def test_a_withdrawal_needs_a_readable_reason(club: Club, reason: str, told: str) -> None:
    found = record(club)
    outcome = write_rulings.withdraw(club.scorer, found.key, reason)
    assert isinstance(outcome, Refused)
    assert [(problem.field, problem.message) for problem in outcome.problems] == [("reason", f"The reason {told}.")]
    assert read_rulings.ruling_by_key(club.scorer.club_id, found.key) == found


def test_a_ruling_is_withdrawn_once(club: Club) -> None:
    found = record(club)
    first = write_rulings.withdraw(club.scorer, found.key, "Once.")
    assert write_rulings.withdraw(club.scorer, found.key, "Once.") == first
    late = write_rulings.withdraw(club.organiser, found.key, "Twice.")
    assert isinstance(late, Refused)
    assert late.problems[0].message == "Ruling 1 has already been withdrawn: Once."
    unreasoned = write_rulings.withdraw(club.organiser, found.key, "")
    assert unreasoned == late, "an earlier withdrawal is reported before problems"
    assert read_rulings.ruling_by_key(club.scorer.club_id, found.key) == first
    assert kinds_in_log(club, "ruling") == ["recorded", "withdrawn"]


def test_of_two_withdrawals_at_once_the_second_is_told(app: Flask, club: Club) -> None:
    found = record(club)
    outcomes = at_once(
        app, *(partial(write_rulings.withdraw, club.scorer, found.key, f"Reason {n}.") for n in range(6))
    )
    assert sum(isinstance(outcome, RulingState) for outcome in outcomes) == 1
    withdrawn = "select count(*) from event where club_id = :club and subject = 'ruling' and kind = 'withdrawn'"
    assert rows(withdrawn, club=club.scorer.club_id) == [(1,)]


@pytest.mark.parametrize("state", ["proposed", "agreed"])
def test_a_ruling_made_a_house_rule_names_the_version(club: Club, state: str) -> None:
    found = record(club)
    proposed(club, found.key, state)
    [ruled] = read_rulings.find_rulings(club.viewer.club_id, standing=True)
    assert ruled.promotion is not None
    assert (ruled.promotion.number, bool(ruled.promotion.agreed_at)) == (1, state == "agreed")
    assert ruled.house == (ruled.promotion.key if state == "agreed" else None), "a proposal is no house rule yet"
    assert ruled.state == "stands"
    assert len(ruled.steps) == 1


def test_a_ruling_can_be_proposed_again_after_its_proposal_was_withdrawn(club: Club) -> None:
    found = record(club)
    proposed(club, found.key, "withdrawn")
    dropped = read_rulings.ruling_by_key(club.scorer.club_id, found.key)
    assert dropped is not None
    assert dropped.promotion is None
    proposed(club, found.key, "agreed")
    ruled = read_rulings.ruling_by_key(club.scorer.club_id, found.key)
    assert ruled is not None
    first, second = (step.house for step in ruled.steps)
    assert first is not None
    assert second is not None
    assert (first.number, first.state) == (1, "withdrawn")
    assert (second.number, second.state, ruled.house) == (2, "in force", second.key)


@pytest.mark.parametrize("wrong", ["withdrawn ruling", "another game", "another club", "no ruling"])
def test_a_ruling_can_only_become_a_rule_of_its_game(club: Club, wrong: str) -> None:
    found = record(club)
    if wrong == "withdrawn ruling":
        write_rulings.withdraw(club.scorer, found.key, "No.")
    elsewhere = Club() if wrong == "another club" else club
    proposed(
        elsewhere, "nothing" if wrong == "no ruling" else found.key,
        game="rage" if wrong == "another game" else "raise-the-stakes",
    )  # fmt: skip
    ruled = read_rulings.ruling_by_key(club.scorer.club_id, found.key)
    assert ruled is not None
    assert ruled.promotion is None


def test_a_ruling_can_be_proposed_repeatedly(club: Club) -> None:
    found = record(club)
    for _ in range(21):
        proposed(club, found.key)
    ruled = read_rulings.ruling_by_key(club.scorer.club_id, found.key)
    assert ruled is not None
    assert [step.house and step.house.number for step in ruled.steps] == list(range(1, 22))
    assert {step.who for step in ruled.steps} == {"Ann's phone"}


def test_removing_an_earlier_round_keeps_the_ruling_of_a_round(club: Club) -> None:
    table = Table(club.scorer)
    table.write(tricks(5, 0, 0), tricks(0, 5, 0), tricks(0, 0, 5))
    second, coming = record(club, play_key=table.key, round_number=2), record(club, play_key=table.key, round_number=4)
    assert (second.round_number, coming.round_number) == (2, 4)

    def numbers() -> list[int | None]:
        return [one.round_number for one in read_rulings.find_rulings(club.scorer.club_id)][::-1]

    done(table.remove(1))
    assert numbers() == [1, 3]
    table.write(tricks(5, 0, 0))
    assert numbers() == [1, 3]
    done(table.remove(2))
    assert numbers() == [None, 2]
    done(table.undo())
    assert numbers() == [1, 3]
