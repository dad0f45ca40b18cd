"""The end of a play: after the last round or early, and reopened."""

from companion.store.plays import play_lists
from companion.store.plays.edits import commands
from tests.store.tables import SCRATCH, Club, Table, client_id, done, messages, problems_text, rows, tricks


def test_a_play_can_be_ended_early_and_reopened(table: Table) -> None:
    table.write(SCRATCH)
    state = done(table.end()).state
    assert state.over
    assert state.winners == ("Ann",)
    assert messages(table.end()) == "The game is over already."
    assert problems_text(table.save(SCRATCH)) == "rounds: The game was ended. Continue it before you enter a round."
    done(table.reopen())
    assert not table.state.over
    told = "rounds: The game was not ended early; undo or correct its last round instead."
    assert problems_text(table.reopen()) == told
    table.write(SCRATCH)
    assert table.totals["Ann"] == 6


def test_a_play_does_not_end_while_a_finding_waits(table: Table) -> None:
    row = {"player": "Bob", "points": -1, "reason": "renege"}
    given = {"base": table.state.revision, "client_id": client_id()}
    done(commands.add_findings(table.member, table.state, rows=[row], **given))
    waits = "rounds: Bob −1 waits for a round that will not be played. Remove it first, or put it on the last round."
    assert problems_text(table.end()) == waits


def test_nothing_is_written_after_the_last_round(club: Club) -> None:
    table = Table(club.scorer, options={"target": 3})
    table.write(SCRATCH)
    assert table.state.over
    told = "rounds: The game ended with round 1, so no more can be entered."
    assert problems_text(table.save(SCRATCH)) == told
    assert messages(table.end()) == "The game is over already."
    assert messages(table.seat("Dee")) == "The game is over, so nobody can join."
    done(table.undo())
    assert not table.state.over


def test_lists_show_the_same_as_the_sheet(club: Club) -> None:
    table = Table(club.scorer, options={"target": 3})
    table.write(SCRATCH)
    [card] = play_lists.recent_plays(club.scorer.club_id, 9)
    assert (card.over, card.winners, card.totals, card.rounds) == (True, ("Ann",), {"Ann": 3, "Bob": 0, "Cyd": 0}, 1)
    done(table.save(tricks(0, 3, 2), slot=1))
    [card] = play_lists.recent_plays(club.scorer.club_id, 9)
    assert (card.over, card.winners, card.totals) == (False, (), {"Ann": 0, "Bob": 2, "Cyd": 0})


def test_a_play_counts_as_one_game_until_it_ends_with_a_heavy_loss(club: Club) -> None:
    table = Table(club.scorer, "cribbage", ("Ann", "Bob"))

    def games() -> tuple[int, int]:
        """Return how many games it counts as: by its state, and in its row."""
        return table.state.games, rows("select games from play where id = :id", id=table.id)[0][0]

    found = [games()]
    for losing in (91, 90, 60):
        table.write({"board": {"Ann": 121, "Bob": losing}})
        found.append(games())
        done(table.undo())
        found.append(games())
    assert found == [(1, 1), (1, 1), (1, 1), (2, 2), (1, 1), (3, 3), (1, 1)]
