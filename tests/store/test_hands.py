"""The cards of a round as they fell: kept with every card, by whichever phone is first, and after the round too."""

from typing import Any

import pytest
from flask import Flask

from companion.store import hands, plays
from companion.store.base import db
from companion.store.hands import Laid, Overtaken
from tests.store.tables import Club, Table, at_once, client_id, done, rows, tricks

ONE: dict[str, Any] = {"players": ["Ann", "Bob", "Cyd"], "tricks": [[{"player": "Bob", "card": "red-7"}]]}
TWO: dict[str, Any] = {"tricks": [[{"player": "Bob", "card": "red-7"}, {"player": "Cyd", "card": "red-3"}]]}


def put(table: Table, revision: int, data: dict[str, Any], **more: Any) -> Laid | Overtaken | None:
    """Cards of the first round, entered by the table's own phone unless another is named."""
    given: dict[str, Any] = {"member": table.member, "slot": 1, "client_id": client_id(), **more}
    return hands.put(given.pop("member"), table.key, revision=revision, data=data, **given)


def laid(table: Table, slot: int = 1) -> Laid:
    db.session.rollback()
    return hands.load(table.state, slot)


def test_nothing_is_there_before_the_first_card(table: Table) -> None:
    assert laid(table) == Laid(1, {}, 0)
    assert not hands.has_cards(table.state, 1)


def test_every_card_is_a_revision_of_one_row(table: Table) -> None:
    put(table, 0, ONE)
    put(table, 1, TWO)
    found = laid(table)
    assert found.revision == 2
    assert found.data["tricks"] == TWO["tricks"]
    assert hands.has_cards(table.state, 1)
    assert rows("select revision from hand where play_id = :id", id=table.id) == [(2,)]


def test_who_saw_an_older_hand_is_told_how_it_stands_and_changes_nothing(club: Club, table: Table) -> None:
    put(table, 0, ONE)
    answer = put(table, 0, TWO, member=club.organiser)
    assert isinstance(answer, Overtaken)
    assert answer.laid.data["tricks"] == ONE["tricks"]
    assert laid(table).data["tricks"] == ONE["tricks"]


def test_the_same_tap_sent_twice_is_one_card(table: Table) -> None:
    first = put(table, 0, ONE, client_id="tap-again")
    assert put(table, 0, ONE, client_id="tap-again") == first
    assert laid(table).revision == 1


def test_of_two_phones_at_the_same_moment_one_is_first(app: Flask, club: Club, table: Table) -> None:
    answers = at_once(
        app, lambda: put(table, 0, ONE, member=club.organiser), lambda: put(table, 0, TWO, member=club.scorer)
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Laid", "Overtaken"]
    assert laid(table).revision == 1


def test_the_cards_stay_when_the_round_is_written_down(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    assert laid(table).data["tricks"] == ONE["tricks"]
    assert laid(table, 2) == Laid(2, {}, 0)


def test_no_card_falls_into_a_round_that_is_written_down(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    assert put(table, 1, TWO) is None
    assert laid(table).data["tricks"] == ONE["tricks"]


def test_no_card_falls_into_a_later_round_or_a_play_that_is_over(table: Table) -> None:
    assert put(table, 0, ONE, slot=2) is None
    done(table.save(tricks(3, 2)))
    done(table.end())
    assert put(table, 0, ONE, slot=2) is None


def test_a_viewer_enters_no_cards(club: Club, table: Table) -> None:
    with pytest.raises(PermissionError):
        put(table, 0, ONE, member=club.viewer)


def test_another_club_has_no_such_play(app: Flask, table: Table) -> None:
    assert put(table, 0, ONE, member=Club().organiser) is None
    assert laid(table) == Laid(1, {}, 0)


def test_more_than_any_hand_can_be_is_not_kept(table: Table) -> None:
    assert put(table, 0, {"tricks": [["x" * plays.MOST_ENTRY]]}) is None
    assert laid(table).revision == 0


def coming(table: Table, slot: int) -> Laid:
    return hands.of_round(table.state, slot)


def test_a_round_that_is_undone_and_written_anew_keeps_its_cards(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    assert coming(table, 2) == Laid(2, {}, 0)
    done(table.undo())
    assert coming(table, 2).data["tricks"] == ONE["tricks"]
    done(table.save(tricks(2, 3)))
    assert coming(table, 2).data["tricks"] == ONE["tricks"]
    assert hands.has_cards(table.state, 2)
    assert not coming(table, 3).cards


def test_a_round_that_is_removed_keeps_its_cards_to_itself(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.remove(1))
    assert not coming(table, 2).cards


def test_the_cards_of_a_coming_round_wait_while_the_one_before_is_written_anew(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    put(table, 0, TWO, slot=2)
    assert not coming(table, 2).astray
    done(table.undo())
    assert coming(table, 2).astray
    done(table.redo())
    assert not coming(table, 2).astray
    done(table.undo())
    done(table.save(tricks(2, 3)))
    assert coming(table, 2).data["tricks"] == ONE["tricks"]
    assert coming(table, 3).data["tricks"] == TWO["tricks"]
    assert not coming(table, 3).astray
