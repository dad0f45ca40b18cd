"""The lists of all plays and of discarded ones: pages of 24, the newest first, under their days."""

from datetime import UTC, datetime
from html import unescape

from companion.store.database.base import clock_at
from tests.web.pages import links_of, main_of, words
from tests.web.phones import Club


def test_a_list_has_pages_of_24_plays_under_their_days(club: Club) -> None:
    days = [(2024, 12, 31, 5), (2025, 1, 1, 4), (2025, 1, 1, 6)]
    plays = []
    for number in range(25):
        year, month, day, hour = days[min(number, 2)]
        with clock_at(datetime(year, month, day, hour, number, tzinfo=UTC)):
            plays.append(
                club.start("rage" if number else "toepen", ["Ann", "Bob"] if number else ["Ann", "Cyd", "Bob"])
            )
    club.organiser.post(f"{club.url}/zone", {"zone": "America/New_York"})
    page, address = club.viewer.get(f"{club.url}/plays").text, f"{club.url}/plays"
    rage = "Rage round 1 Ann 0, Bob 0"
    assert page.count('</bdi>&nbsp;<span class="unbroken">0') == 2 * 24, "no line breaks between a name and its total"
    [_, listed] = words(main_of(page)).split(" Show these games ")
    assert listed == f"Wed 1 January 2025 {' '.join([rage] * 23)} Tue 31 December 2024 {rage} Older Discarded games"
    newest = [(rage, play.url) for play in plays[:0:-1]]
    assert links_of(page) == [*newest, ("Older", f"{address}?page=2"), ("Discarded games", f"{club.url}/discarded")]
    toepen = ("Toepen round 1 Ann 10, Cyd 10, Bob 10", plays[0].url)
    newer, discarded = ("Newer", f"{address}?page=1"), ("Discarded games", f"{club.url}/discarded")
    second = club.viewer.get(f"{address}?page=2").text
    assert "Tue 31 December 2024 Toepen" in words(main_of(second))
    assert links_of(second) == [toepen, newer, discarded]
    for first in ("0", "-1", "x"):
        assert links_of(club.viewer.get(f"{address}?page={first}").text)[0] == newest[0]
    assert "There are no more." in words(club.viewer.get(f"{address}?page=99999999999").text)
    query = "game=rage&player=Ann&year=2024"
    everything, found = ("All games", address), club.viewer.get(f"{address}?{query}").text
    assert links_of(found) == [everything, newest[-1], discarded], "a year in the club's time zone"
    assert links_of(club.viewer.get(f"{address}?game=rage").text)[1:] == [*newest, discarded], "one full page"
    beyond = links_of(club.viewer.get(f"{address}?page=2&{query}").text)
    assert beyond == [everything, ("Newer", f"{address}?page=1&{query}"), discarded]


def test_the_filter_offers_what_the_club_has_played(club: Club) -> None:
    with clock_at(datetime(2025, 7, 1, tzinfo=UTC)):
        club.start("toepen", ["Cyd", "Ann", "Bob"])
    with clock_at(datetime(2026, 7, 1, tzinfo=UTC)):
        club.start("rage", ["Dee", "Ann"])
    asked = words(main_of(club.viewer.get(f"{club.url}/plays?game=rage&year=2026").text)).split(" Show")[0]
    assert asked == "All games Filter Game Any Rage Toepen Player Anybody Ann Bob Cyd Dee Year Any 2026 2025"
    page = club.viewer.get(f"{club.url}/plays?game=rage&player=Dee&year=2026").text
    for chosen in ('value="rage"', 'value="Dee"', 'value="2026"'):
        assert f"selected {chosen}" in page


def test_discarded_plays_are_listed_and_lead_to_their_sheets(club: Club) -> None:
    with clock_at(datetime(2025, 7, 1, tzinfo=UTC)):
        plays = [club.start("rage", ["Ann", "Bob"]) for _ in range(2)]
    page = club.viewer.get(f"{club.url}/discarded").text
    explained = "Discarded games Begun by mistake; they do not count. Open one to restore it."
    assert words(main_of(page)) == f"{explained} Nothing was discarded."
    plays[0].post("/discard", {"to": "on"})
    page = club.viewer.get(f"{club.url}/discarded").text
    assert words(main_of(page)) == f"{explained} Tue 1 July 2025 Rage round 1 Ann 0, Bob 0"
    assert links_of(page) == [("Rage round 1 Ann 0, Bob 0", plays[0].url)]
    assert plays[0].url not in club.viewer.get(f"{club.url}/plays").text


def test_all_plays_can_be_searched_by_game_player_and_year(club: Club) -> None:
    rage = club.start("rage", ["Ann", "Bob"])
    toepen = club.start("toepen", ["Cyd", "Bob", "Dee"], {"played.on": "2024-05-04"})

    def found(query: str) -> list[str]:
        answer = club.viewer.get(f"{club.url}/plays?{query}")
        assert answer.status_code == 200
        return [one.url for one in (rage, toepen) if f'href="{one.url}"' in answer.text]

    assert found("") == [rage.url, toepen.url]
    listed = words(club.viewer.get(f"{club.url}/plays?year=2024").text)
    assert "Sat 4 May 2024 " in listed, "the day on which it was played"
    assert found("game=toepen") == [toepen.url]
    assert found("player=ann") == [rage.url]
    assert found("player=Bob") == [rage.url, toepen.url]
    assert found("year=2024") == [toepen.url]
    assert found("year=2024&player=Ann") == []
    for query, sentence in {
        "game=bridge": "Choose a game from the list.",
        "player=Zoe": "Nobody called Zoe plays in this club.",
        "year=x": "Give the year in four digits, such as 2026.",
    }.items():
        answer = club.viewer.get(f"{club.url}/plays?{query}")
        assert answer.status_code == 422
        assert sentence in unescape(answer.text)
        assert rage.url not in answer.text
