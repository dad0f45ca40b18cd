"""The pages of statistics: an evening counted by hand, filters, and changes of names."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest

from companion.core.statistics.play_facts import PlayFilter
from companion.store.database.base import clock_at, db
from companion.store.people.ledger import ledger_of
from companion.web.people import person_statistics
from companion.web.plays import picture
from tests.web.phones import Club, Phone, Table, problems

SHUT_OUT = '<script>alert("x")</script>'


def played(club: Club, *rounds: tuple[int, ...], players: str = "Ann Bob Cyd", **options: str) -> Table:
    """Return a play of any other game with these rounds, ended by the table."""
    names = players.split()[: len(rounds[0])]
    table = club.start("any-other-game", names, options)
    for points in rounds:
        table.write({"points": dict(zip(names, points, strict=True))})
    if not table.state.over:
        assert table.post("/end").status_code == 303
    return table


def number(club: Club, name: str) -> int:
    with club.app.app_context():
        found = ledger_of(club.id).id_of_name(name)
        db.session.remove()
    assert found is not None
    return found


def person(club: Club, name: str) -> str:
    return f"{club.url}/people/{number(club, name)}"


def words(page: str) -> str:
    """Return the text of a page in one line."""
    main = page.split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", main, flags=re.DOTALL)).split())


@pytest.fixture
def evening(club: Club) -> Club:
    """Play three times: Ann wins, Ann and Bob share, Cyd wins with the lowest total."""
    played(club, (10, 0, 5), (-5, 2, 4), (7, 1, 1), name="Wizard")
    played(club, (3, 3, 0), (1, 1, 1), name="Wizard")
    played(club, (9, 8, 2), better="low")
    return club


def order_in(page: str, key: str) -> tuple[list[str], dict[str, str]]:
    """Return the first column of a table, and the addresses of its heads."""
    table = page.split(f'<h2 id="{key}">', 1)[1].split("</table>", 1)[0]
    rows = [re.sub(r"<[^>]+>", "", row).strip() for row in re.findall(r'<th scope="row">(.*?)</th>', table, re.DOTALL)]
    heads = re.findall(r'<th scope="col"[^>]*><a href="([^"]*)">(\w+)</a>', table)
    return rows, {text: unescape(address) for address, text in heads}


def test_a_tap_on_the_head_of_a_column_sorts_by_it_and_a_second_tap_the_other_way(evening: Club) -> None:
    played(evening, (1, 2), players="Dee Cyd")

    def order(address: str) -> list[str]:
        return order_in(evening.viewer.get(address).text, "who")[0]

    place = f"{evening.url}/people"
    usual, heads = order_in(evening.viewer.get(place).text, "who")
    assert usual == ["Cyd", "Ann", "Bob", "Dee"], "most games first"
    assert order(place + heads["Who"]) == ["Ann", "Bob", "Cyd", "Dee"]
    assert order(place + heads["Won"]) == ["Cyd", "Ann", "Bob", "Dee"]
    again = evening.viewer.get(place + heads["Won"]).text
    assert 'aria-sort="descending"' in again
    assert order(place + order_in(again, "who")[1]["Won"])[0] == "Dee"
    for unknown in ("who.7", "who.-1", "x", "-", "skill.0"):
        assert order(f"{place}?by={unknown}") == usual


def test_sorting_keeps_the_filters(evening: Club) -> None:
    place = person(evening, "Ann")
    _, heads = order_in(evening.viewer.get(f"{place}?with=Bob").text, "against")
    page = evening.viewer.get(place + heads["Who"]).text
    assert heads["Who"].startswith("?with=Bob&")
    assert order_in(page, "against")[0] == ["Bob", "Cyd"]
    assert "with Bob" in words(page)


def test_the_page_of_a_person_equals_the_count_by_hand(evening: Club) -> None:
    page = evening.viewer.get(person(evening, "Ann"))
    assert page.status_code == 200
    said = words(page.text)
    at = datetime.now(UTC)
    today = f"{at:%a} {at.day} {at:%B}"
    for told in (
        "Games 3 6 rounds", "Won 2 of 3 1 shared", "Place 1.7 on average", "Best run 2 in a row won",
        "Favourite Wizard 2 games",
        f"3rd Any other game {today} , 3 players", f"1st Wizard {today} , 3 players, level with others ★ won",
        f"1st Wizard {today} , 3 players ★ won",
        "Wizard won 2 of 2 12 8.0 4 +10 −5", "Any other game won 0 of 1 9 9.0 9 +9 +9",
        "Bob 3 1 1 1", "Cyd 3 2 0 1",
    ):  # fmt: skip
        assert told in said, told
    assert "%" not in said
    assert "A skill rating is shown after five games." in said


def test_after_five_plays_there_are_a_percentage_and_a_rating(evening: Club) -> None:
    played(evening, (9, 1, 2))
    played(evening, (9, 1, 2))
    said = words(evening.viewer.get(person(evening, "Ann")).text)
    assert "Won 80 % 4 of 5" in said
    assert re.search(r"Skill \d+\.\d ± \d+\.\d", said)
    index = words(evening.viewer.get(f"{evening.url}/people").text)
    assert re.search(r"Ann \d+\.\d \d+\.\d ± \d+\.\d", index)


def test_the_page_of_a_game_has_records_seats_and_options(evening: Club) -> None:
    said = words(evening.viewer.get(f"{evening.url}/games/any-other-game").text)
    for told in (
        "Games 3", "Length 2.0 rounds", "Won from behind 1 of 2", "Highest total 12 Ann",
        "Lowest total 1 Cyd", "Highest round +10 Ann round 1", "Lowest round −5 Ann round 2",
        "Ann 3 2", "First dealer 2 of 3", "On the dealer's left 1 of 3", "2 to the dealer's left 1 of 3",
        "Wizard Ann 2 of 2", "Any other game Cyd 1 of 1", "Best total: Lowest 1 game",
        "With the usual options: 2 games",
    ):  # fmt: skip
        assert told in said, told


@pytest.mark.parametrize(
    ("query", "titles"), [("", ["Any other game", "Wizard", "Rook"]), ("?players=2", ["Any other game", "Rook"])]
)
def test_the_page_of_a_game_has_the_titles_of_the_filtered_plays(evening: Club, query: str, titles: list[str]) -> None:
    played(evening, (1, 2), players="Dee Eve", name="Rook")
    played(evening, (1, 2), players="Dee Eve")
    page = evening.viewer.get(f"{evening.url}/games/any-other-game{query}").text
    assert order_in(page, "titles")[0] == titles


def test_two_who_won_a_title_equally_often_are_named_with_and_between_them(club: Club) -> None:
    for points, name in (((1, 2), "Rook"), ((2, 1), "Rook"), ((1, 2), "Wizard")):
        played(club, points, players="Dee Eve", name=name)
    said = words(club.viewer.get(f"{club.url}/games/any-other-game").text)
    assert "Rook Dee and Eve 1 of 2" in said


def test_the_page_of_a_year_has_nights_people_and_champions(evening: Club) -> None:
    page = evening.viewer.get(f"{evening.url}/people").text
    (year,) = set(re.findall(r"/years/(\d+)", page))
    said = words(evening.viewer.get(f"{evening.url}/years/{year}").text)
    assert "1 night, 3 games, 6 rounds." in said
    assert "Ann 3 2 Bob 3 1 Cyd 3 1" in said
    assert re.search(r"Night Ann Bob Cyd \d+ \w{3} 2/3 1/3 1/3", said)
    assert evening.viewer.get(f"{evening.url}/years/1999").status_code == 404


def test_a_year_in_which_nobody_who_played_won_has_its_nights_too(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"played.on": "2020-05-04"})
    reneged = [{"player": name, "points": points, "reason": "reneged"} for name, points in (("Bob", -4), ("Cyd", -1))]
    table.write({"absent": ["Ann"], "tricks": {"Bob": 5, "Cyd": 0}, "adjust": reneged})
    table.post("/end")
    assert table.state.winners == ("Ann",), "who sat out each round, so her game does not count"
    said = words(club.viewer.get(f"{club.url}/years/2020").text)
    assert "Bob 1 0 Cyd 1 0" in said
    assert "Night Bob Cyd 4 May 0/1 0/1" in said


@pytest.mark.parametrize(
    ("second", "dates"), [((2026, 3, 8), ["1 Mar", "8 Mar"]), ((2027, 1, 8), ["Mar 2026", "Jan 2027"])]
)
def test_wins_over_time_are_plotted_over_dates(club: Club, second: tuple[int, ...], dates: list[str]) -> None:
    for day in ((2026, 3, 1), second):
        with clock_at(datetime(*day, 12, tzinfo=UTC)):
            played(club, (10, 0, 5))
    page = club.viewer.get(f"{club.url}/games/any-other-game").text
    svg = page.partition("<figure")[2].partition("</svg>")[0]
    assert re.findall(r'text-anchor="middle" y="\d+" x="\d+">([^<]+ [^<]+)<', svg) == dates
    assert "days" not in svg


def test_the_page_of_a_person_links_to_the_latest_year(evening: Club) -> None:
    (year,) = set(re.findall(r"/years/(\d+)", evening.viewer.get(person(evening, "Ann")).text))
    table = evening.start("any-other-game", ["Ann", "Bob"], {"name": "Whist", "played.on": "2020-05-04"})
    table.write({"points": {"Ann": 3, "Bob": 7}})
    assert table.post("/end").status_code == 303
    assert evening.viewer.get(f"{evening.url}/years/2020").status_code == 200
    assert re.findall(r"/years/(\d+)", evening.viewer.get(person(evening, "Ann")).text) == [year]


@pytest.mark.parametrize(
    ("query", "plays"),
    [
        ("", 3), ("?game=any-other-game", 3), ("?game=rage", 0), ("?with=bob&with=Cyd", 3), ("?players=3", 3),
        ("?players=2", 0), ("?from=2020-01-01&to=2020-12-31", 0), ("?from=2020-01-01", 3), ("?game=&with=&players=", 3),
    ],
)  # fmt: skip
def test_filters_are_in_the_url_and_can_be_removed_one_by_one(evening: Club, query: str, plays: int) -> None:
    page = evening.viewer.get(person(evening, "Ann") + query)
    assert page.status_code == 200
    said = words(page.text)
    assert (f"Games {plays} " in said) == (plays > 0)
    assert ("No game of Ann matches." in said) == (plays == 0)
    chips = re.findall(r'class="away" href="([^"]+)"', page.text)
    asked = [part for part in query.lstrip("?").split("&") if part and not part.endswith("=")]
    assert len(chips) == len(asked)
    for chip in chips:
        assert evening.viewer.get(unescape(chip)).status_code == 200
        assert unescape(chip).count("=") == len(asked) - 1


def test_only_the_latest_games_of_a_person_are_listed_the_latest_first(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening.app.app_context():
        ledger = ledger_of(evening.id)
        ann = int(number(evening, "Ann"))
        found = {}
        for most in (2, 10):
            monkeypatch.setattr(person_statistics, "LAST_PLAYS", most)
            shown = person_statistics.person_statistics(ledger, ann, PlayFilter())
            found[most] = [play.key for play, _ in shown["last"]]
        keys = [play.key for play in ledger.plays_of_person(ann)]
        db.session.remove()
    assert len(keys) == 3
    assert found == {2: [keys[2], keys[1]], 10: [keys[2], keys[1], keys[0]]}


def test_filters_are_named_without_the_blanks_around_them(evening: Club) -> None:
    page = evening.viewer.get(person(evening, "Ann") + "?players=%203%20&with=+Bob+&with=Cyd&from=2020-01-01+").text
    chips = re.findall(r'<li><bdi dir="ltr">(.*?)</bdi><a class="away"\s*href="([^"]+)"', page)
    assert [(text, unescape(address).partition("?")[2]) for text, address in chips] == [
        ("from 1 Jan 2020", "with=+Bob+&with=Cyd&players=+3+"),
        ("with Bob", "from=2020-01-01+&with=Cyd&players=+3+"),
        ("with Cyd", "from=2020-01-01+&with=+Bob+&players=+3+"),
        ("3 playing", "from=2020-01-01+&with=+Bob+&with=Cyd"),
    ]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("?game=uno", "There is no game “uno”."),
        ("?from=yesterday", "“yesterday” is not a date. Write it as 2026-11-21."),
        ("?to=2026-02-31", "“2026-02-31” is not a date. Write it as 2026-11-21."),
        ("?with=Zoe", "Nobody called “Zoe” has played in this club."),
        ("?players=-1", "“-1” is not a number of players."),
        (f"?with={SHUT_OUT}", 'Nobody called “<script>alert("x")</script>” has played in this club.'),
        ("?from=%00", "is not a date"),
    ],
)
def test_an_invalid_filter_is_an_error_of_its_field(evening: Club, query: str, told: str) -> None:
    for page in (person(evening, "Ann"), f"{evening.url}/games/any-other-game"):
        if "game=" in query and "/games/" in page:
            continue
        answer = evening.viewer.get(page + query)
        assert answer.status_code == 422
        assert told in problems(answer)
        assert "<script>alert" not in answer.text


def test_people_games_and_years_of_other_clubs_are_404(evening: Club) -> None:
    other = Club(evening.app)
    played(other, (1, 2))
    ann = number(evening, "Ann")
    for path in (
        f"/people/{ann}",
        f"/people/{ann}/name",
        "/people/x",
        "/people/0",
        "/people/²",
        "/games/uno",
        "/years/1",
    ):
        assert other.viewer.get(other.url + path).status_code == 404, path
    assert evening.stranger.get(person(evening, "Ann")).status_code == 404


def test_a_club_without_plays_has_pages_without_numbers(club: Club) -> None:
    assert "Nobody has played yet." in words(club.viewer.get(f"{club.url}/people").text)
    assert "No finished game of Rage is in the statistics yet." in words(club.viewer.get(f"{club.url}/games/rage").text)
    club.start("rage", ["Ann", "Bob"])
    assert "No finished game with Ann is in the statistics yet." in words(club.viewer.get(person(club, "Ann")).text)
    assert "People No finished game yet: Ann Bob" in words(club.viewer.get(f"{club.url}/people").text)


@pytest.mark.parametrize("name", [SHUT_OUT, "=1+1", "L" * 40, "\u05d0\u05d1\u05d2", "kitty cat", "{{ 7 * 7 }}"])
def test_any_name_can_appear_on_every_page(club: Club, name: str) -> None:
    table = club.start("any-other-game", [name, "Bob"], {"name": "<b>Game</b>"})
    for points in (1, 5):
        table.write({"points": {name: points, "Bob": 2}})
    table.post("/end")
    page = person(club, name)
    for path in (page, f"{page}/name", f"{club.url}/people", f"{club.url}/games/any-other-game"):
        answer = club.scorer.get(path)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert "<b>Game" not in answer.text
        assert name in unescape(answer.text)


# Names.


def sent(club: Club, path: str, form: dict[str, str], phone: Phone | None = None) -> str:
    """Return the page after a form: the one it redirects to, or the same with an error."""
    answer = (phone or club.scorer).post(path, form)
    if answer.status_code == 303:
        return words(club.scorer.get(answer.headers["Location"]).text)
    assert answer.status_code == 422
    return problems(answer)


def test_a_renamed_person_has_the_new_name_everywhere(evening: Club) -> None:
    page = person(evening, "Bob")
    assert "Bob is now called Robert" in sent(evening, f"{page}/name", {"name": "Robert"})
    assert "Robert" in words(evening.viewer.get(person(evening, "Ann")).text)
    assert "Ann is in this club already. If Ann and Robert are one person, merge them." in sent(
        evening, f"{page}/name", {"name": "ann"}
    )
    assert "The name is empty." in sent(evening, f"{page}/name", {"name": " "})
    assert 'value="ann"' in evening.scorer.post(f"{page}/name", {"name": "ann"}).text
    assert evening.viewer.post(f"{page}/name", {"name": "Rob"}).status_code == 403


def test_a_merge_of_two_names_can_be_undone(evening: Club) -> None:
    played(evening, (9, 1), players="Anne Dee")
    anne, ann = person(evening, "Anne"), person(evening, "Ann")
    said = sent(evening, f"{anne}/merge", {"into": str(number(evening, "Ann"))})
    assert "Anne is Ann: their games are counted together." in said
    assert "Also written Anne ." in words(evening.viewer.get(ann).text)
    assert "Games 4" in words(evening.viewer.get(ann).text)
    assert words(evening.viewer.get(anne).text) == words(evening.viewer.get(ann).text)
    back = re.search(r'action="([^"]+/part/\d+)"', evening.scorer.get(f"{ann}/name").text)
    assert back is not None
    assert "Anne and Ann are two people again." in sent(evening, back[1], {})
    assert "Games 3" in words(evening.viewer.get(ann).text)
    assert "Games 1" in words(evening.viewer.get(anne).text)


def test_impossible_merges_are_refused(evening: Club) -> None:
    ann = person(evening, "Ann")
    told = sent(evening, f"{ann}/merge", {"into": str(number(evening, "Bob"))})
    assert told.startswith("Ann and Bob played in the same game (Wizard, ")
    for into in ("", "0", "x", "9" * 30, "²"):
        assert "Choose somebody in this club." in sent(evening, f"{ann}/merge", {"into": into})


def test_a_hidden_person_is_not_listed_until_shown_again(evening: Club) -> None:
    cyd = person(evening, "Cyd")
    assert "Cyd is no longer listed" in sent(evening, f"{cyd}/hide", {})
    index = words(evening.viewer.get(f"{evening.url}/people").text)
    assert "Bob 3 1 1 person is left out of lists Cyd" in index
    assert 'value="Cyd"' not in evening.viewer.get(person(evening, "Ann")).text
    assert "Cyd is listed again." in sent(evening, f"{cyd}/show", {})
    assert "Cyd 3 1" in words(evening.viewer.get(f"{evening.url}/people").text)


# Pictures.


def test_a_finished_play_has_a_picture(evening: Club) -> None:
    over = played(evening, (1, 2), (3, 4))
    answer = evening.viewer.get(f"{over.url}/picture.png")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.data.startswith(b"\x89PNG")
    running = evening.start("rage", ["Ann", "Bob"])
    assert evening.viewer.get(f"{running.url}/picture.png").status_code == 404
    assert evening.stranger.get(f"{over.url}/picture.png").status_code == 404


def test_the_picture_has_places_totals_and_winners(evening: Club) -> None:
    state = played(evening, (1, 2, 2), (3, 4, 4), name="Wizard").state
    with evening.app.app_context():
        svg = picture.picture_of_play(state, "21 Nov 2026")
    texts = re.findall(r"<text[^>]*>([^<]*)", svg)
    for told in ("Wizard", "21 Nov 2026", "Bob and Cyd share the win, 2 points ahead of Ann", "1st", "3rd", "Ann", "4"):
        assert told in texts, told
    assert 'class="chart"' in svg
    assert 'class="glyph' in svg


def test_without_the_picture_extra_there_is_no_picture(evening: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    over = played(evening, (1, 2), (3, 4))
    monkeypatch.setattr("companion.web.support.rendering.png.can_draw_pictures", lambda: False)
    assert evening.viewer.get(f"{over.url}/picture.png").status_code == 404
