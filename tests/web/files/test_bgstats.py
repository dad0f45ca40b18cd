"""Imports of plays from BG Stats."""

import re
from hashlib import sha256

import pytest

from companion.store.database.base import db
from companion.store.files import bgstats
from companion.store.house.house_rules import all_versions
from companion.store.plays import play_lists
from companion.store.plays.play_state import load_play
from companion.web.files.uploads import is_upload_kept
from tests.exports.bgstats_samples import body, export, play, score, sheet
from tests.web.files.sending import handed_in, over, send, token_of
from tests.web.pages import main_of, words
from tests.web.phones import Club, problem_texts, problems


def test_plays_of_bg_stats_are_imported_once(club: Club) -> None:
    given = (
        play(4, 1, [score(1, "40", winner=True), score(2, "-3", startPlayer=True)], comments="Late."),
        play(5, 2, [score(1, "7"), score(3, "5")], scoresheet=sheet([1, 3], [[3, 5], [4, 0]]), ignored=True),
        play(6, 5, [score(1, 1), score(2, 2)]),
    )
    over(club)
    looked = handed_in(club, *given)
    assert looked.status_code == 200
    for part in ("2 games, 4 May 2026 to 5 May 2026", "1 of them round by round", "Already known here: ",
                  "New here: ", "all play together against the game"):  # fmt: skip
        assert part in re.sub(r"</?bdi>", "", looked.text), part
    done = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token_of(looked)})
    assert done.status_code == 303
    assert "2 games imported from BG Stats." in club.scorer.get(club.url).text
    with club.app.app_context():
        found = {one.title: load_play(club.id, one.key) for one in play_lists.recent_plays(club.id, 9)}
        db.session.remove()
    rage, skat = found["Rage"], found["Skat"]
    assert rage is not None
    assert skat is not None
    assert (rage.game.slug, dict(rage.totals), rage.winners) == ("rage", {"Ann": 40, "Bob": -3}, ("Ann",))
    assert rage.has_only_totals
    assert rage.counts
    assert rage.setup.dealer == "Ann"
    assert rage.details.remark == "Late. At Ann’s kitchen"
    assert (rage.played_at.isoformat(), rage.until.isoformat()) == (
        "2026-05-04T20:30:00+00:00", "2026-05-04T20:30:00+00:00",
    )  # fmt: skip
    assert (skat.game.slug, len(skat.slots), skat.over, skat.counts) == ("any-other-game", 2, True, False)
    assert (skat.until - skat.played_at).total_seconds() == 45 * 60
    again = handed_in(club, *given)
    assert "2 games are here already" in again.text
    assert "Nothing new" in again.text


def test_teams_are_imported_as_sides(club: Club) -> None:
    teams = [score(number, points, team=team) for number, points, team in
             ((1, "500", "A"), (2, "500", "A"), (3, "300", "B"), (4, "300", "B"))]  # fmt: skip
    looked = handed_in(club, play(1, 6, teams, usesTeams=1))
    assert club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token_of(looked)}).status_code == 303
    with club.app.app_context():
        [found] = play_lists.recent_plays(club.id, 9)
        db.session.remove()
    assert found.players == ("Ann", "Cyd", "Bob", "Dee")
    assert found.totals == {"Ann & Bob": 500, "Cyd & Dee": 300}


def test_plays_of_bg_stats_name_people_as_the_club_does_and_ignore_house_rules(club: Club) -> None:
    over(club, ("ANN", "Robert"))
    over(club, ("ANN", "Bob"))
    with club.app.app_context():
        ids = dict(db.session.execute(db.text(f"select name, id from player where club_id = {club.id}")).all())
        db.session.remove()
    club.scorer.post(f"{club.url}/people/{ids['Bob']}/merge", {"into": ids["Robert"], "client_id": "merge"})
    house = f"{club.url}/house/any-other-game"
    assert club.organiser.post(f"{house}/new", {"better": "high", "target": "5"}).status_code == 303
    with club.app.app_context():
        [proposal] = all_versions(club.id)
    assert club.organiser.post(f"{house}/{proposal.key}/agree", {"agreed": ["ANN"]}).status_code == 303
    teams = [score(number, points, team=team) for number, points, team in
             ((1, "50", "A"), (2, "50", "A"), (3, "30", "B"), (4, "30", "B"))]  # fmt: skip
    by_rounds = play(5, 2, [score(1, "10"), score(2, "13")], scoresheet=sheet([1, 2], [[10, 10], [0, 3]]))
    looked = handed_in(club, by_rounds, play(6, 6, teams, usesTeams=1))
    done = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token_of(looked)})
    assert done.status_code == 303, problems(done)
    with club.app.app_context():
        found = [one.totals for one in play_lists.recent_plays(club.id, 9)][-2:]
    assert found == [{"ANN & Robert": 50, "Cyd & Dee": 30}, {"ANN": 10, "Robert": 13}]


