"""Pages of statistics from top to bottom: every text in its order, and where each link leads."""

import re
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion.core.statistics.numbers import Share
from companion.store.database.base import clock_at
from companion.web.people import person_statistics, statistics
from companion.web.people.person_statistics import _years
from companion.web.people.sorting import Sorting
from tests.web.pages import main_of, words
from tests.web.phones import Club
from tests.web.seasons import AFTERWARDS, Season

PAGES = {
    "Club/people": (
        (
            "People and games 2026 People Games and wins of everybody Who Games Won Bob 4 1 Ann 3 2 Cyd 3 0 Dee 1 1 "
            "No finished game yet: Zoe Games Every game, and who has won it most often Game Won most Won Any other "
            "game 3 people 1 of 3 Cribbage Ann 1 of 1"
        ),
        [
            ("2026", "Club/years/2026"),
            ("Who", "?by=who.0#who"),
            ("Games", "?by=who.1#who"),
            ("Won", "?by=who.2#who"),
            ("Bob", "Bob"),
            ("Ann", "Ann"),
            ("Cyd", "Cyd"),
            ("Dee", "Dee"),
            ("Zoe", "Zoe"),
            ("Game", "?by=games.0#games"),
            ("Any other game", "Club/games/any-other-game"),
            ("Cribbage", "Club/games/cribbage"),
            ("Ann", "Ann"),
        ],
    ),
    "Ann": (
        (
            "Ann Filter Game Any Any other game Cribbage From To Who was there Anybody Bob Cyd Dee Zoe "
            "How many played Show these games Games 3 5 rounds Won 2 of 3 Wins counted 3 double and "
            "triple wins as 2 and 3 Place 1.3 on average Favourite Any other game 2 games A skill rating "
            "is shown after five games. Last games 1st Cribbage Sun 1 March , 2 players ★ won 2nd Any "
            "other game Sun 1 March , 3 players 1st Any other game Sun 1 February , 3 players ★ won Over "
            "time Games won, of all games, by month 0 1 2 Feb Mar Show as table When Won Played Feb 2026 "
            "1 1 Mar 2026 1 2 Games Best Average Worst Best round Worst round Any other game won 1 of 2 7"
            " 5.5 4 +5 +1 Cribbage won 1 of 1 121 121.0 121 +121 +121 Against each other How often Ann "
            "finished ahead of somebody, level with them, or behind. Against each other Who Games Ahead Level"
            " Behind Bob 3 2 0 1 Cyd 2 2 0 0 The year 2026 Change the name, merge, hide Table (CSV)"
        ),
        [
            ("1st Cribbage Sun 1 March , 2 players ★ won", "skunk"),
            ("2nd Any other game Sun 1 March , 3 players", "second"),
            ("1st Any other game Sun 1 February , 3 players ★ won", "first"),
            ("Any other game", "Club/games/any-other-game"),
            ("Cribbage", "Club/games/cribbage"),
            ("Who", "?by=against.0#against"),
            ("Games", "?by=against.1#against"),
            ("Ahead", "?by=against.2#against"),
            ("Level", "?by=against.3#against"),
            ("Behind", "?by=against.4#against"),
            ("Bob", "Bob"),
            ("Cyd", "Cyd"),
            ("The year 2026", "Club/years/2026"),
            ("Change the name, merge, hide", "Ann/name"),
            ("Table (CSV)", "Club/export/plays.csv?player=Ann"),
        ],
    ),
    "Ann?with=Bob&from=2026-03-01": (
        (
            "Ann from 1 Mar 2026 ✕ with Bob ✕ Change the filter Game Any Any other game Cribbage From To "
            "Also there Anybody else Cyd Dee Zoe How many played Show these games Games 2 3 "
            "rounds Won 1 of 2 Wins counted 2 double and triple wins as 2 and 3 Place 1.5 on average "
            "Favourite Any other game 1 game Last games 1st Cribbage Sun 1 March , 2 players ★ won 2nd "
            "Any other game Sun 1 March , 3 players Games Best Average Worst Best round Worst round Any "
            "other game won 0 of 1 4 4.0 4 +3 +1 Cribbage won 1 of 1 121 121.0 121 +121 +121 Against each"
            " other How often Ann finished ahead of somebody, level with them, or behind. Against each other "
            "Who Games Ahead Level Behind Bob 2 1 0 1 Cyd 1 1 0 0 The year 2026 Change the name, merge, "
            "hide Table (CSV)"
        ),
        [
            ("✕", "Ann?with=Bob"),
            ("✕", "Ann?from=2026-03-01"),
            ("1st Cribbage Sun 1 March , 2 players ★ won", "skunk"),
            ("2nd Any other game Sun 1 March , 3 players", "second"),
            ("Any other game", "Club/games/any-other-game"),
            ("Cribbage", "Club/games/cribbage"),
            ("Who", "?from=2026-03-01&with=Bob&by=against.0#against"),
            ("Games", "?from=2026-03-01&with=Bob&by=against.1#against"),
            ("Ahead", "?from=2026-03-01&with=Bob&by=against.2#against"),
            ("Level", "?from=2026-03-01&with=Bob&by=against.3#against"),
            ("Behind", "?from=2026-03-01&with=Bob&by=against.4#against"),
            ("Bob", "Bob"),
            ("Cyd", "Cyd"),
            ("The year 2026", "Club/years/2026"),
            ("Change the name, merge, hide", "Ann/name"),
            ("Table (CSV)", "Club/export/plays.csv?player=Ann"),
        ],
    ),
    "Ann/name": (
        (
            "The name of Ann Called Rename The new name appears in all games at once, past ones included."
            " Two names, one person Ann is the same person as Choose Bob Cyd Dee Zoe Their games are "
            "counted together from then on, under the chosen name. You can separate them again. Merge In "
            "lists For players who no longer come. Their games still count. Leave out of lists"
        ),
        [],
    ),
    "Club/years/2026": (
        (
            "2026 3 nights, 4 games, 6 rounds. Who played Games and wins of everybody in 2026 Who Games "
            "Won Bob 4 1 Ann 3 2 Cyd 3 0 Dee 1 1 Champions Who won most of each game in 2026 Game Won "
            "most Won Any other game 3 people 1 of 3 Cribbage Ann 1 of 1 Over the year Wins over time 0 1"
            " 2 1 Feb 1 Mar 8 Mar A Ann 2 B Bob 1 D Dee 1 Show one line alone All Ann Bob Dee Show as "
            "table Days Ann Bob Dee 1 Feb 2026 1 0 0 1 Mar 2026 2 1 0 8 Mar 2026 2 1 1 Night by night "
            "Games won; darker means more in one night. Night Bob Ann Cyd Dee 8 Mar 0/1 0/1 1/1 1 Mar 1/2"
            " 1/2 0/1 1 Feb 0/1 1/1 0/1"
        ),
        [
            ("Who", "?by=who.0#who"),
            ("Games", "?by=who.1#who"),
            ("Won", "?by=who.2#who"),
            ("Bob", "Bob"),
            ("Ann", "Ann"),
            ("Cyd", "Cyd"),
            ("Dee", "Dee"),
            ("Game", "?by=champions.0#champions"),
            ("Any other game", "Club/games/any-other-game"),
            ("Cribbage", "Club/games/cribbage"),
            ("Ann", "Ann"),
        ],
    ),
    "Club/games/any-other-game": (
        (
            "Any other game Filter From To Who was there Anybody Ann Bob Cyd Dee Zoe How many played Show"
            " these games Games 3 Length 1.7 rounds on average Time 45 min on average Won from behind 0 "
            "of 2 Records Highest total 9 Bob Lowest total 0 Bob and Cyd Highest round +7 Dee round 1 "
            "Lowest round 0 Cyd round 1 Who plays it Games and wins of everybody Who Games Won Bob 3 1 "
            "Cyd 3 0 Ann 2 1 Dee 1 1 Over time Wins over time 0 1 1 Feb 1 Mar 8 Mar A Ann 1 B Bob 1 D Dee"
            " 1 Show one line alone All Ann Bob Dee Show as table Days Ann Bob Dee 1 Feb 2026 1 0 0 1 Mar"
            " 2026 1 1 0 8 Mar 2026 1 1 1 Wins by seat Wins by seat Seat Won First dealer 1 of 3 On the "
            "dealer's left 1 of 3 2 to the dealer's left 1 of 3 The rules of Any other game"
        ),
        [
            ("Highest total", "second"),
            ("Bob", "Bob"),
            ("Lowest total", "last"),
            ("Bob", "Bob"),
            ("Cyd", "Cyd"),
            ("Highest round", "last"),
            ("Dee", "Dee"),
            ("Lowest round", "second"),
            ("Cyd", "Cyd"),
            ("Who", "?by=who.0#who"),
            ("Games", "?by=who.1#who"),
            ("Won", "?by=who.2#who"),
            ("Bob", "Bob"),
            ("Cyd", "Cyd"),
            ("Ann", "Ann"),
            ("Dee", "Dee"),
            ("The rules of Any other game", "Club/rules/any-other-game"),
        ],
    ),
}


