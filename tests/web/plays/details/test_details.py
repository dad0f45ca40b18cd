"""Details of a play on its pages: discarding, remarks, time, totals from paper, corrected seats."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from companion.store.database.base import clock_at, db, now
from tests.store.tables import tricks
from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import links_of, words
from tests.web.phones import Club, Table, problem_texts, problems

NAMES = ["Ann", "Bob", "Cyd"]
SCRATCH = tricks(5, 0, 0)


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play with one round."""
    table = club.start("raise-the-stakes", NAMES)
    table.write(SCRATCH)
    return table


def carried(table: Table, **form: Any) -> dict[str, Any]:
    return {"base": str(table.state.revision), **form}


def test_a_play_begun_by_mistake_is_discarded_in_two_taps_and_restored(table: Table) -> None:
    page = table.phone.get(f"{table.url}/more").text
    assert re.search(r"<summary>Discard the game</summary><form[^>]*/discard", page), "a tap opens, a tap discards"
    answer = table.post("/discard", carried(table, to="on"))
    assert answer.status_code == 303
    shown = table.phone.get(answer.location).text
    assert "The game is discarded. It is kept, and counts nowhere." in shown
    assert f'href="{table.club.url}/plays/new"' in shown.split("<main", 1)[1].split("</main>", 1)[0]
    assert "Undo" not in shown.split('id="rounds"', 1)[0], "one way back is enough"
    page = table.phone.get(table.url).text
    assert "This game is discarded" in page
    assert 'id="entry"' not in page
    assert "raise-the-stakes" not in table.phone.get(table.club.url).text
    refused = table.post("/rounds", carried(table, **table.inputs(SCRATCH)))
    assert refused.status_code == 422
    assert "Restore it before you change it" in refused.text
    assert table.url in table.phone.get(f"{table.club.url}/discarded").text
    assert f"{table.club.url}/discarded" in table.phone.get(f"{table.club.url}/plays").text
    assert table.post("/discard", carried(table, to="off")).status_code == 303
    assert "Nothing was discarded" in table.phone.get(f"{table.club.url}/discarded").text
    assert 'id="entry"' in table.phone.get(table.url).text
    assert table.state.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_a_viewer_cannot_discard_a_play(table: Table) -> None:
    page = table.club.viewer.get(f"{table.url}/about").text
    assert "Discard" not in page
    for path in ("discard", "counts", "remark", "when", "totals", "setup"):
        assert table.club.viewer.post(f"{table.url}/{path}", carried(table, to="on")).status_code == 403
    assert table.state.revision == 2


def test_a_play_and_a_round_can_have_remarks(table: Table) -> None:
    slot = table.state.slots[0].slot
    assert table.post("/remark", carried(table, remark="By <b>candlelight</b>\nand rain.")).status_code == 303
    assert table.post("/remark", carried(table, remark="Cyd slept.", slot=str(slot))).status_code == 303
    assert "By &lt;b&gt;candlelight&lt;/b&gt;\nand rain." in table.phone.get(table.url).text
    assert "Cyd slept." in table.phone.get(f"{table.url}/rounds/{slot}").text
    assert table.post("/remark", carried(table, remark="x" * 500)).status_code == 303
    long = table.post("/remark", carried(table, remark="x" * 501))
    assert long.status_code == 422
    assert "A remark has at most 500 letters; this one has 501. Shorten it a little." in problem_texts(long)
    assert "x" * 501 in long.text, "what was typed is still there"
    assert table.post("/remark", carried(table, remark="late", slot="77")).status_code == 404
    assert table.state.details.remark_on(slot) == "Cyd slept."


def test_a_remark_in_conflict_comes_back(table: Table) -> None:
    base = str(table.state.revision)
    table.write(SCRATCH)
    answer = table.post("/remark", {"base": base, "remark": "typed for long"})
    assert answer.status_code == 409
    assert "typed for long" in answer.text
    assert table.state.details.remark == ""


def test_a_finished_play_can_be_excluded_from_statistics_and_included_again(table: Table) -> None:
    table.post("/end", carried(table))
    assert "Leave it out of the statistics" in table.phone.get(f"{table.url}/about").text
    table.post("/counts", carried(table, to="off"))
    assert not table.state.counts
    assert "Not in the statistics any more." in table.phone.get(f"{table.url}?done={table.state.revision}").text
    table.post("/counts", carried(table, to="on"))
    assert table.state.counts


# Time.


