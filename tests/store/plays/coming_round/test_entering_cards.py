"""The cards of a round: in the draft of the coming round, from whichever phone is first, then in its edit."""

from typing import Any

import pytest
from flask import Flask

from companion.store.database.base import db
from companion.store.log.write_results import Stale
from companion.store.plays.coming_round import drafts, round_cards
from companion.store.plays.coming_round.round_cards import NO_CARDS, RoundCards
from companion.store.plays.edits import commands
from tests.store.plays.coming_round.entered_cards import ONE, TWO, coming, hand, marks, of_rounds, put
from tests.store.tables import Club, Table, at_once, client_id, done, rows, tricks


def test_before_the_first_card_there_are_none(table: Table) -> None:
    assert round_cards.coming_cards(table.state) == NO_CARDS
    assert round_cards.cards_of_round(table.state, 1) is None


def test_every_card_is_stored_in_order(table: Table) -> None:
    put(table, 0, ONE)
    put(table, None, TWO)
    assert coming(table) == ["red-7", "red-3"]
    assert rows("select slot from draft where play_id = :id", id=table.id) == [(1,)]


def test_cards_are_returned_with_names_and_authors_before_and_after_the_round_is_saved(table: Table) -> None:
    put(table, 0, TWO)
    author = {"device_id": table.member.device_id, "player_id": None}
    [plays] = TWO["tricks"]
    expected = {**TWO, "tricks": [[{**played, **author} for played in plays]]}
    assert round_cards.coming_cards(table.state).data == expected
    done(table.save(tricks(3, 2)))
    assert round_cards.cards_of_round(table.state, 1) == expected


def test_a_phone_with_an_outdated_hand_changes_nothing(club: Club, table: Table) -> None:
    put(table, 0, ONE)
    answer = put(table, 0, TWO, member=club.organiser)
    assert isinstance(answer, Stale)
    assert coming(table) == ["red-7"]


def test_the_same_tap_twice_is_one_card(table: Table) -> None:
    first = put(table, 0, ONE, client_id="tap-again")
    before = marks(table)
    assert put(table, 0, ONE, client_id="tap-again") == first
    assert marks(table) == before


