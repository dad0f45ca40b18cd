"""Objections: anybody can object to a round, until it is corrected or a scorer dismisses the objection."""

from dataclasses import replace

import pytest

from companion.store.access.roles import Member
from companion.store.erasing.erase_name import erase_name
from companion.store.log.write_results import Refused
from companion.store.people import edit_people
from companion.store.plays import buying, objections
from companion.store.plays.edits import commands
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayResult, PlayStale
from companion.store.plays.play_state import build_state
from tests.store.tables import FOUR, Club, Table, client_id, done, problems_text, rows, tricks

ROUND = tricks(3, 2, 0)


def object_to(
    table: Table, words: str, slot: int = 1, by: Member | None = None, base: int | None = None, tap: str | None = None
) -> PlayResult:
    """Object to a round."""
    state = table.state
    base = state.revision if base is None else base
    return objections.raise_objection(
        by or table.member, state, base=base, slot=slot, words=words, client_id=tap or client_id()
    )


def dismiss(table: Table, words: str) -> PlayResult:
    """Dismiss an objection."""
    state = table.state
    found = next(one.revision for one in state.objections if one.words == words)
    return objections.dismiss_objection(
        table.member, state, base=state.revision, objection=found, client_id=client_id()
    )


def said(table: Table) -> list[tuple[int, str]]:
    """Return round and text of every objection, checked against the log."""
    state = table.state
    found = [(number, one.words) for number, one in state.numbered_objections]
    assert build_state(state.id).objections == state.objections
    return found


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play with two rounds."""
    table = Table(club.scorer)
    table.write(ROUND, ROUND)
    return table


def test_a_viewer_can_object_to_a_round_and_nothing_else_changes(club: Club, table: Table) -> None:
    before = table.totals
    done(object_to(table, "  Bob took   three. ", by=club.viewer))
    assert said(table) == [(1, "Bob took three.")]
    assert table.totals == before
    with pytest.raises(PermissionError):
        commands.save_round(
            club.viewer, table.state, base=table.state.revision, slot=1, entry=ROUND, client_id=client_id()
        )
    with pytest.raises(PermissionError):
        objections.dismiss_objection(
            club.viewer, table.state, base=table.state.revision, objection=4, client_id=client_id()
        )
    assert said(table) == [(1, "Bob took three.")]


def test_another_club_cannot_object(table: Table) -> None:
    with pytest.raises(NoSuchRoundError):
        object_to(table, "No.", by=Club().viewer)


def test_a_correction_settles_the_objection_and_its_undo_restores_it(table: Table) -> None:
    done(object_to(table, "Bob took three."))
    done(object_to(table, "Cyd folded.", slot=2))
    done(table.save(tricks(2, 3, 0), slot=1))
    assert said(table) == [(2, "Cyd folded.")]
    done(table.undo())
    assert said(table) == [(1, "Bob took three."), (2, "Cyd folded.")]
    done(table.redo())
    assert said(table) == [(2, "Cyd folded.")]
    gone = table.state.objections
    done(table.remove(2))
    assert (said(table), table.state.objections) == ([], ())
    assert replace(table.state, objections=gone).numbered_objections == (), "to a round that is on the sheet no more"
    done(table.undo())
    assert said(table) == [(2, "Cyd folded.")]


def test_a_scorer_can_dismiss_one_of_several(table: Table) -> None:
    done(object_to(table, "Bob took three."))
    done(object_to(table, "It was Cyd’s deal."))
    done(dismiss(table, "Bob took three."))
    assert said(table) == [(1, "It was Cyd’s deal.")]
    state = table.state
    again = objections.dismiss_objection(table.member, state, base=state.revision, objection=4, client_id=client_id())
    assert done(again).repeated
    assert table.state.revision == state.revision
    done(table.undo())
    assert said(table) == [(1, "Bob took three."), (1, "It was Cyd’s deal.")]


def test_an_objection_is_dismissed_although_the_play_went_on(table: Table) -> None:
    done(object_to(table, "Bob took three."))
    seen = table.state
    table.write(ROUND)
    given = {"base": seen.revision, "client_id": "tap"}
    done(objections.dismiss_objection(table.member, table.state, objection=seen.revision, **given))
    assert said(table) == []
    again = done(objections.dismiss_objection(table.member, table.state, objection=seen.revision, **given))
    assert again.repeated


def test_an_objection_can_be_undone_and_is_in_the_log(table: Table) -> None:
    done(object_to(table, "Bob took three."))
    assert table.state.undoable == "round 1 contested"
    done(table.undo())
    assert said(table) == []
    assert table.state.redoable == "round 1 contested"
    done(table.redo())
    done(dismiss(table, "Bob took three."))
    assert table.labels()[:4] == [
        "objection to round 1 dismissed", "redo: round 1 contested: “Bob took three”",
        "undo: round 1 contested: “Bob took three”", "round 1 contested: “Bob took three”",
    ]  # fmt: skip


def test_the_author_of_an_objection_has_their_current_name(club: Club, table: Table) -> None:
    [(cyd,)] = rows("select id from player where name = 'Cyd' and club_id = :club", club=club.viewer.club_id)
    done(object_to(table, "Bob took three.", by=replace(club.viewer, player_id=cyd)))
    done(object_to(table, "Cyd folded.", slot=2))
    edits = table.log()
    assert [(one.who, one.at) for one in table.state.objections] == [("Cyd", edits[3].at), ("", edits[4].at)]
    done(table.undo())
    edit_people.rename(club.organiser, cyd, "Zoe", client_id())
    assert [one.who for one in table.state.objections] == ["Zoe"]
    instead = erase_name(club.organiser, cyd)
    assert [one.who for one in table.state.objections] == [instead]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [("", "Say in a sentence what is wrong."), (" \n ", "Say in a sentence what is wrong."),
     ("x" * 201, "The sentence is longer than 200 letters."),
     ("\ud800", "The sentence has letters that cannot be shown.")],
)  # fmt: skip
def test_an_objection_needs_a_sentence_of_bounded_length(table: Table, words: str, sentence: str) -> None:
    before = table.state.revision
    outcome = object_to(table, words)
    assert isinstance(outcome, Refused)
    assert [(one.field, one.message) for one in outcome.problems] == [("words", sentence)]
    assert table.state.revision == before


def test_the_number_of_objections_to_a_round_is_bounded(table: Table) -> None:
    for number in range(3):
        done(object_to(table, f"Wrong {number}".ljust(200, "!")))
    outcome = object_to(table, "Wrong again.")
    told = "words: 3 objections to this round are open already. A scorer must settle them first."
    assert problems_text(outcome) == told
    done(object_to(table, "Another round.", slot=2))
    done(dismiss(table, "Wrong 0".ljust(200, "!")))
    done(object_to(table, "Wrong again."))


def test_the_same_tap_counts_once_even_at_the_limit(table: Table) -> None:
    base = table.state.revision
    for number in range(3):
        first = done(object_to(table, f"Wrong {number}.", base=base, tap=f"once-{number}"))
        again = done(object_to(table, f"Wrong {number}.", base=base, tap=f"once-{number}"))
        assert again.repeated
        assert again.event == first.event
    assert len(said(table)) == 3


def test_a_round_corrected_since_it_was_seen_is_a_conflict(table: Table) -> None:
    base = table.state.revision
    done(table.save(tricks(2, 3, 0), slot=1))
    done(object_to(table, "Cyd folded.", slot=2, base=base))
    assert isinstance(object_to(table, "Bob took three.", base=base), PlayStale)
    assert said(table) == [(2, "Cyd folded.")]


def test_of_changes_since_a_page_was_shown_only_objections_do_not_matter(table: Table) -> None:
    base = table.state.revision
    done(object_to(table, "Bob took three."))
    done(table.save(tricks(2, 3, 0), slot=1, base=base))
    base = table.state.revision - 1
    assert isinstance(table.save(tricks(0, 5, 0), slot=1, base=base), PlayStale), "the correction settled it"
    base = table.state.revision
    done(table.edit_details(remark="Late."))
    assert isinstance(table.save(tricks(0, 5, 0), slot=1, base=base), PlayStale)


def test_a_finding_since_the_start_does_not_matter_to_the_first_round(club: Club) -> None:
    fresh = Table(club.scorer)
    row = {"player": "Ann", "points": -1, "reason": "late"}
    done(commands.add_findings(fresh.member, fresh.state, rows=[row], base=1, client_id=client_id()))
    done(fresh.save(ROUND, base=1))
    assert fresh.totals["Ann"] == 1, "one less than for her tricks"


def test_a_missing_round_cannot_be_objected_to(table: Table) -> None:
    for slot in (0, 3):
        with pytest.raises(NoSuchRoundError):
            object_to(table, "Wrong.", slot=slot)


def test_a_discarded_play_cannot_be_objected_to(table: Table) -> None:
    done(commands.edit_details(table.member, table.state, base=3, about={"discarded": True}, client_id=client_id()))
    assert (
        problems_text(object_to(table, "Wrong.")) == "rounds: This game was discarded. Restore it before you change it."
    )


def test_a_finished_play_keeps_its_outcome(table: Table) -> None:
    done(table.end())
    before = table.state
    done(object_to(table, "Bob took three."))
    after = table.state
    assert (after.over, after.winners, after.stored_outcome) == (True, before.winners, before.stored_outcome)
    assert said(table) == [(1, "Bob took three.")]


def test_an_objection_does_not_conflict_with_a_save(table: Table) -> None:
    base = table.state.revision
    done(object_to(table, "Bob took three."))
    done(object_to(table, "Cyd folded.", slot=2))
    done(dismiss(table, "Cyd folded."))
    done(table.save(ROUND, base=base))
    assert isinstance(table.save(ROUND, base=base), PlayStale)
    base = table.state.revision
    done(object_to(table, "Cyd folded.", slot=2))
    done(table.save(tricks(1, 3, 1), slot=2, base=base))
    assert said(table) == [(1, "Bob took three.")]


def test_a_purchase_does_not_settle_an_objection(club: Club) -> None:
    table = Table(club.scorer, "brag", FOUR, {"stack": 30})
    table.write({"paid": dict.fromkeys(FOUR, 1), "pots": [{"chips": 4, "winner": "Bob"}]})
    done(object_to(table, "Ann won it."))
    wish = {"base": table.state.revision, "client_id": client_id()}
    done(buying.buy_chips(table.member, table.state, player="Ann", points=20, **wish))
    assert said(table) == [(1, "Ann won it.")]
