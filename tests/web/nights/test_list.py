"""The list of nights and its search."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

from tests.web.nights.evenings import EVENING, edit, ended, night_of
from tests.web.pages import words
from tests.web.phones import Club, problem_texts, problems


def test_the_list_is_updated_after_every_change(club: Club) -> None:
    table = ended(club)
    night = night_of(table)
    page = club.scorer.get(f"{club.url}/nights").text
    assert "Ann" in words(page)
    assert club.scorer.get(f"{club.url}/nights").text.count(night) == 1, "kept"
    edit(club, night, {"name": "<b>Ours</b>", "place": "=1+1"})
    page = club.scorer.get(f"{club.url}/nights").text
    assert "&lt;b&gt;Ours&lt;/b&gt;" in page
    assert "=1+1" in page
    club.start("rage", ("Ann", "Bob"))
    assert "1 unfinished" in words(club.scorer.get(f"{club.url}/nights").text)


def test_the_list_has_pages_and_links_to_years(club: Club) -> None:
    at = datetime(2024, 6, 1, 20, tzinfo=UTC)
    tables = [ended(club, at - timedelta(days=20 * number)) for number in range(25)]
    nights = [night_of(table) for table in tables]

    def shown(address: str) -> tuple[list[str], dict[str, str]]:
        page = club.viewer.get(address).text
        ways = dict(re.findall(r'<a class="button quiet" href="([^"]+)">(Newer|Older)</a>', page))
        found = re.findall(rf'<a class="line" href="({club.url}/nights/[^"]+)"', page)
        return found, {way: unescape(address) for address, way in ways.items()}

    first, ways = shown(f"{club.url}/nights")
    assert (first, set(ways)) == (nights[:20], {"Older"})
    second, ways = shown(ways["Older"])
    assert (second, set(ways)) == (nights[20:], {"Newer"})
    assert shown(ways["Newer"])[0] == nights[:20]
    jumped, ways = shown(f"{club.url}/nights?year=2023")
    assert jumped == [night for night, table in zip(nights, tables, strict=True) if table.state.played_at.year == 2023]
    assert set(ways) == {"Newer"}
    assert "There was no night up to the end of 1999." in club.viewer.get(f"{club.url}/nights?year=1999").text
    assert club.viewer.get(f"{club.url}/nights?before=nonsense").status_code == 404
    assert club.viewer.get(f"{club.url}/nights?after=%00").status_code == 404


def test_the_search_finds_nights_and_reports_what_it_cannot_read(club: Club) -> None:
    one = night_of(ended(club))
    two = night_of(ended(club, EVENING + timedelta(days=3), ("Dee", "Eve", "Fay")))
    edit(club, one, {"name": "Midsummer", "others": "Zoe, Yve"})

    def found(query: str) -> list[str]:
        page = club.viewer.get(f"{club.url}/nights?{query}").text
        return re.findall(rf'<a class="line" href="({club.url}/nights/[^"]+)"', page)

    assert found("q=MIDSUMMER") == found("player=ann") == found("player=zoe") == [one]
    assert found("game=raise-the-stakes&player=Eve") == [two]
    assert found("game=rage") == []
    assert "No night matches." in club.viewer.get(f"{club.url}/nights?game=rage").text
    years = {year: club.viewer.get(f"{club.url}/nights?year={year}") for year in ("1899", "1900", "2200", "2201", "26")}
    assert [year for year, answer in years.items() if answer.status_code == 200] == ["1900", "2200"]
    told = [set(problem_texts(years[year])) for year in ("1899", "2201", "26")]
    assert told == [{"Give the year in four digits, such as 2026."}] * 3
    answer = club.viewer.get(f"{club.url}/nights?player=<b>&game=poker&year=²&q={'x' * 61}")
    assert answer.status_code == 422
    told = problems(answer)
    for sentence in (
        "Nobody called <b> plays in this club.",
        "Choose a game from the list.",
        "Give the year in four digits, such as 2026.",
        "Search for at most 60 letters.",
    ):
        assert sentence in told
    assert "&lt;b&gt;" in answer.text
