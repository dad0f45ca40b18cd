"""Rounds of each kind of game on their pages: saved, opened unchanged, and the end of a play."""

import re
from collections import Counter
from random import Random

import pytest

from companion.core.game.table import Line
from companion.core.words import signed
from companion.games import game_of
from companion.web.support.rendering.filters import MANY_LINES, by_rule
from tests.alike import each_kind_of_round
from tests.laws.drawn import short_options
from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import words
from tests.web.phones import Club, Table, inputs, problems, sampled, seats_of


@each_kind_of_round
def test_every_kind_of_game_can_be_played_on_its_pages(club: Club, slug: str) -> None:
    dice = Random(7)
    table = club.start(slug, seats_of(slug))
    assert table.phone.get(table.url).status_code == 200
    written = 0
    for _ in range(3):
        if table.state.sheet.table.over:
            break
        table.write(table.sampled(dice))
        written += 1
    state = table.state
    assert len(state.sheet.rounds) == written > 0
    for phone in (club.scorer, club.viewer):
        assert phone.get(table.url).status_code == 200
    for path in ("/changes", *(f"/why/{seat}" for seat in range(len(state.setup.names)))):
        assert club.viewer.get(table.url + path).status_code == 200
    for slot in state.slots:
        assert club.viewer.get(f"{table.url}/rounds/{slot.slot}").status_code == 200
        page = club.scorer.get(f"{table.url}/rounds/{slot.slot}/edit")
        assert page.status_code == 200
        assert "Save the correction" in page.text


@each_kind_of_round
def test_an_untouched_form_sends_what_was_saved(club: Club, slug: str) -> None:
    """Opening a round and saving it as it is changes nothing."""
    options = {key: str(value) for key, value in short_options(game_of(slug)).items()}
    table, dice = club.start(slug, seats_of(slug), options), Random(3)
    for number in range(1, 5):
        if table.state.over:
            break
        table.write(table.sampled(dice))
        before = table.state
        form = sent_by(table.phone.get(f"{table.url}/rounds/{number}/edit").text, "entry")
        answer = table.phone.post(f"{table.url}/rounds/{number}/edit", form)
        assert answer.status_code == 303, problems(answer)
        after = table.state
        assert after.revision == before.revision + 1
        assert after.sheet.rounds[-1].lines == before.sheet.rounds[-1].lines
        assert after.sheet.table.totals == before.sheet.table.totals
        assert after.over == before.over


def test_a_round_of_zeros_can_be_opened_and_saved_unchanged(club: Club) -> None:
    table = club.start("put-and-take", ["Ann", "Bob", "Cyd"])
    table.write({"put": {"Bob": 4}, "take": {}})
    table.write({"put": {}, "take": {}})
    totals = {"Ann": 4, "Bob": -4, "Cyd": 0}
    for number in (1, 2):
        form = sent_by(table.phone.get(f"{table.url}/rounds/{number}/edit").text, "entry")
        answer = table.phone.post(f"{table.url}/rounds/{number}/edit", form)
        assert answer.status_code == 303, problems(answer)
        assert table.state.totals == totals


@each_kind_of_round
def test_a_play_to_its_end_can_be_undone_and_played_again(club: Club, slug: str) -> None:
    dice = Random(1)
    game = game_of(slug)
    options = {key: str(value) for key, value in short_options(game).items()}
    table = club.start(slug, seats_of(slug), options)
    for _ in range(40):
        state = table.state
        if state.over:
            break
        form = inputs(state, sampled(state, dice))
        assert table.post("/rounds", form).status_code == 303
    if not table.state.over:
        assert table.post("/end").status_code == 303
    state = table.state
    page = club.viewer.get(table.url)
    assert page.status_code == 200
    assert 'class="winner' in page.text
    for path, sent in (("/rounds", form), ("/rounds", {}), ("/end", {}), ("/players", {"name": "Zoe"}),
                       ("/draft", {"slot": str(state.next_slot), "lock": "on", **form}),
                       ("/draft", {"slot": str(state.next_slot), "who": "1", "present": ["0", "1"]})):  # fmt: skip
        answer = table.post(path, sent)
        assert answer.status_code in (303, 422), path
        assert table.state.revision == state.revision
    assert table.post("/preview?phase=1", form).status_code == 200
    again = table.post("/again")
    assert again.status_code == 303
    fresh = Table(club, again.headers["Location"]).state
    assert fresh.setup.players == state.setup.players
    assert fresh.options == state.options
    assert fresh.revision == 1


