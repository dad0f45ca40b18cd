"""The link to BG Stats contains the play in the documented form, within the maximum length."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.exports.bgstats_link import SOURCE, SentGame, SentPlay, SentPlayer, bgstats_link

ANN = SentPlayer(name="Ann", source_player_id="p-1", score=47, rank=1, winner=True, start_player=False)
BOB = SentPlayer(name="Bob & Söhne?#%+", source_player_id="p-2", score=-3, rank=2, winner=False, start_player=True)
RAGE = SentGame(name="Rage", source_game_id="rage", highest_wins=True, no_points=False)
PLAY = SentPlay(
    source_name=SOURCE, source_play_id="play-1", play_date="2026-07-04 21:30:00", game=RAGE, players=(ANN, BOB)
)


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
    other = replace(RAGE, highest_wins=False, no_points=True, bgg_id=2398)
    one = replace(ANN, team="Ann & Cyd")
    play = replace(PLAY, players=(one, BOB), duration_min=75, location="Bob’s", comments="Late.", game=other)
    told = sent(bgstats_link(play))
    assert list(told) == [
        "sourceName", "sourcePlayId", "playDate", "durationMin", "comments", "location", "game", "players",
    ]  # fmt: skip
    assert (told["durationMin"], told["location"], told["comments"]) == (75, "Bob’s", "Late.")
    assert told["players"][0]["team"] == "Ann & Cyd"
    assert told["game"] == {
        "name": "Rage", "sourceGameId": "rage", "bggId": 2398, "highestWins": False, "noPoints": True,
    }  # fmt: skip


def test_comments_are_dropped_first_if_the_link_is_too_long() -> None:
    told = sent(bgstats_link(replace(PLAY, comments="x" * 9000, location="Bob’s")))
    assert "comments" not in told
    assert told["location"] == "Bob’s"
    assert told["players"][1]["name"] == BOB.name
    told = sent(bgstats_link(replace(PLAY, comments="Late.", location="x" * 9000)))
    assert not {"comments", "location"} & set(told)
    assert told["players"][1]["name"] == BOB.name
    long = tuple(replace(BOB, name=f"{seat:02}" * 20, team="Us and them") for seat in range(24))
    told = sent(bgstats_link(replace(PLAY, players=long, game=replace(RAGE, name="🂡" * 200))))
    assert [one["name"] for one in told["players"][:2]] == ["00" * 6, "01" * 6]
    assert (told["players"][0]["team"], told["game"]["name"]) == ("Us and them", "🂡" * 12)
    base = len(bgstats_link(replace(PLAY, comments="x")))
    assert "comments" in sent(bgstats_link(replace(PLAY, comments="x" * (8000 - base + 1))))
    assert "comments" not in sent(bgstats_link(replace(PLAY, comments="x" * (8000 - base + 2))))


def test_twelve_players_with_the_longest_names_fit() -> None:
    long = replace(ANN, name="🂡" * 40, team="🂡" * 40)
    many = tuple(replace(long, source_player_id=f"p-{seat}" * 5) for seat in range(12))
    link = bgstats_link(replace(PLAY, players=many, game=replace(RAGE, name="🂡" * 40), location="🂡" * 60))
    assert len(link) <= 8000
    assert [one["sourcePlayerId"] for one in sent(link)["players"]] == [one.source_player_id for one in many]


@given(
    st.lists(st.text(max_size=40), min_size=1, max_size=12),
    st.text(max_size=300),
    st.integers(-(10**9), 10**9),
)
def test_any_names_survive_encoding(names: list[str], comments: str, score: int) -> None:
    players = tuple(
        replace(ANN, source_player_id=f"p-{seat}", name=name, score=score) for seat, name in enumerate(names)
    )
    link = bgstats_link(replace(PLAY, players=players, comments=comments))
    told = sent(link)
    assert len(link) <= 8000
    assert link.isascii()
    assert [one["sourcePlayerId"] for one in told["players"]] == [one.source_player_id for one in players]
    assert {one["score"] for one in told["players"]} == {score}