def test_every_page_of_statistics_says_this_and_leads_there(club: Club) -> None:
    season = Season(club).go_on()
    for path, expected in PAGES.items():
        assert season.shown(path) == expected, path


def test_changes_of_names_say_what_was_done(club: Club) -> None:
    season = Season(club)

    def sent(path: str, **form: str) -> tuple[str, str]:
        """Return the name of the page that a form leads to, and its message."""
        answer = club.scorer.post(season.address(path), form)
        assert answer.status_code == 303
        [name] = [name for name in names if season.address(f"{name}/name") == answer.headers["Location"]]
        page = main_of(club.scorer.get(answer.headers["Location"]).text)
        return name, words(" ".join(re.findall(r'<p class="notice"[^>]*>.*?</p>', page)))

    names = ["Ann", "Bob", "Zoe"]
    assert sent("Ann/name", name="Ann") == ("Ann", "")
    assert sent("Zoe/hide") == ("Zoe", "Zoe is no longer listed. Their games count as before.")
    assert sent("Zoe/show") == ("Zoe", "Zoe is listed again.")
    zoe, bob = (season.address(name).rpartition("/")[2] for name in ("Zoe", "Bob"))
    apart = f"Bob/part/{zoe}"
    merged = "Zoe is Bob: their games are counted together. You can undo this here."
    names.remove("Zoe")
    assert sent("Zoe/merge", into=bob) == ("Bob", merged)
    names.append("Zoe")
    assert sent(apart) == ("Bob", "Zoe and Bob are two people again.")
    assert sent(apart) == ("Bob", "")
    names[2] = "Zoë"
    assert sent("Zoe/name", name="Zoë") == ("Zoë", "Zoe is now called Zoë, also in everything that was saved before.")