def zone(table: Table, name: str) -> None:
    with table.club.app.app_context(), db.engine.connect().execution_options(writes=True) as connection:
        with connection.begin():
            connection.execute(text("update club set timezone = :name"), {"name": name})
        db.session.remove()


def test_a_time_is_in_the_clubs_time_zone(table: Table) -> None:
    zone(table, "America/New_York")
    assert table.post("/when", carried(table, on="2026-07-04", at="20:15")).status_code == 303
    assert table.state.played_at.isoformat() == "2026-07-05T00:15:00+00:00"
    page = table.phone.get(f"{table.url}/about").text
    assert 'name="on" type="date" value="2026-07-04"' in page
    assert 'name="at" type="time" value="20:15"' in page


def test_without_a_time_it_comes_after_the_others_of_that_day(table: Table) -> None:
    other = table.club.start("raise-the-stakes", NAMES, {"played.on": "2026-03-01", "played.at": "22:30"})
    table.post("/when", carried(table, on="2026-03-01", at=""))
    assert table.state.played_at - other.state.played_at == timedelta(minutes=1)
    assert table.state.details.night == other.state.details.night


def test_without_a_time_it_stays_on_its_date(table: Table) -> None:
    """Even after a play that went on after midnight."""
    with clock_at(datetime(2026, 3, 1, 22, tzinfo=UTC)):
        other = table.club.start("raise-the-stakes", NAMES)
    with clock_at(datetime(2026, 3, 2, 1, tzinfo=UTC)):
        other.write({"tricks": {"Ann": 5}})
    table.post("/when", carried(table, on="2026-03-01", at=""))
    assert f"{table.state.played_at:%m-%d %H:%M}" == "03-01 23:59"
    assert table.state.played_at > other.state.played_at


def test_a_time_that_is_saved_as_shown_stays_as_it_is(table: Table) -> None:
    """To the second: it would come before what began in the same minute, and count as entered later."""
    before = table.state
    form = sent_by(table.phone.get(f"{table.url}/about").text, action=f"{table.url}/when")
    assert table.post("/when", {**form, "client_id": ["as-shown"]}).status_code == 303
    assert table.state == before


@pytest.mark.parametrize(
    ("on", "at", "said"),
    [
        ("", "20:00", "Give the date as year, month and day, such as 2026-11-20."),
        ("yesterday", "", "Give the date as year, month and day, such as 2026-11-20."),
        ("2026-02-30", "", "Give the date as year, month and day, such as 2026-11-20."),
        ("1899-12-31", "", "Give a date from 1900 on."),
        ("9999-12-31", "", "That day is in the future."),
        ("2026-01-01", "25:00", "Give the time as hours and minutes, such as 20:15."),
        ("2026-01-01", "noon", "Give the time as hours and minutes, such as 20:15."),
    ],
)
def test_an_invalid_date_or_time_is_an_error_of_its_field(table: Table, on: str, at: str, said: str) -> None:
    before = table.state
    answer = table.post("/when", carried(table, on=on, at=at))
    assert answer.status_code == 422
    assert said in problem_texts(answer)
    assert table.state == before
    form = {"played.on": on, "played.at": at, **{f"seat.{seat}": name for seat, name in enumerate(NAMES)}}
    start = table.phone.post(f"{table.club.url}/plays/new", {"game": "raise-the-stakes", **form})
    assert start.status_code == 422
    assert said in problem_texts(start)


def test_a_time_in_the_future_is_refused(table: Table) -> None:
    soon = now() + timedelta(minutes=5)
    answer = table.post("/when", carried(table, on=soon.date().isoformat(), at=f"{soon:%H:%M}"))
    assert answer.status_code == 422
    assert "is in the future" in problems(answer)


# From paper.


def test_a_play_can_be_entered_by_its_totals_alone(club: Club) -> None:
    table = club.start("raise-the-stakes", NAMES, {"played.on": "2026-03-01"})
    assert f'href="{table.url}/totals"' in table.phone.get(f"{table.url}/more").text
    page = table.phone.get(f"{table.url}/totals")
    assert page.status_code == 200
    answer = table.post("/totals", carried(table, **{"total.0": "12", "total.1": " −3 ", "total.2": "20"}))
    assert answer.status_code == 303
    assert table.state.winners == ("Cyd",)
    sheet = table.phone.get(table.url).text
    assert "Cyd wins" in sheet
    assert table.state.totals == {"Ann": 12, "Bob": -3, "Cyd": 20}
    assert table.state.counts