def test_many_plays_are_imported_in_several_steps(club: Club) -> None:
    rounds = [[number, 1] for number in range(100)]
    total = sum(range(100))
    many = [play(day, 2, [score(1, total), score(2, 100)], scoresheet=sheet([1, 2], rounds)) for day in range(1, 8)]
    looked = handed_in(club, *many)
    token, taps = token_of(looked), 0
    while True:
        taps += 1
        answer = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token})
        if answer.status_code == 303:
            break
        assert "tap once more" in answer.text
    assert taps == 3
    with club.app.app_context():
        assert len(play_lists.recent_plays(club.id, 20)) == 7


def test_an_import_says_how_many_games_came_and_forgets_the_file(club: Club) -> None:
    for said in ("1 game imported from BG Stats.", "All of these games were already here."):
        handed_in(club, play(4, 1, [score(1, 1), score(2, 2)]))
        token = sha256(body(export([play(4, 1, [score(1, 1), score(2, 2)])]))).hexdigest()
        answer = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token})
        assert (answer.status_code, answer.headers["Location"]) == (303, club.url)
        assert said in problem_texts(club.scorer.get(club.url))
        with club.app.app_context():
            assert not is_upload_kept(token)


def test_games_that_were_refused_are_named_before_those_that_were_left_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    future = play(5, 2, [score(1, 1), score(2, 2)], playDate="2199-01-01 20:00:00")
    token = token_of(handed_in(club, play(4, 1, [score(1, 1), score(2, 2)]), future))
    monkeypatch.setattr(bgstats, "import_batch", lambda *_: (0, ["“Rage” of 4 May 2026: it is not."]))
    answer = club.scorer.post(f"{club.url}/export/bgstats/now", {"token": token})
    assert answer.status_code == 200
    assert "“Rage” of 4 May 2026: it is not. “Skat” of 1 January 2199: that is in the future. Choose another file" in (
        words(main_of(answer.text))
    )
    with club.app.app_context():
        assert is_upload_kept(token)


def test_a_play_in_the_future_is_not_imported(club: Club) -> None:
    looked = handed_in(club, play(4, 2, [score(1, 1), score(2, 2)], playDate="2199-01-01 20:00:00"))
    assert "that is in the future" in looked.text
    assert "Nothing new" in looked.text


@pytest.mark.parametrize(("number", "more"), [(60, ""), (61, "And 1 more. ")])
def test_games_are_listed_by_their_plays_and_the_first_sixty_plays_that_are_left_out(
    club: Club, number: int, more: str
) -> None:
    scores = [score(1, 1), score(2, 2)]
    coming = [play(5, 1, scores), play(6, 2, scores), play(7, 2, scores)]
    years = range(2101, 2101 + number)
    looked = handed_in(club, *coming, *(play(year, 2, scores, playDate=f"{year}-01-01 20:00:00") for year in years))
    left = " ".join(f"“Skat” of 1 January {year}: that is in the future." for year in years[:60])
    assert words(main_of(looked.text)) == (
        "From BG Stats What will be imported 3 games, 5 May 2026 to 7 May 2026; 0 of them round by round, the others by"
        " their totals. Skat : 2 games Rage : 1 game New here: Ann and Bob . Import them"
        f" What changes or is left out {left} {more}Choose another file"
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"hello",
            "This is not a file of BG Stats, or it is incomplete. It is not JSON: Expecting value, line 1, column "
            "1. Nothing was changed.",
        ),
        (b"{}", "This is not a file of BG Stats: it has no list of games, players and plays. Nothing was changed."),
        (
            b'{"format":"companion-club","version":1}',
            "This is a club of Companion, not a file of BG Stats. Import it as a club. Nothing was changed.",
        ),
        (b"PK\x03\x04x", "The zip is damaged and cannot be opened. Nothing was changed."),
    ],
)
def test_a_file_that_is_not_from_bg_stats_is_refused(club: Club, content: bytes, sentence: str) -> None:
    answer = send(club.scorer, f"{club.url}/export/bgstats", content)
    assert answer.status_code == 422
    assert sentence in problem_texts(answer)
    with club.app.app_context():
        assert not is_upload_kept(sha256(content).hexdigest())
