"""Reading files of BG Stats: variants are accepted, and what cannot be imported is reported."""

import io
import json
from copy import deepcopy
from datetime import datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exports.bgstats_import import FileToImport, read_bgstats
from companion.exports.bgstats_play import PlayToImport
from companion.exports.bgstats_values import read_whole
from companion.exports.open_upload import UnreadableFileError
from tests.exports.bgstats_samples import body, export, game, play, player, score, sheet, uid


def read(*plays: dict[str, Any], **more: Any) -> FileToImport:
    return read_bgstats(io.BytesIO(body(export(plays, **more))))


def one(*plays: dict[str, Any], **more: Any) -> PlayToImport:
    """Return the only play; nothing may be left out."""
    found = read(*plays, **more)
    assert found.not_imported == ()
    [only] = found.plays
    return only


def left(*plays: dict[str, Any], **more: Any) -> str:
    """Return the only sentence; there may be no play."""
    found = read(*plays, **more)
    assert found.plays == ()
    [sentence] = found.not_imported
    return sentence


def test_a_catalogue_game_is_imported_by_its_totals() -> None:
    scores = [score(1, "12+7", winner=True), score(2, "-3", startPlayer=True), score(3, 0)]
    found = one(play(4, 1, scores, comments="Late.", board="Short"))
    assert found.game == "rage"
    assert found.players == ("Ann", "Bob", "Cyd")
    assert found.totals == {"Ann": 19, "Bob": -3, "Cyd": 0}
    assert found.rounds == ()
    assert found.at == datetime(2026, 5, 4, 20, 30)
    assert (found.dealer, found.minutes, found.place, found.remark) == ("Ann", 45, "Ann’s kitchen", "Short. Late")
    assert found.counts
    assert len(found.uuid) == 32


def test_rounds_of_a_score_sheet_become_rounds_of_any_other_game() -> None:
    rounds = [[10, "5+5", -2], [0, 3, "1"]]
    scores = [score(1, "10"), score(2, "13", winner=True), score(3, "-1")]
    found = one(play(1, 2, scores, scoresheet=sheet([1, 2, 3], rounds)))
    assert (found.game, found.options) == ("any-other-game", {"name": "Skat", "better": "high"})
    assert found.rounds == (
        {"points": {"Ann": 10, "Bob": 10, "Cyd": -2}},
        {"points": {"Ann": 0, "Bob": 3, "Cyd": 1}},
    )


def test_a_catalogue_game_with_other_entries_becomes_any_other_game_with_its_title() -> None:
    found = one(play(1, 1, [score(1, "30"), score(2, "20")], scoresheet=sheet([1, 2], [[10, 20], [20, 0]])))
    assert (found.game, found.title, found.options["name"]) == ("any-other-game", "Rage", "Rage")
    assert len(found.rounds) == 2


def test_a_catalogue_game_of_points_keeps_its_rounds() -> None:
    games = [game(1, "funfzehnern")]
    rounds = [[10, -5, -5], [0, 0, 0]]  # above and below the fifteen that each could have
    scores = [score(1, "10"), score(2, "-5"), score(3, "-5")]
    found = one(play(1, 1, scores, scoresheet=sheet([1, 2, 3], rounds)), games=games)
    assert found.game == "funfzehnern"
    assert found.rounds == (
        {"points": {"Ann": 25, "Bob": 10, "Cyd": 10}},
        {"points": {"Ann": 15, "Bob": 15, "Cyd": 15}},
    )


@pytest.mark.parametrize(
    ("told", "slug"),
    [
        (game(1, "Crib", bggName=""), "cribbage"),
        (game(1, "Nan’s cards", bggName="Oh Hell!"), "oh-hell"),
        (game(1, "Nan’s cards", bggName="", bggId=2398), "cribbage"),
        (game(1, "Nan’s cards", bggName="", bggId="no number"), "any-other-game"),
    ],
)
def test_a_game_is_recognised_by_other_names_and_its_boardgamegeek_id(told: dict[str, Any], slug: str) -> None:
    scores = [score(number, number, winner=number == 3) for number in (1, 2, 3)]
    assert one(play(1, 1, scores), games=[told]).game == slug


def test_a_game_without_a_name_has_one_for_the_sheet() -> None:
    found = one(play(1, 1, [score(1, "3"), score(2, "9")]), games=[game(1, "\u200b", bggName="")])
    assert (found.title, found.options["name"]) == ("A game", "A game")