def test_only_an_open_play_without_rounds_takes_totals(table: Table) -> None:
    form = {f"total.{seat}": "1" for seat in range(3)}
    empty, over = (table.club.start("raise-the-stakes", NAMES) for _ in range(2))
    empty.post("/discard", {"to": "on"})
    over.post("/end")
    for play in (table, empty, over):
        page = play.phone.get(f"{play.url}/totals")
        assert (page.status_code, page.headers["Location"]) == (303, play.url)
    for play, said in (
        (table, "This game has rounds, so its totals are computed from them."),
        (empty, "This game was discarded. Restore it before you change it."),
        (over, "The game is over already."),
    ):
        before, answer = play.state, play.post("/totals", form)
        assert answer.status_code == 422
        assert said in problem_texts(answer)
        assert "Final totals" not in words(answer.text), "the sheet is shown, not the form"
        assert play.state == before


@pytest.mark.parametrize("bad", ["", "many", "1.5", "1e9", "9" * 13, "٣", "--1", "²"])
def test_a_total_that_is_no_number_comes_back_with_an_error(club: Club, bad: str) -> None:
    table = club.start("raise-the-stakes", NAMES, {"played.on": "2026-03-01"})
    answer = table.post("/totals", carried(table, **{"total.0": bad, "total.1": "7", "total.2": "0"}))
    assert answer.status_code == 422
    assert "Give the total of Ann as a whole number." in problems(answer)
    assert 'value="7"' in answer.text
    assert not table.state.over


# Corrections.


def test_seats_dealer_and_options_are_corrected_on_one_page(table: Table) -> None:
    page = table.phone.get(f"{table.url}/setup")
    assert page.status_code == 200
    form = {"name.0": "Ann", "name.1": "Ben", "name.2": "Cyd", "place.0": "1", "place.1": "3", "place.2": "2"}
    answer = table.post("/setup", carried(table, **form, dealer="1", target="25"))
    assert answer.status_code == 303, problems(answer)
    state = table.state
    assert state.setup.players == ("Ann", "Cyd", "Ben")
    assert (state.setup.dealer, state.options["target"]) == ("Ben", 25)
    assert "are corrected" in table.phone.get(f"{table.url}?done={state.revision}").text
    table.post("/undo", carried(table))
    assert table.state.setup.players == tuple(NAMES)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name.1": "ann"}, "Not saved yet: Two seats have the same name; every name must be different."),
        ({"name.1": "​"}, "Not saved yet: Name 2 has only letters that cannot be seen."),
        ({"target": "-4"}, "Target: −4 is too low, 1 is the least."),
        ({"name.1": "x" * 41}, "Not saved yet: Name 2 is longer than 40 letters."),
    ],
)
def test_an_impossible_correction_comes_back_with_everything_typed(
    table: Table, form: dict[str, str], said: str
) -> None:
    before = table.state
    full = {"name.0": "Ann", "name.1": "Bob", "name.2": "Cyd", "dealer": "0", **form}
    answer = table.post("/setup", carried(table, **full))
    assert answer.status_code == 422
    assert said in problem_texts(answer)
    assert table.state == before


def test_a_refused_correction_shows_seats_and_dealer_as_they_were_typed(table: Table) -> None:
    form = {"name.0": "Ben", "name.1": "ben", "place.0": "2", "place.1": "0", "dealer": "1"}
    page = table.post("/setup", carried(table, **form)).text
    assert re.findall(r'name="(?:name|place)\.\d" type="text" value="([^"]*)"', page) == [
        "Ben",
        "2",
        "ben",
        "0",
        "Cyd",
        "3",
    ]
    assert re.findall(r'name="dealer" value="(\d)"( checked)?', page) == [("0", ""), ("1", " checked"), ("2", "")]
    assert ("Two seats have the same name; every name must be different.", "#name-0") in links_of(page)


@pytest.mark.parametrize(
    ("form", "problem", "element"),
    [
        ({"name.1": "ann"}, "Two seats have the same name; every name must be different.", "name-0"),
        ({"target": "-4"}, "Target: −4 is too low, 1 is the least.", "f-target"),
    ],
)
def test_what_is_wrong_with_a_correction_is_linked_to_its_input(
    table: Table, form: dict[str, str], problem: str, element: str
) -> None:
    page = table.post("/setup", carried(table, **form)).text
    assert links_of(page)[0] == (problem, f"#{element}")
    assert f'id="{element}"' in page


