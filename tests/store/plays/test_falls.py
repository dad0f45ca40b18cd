"""The cards of a round as they fell: in the draft of the coming one, by whichever phone is first, then in its edit."""

from typing import Any

import pytest
from flask import Flask

from companion.store.database.base import db
from companion.store.plays import commands
from companion.store.plays.coming import drafts, round_cards
from companion.store.plays.coming.round_cards import CardsChanged, RoundCards
from companion.store.plays.play_state import MOST_ENTRY
from tests.store.tables import Club, Table, at_once, client_id, done, rows, tricks


def hand(*cards: str) -> dict[str, Any]:
    """A trick that Bob led, with these cards in it."""
    names = ("Bob", "Cyd", "Ann")
    plays_ = [{"player": name, "card": card} for name, card in zip(names, cards, strict=False)]
    return {"players": ["Ann", "Bob", "Cyd"], "leader": "Bob", "tricks": [plays_]}


ONE, TWO, THREE = hand("red-7"), hand("red-7", "red-3"), hand("blue-1")


def put(table: Table, mark: int | None, data: dict[str, Any], **more: Any) -> RoundCards | CardsChanged | None:
    """Cards of the coming round, entered by the table's own phone unless another is named."""
    state = table.state
    given: dict[str, Any] = {"member": table.member, "slot": state.next_slot, "client_id": client_id(), **more}
    mark = round_cards.coming_cards(state).mark if mark is None else mark
    return round_cards.save_cards(given.pop("member"), state, mark=mark, data=data, on_sheet=False, **given)


def cards(found: Any) -> list[str]:
    """What lies there, card by card."""
    data = found.data if isinstance(found, RoundCards) else found or {}
    return [row["card"] for trick in data.get("tricks", ()) for row in trick]


def coming(table: Table) -> list[str]:
    return cards(round_cards.coming_cards(table.state))


def of_rounds(table: Table) -> list[list[str]]:
    """The cards of every round on the sheet."""
    state = table.state
    return [cards(round_cards.cards_of_round(state, slot.slot)) for slot in state.slots]


def marks(table: Table) -> tuple[int, int]:
    """The mark of the play, and that of its sheet."""
    [(mark, sheet)] = rows("select mark, sheet_mark from play where id = :id", id=table.id)
    return mark, sheet


def test_nothing_is_there_before_the_first_card(table: Table) -> None:
    assert round_cards.coming_cards(table.state) == RoundCards(1, {}, 0)
    assert round_cards.cards_of_round(table.state, 1) is None


def test_every_card_is_written_where_it_lies(table: Table) -> None:
    put(table, 0, ONE)
    put(table, None, TWO)
    assert coming(table) == ["red-7", "red-3"]
    assert rows("select slot from draft where play_id = :id", id=table.id) == [(1,)]


def test_who_saw_an_older_hand_is_told_how_it_stands_and_changes_nothing(club: Club, table: Table) -> None:
    put(table, 0, ONE)
    answer = put(table, 0, TWO, member=club.organiser)
    assert isinstance(answer, CardsChanged)
    assert cards(answer.laid) == ["red-7"]
    assert coming(table) == ["red-7"]


def test_the_same_tap_sent_twice_is_one_card(table: Table) -> None:
    first = put(table, 0, ONE, client_id="tap-again")
    before = marks(table)
    assert put(table, 0, ONE, client_id="tap-again") == first
    assert marks(table) == before