def test_low_scores_win_if_the_file_says_so() -> None:
    assert one(play(1, 3, [score(1, "3", winner=1), score(2, "9", winner=0)])).options["better"] == "low"


def test_a_catalogue_game_won_the_other_way_becomes_any_other_game() -> None:
    assert one(play(1, 1, [score(1, "3"), score(2, "9")]), games=[game(1, "Rage", highestWins=0)]).game != "rage"


def test_a_game_without_points_counts_wins() -> None:
    found = read(play(1, 4, [score(1, ""), score(2, "", winner=1)]))
    assert found.plays[0].totals == {"Ann": 0, "Bob": 1}
    assert found.not_imported == ("“Mühle” of 1 May 2026 has no points: winners get 1, the others 0.",)


def test_two_teams_of_two_become_sides_who_sit_opposite() -> None:
    teams = [score(number, points, team=team) for number, points, team in
             ((1, "500", "A"), (2, "500", "A"), (3, "300", "B"), (4, "300", "B"))]  # fmt: skip
    found = one(play(1, 6, teams, usesTeams=1))
    assert (found.game, found.players) == ("samba", ("Ann", "Cyd", "Bob", "Dee"))
    assert found.sides == ("Ann & Bob", "Cyd & Dee")
    assert found.totals == {"Ann & Bob": 500, "Cyd & Dee": 300}
    of_skat = one(play(1, 2, teams, usesTeams=True, scoresheet=sheet([1, 2, 3, 4], [[200, 200, 0, 0], [300] * 4])))
    assert of_skat.rounds[0] == {"points": {"Ann & Bob": 200, "Cyd & Dee": 0}}


def test_players_of_other_teams_play_alone_with_a_notice() -> None:
    teams = [score(number, "5", team=team) for number, team in ((1, "A"), (2, "B"), (3, "B"))]
    found = read(play(1, 2, teams, usesTeams=True))
    assert found.plays[0].sides == ()
    alone = "its teams are not two sides of two players with one score each, so everybody plays alone."
    assert found.not_imported == (f"“Skat” of 1 May 2026: {alone}",)
    uneven = [score(number, str(number), team=team) for number, team in zip((1, 2, 3, 4), "AABB", strict=True)]
    assert read(play(1, 2, uneven, usesTeams=True)).not_imported == found.not_imported
    assert one(play(1, 2, teams, usesTeams=False)).sides == ()


def test_a_partnership_game_without_teams_is_any_other_game() -> None:
    assert one(play(1, 6, [score(number, "5") for number in (1, 2, 3, 4)])).game == "any-other-game"


def test_anonymous_players_are_numbered() -> None:
    assert one(play(1, 2, [score(1, "5"), score(9, "3"), score(9, "1")])).players == ("Ann", "Anonymous", "Anonymous 2")


def test_an_ignored_play_does_not_count() -> None:
    assert not one(play(1, 2, [score(1, "5"), score(2, "3")], ignored=1)).counts


def test_seats_have_the_order_of_the_file() -> None:
    assert one(play(1, 2, [score(1, "5", seatOrder=2), score(2, "3", seatOrder=1)])).players == ("Bob", "Ann")


def test_missing_keys_have_defaults() -> None:
    least = {
        "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}],
        "games": [{"id": 1, "name": "Skat"}],
        "plays": [{"playDate": "2026-05-01 20:00:00", "gameRefId": 1,
                   "playerScores": [{"playerRefId": 1, "score": 5}, {"playerRefId": 2, "score": 3.0}]}],
    }  # fmt: skip
    found = read_bgstats(io.BytesIO(body(least)))
    assert found.plays[0].totals == {"Ann": 5, "Bob": 3}
    assert found.not_imported == ()
    again = read_bgstats(io.BytesIO(body(least)))
    assert again.plays[0].uuid == found.plays[0].uuid


def test_names_are_shortened_and_cleaned() -> None:
    people = [
        player(1, "  Ann  \n Lee "),
        player(2, "x" * 60),
        player(3, "\u200b"),
        player(4, "KITTY"),
        player(5, "kitty"),
    ]
    found = read(play(1, 2, [score(number, number) for number in range(1, 6)]), players=people)
    assert found.plays[0].players == ("Ann Lee", "x" * 40, "Player", "KITTY 2", "kitty 3")
    called = (
        ("  Ann  � Lee ", "Ann Lee"), (f"{'x' * 39}…", "x" * 40), ("\ufffd", "Player"), ("KITTY", "KITTY 2"),
        ("kitty", "kitty 3"),
    )  # fmt: skip
    assert found.not_imported == tuple(f"{own} will be called {name}." for own, name in called)
    assert read(play(1, 2, []), players=[{"id": 1}]).not_imported[0] == "A player without a name will be called Player."