def test_of_two_phones_at_once_one_is_first(app: Flask, club: Club, table: Table) -> None:
    answers = at_once(
        app, lambda: put(table, 0, ONE, member=club.organiser), lambda: put(table, 0, TWO, member=club.scorer)
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["RoundCards", "Stale"]


def test_cards_and_bids_do_not_conflict(app: Flask, club: Club, table: Table) -> None:
    def bid() -> object:
        return drafts.patch_draft(club.organiser, table.state, slot=1, patch={"folded": ["Cyd"]})

    seen = [put(table, None, ONE), bid(), put(table, 2, TWO), *at_once(app, bid, lambda: put(table, None, ONE))]
    assert not any(one is None or isinstance(one, Stale) for one in seen)
    draft = drafts.draft_of(table.state)
    assert draft is not None
    assert draft.data == {"folded": ["Cyd"]}
    assert coming(table) == ["red-7"]
    assert marks(table)[0] == 6


def test_each_card_stores_who_entered_it(club: Club, table: Table) -> None:
    put(table, 0, hand("red-7"), member=club.organiser)
    put(table, None, hand("red-7", "red-3"), member=club.organiser)
    put(table, None, hand("red-7", "red-4"), member=club.scorer)
    put(table, None, hand("red-7", "red-4", "red-1"), member=club.organiser)
    mistaken = hand("red-7", "red-4", "red-1")
    mistaken["tricks"][0][2]["player"] = "Cyd"
    put(table, None, mistaken, member=club.scorer)
    done(table.save(tricks(3, 2)))
    kept = round_cards.logged_cards(table.id, 1)
    assert kept is not None
    [trick] = kept["tricks"]
    entered = [(row["card"], row["device_id"], row["player_id"]) for row in trick]
    one, other = club.organiser.device_id, club.scorer.device_id
    assert entered == [("red-7", one, None), ("red-4", other, None), ("red-1", other, None)]
    assert {row["player"] for row in trick} == {f"@{seat.player_id}" for seat in table.state.seats[1:]}


def test_cards_are_stored_with_their_round(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    assert of_rounds(table) == [["red-7"]]
    assert round_cards.cards_of_round(table.state, 1) is not None
    assert round_cards.coming_cards(table.state) == NO_CARDS
    assert rows("select * from draft where play_id = :id", id=table.id) == []


def test_a_hand_without_cards_is_not_stored(table: Table) -> None:
    put(table, 0, {"players": ["Ann", "Bob", "Cyd"], "leader": "Bob", "tricks": [], "trump": "red"})
    done(table.save(tricks(3, 2)))
    assert round_cards.cards_of_round(table.state, 1) is None
    assert round_cards.logged_cards(table.id, 1) is None


def test_a_card_for_a_saved_round_is_refused(table: Table) -> None:
    before = table.state
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    late: dict[str, Any] = {"slot": 1, "mark": 2, "data": TWO, "client_id": client_id(), "on_sheet": True}
    assert round_cards.save_cards(table.member, table.state, **late) is None
    assert round_cards.save_cards(table.member, before, **late) is None, "it was written down since this phone looked"
    assert of_rounds(table) == [["red-7"]]
    assert coming(table) == []
    put(table, 0, TWO)
    assert round_cards.coming_cards(before) == NO_CARDS, "they are of the round after it"


def test_a_card_for_a_later_round_or_a_finished_play_is_refused(table: Table) -> None:
    assert put(table, 0, ONE, slot=2) is None
    done(table.save(tricks(3, 2)))
    done(table.end())
    assert put(table, 0, ONE, slot=2) is None


def test_a_referee_note_does_not_conflict_with_a_card(table: Table) -> None:
    before = table.state
    row = {"player": "Ann", "points": -1, "reason": "renege"}
    done(commands.add_findings(table.member, table.state, base=1, rows=[row], client_id=client_id()))
    found = round_cards.save_cards(table.member, before, slot=1, mark=0, data=ONE, client_id=client_id(), on_sheet=True)
    assert isinstance(found, RoundCards)


def test_a_viewer_cannot_enter_cards(club: Club, table: Table) -> None:
    with pytest.raises(PermissionError):
        put(table, 0, ONE, member=club.viewer)


def test_another_club_cannot_enter_cards(app: Flask, table: Table) -> None:
    assert put(table, 0, ONE, member=Club().organiser) is None
    assert coming(table) == []


def test_more_cards_than_a_hand_can_have_are_refused(table: Table) -> None:
    assert put(table, 0, {"tricks": [["x" * 64 * 1024]]}) is None
    assert marks(table) == (1, 1)


# The mark.


def test_every_write_changes_the_mark_of_the_play_and_a_card_not_that_of_the_sheet(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer)
    seen = [marks(table)]

    def note() -> object:
        row = {"player": "Ann", "points": -1, "reason": "renege"}
        given = {"base": table.state.revision, "client_id": client_id()}
        return commands.add_findings(table.member, table.state, rows=[row], **given)

    writes = (
        lambda: put(table, None, ONE), lambda: drafts.patch_draft(table.member, table.state, slot=1, patch={}),
        lambda: put(table, None, TWO), note, lambda: table.save(tricks(3, 2)), table.undo, table.redo,
        lambda: table.save(tricks(2, 3), slot=1), lambda: put(table, None, ONE), lambda: table.remove(1), table.end,
    )  # fmt: skip
    for write in writes:
        write()
        seen.append(marks(table))
    assert [mark for mark, _ in seen] == list(range(1, len(writes) + 2))
    assert [sheet == mark for mark, sheet in seen] == [number not in (1, 3, 9) for number in range(len(writes) + 1)]


def test_a_refused_card_leaves_the_mark(table: Table) -> None:
    put(table, 0, ONE)
    before = marks(table)
    table.save({"tricks": {"Ann": 99}})
    table.save(tricks(3, 2), base=0)
    put(table, 0, TWO)
    drafts.patch_draft(table.member, table.state, slot=7, patch={})
    table.redo()
    assert marks(table) == before
    db.session.remove()
