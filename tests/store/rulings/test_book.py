"""What the book of rulings shows when it has several: later events in order, older events, and removed rounds."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.store.database.base import clock_at
from companion.store.house import house_rules
from companion.store.log.write import NewEvent, write
from companion.store.rulings import read_rulings, write_rulings
from companion.store.rulings.read_rulings import RulingState
from tests.store.rulings.test_rulings import RANK, WISH, faults, proposed, record
from tests.store.tables import Club, Table, client_id, done, problems_text, rows, tricks

AT = datetime(2026, 11, 21, 20, tzinfo=UTC)


def by_key(club: Club, key: str) -> RulingState:
    """Return the ruling with this key as it is now."""
    found = read_rulings.ruling_by_key(club.scorer.club_id, key)
    assert found is not None
    return found


def test_each_ruling_is_found_by_its_key(club: Club) -> None:
    rulings = [record(club) for _ in range(6)]
    assert [by_key(club, one.key) for one in rulings] == rulings
    assert read_rulings.ruling_by_key(club.scorer.club_id, "0") is None


def test_later_events_of_a_ruling_are_in_order_with_time_and_author(club: Club) -> None:
    with clock_at(AT):
        ruled, _ = record(club), record(club)
    versions = []
    for day in (1, 2):
        with clock_at(AT + timedelta(days=day)):
            versions.append(proposed(club, ruled.key))
    with clock_at(AT + timedelta(days=3)):
        write_rulings.withdraw(club.scorer, ruled.key, "Read again.")
    _, found = read_rulings.find_rulings(club.scorer.club_id)
    assert [(step.at, step.who, step.house and step.house.key, step.reason) for step in found.steps] == [
        (AT + timedelta(days=1), "Ann's phone", versions[0].key, ""),
        (AT + timedelta(days=2), "Ann's phone", versions[1].key, ""),
        (AT + timedelta(days=3), "A phone", None, "Read again."),
    ]
    assert (found.at, found.state, found.reason) == (AT, "withdrawn", "Read again.")
    assert found.promotion == versions[1]
    house_rules.withdraw(club.organiser, versions[1].key, "No.")
    assert by_key(club, ruled.key).promotion == versions[0], "the last one that was not withdrawn"


def test_withdrawn_rulings_are_counted_by_game_in_order(club: Club) -> None:
    kept, gone = record(club, game="rage"), [record(club) for _ in range(3)][1:]
    for one in gone:
        write_rulings.withdraw(club.scorer, one.key, "No.")
    assert list(read_rulings.withdrawn_by_game(club.scorer.club_id).items()) == [("rage", 0), ("raise-the-stakes", 2)]
    assert by_key(club, kept.key).state == "stands"


def test_a_ruling_of_an_earlier_version_and_a_house_rule_of_a_game_that_is_gone_can_be_read(club: Club) -> None:
    first = record(club, fact_texts=[("Trump", "red"), ("Led", "blue")], rules=[RANK])
    assert first.fact_texts == (("Trump", "red"), ("Led", "blue"))
    old = {
        **{key: WISH[key] for key in ("game", "question", "decision", "agreed_by")}, "situation": "", "told": [],
        "basis": "", "rules": [], "number": 7, "play_id": None, "slot": None, "facts": {"who": "Ann"},
    }  # fmt: skip
    write(club.scorer, client_id(), lambda _: NewEvent("ruling", None, "recorded", old))
    [(seq,)] = rows("select seq from event where key = :key", key=first.key)
    gone = {"game": "bridge", "number": 1, "ruling": seq}
    write(club.scorer, client_id(), lambda _: NewEvent("house", None, "proposed", gone))
    assert record(club).number == 8, "one more than the highest"
    assert [one.number for one in read_rulings.find_rulings(club.scorer.club_id)] == [8, 7, 1]
    assert by_key(club, first.key).steps == ()


def test_a_ruling_about_a_round_follows_rounds_that_were_removed_before(club: Club) -> None:
    table = Table(club.scorer)
    table.write(tricks(5, 0, 0), tricks(0, 5, 0), tricks(0, 0, 5))
    done(table.remove(1))
    second, coming = (record(club, play_key=table.key, round_number=number) for number in (2, 3))
    assert (second.round_number, coming.round_number) == (2, 3)
    done(table.remove(2))
    table.write(tricks(5, 0, 0))
    assert [by_key(club, one.key).round_number for one in (second, coming)] == [1, 2]


def test_a_second_withdrawal_names_the_ruling_by_its_number(club: Club) -> None:
    Table(club.scorer)
    found = record(club)
    write_rulings.withdraw(club.scorer, found.key, "Once.")
    late = write_rulings.withdraw(club.scorer, found.key, "Twice.")
    assert problems_text(late) == "reason: Ruling 1 has already been withdrawn: Once."


def test_a_question_is_shorter_than_a_decision(club: Club) -> None:
    assert faults(club, question="x" * 301) == {"question": "The question is longer than 300 letters."}
    assert record(club, question="x" * 300, decision="y" * 1000).number == 1


def test_a_viewer_may_not_withdraw_a_ruling_that_does_not_exist(club: Club) -> None:
    with pytest.raises(PermissionError, match="can only watch"):
        write_rulings.withdraw(club.viewer, "nothing", "No.")
    assert write_rulings.withdraw(club.scorer, "nothing", "No.") is None