def test_place_and_remark_are_shortened() -> None:
    both = [score(1, 5), score(2, 3)]
    told = one(play(1, 2, both, comments="y" * 1002, locationRefId=1), locations=[{"id": 1, "name": "x" * 61}])
    assert (told.place, told.remark) == ("x" * 60, "y" * 1000)


@pytest.mark.parametrize(
    ("value", "number"),
    [(5, 5), (" -12 ", -12), ("9" * 15, 10**15 - 1), ("9" * 16, 0), ("1.5", 0), (True, 0), (2**53, 0), (None, 0)],
)
def test_a_whole_number_may_be_a_text(value: Any, number: int) -> None:
    assert read_whole(value, 0) == number


def test_a_file_of_more_than_16_megabytes_is_refused() -> None:
    with pytest.raises(UnreadableFileError, match=r"^The file is larger than 16 MB, which is the most\.$"):
        read_bgstats(io.BytesIO(b" " * (16 * 1024 * 1024 + 1)))


def test_two_people_with_one_name_stay_two() -> None:
    found = read(play(1, 2, [score(1, 5), score(2, 3)]), players=[player(1, "Ann"), player(2, "ann")])
    assert found.plays[0].players == ("Ann", "ann 2")


def test_a_sheet_that_does_not_add_up_keeps_only_its_totals_with_a_notice() -> None:
    found = read(play(1, 2, [score(1, 5), score(2, 3)], scoresheet=sheet([1, 2], [[1, 1]])))
    assert found.plays[0].rounds == ()
    assert found.not_imported == (
        "“Skat” of 1 May 2026: its score sheet does not add up to the scores; only the totals are imported.",
    )
    many = read(play(1, 2, [score(1, 501), score(2, 0)], scoresheet=sheet([1, 2], [[1, 0]] * 501)))
    assert (many.plays[0].rounds, many.not_imported) == (
        (), ("“Skat” of 1 May 2026: 501 rounds are too many; only the totals are imported.",)
    )  # fmt: skip
    assert len(one(play(1, 2, [score(1, 500), score(2, 0)], scoresheet=sheet([1, 2], [[1, 0]] * 500))).rounds) == 500


def test_a_negative_line_may_be_without_sign() -> None:
    told = sheet([1, 2], [[4, 1]], negative=True)
    assert one(play(1, 2, [score(1, -4), score(2, -1)], scoresheet=told)).rounds[0] == {
        "points": {"Ann": -4, "Bob": -1}
    }
    told["rounds"][0]["rows"][0]["scores"] = {uid("score", 1): "-4", uid("score", 2): "-1"}
    assert one(play(1, 2, [score(1, -4), score(2, -1)], scoresheet=told)).rounds[0] == {
        "points": {"Ann": -4, "Bob": -1}
    }


def test_unreadable_parts_of_a_score_sheet_are_skipped() -> None:
    told = sheet([1, 2], [[5, 3]])
    told["rounds"] = [7, "x", None, *told["rounds"]]
    told["rounds"][-1]["rows"] += [7, {}, {"scores": "x"}, {"scores": {uid("score", 1): ""}}]
    assert len(one(play(1, 2, [score(1, 5), score(2, 3)], scoresheet=told)).rounds) == 1


def test_a_winner_without_the_best_total_gets_a_notice() -> None:
    found = read(play(1, 2, [score(1, 5), score(2, 3, winner=True)], manualWinner=True))
    assert found.not_imported == ("“Skat” of 1 May 2026: Bob won in the file; here the points decide, so it is Ann.",)


def test_a_repeated_play_is_imported_once() -> None:
    found = read(play(1, 2, [score(1, 5), score(2, 3)]), play(1, 2, [score(1, 5), score(2, 3)]))
    assert len(found.plays) == 1
    assert found.not_imported == ("“Skat” of 1 May 2026: it is in the file twice; it is imported once.",)
    later, earlier = play(2, 2, [score(2, 5), score(3, 3)]), play(1, 2, [score(1, 5), score(2, 3)])
    both = read(later, earlier)
    assert ([one.at.day for one in both.plays], both.players) == ([1, 2], ("Ann", "Bob", "Cyd"))


