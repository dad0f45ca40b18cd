"""Reading in the club's API: people, plays and nights."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, text, update

from companion.store.database.base import clock_at, db
from companion.store.database.models import Night, Player
from tests.web.api.club.programs import THREE, Program, fields, sampled, took
from tests.web.phones import Club, Table

DETAILS = {"dealer", "options", "sides", "rounds", "sheet", "stake", "balances", "seats", "revision"}
HEAD = {
    "key", "game", "title", "night", "played_at", "over", "counts", "discarded", "players", "totals", "winners",
}  # fmt: skip


def run(club: Club, statement: str, **values: Any) -> None:
    with club.app.app_context():
        db.session.execute(text(statement), values)
        db.session.commit()
        db.session.remove()


def test_the_club_lists_its_people(club: Club, program: Program) -> None:
    club.organiser.post(f"{club.url}/name", {"name": "The Aces ♠"})
    assert program.get("") == {"name": "The Aces ♠", "currency": "", "timezone": "UTC", "people": []}
    program.start(players=["Cyd", "Ann", "bob"])
    found = program.get("")
    assert [one["name"] for one in found["people"]] == ["Ann", "bob", "Cyd"]
    keys = [one["key"] for one in found["people"]]
    assert len(set(keys)) == 3
    assert all(isinstance(key, str) and key for key in keys)
    program.start(players=["Ann", "Dee", "Bob"])
    people = {one["name"]: one["key"] for one in program.get("")["people"]}
    assert [people[name] for name in ("Ann", "bob", "Cyd")] == keys, "they stay as they are"
    run(club, "update club set timezone = 'Europe/Vienna', currency = 'EUR' where id = :id", id=club.id)
    found = program.get("")
    assert (found["timezone"], found["currency"]) == ("Europe/Vienna", "EUR")


def test_the_list_of_plays_has_summaries(program: Program) -> None:
    play = program.write(program.start(), took(2, 3))
    [head] = program.get("/plays")["plays"]
    assert set(head) == HEAD
    assert head == {key: play[key] for key in HEAD}
    assert (head["game"], head["title"], head["players"]) == ("raise-the-stakes", "Raise the Stakes", list(THREE))
    assert (head["over"], head["counts"], head["discarded"], head["winners"]) == (False, False, False, [])
    assert head["totals"] == play["sheet"]["totals"]


def test_a_play_contains_its_scoring_request_and_answer(program: Program) -> None:
    play = program.write(program.start(dealer="Cyd", options={"target": 11}), took(2, 3))
    assert set(play) >= HEAD | DETAILS
    assert (play["dealer"], play["options"]["target"], play["sides"]) == ("Cyd", 11, [])
    assert play["rounds"] == [took(2, 3)]
    assert (play["stake"], play["balances"], play["mend"]) == (None, {}, None)
    scoring = {key: play[key] for key in ("players", "dealer", "options", "sides", "rounds")}
    answer = program.client.post("/api/v1/games/raise-the-stakes/score", json=scoring)
    assert answer.status_code == 200
    assert answer.json == play["sheet"]


def test_totals_and_winners_are_keyed_by_side_as_on_the_sheet(program: Program) -> None:
    play = program.start("pitch", ["Ann", "Bob", "Cyd", "Dee"], sides=["North & South", "The others"])
    assert play["sides"] == ["North & South", "The others"]
    assert list(play["totals"]) == play["sides"]
    ended = program.do(program.write(play, sampled(program, play)), "end")
    [head] = program.get("/plays")["plays"]
    assert head["totals"] == ended["totals"] == ended["sheet"]["totals"]
    assert set(head["winners"]) <= set(play["sides"])
    assert head["winners"] == ended["winners"] != []


def test_a_corrected_side_is_in_the_list_too(program: Program) -> None:
    play = program.start("pitch", ["Ann", "Bob", "Cyd", "Dee"])
    table = Table(program.club, f"{program.club.url}/plays/{play['key']}")
    seats = {f"seat.{number}": name for number, name in enumerate(play["players"])}
    answer = table.post("/setup", {**seats, "dealer": "0", "side.0": "Us", "side.1": "Them"})
    assert answer.status_code == 303, answer.text
    [head] = program.get("/plays")["plays"]
    assert list(head["totals"]) == program.get(f"/plays/{play['key']}")["sides"] == ["Us", "Them"]


def test_times_have_the_offset_of_the_clubs_time_zone(club: Club, program: Program) -> None:
    play = program.start(played_at="2026-07-03T21:15:00+02:00")
    assert play["played_at"] == "2026-07-03T19:15:00+00:00"
    run(club, "update club set timezone = 'America/New_York' where id = :id", id=club.id)
    play = program.get(f"/plays/{play['key']}")
    assert play["played_at"] == "2026-07-03T15:15:00-04:00"


def test_a_time_is_as_precise_as_it_was_sent_and_stakes_have_the_currency_of_the_club(
    club: Club, program: Program
) -> None:
    run(club, "update club set currency = 'EUR' where id = :id", id=club.id)
    begun = ["1900-01-01T00:00:00+00:00", "2026-07-03T21:15:00.250000+00:00"]
    plays = [
        program.start(played_at=moment, stake=stake)
        for moment, stake in zip(begun, (None, {"kind": "fixed", "amount": 5}), strict=True)
    ]
    assert [play["played_at"] for play in plays] == begun
    assert [play["currency"] for play in plays] == ["", "EUR"]


@pytest.mark.parametrize(
    ("zone", "date"), [("UTC", "2026-07-03"), ("Pacific/Auckland", "2026-07-04"), ("Pacific/Honolulu", "2026-07-03")]
)
def test_a_night_has_the_date_of_its_first_start_in_the_clubs_time_zone(
    club: Club, program: Program, zone: str, date: str
) -> None:
    run(club, "update club set timezone = :zone where id = :id", zone=zone, id=club.id)
    play = program.start(played_at="2026-07-03T21:15:00+00:00")
    assert program.get(f"/nights/{play['night']}")["date"] == date


def test_a_night_lists_its_plays_and_wins(program: Program) -> None:
    first = program.do(program.write(program.start(), took(5)), "end")
    second = program.do(
        program.write(program.start(players=["Bob", "Ann", "Eve"]), took(0, 5, names=["Bob", "Ann"])), "end"
    )
    third = program.do(program.write(program.start(), took(0, 5)), "end")
    left_out = program.change(program.do(program.write(program.start(), took(0, 0, 5)), "end"), counts=False)
    gone = program.do(
        program.do(program.write(program.start(players=["Gus", "Ann"]), took(5, names=["Gus"])), "end"), "discard"
    )
    running = program.start()
    [night] = program.get("/nights")["nights"]
    assert set(night) == {"key", "date", "name", "place", "notes", "people", "plays", "wins"}
    order = [running, gone, left_out, third, second, first]
    assert [head["key"] for head in night["plays"]] == [play["key"] for play in order]
    assert night["wins"] == {"Ann": 2, "Bob": 1}
    assert night["people"] == ["Ann", "Bob", "Cyd", "Eve"]
    assert program.get(f"/nights/{night['key']}") == night
    assert [head for head in night["plays"] if head["discarded"]] == [{key: gone[key] for key in HEAD}]
    assert (gone["counts"], left_out["counts"], third["counts"]) == (False, False, True)


def test_both_players_of_a_side_win_a_night(program: Program) -> None:
    play = program.start("pitch", ["Ann", "Bob", "Cyd", "Dee"], sides=["Us", "Them"])
    ended = program.do(program.write(play, sampled(program, play)), "end")
    [night] = program.get("/nights")["nights"]
    assert len(ended["winners"]) == 1
    assert night["wins"] in ({"Ann": 1, "Cyd": 1}, {"Bob": 1, "Dee": 1})


def test_a_merged_person_wins_under_the_kept_name(club: Club, program: Program) -> None:
    program.do(program.write(program.start(players=["Ann", "Bob"]), took(5, names=["Ann"])), "end")
    program.do(program.write(program.start(players=["Annie", "Bob"]), took(5, names=["Annie"])), "end")
    merged = "update player set merged_into_id = (select id from player where name = 'Ann' and club_id = :id)"
    run(club, f"{merged} where name = 'Annie' and club_id = :id", id=club.id)
    [night] = program.get("/nights")["nights"]
    assert (night["wins"], night["people"]) == ({"Ann": 2}, ["Ann", "Bob"])
    [ann, bob] = program.get("")["people"]
    assert [ann["name"], bob["name"]] == ["Ann", "Bob"]
    with club.app.app_context():
        annie = db.session.scalar(select(Player.id).where(Player.name == "Annie", Player.club_id == club.id))
    numbers = program.get(f"/people/{annie}")
    assert (numbers["key"], numbers["name"]) == (ann["key"], "Ann"), "the key from before the merge still finds them"


def test_hidden_people_are_not_listed(club: Club, program: Program) -> None:
    play = program.start()
    run(club, "update player set is_hidden = true where name = 'Cyd' and club_id = :id", id=club.id)
    assert [one["name"] for one in program.get("")["people"]] == ["Ann", "Bob"]
    assert program.get(f"/plays/{play['key']}") == play


def test_guests_are_among_the_people_of_a_night(club: Club, program: Program) -> None:
    program.start(players=["Ann", "Bob"])
    program.do(program.start(players=["Cyd", "Ann"]), "discard")
    with club.app.app_context():
        cyd = db.session.scalar(select(Player.id).where(Player.name == "Cyd", Player.club_id == club.id))
        db.session.execute(update(Night).where(Night.club_id == club.id).values(present=[cyd]))
        db.session.commit()
        db.session.remove()
    [night] = program.get("/nights")["nights"]
    assert night["people"] == ["Ann", "Bob", "Cyd"]


def test_lists_are_sorted_by_when_plays_were_played_newest_first(program: Program) -> None:
    days = [12, 3, 30, 7]
    made = {day: program.start(played_at=f"2025-03-{day:02}T20:00:00+00:00") for day in days}
    assert [head["key"] for head in program.get("/plays")["plays"]] == [
        made[day]["key"] for day in sorted(days, reverse=True)
    ]
    assert [night["date"] for night in program.get("/nights")["nights"]] == [
        f"2025-03-{day:02}" for day in sorted(days, reverse=True)
    ]


@pytest.mark.parametrize("name", ["plays", "nights"])
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
def test_a_list_has_pages(program: Program, name: str, limit: int) -> None:
    for day in (*range(1, 7), 6):
        program.start(played_at=f"{2000 + day}-03-05T20:00:00+00:00")
    everything = [one["key"] for one in program.get(f"/{name}")[name]]
    found: list[str] = []
    page = program.get(f"/{name}", limit=limit)
    assert len(page[name]) == min(limit, len(everything))
    while page["next"] is not None:
        assert len(page[name]) == limit
        found += [one["key"] for one in page[name]]
        assert found == everything[: len(found)]
        program.start(played_at="2026-03-05T20:00:00+00:00")  # newer items do not shift the pages
        page = program.get(f"/{name}", limit=limit, cursor=page["next"])
    found += [one["key"] for one in page[name]]
    assert found == everything
    assert len(found) == (7 if name == "plays" else 6)


@pytest.mark.parametrize("name", ["plays", "nights"])
@pytest.mark.parametrize(
    ("query", "field"),
    [({"limit": "101"}, "limit"), ({"limit": "0"}, "limit"), ({"limit": "-1"}, "limit"), ({"limit": "x"}, "limit"),
     ({"limit": ""}, "limit"), ({"limit": "9" * 5000}, "limit"), ({"limit": ["1", "2"]}, "limit"),
     ({"limit": "٣"}, "limit"), ({"cursor": "x"}, "cursor"), ({"cursor": ""}, "cursor"),
     ({"cursor": "1.2.3"}, "cursor"), ({"cursor": f"{'9' * 18}.1"}, "cursor"),
     ({"cursor": f"1.{'9' * 30}"}, "cursor"), ({"cursor": "-.1"}, "cursor"),
     ({"cursor": "1\0.1"}, "cursor"), ({"page": "2"}, "page")],
)  # fmt: skip
def test_a_limit_above_100_or_an_invalid_cursor_is_422(
    program: Program, name: str, query: dict[str, Any], field: str
) -> None:
    answer = program.ask("GET", f"/{name}", query_string=query)
    assert answer.status_code == 422
    assert fields(answer.json) == {field}


def test_a_limit_of_100_is_accepted(program: Program) -> None:
    assert program.get("/plays", limit=100) == {"plays": [], "next": None}


@pytest.mark.parametrize("path", ["", "/plays", "/nights", "/plays/{key}", "/nights/{night}"])
def test_gets_have_an_etag(program: Program, path: str) -> None:
    play = program.start()
    path = path.format(**play)
    first = program.ask("GET", path)
    tag = first.headers["ETag"]
    again = program.ask("GET", path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    head = program.ask("HEAD", path)
    assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", tag)
    program.write(play, took(5))
    program.start(players=["Fay", "Gus"])
    assert program.ask("GET", path, headers={"If-None-Match": tag}).status_code == 200


def test_the_last_visit_of_a_program_is_stored(club: Club, program: Program) -> None:
    with clock_at(datetime.now(UTC) + timedelta(days=1)):
        program.get("")
    assert "last used" in club.organiser.get(f"{club.url}/programs").text
