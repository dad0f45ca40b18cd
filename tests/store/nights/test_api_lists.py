"""Summaries of nights for the API."""

from datetime import date, timedelta

from companion.store.database.base import clock_at
from companion.store.money import payments
from companion.store.nights import api_lists, night_state
from companion.store.plays.api_lists import PageCursor
from companion.store.plays.edits import commands
from companion.store.plays.play_details import COUNTS, DISCARDED
from tests.store.nights.evenings import EIGHT, ended, hours, night_of, started, tell, told
from tests.store.tables import SCRATCH, Club, client_id, done


def test_nights_are_summarised_in_pages(club: Club) -> None:
    there = club.scorer.club_id
    first, second, third = (ended(club, EIGHT + hours(48 * number), won_by=number % 2) for number in range(3))
    also, gone = ended(club, EIGHT + hours(1), won_by=1), ended(club, EIGHT + hours(2), players=("Eve", "Fay", "Gus"))
    again = ended(club, EIGHT + hours(3), won_by=1)
    done(gone.edit_details(**{DISCARDED: True}))
    done(again.edit_details(**{COUNTS: False}))
    with clock_at(EIGHT + hours(1)):
        done(also.reopen())
        done(also.take("Cyd", "Hal"))
        done(also.end())
    told(tell(club.scorer, night_of(first), name="Ours", place="Here", notes="Rain.", present=["Zoe"]))
    page, cursor = api_lists.night_summaries(there, 2, None)
    assert ([one["key"] for one in page], cursor) == (
        [night_of(third).key, night_of(second).key],
        PageCursor(EIGHT + hours(48), night_of(second).id),
    )
    [night], cursor = api_lists.night_summaries(there, 2, cursor)
    assert cursor is None
    assert night == api_lists.night_summary(there, night_of(first).key)
    assert [play.key for play in night["plays"]] == [again.key, gone.key, also.key, first.key]
    assert {key: night[key] for key in ("name", "place", "notes", "date", "people", "wins", "began_at")} == {
        "name": "Ours", "place": "Here", "notes": "Rain.", "date": date(2026, 11, 12), "began_at": EIGHT,
        "people": ["Ann", "Bob", "Cyd", "Hal", "Zoe"], "wins": {"Ann": 1, "Bob": 1},
    }  # fmt: skip
    assert api_lists.night_summary(Club().scorer.club_id, night_of(first).key) is None


def test_a_night_without_plays_is_summarised_if_it_has_payments(club: Club) -> None:
    there = club.scorer.club_id
    first, second = ended(club, EIGHT), ended(club, EIGHT + hours(48))
    empty, paid = night_of(first), night_of(second)
    payments.pay(club.scorer, paid, payer="Ann", payee="Bob", amount=5, client_id=client_id())
    for table, days in ((first, 9), (second, 19)):
        state, at = table.state, EIGHT + timedelta(days=days)
        given = {"base": state.revision, "client_id": client_id()}
        done(commands.edit_details(table.member, state, about={"night": None, "played_at": at.isoformat()}, **given))
    assert night_state.night_by_key(there, empty.key) is not None
    assert [one["key"] for one in api_lists.night_summaries(there, 9, None)[0]] == [paid.key]


def test_a_night_is_summarised_with_the_date_that_was_entered(club: Club) -> None:
    table = started(club, EIGHT)
    with clock_at(EIGHT + hours(9)):
        table.write(SCRATCH)
    night = told(tell(club.scorer, night_of(table), dated=date(2026, 11, 13)))
    summary = api_lists.night_summary(club.scorer.club_id, night.key)
    assert summary is not None
    assert summary["date"] == date(2026, 11, 13)
