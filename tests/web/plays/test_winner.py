"""The winner's card, and an initial and a colour for each player that are the same wherever a play is displayed."""

import re
from html import unescape

import pytest

from companion.web.plays.sheet import notice_sentences
from tests.web.phones import Club, Table


def played(club: Club, *rounds: tuple[int, ...], names: str = "Ann Bob Cyd", **options: str) -> Table:
    """Return a play of any other game with these rounds, ended by the table."""
    table = club.start("any-other-game", names.split(), options)
    for points in rounds:
        table.write({"points": dict(zip(table.state.setup.names, points, strict=True))})
    if not table.state.over:
        assert table.post("/end").status_code == 303
    return table


def card(table: Table) -> str:
    """Return the text of the winner's card, without decorations."""
    page = table.phone.get(table.url).text
    found = re.search(r'<div class="winner.*?</div>', page, re.DOTALL)
    assert found is not None
    heard = re.sub(r'<p class="corner" aria-hidden="true">.*?</p>', "", found[0])
    heard = re.sub(r"</?bdi>", "", heard)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", heard)).split())


def initials_on(page: str) -> dict[str, tuple[str, str]]:
    """Return initial and colour classes by name, of all initials on a page that are right before a name."""
    marks = re.findall(r'<i class="in ([^"]+)" data-i="([^"]+)" aria-hidden="true"></i> ?<bdi>([^<]+)</bdi>', page)
    return {name: (unescape(text), shade) for shade, text, name in marks}


@pytest.mark.parametrize(
    ("rounds", "options", "said"),
    [
        (
            [(10, 0, 5), (1, 2, 4)],
            {},
            "Ann wins 11 points 2 points ahead of Cyd Ann led from the first round to the last. "
            "The table ended it after round 2. Any other game, 2 rounds",
        ),
        ([(5, 4, 4)], {}, "Ann wins 5 points 1 point ahead of everybody else A single round decided it. "
         "The table ended it after round 1. Any other game, 1 round"),
        ([(9, 8, 2)], {"better": "low"}, "Cyd wins 2 points 6 points fewer than Bob A single round decided it. "
         "The table ended it after round 1. Any other game, 1 round"),
        ([(3, 3, 0)], {}, "Ann and Bob share the win 3 points 3 points ahead of Cyd A single round decided it. "
         "The table ended it after round 1. Any other game, 1 round"),
        ([(1, 1, 1)], {}, "Ann, Bob and Cyd share the win 1 point All ended level. "
         "The table ended it after round 1. Any other game, 1 round"),
    ],
)  # fmt: skip
def test_the_card_says_who_won_by_how_much_and_how(
    club: Club, rounds: list[tuple[int, ...]], options: dict[str, str], said: str
) -> None:
    assert card(played(club, *rounds, **options)) == said


def test_the_card_works_for_totals_from_paper_and_sides(club: Club) -> None:
    table = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    assert table.post("/totals", {"total.0": "10250", "total.1": "8775"}).status_code == 303
    assert card(table) == (
        "Ann & Cyd win 10,250 points 1,475 points ahead of Bob & Dee Only the final totals were written down. Samba"
    )
    page = table.phone.get(table.url).text
    assert '<div class="winner s0">' in page
    assert page.count('<i class="in s0" data-i="C"') == page.count('<i class="in s0" data-i="A"') > 2


def test_everybody_has_the_same_initial_and_colour_on_every_page_of_a_play(club: Club) -> None:
    names = ["Anna", "Al", "Ben", "Дмитрий", "😀", "יעל", "B" * 40, "Q"]
    table = club.start("rage", names, {"first_hand": "2"})
    initials = ("An", "Al", "Be", "Д", "😀", "י", "Bb", "Q")
    expected = {name: (initial, f"s{seat}") for seat, (name, initial) in enumerate(zip(names, initials, strict=True))}
    assert initials_on(table.phone.get(table.url).text) == expected
    for round_ in ((0,) * 8, (1,) * 8):
        table.write(
            {"bid": dict(zip(names, round_, strict=True)), "tricks": dict.fromkeys(names, 0) | {"Anna": 2 - round_[0]}}
        )
    over = table.phone.get(table.url).text
    assert {name: initials_on(over)[name] for name in names} == expected
    night = table.phone.get(re.findall(r'href="(/clubs/[^"]+/nights/[^"]+)"', table.phone.get(club.url).text)[0]).text
    assert {name: initials_on(night)[name] for name in names} == expected
    lines = re.findall(r'(?s)<g class="line (s\d).*?<text class="initial"[^>]*>([^<]+)<', night)
    assert lines == [(shade, initial) for initial, shade in expected.values()]


def test_players_beyond_the_number_of_colours_have_rings(club: Club) -> None:
    table = club.start("any-other-game", [f"P{number}" for number in range(12)])
    shades = [shade for _, shade in initials_on(table.phone.get(table.url).text).values()]
    assert shades == [*(f"s{number}" for number in range(8)), *(f"s{number} ring" for number in range(4))]
    assert len({initial for initial, _ in initials_on(table.phone.get(table.url).text).values()}) == 12


def test_a_skunk_counts_double_on_the_card_the_night_and_the_persons_page(club: Club) -> None:
    table = club.start("cribbage", ["Ann", "Bob"])
    table.write({"board": {"Ann": 121, "Bob": 88}})
    assert "Ann skunks Bob: counts double." in card(table)
    table = club.start("cribbage", ["Ann", "Bob"])
    table.write({"board": {"Ann": 100, "Bob": 121}})
    nights = club.scorer.get(f"/clubs/{club.key}/nights").text
    [night] = set(re.findall(rf"/clubs/{club.key}/nights/[\w-]+(?=\")", nights))
    page = club.scorer.get(night).text
    assert "Ann wins (counts double)" in page
    assert "Ann won most: 2 of 3 games." in page
    assert "Cribbage: Ann 2, Bob 1" in page.replace("\N{NO-BREAK SPACE}", " ")
    people = club.scorer.get(f"/clubs/{club.key}/people").text
    [ann] = set(re.findall(rf'(/clubs/{club.key}/people/\d+)">(?:<[^>]+>)*Ann', people))
    page = re.sub(r"<[^>]+>|\s+", " ", unescape(club.scorer.get(ann).text))
    assert "Wins counted 2 double and triple wins as 2 and 3" in " ".join(page.split())


def test_a_sentence_that_begins_with_a_name_from_right_to_left_reads_from_left_to_right(club: Club) -> None:
    table = club.start("toepen", ["نور", "Ann", "Bob"])
    table.write({"winner": "Ann"})
    page = table.phone.get(table.url).text
    assert '<bdi dir="ltr">نور and Bob 1 of 10 tokens lost</bdi>' in page


def test_nothing_is_announced_of_a_coming_round_once_a_play_is_over(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    table.write({"bid": dict.fromkeys(table.state.setup.names, 1), "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    assert notice_sentences(table.state, table.state.sheet.table) == ["9 cards each"]
    assert table.post("/end").status_code == 303
    assert notice_sentences(table.state, table.state.sheet.table) == []
