"""The link to BG Stats contains the play in the documented form, within the maximum length."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import parse_qs, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from companion.exports.bgstats_link import LONGEST, SentPlay, SentPlayer, bgstats_link

AT = datetime(2026, 7, 4, 23, 30, tzinfo=timezone(timedelta(hours=2)))
ANN = SentPlayer("p-1", "Ann", 47, 1, True, False)
BOB = SentPlayer("p-2", "Bob & Söhne?#%+", -3, 2, False, True)
PLAY = SentPlay("play-1", AT, "rage", "Rage", (ANN, BOB), high_wins=True)


def sent(link: str) -> dict[str, Any]:
    """Return the JSON in a link."""
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert not parts.fragment
    [data] = parse_qs(parts.query, strict_parsing=True)["data"]
    found: dict[str, Any] = json.loads(data)
    return found


def test_a_minimal_play_has_the_required_keys() -> None:
    assert sent(bgstats_link(PLAY)) == {
        "sourceName": "Companion",
        "sourcePlayId": "play-1",
        "playDate": "2026-07-04 21:30:00",
        "game": {"name": "Rage", "sourceGameId": "rage", "highestWins": True, "noPoints": False},
        "players": [
            {"name": "Ann", "sourcePlayerId": "p-1", "score": 47, "rank": 1, "winner": True, "startPlayer": False},
            {
                "name": "Bob & Söhne?#%+", "sourcePlayerId": "p-2", "score": -3, "rank": 2, "winner": False,
                "startPlayer": True,
            },
        ],
    }  # fmt: skip


def test_optional_details_are_in_the_link() -> None:
    one = replace(ANN, team="Ann & Cyd", role="Dealer")
    play = replace(PLAY, players=(one, BOB), minutes=75, variant="House rules 3", place="Bob’s", comments="Late.")
    told = sent(bgstats_link(replace(play, high_wins=False, no_points=True)))
    assert told["durationMin"] == 75
    assert (told["board"], told["location"], told["comments"]) == ("House rules 3", "Bob’s", "Late.")
    assert (told["players"][0]["team"], told["players"][0]["role"]) == ("Ann & Cyd", "Dealer")
    assert (told["game"]["highestWins"], told["game"]["noPoints"]) == (False, True)


def test_a_known_game_has_its_boardgamegeek_id() -> None:
    assert sent(bgstats_link(replace(PLAY, bgg=2398)))["game"]["bggId"] == 2398


def test_comments_are_dropped_first_if_the_link_is_too_long() -> None:
    told = sent(bgstats_link(replace(PLAY, comments="x" * 9000, place="Bob’s")))
    assert "comments" not in told
    assert told["location"] == "Bob’s"


def test_twelve_players_with_the_longest_names_fit() -> None:
    many = tuple(replace(ANN, key=f"p-{seat}" * 5, name="🂡" * 40, team="🂡" * 40, role="🂡" * 20) for seat in range(12))
    link = bgstats_link(replace(PLAY, players=many, game="🂡" * 40, variant="🂡" * 60, place="🂡" * 60))
    assert len(link) <= LONGEST
    assert [one["sourcePlayerId"] for one in sent(link)["players"]] == [one.key for one in many]


@given(
    st.lists(st.text(max_size=40), min_size=1, max_size=12),
    st.text(max_size=300),
    st.integers(-(10**9), 10**9),
    st.datetimes(min_value=datetime(1950, 1, 1), timezones=st.just(UTC)),
)
def test_any_names_survive_encoding(names: list[str], comments: str, score: int, at: datetime) -> None:
    players = tuple(replace(ANN, key=f"p-{seat}", name=name, score=score) for seat, name in enumerate(names))
    link = bgstats_link(replace(PLAY, players=players, comments=comments, at=at))
    told = sent(link)
    assert len(link) <= LONGEST
    assert link.isascii()
    assert [one["sourcePlayerId"] for one in told["players"]] == [one.key for one in players]
    assert {one["score"] for one in told["players"]} == {score}
    assert told["playDate"] == at.strftime("%Y-%m-%d %H:%M:%S")
