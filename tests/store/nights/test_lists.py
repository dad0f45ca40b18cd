"""Lists of nights and plays, and what they show."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.store.database.base import clock_at, db
from companion.store.nights import club_zone, move_plays, night_lists
from companion.store.nights.night_lists import NightSearch
from companion.store.people import edit_people
from companion.store.plays import play_lists
from companion.store.plays.play_details import DISCARDED, REMARK
from tests.store.nights.evenings import EIGHT, ended, hours, night_of, started, tell, told
from tests.store.people.players import merge, number
from tests.store.tables import SCRATCH, Club, Table, client_id, done, rows


def test_a_night_knows_the_previous_and_next_ones(club: Club) -> None:
    first, second, third = (night_of(ended(club, EIGHT + timedelta(days=days))) for days in (0, 7, 14))
    assert [night_lists.nights_before_and_after(one) for one in (first, second, third)] == [
        ("", second.key), (first.key, third.key), (second.key, ""),
    ]  # fmt: skip
    near = {
        one.key: [night.key for night in night_lists.nights_near(one.club_id, one.key, 1)]
        for one in (first, second, third)
    }
    assert near == {first.key: [second.key], second.key: [third.key, first.key], third.key: [second.key]}
    assert [night.key for night in night_lists.nights_near(first.club_id, first.key, 2)] == [third.key, second.key]
    assert night_lists.nights_near(Club().scorer.club_id, first.key, 1) == ()
    latest = {
        besides: [night.key for night in night_lists.latest_nights(first.club_id, 2, besides)]
        for besides in (None, first.id, second.id, third.id)
    }
    assert latest == {
        None: [third.key, second.key], first.id: [third.key, second.key], second.id: [third.key, first.key],
        third.id: [second.key, first.key],
    }  # fmt: skip


def test_the_list_of_nights_has_pages_in_both_directions(club: Club) -> None:
    tables = [started(club, EIGHT - hours(24 * number)) for number in range(21)]
    keys = [night_of(table).key for table in tables]
    there = club.scorer.club_id
    page = night_lists.night_page(there)
    assert page is not None
    assert ([night.key for night in page.nights], page.newer, page.older) == (keys[:20], "", keys[19])
    page = night_lists.night_page(there, limit=3)
    assert page is not None
    assert ([night.key for night in page.nights], page.newer, page.older) == (keys[:3], "", keys[2])
    page = night_lists.night_page(there, before=page.older, limit=3)
    assert page is not None
    assert ([night.key for night in page.nights], page.newer, page.older) == (keys[3:6], keys[3], keys[5])
    last = night_lists.night_page(there, before=keys[17], limit=3)
    assert last is not None
    assert ([night.key for night in last.nights], last.newer, last.older) == (keys[18:], keys[18], "")
    back = night_lists.night_page(there, after=page.newer, limit=3)
    assert back is not None
    assert ([night.key for night in back.nights], back.newer, back.older) == (keys[:3], "", keys[2])
    back = night_lists.night_page(there, after=keys[17], limit=3)
    assert back is not None
    assert ([night.key for night in back.nights], back.newer, back.older) == (keys[14:17], keys[14], keys[16])
    assert night_lists.night_page(there, before="nonsense") is None
    assert night_lists.night_page(Club().scorer.club_id, before=keys[2]) is None


def test_nights_that_began_at_once_are_all_listed(club: Club) -> None:
    tables = [started(club, EIGHT) for _ in range(5)]
    for table in tables[1:]:
        told(move_plays.move(club.scorer, night_of(table), [table.key], None, client_id=client_id()))
    found, before = [], ""
    while True:
        page = night_lists.night_page(club.scorer.club_id, before=before, limit=2)
        assert page is not None
        found += [night.key for night in page.nights]
        before = page.older
        if not before:
            break
    assert len(found) == len(set(found)) == 5


def test_a_year_starts_with_its_last_night_in_the_clubs_time_zone(club: Club) -> None:
    club_zone.set_zone(club.organiser, "Pacific/Kiritimati")
    started(club, datetime(2025, 12, 31, 9, 59, tzinfo=UTC))  # a minute before midnight
    started(club, datetime(2026, 1, 1, 10, tzinfo=UTC))  # midnight
    started(club, datetime(2019, 5, 1, tzinfo=UTC))
    there = club.scorer.club_id
    for year in (1987, 2030):
        done(started(club, datetime(year, 5, 1, tzinfo=UTC)).edit_details(**{DISCARDED: True}))
    assert night_lists.years_of(Club().scorer.club_id) == ()
    assert night_lists.years_of(there) == (2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019)
    assert night_lists.night_page(there, up_to=date.max) == night_lists.night_page(there)
    for day, days, newer in (
        (date(2026, 12, 31), [date(2026, 1, 2), date(2025, 12, 31), date(2019, 5, 1)], False),
        (date(2026, 1, 1), [date(2025, 12, 31), date(2019, 5, 1)], True),
        (date(2025, 12, 31), [date(2025, 12, 31), date(2019, 5, 1)], True),
        (date(2020, 12, 31), [date(2019, 5, 1)], True),
        (date(2018, 12, 31), [], False),
    ):
        page = night_lists.night_page(there, up_to=day)
        assert page is not None
        assert ([night.date for night in page.nights], bool(page.newer)) == (days, newer)


def test_nights_are_found_by_name_place_game_and_player(club: Club) -> None:
    one = ended(club, EIGHT)
    two = ended(club, EIGHT + hours(48), players=("Dee", "Eve", "Fay"))
    three = started(club, EIGHT + hours(96), slug="rage", players=("Ann", "Eve"))
    told(tell(club.scorer, night_of(one), name="Straße & <b>", notes="Snow everywhere", present=["Zoe"]))
    told(tell(club.scorer, night_of(two), place="100 % cosy_place"))
    there = club.scorer.club_id

    def found(**search: Any) -> list[str]:
        if "player" in search:
            search["people"] = night_lists.people_called(there, search.pop("player"))
        page = night_lists.night_page(there, NightSearch(**search))
        assert page is not None
        return [night.key for night in page.nights]

    keys = [night_of(table).key for table in (one, two, three)]
    assert found() == keys[::-1]
    assert found(text="STRASSE") == keys[:1]
    assert found(text="everyWHERE") == keys[:1]
    assert found(text="%") == keys[1:2]
    assert found(text="_") == keys[1:2]
    assert found(text="no such") == []
    assert found(game="rage") == keys[2:]
    assert found(game="raise-the-stakes", player="eve") == keys[1:2]
    assert found(player="Eve") == [keys[2], keys[1]]
    assert found(player="Zoe") == keys[:1]
    assert found(player="ann", text="snow") == keys[:1]
    latest = night_lists.night_page(there, NightSearch(people=night_lists.people_called(there, "Zoe")), limit=1)
    assert latest is not None
    assert ([night.key for night in latest.nights], latest.older) == (keys[:1], ""), "who was present three nights ago"
    gone = started(club, EIGHT + hours(1), slug="samba", players=("Gus", "Hal", "Ida", "Jim"))
    assert found(game="samba") == found(player="Gus") == keys[:1]
    done(gone.edit_details(**{DISCARDED: True}))
    assert found(game="samba") == found(player="Gus") == []
    assert night_lists.people_called(there, "Nobody") == frozenset()
    for one in (two, three):
        told(tell(club.scorer, night_of(one), notes="Snow at last"))
    snow = night_lists.night_page(there, NightSearch("snow"), limit=2)
    assert snow is not None
    assert ([night.key for night in snow.nights], snow.older) == ([keys[2], keys[1]], keys[1])
    snow = night_lists.night_page(there, NightSearch("snow"), before=snow.older, limit=2)
    assert snow is not None
    assert ([night.key for night in snow.nights], snow.older) == (keys[:1], "")
    done(three.edit_details(**{DISCARDED: True}))
    assert found(game="rage") == []
    assert found() == [keys[1], keys[0]], "a night with discarded plays only is in no list"


@pytest.mark.parametrize("where", ["name", "place", "notes"])
def test_a_night_is_found_by_any_of_its_texts_alone_and_listed_with_its_date(club: Club, where: str) -> None:
    table, other = started(club, EIGHT), started(club, EIGHT + hours(48))
    with clock_at(EIGHT + hours(20)):
        table.write(SCRATCH)
    night = told(tell(club.scorer, night_of(table), **{where: "Snow"}, dated=date(2026, 11, 13)))
    told(tell(club.scorer, night_of(other), name="Rain", place="Rain", notes="Rain"))
    page = night_lists.night_page(club.scorer.club_id, NightSearch("snow"))
    assert page is not None
    expected = (night.key, date(2026, 11, 13), night.details.name, night.details.place)
    assert [(one.key, one.date, one.name, one.place) for one in page.nights] == [expected]


def test_the_years_of_nights_are_those_of_the_clubs_time_zone(club: Club) -> None:
    club_zone.set_zone(club.organiser, "Pacific/Kiritimati")
    for year in (2024, 2026):
        started(club, datetime(year, 12, 31, 10, tzinfo=UTC))
    assert night_lists.years_of(club.scorer.club_id) == (2027, 2026, 2025)


def test_names_for_lists_are_sorted_without_hidden_and_merged_ones(club: Club) -> None:
    finished = [started(club, EIGHT, names) for names in (("ann", "Zoe", "Bob"), ("Émile", "Cyd", "Bobby", "Dee"))]
    assert len(finished) == 2
    edit_people.set_listed(club.scorer, number(club, "Dee"), is_listed=False, client_id=client_id())
    merge(club, "Bobby", "Bob")
    assert night_lists.unhidden_names(club.scorer.club_id) == ("ann", "Bob", "Cyd", "Zoe", "Émile")
    both = {number(club, "Bob"), *edit_people.aliases_of(number(club, "Bob"))}
    assert night_lists.people_called(club.scorer.club_id, " bobby ") == both
    lee = Table(club.scorer, players=("Anna Lee", "Bob")).state.seats[0].person_id
    assert night_lists.people_called(club.scorer.club_id, " anna   LEE ") == {lee}


def test_wins_of_a_night_come_from_plays_that_count(club: Club) -> None:
    ended(club, EIGHT)
    ended(club, EIGHT + hours(1), won_by=1)
    left_out = ended(club, EIGHT + hours(2), won_by=1)
    done(left_out.edit_details(counts=False))
    ended(club, EIGHT + hours(3), won_by=0)
    started(club, EIGHT + hours(4))
    [night] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert night.wins == (("Ann", 2), ("Bob", 1))
    assert (night.best, night.plays, night.open) == (("Ann",), 5, 1)
    assert night.games == ("Raise the Stakes",)
    ended(club, EIGHT + hours(5), won_by=1)
    started(club, EIGHT - hours(1), slug="rage")
    [night] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert (night.best, night.games) == (("Ann", "Bob"), ("Rage", "Raise the Stakes"))


def test_a_discarded_play_is_not_in_the_list_of_nights(club: Club) -> None:
    ended(club, EIGHT)
    done(ended(club, EIGHT + hours(1), won_by=1).edit_details(discarded=True))
    [night] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert (night.plays, night.open, night.wins) == (1, 0, (("Ann", 1),))


def test_a_player_who_sat_out_every_round_has_won_nothing(club: Club) -> None:
    table = started(club, EIGHT)
    losses = [{"player": name, "points": -9, "reason": "Late."} for name in ("Ann", "Bob")]
    table.write({"tricks": {"Ann": 5, "Bob": 0}, "absent": ["Cyd"], "adjust": losses})
    done(table.end())
    assert table.state.winners == ("Cyd",), "with a total of 0"
    [night] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert night.wins == ()


def test_tonight_is_the_night_that_a_new_play_would_join(club: Club) -> None:
    there = club.scorer.club_id
    table = started(club, EIGHT)
    with clock_at(EIGHT + hours(1)):
        table.write(SCRATCH)
    for later, is_on in ((0, True), (13, True), (13.1, False)):
        with clock_at(EIGHT + hours(later)):
            assert (night_lists.night_going_on(there) == night_of(table).id) == is_on
    with clock_at(EIGHT - hours(1)):
        assert night_lists.night_going_on(there) is None, "it has not begun"
    with clock_at(EIGHT + hours(2)):
        done(table.edit_details(**{DISCARDED: True}))
        assert night_lists.night_going_on(there) is None
        done(table.undo())
        assert night_lists.night_going_on(there) == night_of(table).id
    with clock_at(EIGHT + hours(40)):
        done(table.edit_details(**{REMARK: "Late."}))
        assert night_lists.night_going_on(there) is None, "a remark is no playing"
    assert night_lists.night_going_on(Club().scorer.club_id) is None
    first, second = started(club, EIGHT + hours(50)), started(club, EIGHT + hours(63))
    with clock_at(EIGHT + hours(64)):
        first.write(SCRATCH)
        assert night_lists.night_going_on(there) == night_of(first).id != night_of(second).id, "played last"


def test_open_plays_are_unfinished_ones(club: Club) -> None:
    one, two, _ = started(club, EIGHT), started(club, EIGHT + hours(1)), ended(club, EIGHT + hours(2))
    gone = started(club, EIGHT + hours(3))
    done(gone.edit_details(**{DISCARDED: True}))
    with clock_at(EIGHT + hours(4)):
        one.write(SCRATCH)
    assert [play.key for play in play_lists.open_plays(club.scorer.club_id, 9)] == [one.key, two.key]
    assert len(play_lists.plays_of_night(night_of(one).id)) == 3


@pytest.mark.parametrize(
    ("statement", "index"),
    [
        ("select id from play where club_id = 1 and over = 0 and is_discarded = 0 order by last_at desc, id desc",
         "ix_play_open"),
        ("select id from night where club_id = 1 and (began_at, id) < ('2026-01-01', 5) order by began_at desc, id desc"
         " limit 21", "ix_night_club_id_began_at"),
        ("select night_id from play where club_id = 1 and last_at >= '2026-01-01'", "ix_play_club_id_last_at"),
    ],
)  # fmt: skip
def test_frequent_queries_use_an_index(app: Flask, statement: str, index: str) -> None:
    if db.engine.dialect.name != "sqlite":
        pytest.skip("the query plan is SQLite’s")
    plan = " ".join(str(row) for row in rows(f"explain query plan {statement}"))
    assert index in plan
    assert "TEMP B-TREE" not in plan or "last_at >=" in statement