def test_filters_in_use_are_described_and_can_be_removed(club: Club) -> None:
    season = Season(club)
    query = "from=2026-01-01&to=2026-12-31&with=Bob&players=3"
    said, links = season.shown(f"Ann?game=any-other-game&{query}")
    for text in ("from 1 Jan 2026", "to 31 Dec 2026", "with Bob", "3 playing", "Any other game"):
        assert f"{text} ✕" in said
    without = [address for text, address in links if text == "✕"]
    parts = ["game=any-other-game", *query.split("&")]
    assert sorted(without) == sorted(f"Ann?{'&'.join(part for part in parts if part != left)}" for left in parts)


def test_a_sorted_table_of_a_game_keeps_the_filters(club: Club) -> None:
    season = Season(club)
    _, links = season.shown("Club/games/any-other-game?from=2026-01-01")
    sorting = [address for _, address in links if "by=" in address]
    assert sorting
    assert all("?from=2026-01-01&by=" in address for address in sorting)


def test_charts_say_in_words_what_they_draw_and_nights_with_more_wins_are_darker(club: Club) -> None:
    season = Season(club).go_on()
    with clock_at(AFTERWARDS):
        year = club.viewer.get(f"{club.url}/years/2026").text
        game = club.viewer.get(f"{club.url}/games/any-other-game").text
        play = club.viewer.get(f"{club.url}/nights/{season.night.rpartition('/')[2]}").text

    def described(page: str) -> list[str]:
        return re.findall(r'<svg class="chart"[^>]* aria-label="([^"]*)"', page)

    assert described(year) == ["Wins over time. Wins added up: Ann 2, Bob 1, Dee 1"]
    assert described(game) == ["Wins over time. Wins added up: Ann 1, Bob 1, Dee 1"]
    assert described(play) == [
        "Game 1, Any other game: how it went. A line for each, over 2 rounds. Ann 4, Bob 9, Cyd 3"
    ]  # fmt: skip
    cells = re.findall(r"<td(?: class=\"h(\d)\")?>(\d/\d)?</td>", year)
    assert " ".join(f"{wins or '-'}{shade}" for shade, wins in cells) == (
        "0/10 - 0/10 1/15 1/25 1/25 0/10 - 0/10 1/15 0/10 -"
    )