def test_the_result_marks_eliminated_players(club: Club) -> None:
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"], {"limit": "5"})
    for _ in range(2):
        table.write({"leader": "Ann", "cards": {"Ann": "A", "Bob": "2", "Cyd": "3"}})
    while not table.state.over:
        table.write({"leader": "Bob", "cards": {"Bob": "A", "Cyd": "3"}})
    page = table.phone.get(table.url).text
    places = [
        re.sub(r"<[^>]+>", " ", one).split()
        for one in page.split('<ol class="places" id="board">')[1].split("</ol>")[0].split("<li>")[1:]
    ]
    assert [(one[1], "out" in one) for one in places] == [("Cyd", False), ("Bob", True), ("Ann", True)]
    rage = club.start("rage", ["Ann", "Bob"])
    rage.post("/end")
    assert ">out<" not in rage.phone.get(rage.url).text


def test_many_lines_of_one_rule_are_added_up_and_a_few_are_not(club: Club) -> None:
    cards = [Line("Ann", points, "farmer/scoring.pays", f"line {points}") for points in (1, 2, -4, 3, 5)]
    late = [Line("Ann", -1, "table/adjustment", "late"), Line("Ann", -1, "table/adjustment", "again")]
    assert by_rule(cards) == [[line] for line in cards]
    assert by_rule([cards[0], late[0], *cards[1:], late[1]]) == [cards, [late[0]], [late[1]]]


def test_the_page_of_a_round_has_subtotals_for_players_with_many_lines(club: Club) -> None:
    table = club.start("farmer", ["Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"])
    dice, most = Random(2), 0
    while most < MANY_LINES:
        table.write(table.sampled(dice))
        last = table.state.sheet.rounds[-1]
        name, most = Counter(line.name for line in last.lines).most_common(1)[0]
    page = table.phone.get(f"{table.url}/rounds/{last.number}").text
    of_one = page[page.index(f"<bdi>{name}</bdi>&nbsp;") :].split("</section>")[0]
    found = re.findall(
        r'class="subtotal">.*?<span class="points[^>]*>([^<]+)</span><span class="grow">from these (\d+)', of_one
    )
    groups = [group for group in by_rule([line for line in last.lines if line.name == name]) if len(group) > 1]
    assert found == [(signed(sum(line.points for line in group)), str(len(group))) for group in groups]
    assert found


@pytest.mark.parametrize(("slug", "path"), [("hearts", ""), ("hearts", "/rounds/1/edit"), ("rage", "")])
def test_enter_in_an_input_saves(club: Club, slug: str, path: str) -> None:
    """Browsers press the first button of a form; the first one that is shown would add a correction of the referee."""
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
    if path:
        table.write({"hearts": {"Ann": 13, "Bob": 0, "Cyd": 0, "Dee": 0}, "queen": "Bob"})
    form = table.phone.get(table.url + path).text.partition('<form id="entry"')[2].partition("</form>")[0]
    [first, *others] = re.findall(r'<button(?! type="button")([^>]*)>', form)
    assert 'name="more"' not in first
    assert re.findall(r'(?:name|value)="[^"]*"', first) == re.findall(r'(?:name|value)="[^"]*"', others[-1])


def test_notes_below_several_rounds_name_theirs(club: Club) -> None:
    """They stand below the oldest round, but are those of the newest."""
    table = club.start("farmer", ["Ann", "Bob"])
    table.write({"hands": {"Ann": ["10d", "5h"], "Bob": ["Kh", "3c"]}})
    page = words(table.phone.get(table.url).text)
    assert "Ann 15 and Bob 13." in page
    assert "Round 1 Ann 15" not in page, "there is only one"
    table.write({"hands": {"Ann": ["10d", "4h"], "Bob": ["Kh", "2c"]}})
    assert "Round 2 Ann 14 and Bob 12." in words(table.phone.get(table.url).text)
