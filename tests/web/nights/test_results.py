"""What the pages of a night say of each game, and of all games together."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from html import unescape

from companion.games import all_games
from companion.store.database.base import clock_at
from companion.web.nights.pages import decision_sentences, margin_of_play
from companion.web.nights.picture import picture_caption
from tests.web.nights.evenings import edit, ended, link_to, night_of, said, shown_of, started
from tests.web.pages import main_of, words
from tests.web.phones import Club, Phone, Table

EVENING = datetime(2024, 6, 1, 18, 30, tzinfo=UTC)
FOUR = ("Ann", "Bob", "Cyd", "Dee")


def played(club: Club, slug: str, names: Sequence[str], points: Sequence[int], hours: int, **form: str) -> Table:
    """Return a play of which the final totals are known, ``hours`` after the evening began."""
    with clock_at(EVENING + timedelta(hours=hours)):
        table = club.start(slug, names, form)
        answer = table.post("/totals", {f"total.{number}": str(total) for number, total in enumerate(points)})
    assert answer.status_code == 303
    return table


def test_a_night_adds_up_games_by_what_they_count_and_says_how_each_ended(club: Club) -> None:
    first = played(club, "cribbage", ["Ann", "Bob"], [121, 80], 0)
    played(club, "cribbage", ["Bob", "Ann"], [121, 100], 1)
    played(club, "samba", FOUR, [10_100, 9_000], 2, **{"side.0": "We", "side.1": "They"})
    played(club, "hearts", FOUR, [100, 60, 50, 50], 3)
    uncounted = [ended(club, EVENING + timedelta(hours=hours), FOUR[:3]) for hours in (4, 5)]
    for table in uncounted:
        said(table, counts=False)
    with clock_at(EVENING + timedelta(hours=7)):
        club.start("any-other-game", ["Ann", "Bob"], {"name": "Whist"}).post("/end")
    started(club, EVENING + timedelta(hours=8), ("Ann", "Bob"), "cribbage")
    shown = shown_of(first)
    told = [
        (f"{play.begun:%H:%M}", play.minutes, play.state.title, play.result, play.standings_text.replace("\xa0", " "),
         margin_of_play(play.state))
        for play in shown.plays
    ]  # fmt: skip
    won = "1. Ann 3, 2. Bob 0, 2. Cyd 0"
    assert told == [
        ("18:30", 0, "Cribbage", "Ann wins (counts double)", "1. Ann 121, 2. Bob 80", "41 points ahead of Bob"),
        ("19:30", 0, "Cribbage", "Bob wins", "1. Bob 121, 2. Ann 100", "21 points ahead of Ann"),
        ("20:30", 0, "Samba", "We win", "1. We 10,100, 2. They 9,000", "1,100 points ahead of They"),
        ("21:30", 0, "Hearts", "Cyd and Dee share the win", "1. Cyd 50, 1. Dee 50, 3. Bob 60, 4. Ann 100",
         "10 points fewer than Bob"),
        ("22:30", 95, "Raise the Stakes", "Ann wins", won, "3 points ahead of everybody else"),
        ("23:30", 95, "Raise the Stakes", "Ann wins", won, "3 points ahead of everybody else"),
        ("01:30", 0, "Whist", "ended", "1. Ann 0, 1. Bob 0", ""),
        ("02:30", 0, "Cribbage", "round 1", "1. Ann 0, 1. Bob 0", ""),
    ]  # fmt: skip
    assert shown.wins == (("Ann", 3), ("Cyd", 2), ("Bob", 1), ("Dee", 1))
    assert shown.most_wins_text == "Ann won most: 3 of 5 games."
    assert [text.replace("\xa0", " ") for text in shown.match_scores] == ["Cribbage: Ann 2, Bob 1"]
    assert not shown.is_for_money


def test_totals_alone_say_how_much_a_game_counts_and_nothing_of_its_course(club: Club) -> None:
    double = played(club, "cribbage", ["Ann", "Bob"], [121, 80], 0)
    single = played(club, "cribbage", ["Ann", "Bob"], [121, 100], 1)
    assert decision_sentences(double.state) == ("The game counts double.",)
    assert decision_sentences(single.state) == ()


def test_a_match_is_counted_by_side_and_the_winner_comes_first(club: Club) -> None:
    sides = {"side.0": "We", "side.1": "They"}
    first = played(club, "samba", FOUR, [9_000, 10_100], 0, **sides)
    played(club, "samba", FOUR, [9_000, 10_100], 1, **sides)
    played(club, "samba", (*FOUR[1:], "Ann"), [9_000, 10_100], 2, **sides)
    for hours, names in ((4, FOUR), (5, ("Ann", "Bob", "Dee", "Cyd"))):
        played(club, "samba", names, [9_000, 10_100], hours)  # two pairings that played once each
    [score] = shown_of(first).match_scores
    assert score.replace("\xa0", " ") == "Samba: They 3, We 0"


def test_the_picture_says_of_one_game_how_it_was_decided(club: Club) -> None:
    rounds = [["Ann", "Bob", "Bob", "Bob"], ["Bob"], ["Cyd"]]
    for number, winners in enumerate(rounds):
        table = started(club, EVENING + timedelta(hours=number), FOUR[:3])
        with clock_at(EVENING + timedelta(hours=number, minutes=30)):
            for winner in winners:
                table.write({"tricks": {winner: 5}})
            table.post("/end")
    plays = shown_of(table).plays
    assert picture_caption(plays) == "Raise the Stakes: In round 3 Bob went ahead of Ann, 6 to 3."
    assert picture_caption(plays[1:]) == "Raise the Stakes: A single round decided it."
    assert picture_caption(()) == ""


def test_the_latest_of_two_games_with_as_much_to_say_is_in_the_picture(club: Club) -> None:
    for number, winners in enumerate((["Bob", "Bob", "Ann", "Ann", "Ann"], ["Ann", "Ann", "Bob", "Bob", "Bob"])):
        with clock_at(EVENING + timedelta(hours=number)):
            table = club.start("raise-the-stakes", FOUR[:3])
            for winner in winners:
                table.write({"tricks": {winner: 5}})
            table.post("/end")
    started(club, EVENING + timedelta(hours=3), ("Ann", "Bob"), "rage")
    plays = shown_of(table).plays
    assert [len(decision_sentences(play.state)) for play in plays] == [4, 4, 0]
    assert picture_caption(plays) == "Raise the Stakes: In round 4 Bob drew level with Ann at 6."


def test_the_text_for_the_chat_begins_with_name_date_and_place_and_ends_with_a_line_break(club: Club) -> None:
    table = played(club, "any-other-game", ["Ann", "Bob"], [0, 0], 0)
    edit(club, night_of(table), {"name": "Ours", "place": "Here"})
    started(club, EVENING + timedelta(hours=1), ("Ann", "Bob"), "rage")
    page = club.viewer.get(f"{night_of(table)}/share").text
    [text] = map(unescape, re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL))
    assert text.replace("\xa0", " ") == (
        "Ours, Sat 1 June 2024, Here\n\nAny other game: Ann and Bob share the win\n1. Ann 0, 1. Bob 0\n\n"
        "Rage: round 1 (goes on)\n1. Ann 0, 1. Bob 0\n\nAnn and Bob each won 1 of 1 game.\n"
    )


def test_only_finished_games_of_a_night_can_be_sent_elsewhere(club: Club) -> None:
    table = played(club, "cribbage", ["Ann", "Bob"], [121, 80], 0)
    started(club, EVENING + timedelta(hours=1), ("Ann", "Bob"), "rage")
    page = words(main_of(club.viewer.get(f"{night_of(table)}/export").text))
    assert page.startswith("Export this night Table (CSV) Send to BG Stats: Cribbage BG Stats is an app.")


def test_the_change_of_the_address_is_announced_and_no_other(club: Club) -> None:
    night = night_of(played(club, "cribbage", ["Ann", "Bob"], [121, 80], 0))
    addresses = [edit(club, night, form).headers["Location"] for form in ({"place": "Here"}, {"notes": "Hm."})]
    told = [words(main_of(club.scorer.get(address).text)) for address in (*addresses, night, f"{night}?done=x")]
    assert [re.findall(r"Changed: (\w+)", text) for text in told] == [["place"], ["notes"], [], []]
    form = club.scorer.get(f"{night}/edit").text
    assert re.findall(r'name="place"[^>]* value="([^"]*)"', form) == ["Here"]


def test_a_year_shows_the_nights_up_to_its_end_and_keeps_no_filter(club: Club) -> None:
    for at in (datetime(2023, 12, 31, 20, tzinfo=UTC), datetime(2024, 1, 1, 20, tzinfo=UTC)):
        ended(club, at, FOUR[:3])
    page = club.viewer.get(f"{club.url}/nights?year=2023").text
    assert re.findall(r"year=(\d+)", page) == ["2024", "2023"]
    assert '" aria-current="true">2023</a>' in page
    assert "All nights" not in words(main_of(page)), "a year is no search"
    listed = re.findall(rf'<a class="line" href="{club.url}/nights/[^"]+">(.*?)</a>', page, re.DOTALL)
    assert len(listed) == 1
    assert "31 December" in words(listed[0])


def test_whoever_has_a_link_can_look_at_the_night_as_often_as_they_like(club: Club) -> None:
    night = night_of(played(club, "cribbage", ["Ann", "Bob"], [121, 80], 0))
    club.scorer.post(f"{night}/share", {"to": "on"})
    link, guest = link_to(club, night), Phone(club.app)
    assert {guest.get(link).status_code for _ in range(12)} == {200}


def test_a_night_without_a_result_has_no_lines_about_wins_in_its_text(club: Club) -> None:
    table = started(club, EVENING, ("Ann", "Bob"), "rage")
    page = club.viewer.get(f"{night_of(table)}/share").text
    [text] = map(unescape, re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL))
    assert text.replace("\xa0", " ") == "Sat 1 June 2024\n\nRage: round 1 (goes on)\n1. Ann 0, 1. Bob 0\n"


def test_an_unknown_name_is_refused_beside_its_field(club: Club) -> None:
    page = club.viewer.get(f"{club.url}/nights?player=Zoe&q=x").text
    [described] = re.findall(r'<input[^>]*aria-describedby="([^"]*)"[^>]*name="player"', page)
    assert re.findall(rf'id="{described}"[^>]*>(.*?)</', page, re.DOTALL) == ["Nobody called Zoe plays in this club."]


def test_three_who_won_equally_often_are_named_together(club: Club) -> None:
    for number in range(3):
        table = played(club, "hearts", FOUR, [0 if seat == number else 100 for seat in range(4)], number)
    assert shown_of(table).most_wins_text == "Ann, Bob and Cyd each won 1 of 3 games."


def test_a_game_that_goes_on_says_its_coming_round_in_the_words_of_the_game(club: Club) -> None:
    word = next(game for game in all_games() if game.terms.round != "round" and game.seats.allows(4))
    table = started(club, EVENING, FOUR, word.slug)
    assert shown_of(table).plays[0].result == f"{word.terms.round} 1"


def test_plays_that_the_table_named_differently_are_no_match(club: Club) -> None:
    first = played(club, "any-other-game", ["Ann", "Bob"], [20, 10], 0, name="Whist")
    played(club, "any-other-game", ["Bob", "Ann"], [20, 10], 1, name="Spades")
    assert shown_of(first).match_scores == []
    played(club, "any-other-game", ["Bob", "Ann"], [30, 10], 2, name="Whist")
    assert [text.replace("\xa0", " ") for text in shown_of(first).match_scores] == ["Whist: Ann 1, Bob 1"]


def test_a_discarded_play_keeps_its_rulings_and_stake_in_the_night_and_does_not_lengthen_it(club: Club) -> None:
    gone, kept = played(club, "hearts", FOUR, [100, 60, 50, 50], 0), played(club, "hearts", FOUR, [100, 60, 50, 40], 3)
    said(gone, stake={"kind": "fixed", "amount": 50, "currency": "EUR"}, discarded=True)
    rule = {"game": "hearts", "agreed": "Ann", "decision": "They stay."}
    with clock_at(EVENING + timedelta(hours=1)):
        club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "Asked before the first game?"})
    club.scorer.post(f"{club.url}/rulings/new", {**rule, "question": "About the discarded game?", "play": gone.key})
    shown = shown_of(kept)
    assert [play.state.key for play in shown.plays] == [kept.key]
    assert [ruling.question for ruling in shown.rulings] == ["About the discarded game?"]
    assert shown.is_for_money