def test_what_is_left_empty_or_cannot_be_read_is_not_corrected(table: Table) -> None:
    """Equal places keep the order of before, and a place that is no number is the seat's own."""
    form = {
        "name.0": "",
        "name.1": "Ben",
        "name.2": "Cyd",
        "place.0": "2",
        "place.1": "1",
        "place.2": "x",
        "dealer": "5",
    }
    assert table.post("/setup", carried(table, **form)).status_code == 303
    assert (table.state.setup.players, table.state.setup.dealer) == (("Ben", "Ann", "Cyd"), "Ann")
    form = {"place.0": "0", "place.1": "3", "place.2": "3", "dealer": "3"}
    assert table.post("/setup", carried(table, **form)).status_code == 303
    assert (table.state.setup.players, table.state.setup.dealer) == (("Ben", "Ann", "Cyd"), "Ann")


def test_a_correction_in_conflict_comes_back_with_everything_typed(table: Table) -> None:
    base = str(table.state.revision)
    table.write(SCRATCH)
    late = table.post("/setup", {"base": base, "name.1": "Ben", "target": "25"})
    assert late.status_code == 409
    assert (
        "Not saved yet: Somebody else has changed the sheet, so your change was not saved. Look at the sheet, then "
        "send this again." in problems(late)
    )
    for value in ('value="Ben"', 'value="25"'):
        assert value in late.text
    table.post("/end")
    ended = table.post("/setup", {"base": base, "name.1": "Ben"})
    assert ended.status_code == 409
    assert (
        "Somebody else changed the sheet meanwhile (A device: end of the game and A device: round 2). This is the "
        "present sheet; your change was not saved." in problems(ended)
    )
    assert "Correct the setup" not in words(ended.text), "the sheet is shown, which is over"


@pytest.mark.parametrize(
    ("path", "form", "why"),
    [
        ("/end", {}, "The game is over. Continue it before you correct who plays."),
        ("/discard", {"to": "on"}, "This game was discarded. Restore it before you change it."),
    ],
)
def test_the_setup_of_a_finished_or_discarded_play_cannot_be_corrected(
    table: Table, path: str, form: dict[str, str], why: str
) -> None:
    table.post(path, carried(table, **form))
    page = table.phone.get(f"{table.url}/setup")
    assert (page.status_code, page.location) == (303, table.url)
    before = table.state
    answer = table.post("/setup", carried(table, **{"name.0": "Ann", "name.1": "Ben", "name.2": "Cyd"}, dealer="0"))
    assert answer.status_code == 422
    assert problem_texts(answer) == [why]
    assert "Correct the setup" not in words(answer.text), "the sheet is shown, not the form"
    assert table.state == before


def test_sides_named_by_their_players_take_the_new_names(club: Club) -> None:
    table = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    page = table.phone.get(f"{table.url}/setup").text
    assert 'name="side.0" type="text" value=""' in page
    names = dict(zip((f"name.{number}" for number in range(4)), ("Ann", "Ben", "Cyd", "Dee"), strict=True))
    answer = table.post("/setup", carried(table, **names, **{"side.0": "", "side.1": "", "dealer": "0"}))
    assert answer.status_code == 303, problems(answer)
    assert table.state.setup.sides == ("Ann & Cyd", "Ben & Dee")


def test_two_phones_that_play_again_start_one_play(table: Table) -> None:
    """The page of the second one still has the button."""
    table.post("/end", carried(table))
    first, second = (table.post("/again", carried(table)).headers["Location"] for _ in range(2))
    assert first == second != table.url
    again = Table(table.club, first)
    again.post("/discard", {"base": "1", "to": "on"})
    assert table.post("/again", carried(table)).headers["Location"] != first


def test_the_only_play_of_a_night_keeps_its_night_when_its_time_changes(table: Table) -> None:
    """As when a program moves the play."""
    night = table.state.details.night
    table.post("/when", carried(table, on="2026-03-01", at="20:00"))
    assert table.state.details.night == night


@pytest.mark.parametrize(
    ("path", "form", "beside"),
    [
        ("/when", {"on": "2026-03-01", "at": "20:00"}, "on"),
        ("/remark", {"remark": "Late."}, "remark"),
        ("/seats/1", {"name": "Eve"}, "name"),
    ],
)
def test_a_conflict_is_explained_beside_what_was_typed(
    table: Table, path: str, form: dict[str, str], beside: str
) -> None:
    answer = table.post(path, {**form, "base": "1"})
    assert answer.status_code == 409
    assert re.findall(r'id="(\w+)-problem"', answer.text) == [beside]