def test_of_two_phones_at_the_same_moment_one_is_first(app: Flask, club: Club, table: Table) -> None:
    answers = at_once(
        app, lambda: put(table, 0, ONE, member=club.organiser), lambda: put(table, 0, TWO, member=club.scorer)
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["CardsChanged", "RoundCards"]


def test_cards_and_bids_do_not_get_in_each_others_way(app: Flask, club: Club, table: Table) -> None:
    def bid() -> object:
        return drafts.patch_draft(club.organiser, table.state, slot=1, patch={"folded": ["Cyd"]})

    seen = [put(table, None, ONE), bid(), put(table, 2, TWO), *at_once(app, bid, lambda: put(table, None, ONE))]
    assert not any(one is None or isinstance(one, CardsChanged) for one in seen)
    draft = drafts.draft_of(table.state)
    assert draft is not None
    assert draft.data == {"folded": ["Cyd"]}
    assert coming(table) == ["red-7"]
    assert marks(table)[0] == 6


def test_each_card_keeps_who_entered_it(club: Club, table: Table) -> None:
    put(table, 0, hand("red-7"), member=club.organiser)
    put(table, None, hand("red-7", "red-3"), member=club.organiser)
    put(table, None, hand("red-7", "red-4"), member=club.scorer)
    done(table.save(tricks(3, 2)))
    kept = round_cards.logged_cards(table.id, 1)
    assert kept is not None
    [trick] = kept["tricks"]
    entered = [(row["card"], row["device_id"], row["player_id"]) for row in trick]
    assert entered == [("red-7", club.organiser.device_id, None), ("red-4", club.scorer.device_id, None)]
    assert {row["player"] for row in trick} == {f"@{seat.player_id}" for seat in table.state.seats[1:]}


def test_the_cards_go_with_their_round(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    assert of_rounds(table) == [["red-7"]]
    assert round_cards.cards_of_round(table.state, 1) is not None
    assert round_cards.coming_cards(table.state) == RoundCards(2, {}, 0)
    assert rows("select * from draft where play_id = :id", id=table.id) == []


def test_a_hand_in_which_no_card_fell_is_none_of_the_round(table: Table) -> None:
    put(table, 0, {"players": ["Ann", "Bob", "Cyd"], "leader": "Bob", "tricks": [], "trump": "red"})
    done(table.save(tricks(3, 2)))
    assert round_cards.cards_of_round(table.state, 1) is None
    assert round_cards.logged_cards(table.id, 1) is None


def test_no_card_falls_into_a_round_that_is_written_down(table: Table) -> None:
    before = table.state
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    late: dict[str, Any] = {"slot": 1, "mark": 2, "data": TWO, "client_id": client_id(), "on_sheet": True}
    assert round_cards.save_cards(table.member, table.state, **late) is None
    assert round_cards.save_cards(table.member, before, **late) is None, "it was written down since this phone looked"
    assert of_rounds(table) == [["red-7"]]
    assert coming(table) == []


def test_no_card_falls_into_a_later_round_or_a_play_that_is_over(table: Table) -> None:
    assert put(table, 0, ONE, slot=2) is None
    done(table.save(tricks(3, 2)))
    done(table.end())
    assert put(table, 0, ONE, slot=2) is None


def test_a_note_that_comes_in_meanwhile_stops_no_card(table: Table) -> None:
    before = table.state
    row = {"player": "Ann", "points": -1, "reason": "renege"}
    done(commands.add_findings(table.member, table.state, base=1, rows=[row], client_id=client_id()))
    found = round_cards.save_cards(table.member, before, slot=1, mark=0, data=ONE, client_id=client_id(), on_sheet=True)
    assert isinstance(found, RoundCards)


def test_a_viewer_enters_no_cards(club: Club, table: Table) -> None:
    with pytest.raises(PermissionError):
        put(table, 0, ONE, member=club.viewer)


def test_another_club_has_no_such_play(app: Flask, table: Table) -> None:
    assert put(table, 0, ONE, member=Club().organiser) is None
    assert coming(table) == []


def test_more_than_any_hand_can_be_is_not_kept(table: Table) -> None:
    assert put(table, 0, {"tricks": [["x" * MOST_ENTRY]]}) is None
    assert marks(table) == (1, 1)


# Undone, redone, written anew.


def test_a_round_that_is_undone_gives_its_cards_back_and_takes_them_when_it_is_written_anew(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.undo())
    assert coming(table) == ["red-7"]
    put(table, None, TWO)
    done(table.save(tricks(2, 3)))
    assert of_rounds(table) == [["red-7", "red-3"]]
    assert coming(table) == []


def test_a_round_that_is_redone_has_its_own_cards(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    for _ in range(2):
        done(table.undo())
        done(table.redo())
        assert of_rounds(table) == [["red-7"]]
        assert coming(table) == []


def test_a_card_that_was_entered_while_the_round_was_undone_is_not_lost_when_it_is_redone(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.undo())
    put(table, None, TWO)
    done(table.redo())
    assert of_rounds(table) == [["red-7", "red-3"]]
    done(table.undo())
    assert coming(table) == ["red-7", "red-3"]


def test_cards_that_were_all_taken_back_are_the_rounds_again_when_it_is_redone(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    done(table.undo())
    put(table, None, {"tricks": []})
    done(table.redo())
    assert of_rounds(table) == [["red-7"]]


def test_a_correction_a_removal_and_their_undoing_carry_the_cards(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    put(table, 0, THREE)
    done(table.save(tricks(1, 4)))
    both = [["red-7"], ["blue-1"]]
    done(table.save(tricks(2, 3), slot=1))
    assert of_rounds(table) == both
    done(table.remove(1))
    assert of_rounds(table) == [["blue-1"]]
    assert coming(table) == []
    for step in (table.undo, table.undo, table.redo):
        done(step())
        assert of_rounds(table) == both
    done(table.redo())
    assert of_rounds(table) == [["blue-1"]]


@pytest.mark.parametrize("first", [ONE, None], ids=["with cards", "without"])
def test_the_cards_of_a_coming_round_wait_while_the_one_before_is_undone(
    table: Table, first: dict[str, Any] | None
) -> None:
    own = cards(first)
    if first:
        put(table, 0, first)
    done(table.save(tricks(3, 2)))
    put(table, 0, THREE)
    done(table.undo())
    assert coming(table) == own
    assert round_cards.coming_cards(table.state).later
    done(table.redo())
    assert (of_rounds(table), coming(table)) == ([own], ["blue-1"])
    assert not round_cards.coming_cards(table.state).later
    done(table.undo())
    done(table.save(tricks(2, 3)))
    assert (of_rounds(table), coming(table)) == ([own], ["blue-1"])
    done(table.save(tricks(0, 5)))
    assert (of_rounds(table), coming(table)) == ([own, ["blue-1"]], [])


def test_of_several_rounds_undone_each_has_its_own_cards_again(table: Table) -> None:
    for card in ("red-1", "red-2", "red-3"):
        put(table, 0, hand(card))
        done(table.save(tricks(3, 2)))
    put(table, 0, hand("red-4"))
    for card in ("red-3", "red-2", "red-1"):
        done(table.undo())
        assert coming(table) == [card]
    done(table.redo())
    assert (of_rounds(table), coming(table)) == ([["red-1"]], ["red-2"])
    done(table.save(tricks(0, 5)))
    done(table.save(tricks(0, 5)))
    assert (of_rounds(table), coming(table)) == ([["red-1"], ["red-2"], ["red-3"]], ["red-4"])


def test_a_round_taken_off_leaves_the_cards_of_the_coming_one(table: Table) -> None:
    put(table, 0, ONE)
    done(table.save(tricks(3, 2)))
    put(table, 0, THREE)
    done(table.remove(1))
    assert coming(table) == ["blue-1"]
    done(table.save(tricks(3, 2)))
    assert of_rounds(table) == [["blue-1"]]


# The mark.


def test_every_write_is_another_mark_and_a_card_none_of_the_sheet(own_app: Flask) -> None:
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


def test_what_is_refused_or_too_late_leaves_the_mark(table: Table) -> None:
    put(table, 0, ONE)
    before = marks(table)
    table.save({"tricks": {"Ann": 99}})
    table.save(tricks(3, 2), base=0)
    put(table, 0, TWO)
    drafts.patch_draft(table.member, table.state, slot=7, patch={})
    table.redo()
    assert marks(table) == before
    db.session.remove()