def test_a_night_with_half_of_the_most_wins_is_half_as_dark(club: Club) -> None:
    for day, winners in ((1, ("Bob",)), (8, ("Ann", "Ann")), (15, ("Bob",))):
        for winner in winners:
            with clock_at(datetime(2025, 5, day, 20, tzinfo=UTC)):
                play = club.start("any-other-game", ["Ann", "Bob"])
                play.write({"points": {name: int(name == winner) for name in ("Ann", "Bob")}})
                play.post("/end")
    year = club.viewer.get(f"{club.url}/years/2025").text
    assert re.findall(r'<td class="h(\d)">(\d/\d)</td>', year) == [
        *[("0", "0/1"), ("3", "1/1")],
        *[("5", "2/2"), ("0", "0/2")],
        *[("0", "0/1"), ("3", "1/1")],
    ]
    late = club.viewer.get(f"{club.url}/games/any-other-game?from=2025-05-02").text
    assert "Wins added up: Ann 2, Bob 1" in late, "the chart counts the plays of the filter"


def test_wins_are_drawn_by_year_once_the_months_do_not_fit(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for count, by, first in ((24, "month", ["Jan 2024", "1", "2"]), (25, "year", ["2024", "12", "24"])):
        months = {(2024 + number // 12, number % 12 + 1): Share(1, 2) for number in range(count)}
        monkeypatch.setattr(person_statistics, "wins_per_month", lambda plays, person, months=months: months)
        with app.test_request_context():
            chart = person_statistics._wins_chart((), 1)
        assert chart is not None
        assert (chart.caption, chart.rows[0]) == (f"Games won, of all games, by {by}", first)


def test_numbers_and_names_are_written_into_cells_as_people_read_them() -> None:
    assert statistics.cells([1200, -3, "<b>"]) == "<td>1,200</td><td>−3</td><td>&lt;b&gt;</td>"
    assert [statistics.decimal(value) for value in (25.25, -0.5, 1000)] == ["25.2", "−0.5", "1000.0"]


def test_the_page_of_a_game_cannot_be_filtered_by_game(club: Club) -> None:
    said, links = Season(club).shown("Club/games/any-other-game?game=cribbage&players=3")
    assert "3 playing ✕" in said
    assert "Cribbage" not in said
    assert [address for text, address in links if text == "✕"] == ["Club/games/any-other-game"]


def test_hidden_people_are_listed_by_name(club: Club) -> None:
    club.start("any-other-game", ["Cyd", "ann", "Bob", "Dee"])
    people = club.scorer.get(f"{club.url}/people").text
    for address in re.findall(rf'href="{club.url}(/people/\d+)"', people)[:3]:
        club.organiser.post(f"{club.url}{address}/hide", {})
    page = words(main_of(club.organiser.get(f"{club.url}/people").text))
    assert page.partition("3 people are left out of lists ")[2] == "ann Bob Cyd"


def test_only_columns_that_can_be_sorted_say_how_they_are() -> None:
    columns = (("Who", "0.name"), ("Games", "1.plays"), ("Best", ""))
    for by, orders in (("who.0", ["ascending", "", ""]), ("-who.1", ["", "ascending", ""]), ("who.2", ["", "", ""])):
        heads = Sorting(by, (("with", "Ann"),)).heads("who", columns)
        assert [head.order for head in heads] == orders
        assert [bool(head.address) for head in heads] == [True, True, False]
    assert Sorting("who.1").heads("who", columns)[1].address == "?by=-who.1#who"


def test_of_many_games_and_winners_the_latest_and_the_best_are_shown(club: Club) -> None:
    names = [f"P{number}" for number in range(7)]
    for number in range(11):
        with clock_at(datetime(2026, 1, 1 + number, 20, tzinfo=UTC)):
            play = club.start("any-other-game", names)
            play.write({"points": {name: int(name == names[number % 7]) for name in names}})
            play.post("/end")
        if number in (3, 4):
            page = words(main_of(club.viewer.get(f"{club.url}/people").text))
            assert ("20 %" in page) == (number == 4), "a percentage needs five games"
    people = club.viewer.get(f"{club.url}/people").text
    person = club.viewer.get(re.findall(rf'href="({club.url}/people/\d+)"', people)[0]).text
    assert len(set(re.findall(rf'href="{club.url}/plays/[\w-]+"', person))) == 10
    year = club.viewer.get(f"{club.url}/years/2026").text
    assert 'aria-label="Wins over time. Wins added up: P0 2, P1 2, P2 2, P3 2, P4 1, P5 1"' in year


def test_the_wins_of_months_add_up_to_those_of_their_years() -> None:
    months = {(2022, 1): Share(1, 2), (2022, 3): Share(2, 3), (2023, 1): Share(0, 1)}
    assert _years(months) == [("2022", "2022", Share(3, 5)), ("2023", "2023", Share(0, 1))]
    many = {(2000 + number, 12): Share(1, 1) for number in range(25)}
    assert [short for short, _, _ in _years(many)] == [str(year) for year in range(2001, 2025)]
