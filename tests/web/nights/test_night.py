"""The page of one night."""

from dataclasses import replace
from datetime import timedelta

from companion.store.database.base import clock_at
from companion.store.plays.play_details import DISCARDED
from companion.web.nights.pages import decision_sentences, most_wins_sentence
from tests.web.nights.evenings import EVENING, NAMES, ended, link_to, night_of, said, shown_of, started
from tests.web.pages import words
from tests.web.phones import Club


def test_a_night_lists_its_plays_their_length_and_most_wins(club: Club) -> None:
    table = ended(club)
    ended(club, EVENING + timedelta(hours=2))
    last = started(club, EVENING + timedelta(hours=4), ("Ann", "<script>", "Cyd"))
    gone = started(club, EVENING + timedelta(hours=5))
    said(gone, **{DISCARDED: True})
    page = club.viewer.get(night_of(table)).text
    told = words(page)
    assert "Ann won most: 2 of 2 games." in told
    assert told.count("1 h 35 min, 1 round") == 2
    assert "&lt;script&gt;" in page
    assert "<script>" not in page.replace('<script src="', "")
    assert "1 discarded game" in told
    assert [one.url in page for one in (table, last, gone)] == [True] * 3
    assert "/edit" not in page, "this phone looks on"
    last.write({"tricks": {"<script>": 5}})
    assert "round 2" in words(club.viewer.get(night_of(table)).text), "not as it was kept before"


def test_a_night_tells_how_each_play_went(club: Club) -> None:
    table = started(club, EVENING)
    with clock_at(EVENING + timedelta(hours=1)):
        for winner in ("Ann", "Ann", "Bob", "Bob", "Bob", "Cyd"):
            table.write({"tricks": {winner: 5}})
        table.post("/end")
    page = club.viewer.get(night_of(table)).text
    assert '<svg class="chart"' in page
    assert '<th scope="row">5</th><td>6</td><td>9</td><td>0</td>' in page
    assert "In round 5 Bob went ahead of Ann, 9 to 6." in words(page)
    assert "From round 5 on Bob was never caught." in words(page)
    link = club.scorer.post(f"{night_of(table)}/share", {"to": "on"}) and link_to(club, night_of(table))
    shared = club.stranger.get(link).text
    assert '<svg class="chart"' in shared
    assert "From round 5 on Bob was never caught." in words(shared)


def test_a_night_says_nothing_of_how_a_play_went_whose_rounds_do_not_fit(club: Club) -> None:
    table = started(club, EVENING)
    for _ in range(3):
        table.write({"tricks": {"Ann": 5}})
    assert '<svg class="chart"' in club.viewer.get(night_of(table)).text
    bet = {"tricks.0": "5", "tricks.1": "0", "tricks.2": "0", "adjust.0.player": "0", "adjust.0.points": "20"}
    assert table.post("/rounds/2/edit", {**bet, "adjust.0.reason": "bet"}).status_code == 303
    assert table.state.sheet.refusal is not None
    assert '<svg class="chart"' not in club.viewer.get(night_of(table)).text


def test_with_many_games_the_course_of_each_is_folded(club: Club) -> None:
    tables = [ended(club, EVENING + timedelta(hours=number)) for number in range(3)]
    page = club.viewer.get(night_of(tables[0])).text
    assert page.count("<summary>How it went</summary>") == 3
    said(tables[0], **{DISCARDED: True})
    assert "How it went" not in club.viewer.get(night_of(tables[0])).text


def test_rulings_and_house_rules_are_listed_in_their_night(club: Club) -> None:
    table = ended(club)
    rule = {"game": "raise-the-stakes", "agreed": "Ann", "decision": "They stay."}
    with clock_at(EVENING + timedelta(hours=3)):
        club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "Asked that evening?"})
    club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "Asked long after?"})
    club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "About the game?", "play": table.key})
    page = words(club.viewer.get(night_of(table)).text)
    assert "Asked that evening?" in page
    assert "About the game?" in page
    assert "Asked long after?" not in page
    ended(club, EVENING + timedelta(hours=10))
    over = EVENING + timedelta(hours=10, minutes=95)
    for hours, question in ((11, "Asked after the last game?"), (13, "Asked on the next day?")):
        with clock_at(over + timedelta(hours=hours)):
            club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": question})
    page = words(club.viewer.get(night_of(table)).text)
    assert ("Asked after the last game?" in page, "Asked on the next day?" in page) == (True, False)
    assert "Asked that evening?" in page, "between the first game and the last"
    form = {"seat.0": "Ann", "seat.1": "Bob", "seat.2": "Cyd", "target": "30"}
    other = club.start("raise-the-stakes", NAMES, form)
    assert "30" in words(club.viewer.get(night_of(other)).text)


def test_the_length_of_a_play_is_rounded_to_minutes_and_can_be_more_than_a_day(club: Club) -> None:
    table = started(club, EVENING)
    with clock_at(EVENING + timedelta(days=1, minutes=95, seconds=40)):
        table.write({"tricks": {"Ann": 5}})
        table.write({"tricks": {"Ann": 5}})
    (play,) = shown_of(table).plays
    assert play.minutes == 1536


def test_a_night_with_stakes_links_to_its_money(club: Club) -> None:
    table = ended(club)
    address = f"{night_of(table)}/money"
    assert address not in club.viewer.get(night_of(table)).text
    said(table, stake={"kind": "fixed", "amount": 50, "currency": "EUR"})
    assert address in club.viewer.get(night_of(table)).text
    assert club.viewer.get(address).status_code == 200


def test_rounds_explain_a_result_only_as_long_as_they_give_it(club: Club) -> None:
    table = started(club, EVENING)
    with clock_at(EVENING + timedelta(hours=1)):
        assert decision_sentences(table.state) == ()
        for winner in ("Ann", "Bob", "Bob", "Bob"):
            table.write({"tricks": {winner: 5}})
        table.post("/end")
    state = table.state
    assert decision_sentences(state) == (
        "In round 3 Bob went ahead of Ann, 6 to 3.", "From round 3 on Bob was never caught.",
        "The table ended it after round 4.",
    )  # fmt: skip
    assert state.stored_outcome is not None
    by_older_rules = replace(state.stored_outcome, totals={**state.totals, "Bob": 90})
    assert decision_sentences(replace(state, stored_outcome=by_older_rules)) == ()


def test_equal_winners_are_told_together() -> None:
    assert most_wins_sentence([("Ann", 1), ("Bob", 1), ("Cyd", 0)], 3) == "Ann and Bob each won 1 of 3 games."