@pytest.mark.parametrize(
    ("title", "sentence", "bad"),
    [
        ("Pandemic", "all play together against the game, which Companion does not support.",
         play(1, 5, [score(1, 5), score(2, 3)])),
        ("A game", "its game is not among the games of the file.", play(1, 77, [score(1, 5), score(2, 3)])),
        ("Skat", "somebody in it is not among the players of the file.", play(1, 2, [score(1, 5), score(77, 3)])),
        ("Skat", "Ann is in it twice.", play(1, 2, [score(1, 5), score(1, 3)])),
        ("Skat", "1 player; a game here has 2 to 12.", play(1, 2, [score(1, 5)])),
        ("Skat", "0 players; a game here has 2 to 12.", play(1, 2, [])),
        ("Skat", "there is no score for Bob.", play(1, 2, [score(1, 5), score(2, "")])),
        ("Mühle", "it has no points, and nobody won.", play(1, 4, [score(1, ""), score(2, "")])),
        *(
            ("Skat", f"the score of Ann, {shown}, is not a whole number.", play(1, 2, [score(1, points), score(2, 3)]))
            for points, shown in (
                ("47.3", "47.3"), ("__import__('os')", "__import__('os')"), ("2**999", "2**999"),
                ({"x": 1}, "{'x': 1}"), (True, "True"), ("9" * 400, f"{'9' * 39}…"),
            )
        ),
        ("Skat", "a score is above 1,000,000,000.", play(1, 2, [score(1, int("9" * 400)), score(2, 3)])),
        ("Skat", "a score is above 1,000,000,000.", play(1, 2, [score(1, -1_000_000_001), score(2, 3)])),
    ],
)  # fmt: skip
def test_plays_that_cannot_be_imported_are_reported(title: str, sentence: str, bad: dict[str, Any]) -> None:
    assert left(bad) == f"“{title}” of 1 May 2026: {sentence}"


def test_a_play_without_a_date_is_reported() -> None:
    bad = play(1, 2, [score(1, 5), score(2, 3)], playDate="yesterday", entryDate=7)
    assert left(bad) == "“Skat” of no date: its date cannot be read."
    assert one(play(1, 2, [score(1, 5), score(2, 3)], playDate="yesterday")).at == datetime(2026, 5, 2, 23)


def test_missing_features_are_reported_once() -> None:
    junk: tuple[Any, Any] = (7, "x")
    assert read(*junk).not_imported == ("2 games cannot be read at all.",)
    assert left(tags=[{"id": 1}], challenges=[{"id": 1}]) == "Tags and challenges are not imported: Companion has none."


@given(st.integers(0, 2**32))
def test_junk_anywhere_is_reported_and_never_raises(seed: int) -> None:
    dice = Random(seed)
    told = export([
        play(1, 1, [score(1, "12+7"), score(2, "3")]),
        play(2, 2, [score(1, "2"), score(2, "3")], scoresheet=sheet([1, 2], [[2, 3]])),
        play(3, 6, [score(number, "5", team="AB"[number % 2]) for number in (1, 2, 3, 4)], usesTeams=1),
    ])  # fmt: skip
    for _ in range(dice.randint(1, 6)):
        spoil(told, dice)
    try:
        found = read_bgstats(io.BytesIO(json.dumps(told).encode()))
    except UnreadableFileError:
        return
    assert all(sentence.endswith(".") for sentence in found.not_imported)
    for one in found.plays:
        assert set(one.totals) == set(one.sides or one.players)
        assert one.dealer in one.players


ODD: tuple[Any, ...] = (
    None,
    True,
    "",
    "x",
    "--1",
    "²",
    -1,
    10**400,
    1.5,
    1e308,
    [],
    [[]],
    {},
    {"a": []},
    "{",
    "[]",
    "=1",
    "\u202e",
    "kitty",
)


def spoil(told: Any, dice: Random) -> None:
    """Put something odd somewhere into it."""
    while True:
        keys = list(told) if isinstance(told, dict) else range(len(told))
        if not keys:
            return
        key = dice.choice(list(keys))
        if isinstance(told[key], dict | list) and told[key] and dice.random() < 0.85:
            told = told[key]
            continue
        told[key] = deepcopy(dice.choice(ODD))
        return
