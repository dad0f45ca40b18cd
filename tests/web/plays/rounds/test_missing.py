"""Missing answers: required by a page, and optional in the API."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.play.scoring_api import score_request
from companion.games import SLUGS, game_of
from companion.web.forms.entry import EntryForm
from companion.web.plays.rounds.missing_answers import (
    asked_fields_of,
    last_entry,
    problems_before_hand,
    problems_if_unanswered,
    table_of_entry,
    try_entry,
)
from companion.web.support.faults import Fault, faults_in_field_order, is_asked, unanswered_problems
from tests.web.api.club.programs import Program
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems

NAMES = ("Ann", "Bob")
BURRACO = {"melded.0": "120", "melded.1": "80", "in_hand.0": "30", "in_hand.1": "40"}
CACTUS = {"points.0": "3", "points.1": "5"}


def test_a_page_requires_what_scores_and_links_to_it(club: Club) -> None:
    table = club.start("burraco", ["Ann", "Bob", "Cyd", "Dee"])
    answer = table.post("/rounds", BURRACO)
    assert answer.status_code == 422
    assert '<a href="#f-closed">Closed by: Who went out?</a>' in answer.text
    assert not table.state.slots
    assert 'value="120"' in answer.text
    assert table.post("/rounds", {**BURRACO, "closed": "none"}).status_code == 303
    assert table.state.slots[0].entry["closed"] is None


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_missing_answer_is_the_first_error_in_the_same_words(club: Club, slug: str) -> None:
    game = game_of(slug)
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"][: game.seats.nearest_allowed(4)])
    page = table.phone.get(table.url).text
    if not said(page):  # bets may be missing until they are locked
        assert sent(table, page).status_code == 303
        page = table.phone.get(table.url).text
    first = said(page).partition(" And ")[0]
    assert first
    answer = sent(table, page)
    assert answer.status_code == 422
    [link] = re.findall(r'(?s)class="problem summary".*?<a href="#([^"]+)">(.*?)</a>', answer.text)
    assert first in words(link[1])
    assert answer.text.count(f'id="{unescape(link[0])}"') == 1
    assert not table.state.slots


def said(page: str) -> str:
    """Return the line beside the button."""
    [line] = re.findall(r'(?s)<(\w+)[^>]* id="check"[^>]*>(.*?)</\1>', page)
    return words(line[1])


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", page)).split())


def sent(table: Table, page: str) -> TestResponse:
    """Send the untouched form of the coming round."""
    [action] = re.findall(r'<form id="entry"[^>]* action="([^"]+)"', page)
    lock = {"lock": "on"} if action.endswith("/draft") else {}
    return table.phone.post(action, {**sent_by(page, "entry"), **lock})


def test_all_problems_are_reported_at_once(club: Club) -> None:
    table = club.start("burraco", ["Ann", "Bob", "Cyd", "Dee"])
    said = problems(table.post("/rounds", {**BURRACO, "melded.1": ""}))
    assert "Not saved yet: Closed by: Who went out? Enter “Melded” for Bob & Dee." in said
    assert "Not saved yet: Closed by: Who went out? Enter “Melded” for Bob & Dee." in said


def test_an_answer_missing_for_all_is_one_line_and_one_for_some_names_them(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd", "Dee"])
    assert said(table.phone.get(table.url).text) == "Enter “Bid” for all 4."
    assert "Enter “Bid” for Bob." in problems(table.post("/draft", {"lock": "on", "slot": 1, "bid.0": 2}))
    table = club.start("reversis", ["Ann", "Bob", "Cyd", "Dee"])
    assert said(table.phone.get(table.url).text).startswith("Enter “Tricks” for all 4.")


@pytest.mark.parametrize("slug", ["burraco", "cactus"])
def test_a_correction_requires_the_same(club: Club, slug: str) -> None:
    entry, key = (BURRACO, "closed") if slug == "burraco" else (CACTUS, "caller")
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"][: game_of(slug).seats.fewest])
    assert table.post("/rounds", {**entry, key: "none"}).status_code == 303
    answer = table.post("/rounds/1/edit", entry)
    assert answer.status_code == 422
    assert f'<a href="#f-{key}">' in answer.text
    assert table.post("/rounds/1/edit", {**entry, key: "0" if slug == "cactus" else "none"}).status_code == 303


def test_a_play_that_is_over_lacks_no_answers(club: Club) -> None:
    state = club.start("cactus", ["Ann", "Bob"]).state
    table, over = state.sheet.table, replace(state.sheet.table, over=True)
    lacking = [(problem.field, problem.name) for problem in problems_if_unanswered(state, table, {})]
    assert lacking == [("caller", None), ("cards", "Ann"), ("cards", "Bob")]
    assert problems_if_unanswered(state, over, {}) == (), "the store refuses it"
    _, problems_when_over = try_entry(state, over, {})
    assert "caller" not in [problem.field for problem in problems_when_over]


def test_answers_stay_required_after_asking_the_referee(club: Club) -> None:
    table = club.start("burraco", ["Ann", "Bob", "Cyd", "Dee"])
    typed = {**table.carried(), **BURRACO}
    found = {"player": "Ann & Cyd", "points": "-100", "reason": "a wrong close", "where": "draft"}
    assert table.post("/referee/put", found).status_code == 303
    answer = table.phone.post(f"{table.url}/rounds", typed)
    assert answer.status_code == 422
    assert "Not saved yet: Closed by: Who went out?" in problems(answer)
    assert table.state.slots == ()


def test_a_complete_form_previews_its_points_at_once(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"], {"first_hand": 3})
    lock = {"lock": "on", "slot": 1, "bid.0": 2}
    assert table.post("/draft", {**lock, "bid.1": 0}).status_code == 303
    assert 'class="gives"' not in table.phone.get(table.url).text, "a trick is nobody's"
    assert table.post("/draft", {**lock, "bid.1": 1}).status_code == 303
    gives = table.phone.get(table.url).text.partition('class="gives"')[2]
    assert "Ann +12Bob +11" in words(gives)


def test_the_api_takes_a_missing_answer_as_nobody() -> None:
    rounds = [{"melded": {"Ann & Cyd": 120, "Bob & Dee": 80}, "in_hand": {"Ann & Cyd": 30, "Bob & Dee": 40}}]
    sheet = score_request(game_of("burraco"), {"players": ["Ann", "Bob", "Cyd", "Dee"], "rounds": rounds})
    assert sheet.table.totals == {"Ann & Cyd": 90, "Bob & Dee": 40}


def test_missing_answers_are_named_before_saving(club: Club) -> None:
    table = club.start("cactus", ["Ann", "Bob"])
    assert "Caller: Who called “Cactus!”?" in table.phone.get(table.url).text
    told = table.post("/preview", {"caller": "none", "points.0": "3"}).text
    assert "The points of Bob are missing." in told
    assert "Caller" not in told
    assert "Caller" not in table.post("/preview", {"caller": "none", **CACTUS}).text
    assert table.post("/rounds", {"caller": "none", **CACTUS}).status_code == 303
    assert "The points of Bob are missing." in table.post("/rounds/1/preview", {"points.0": "3"}).text
    assert table.post("/rounds/7/preview", {}).status_code == 404


def test_before_the_hand_only_its_answers_are_missing(club: Club) -> None:
    table = club.start("pitch", ["Ann", "Bob", "Cyd", "Dee"])
    told = table.post("/preview?phase=1", {"pitcher": "0"}).text
    assert "Choose “High bid”." in told
    assert "Jack" not in told


def test_an_answer_that_has_to_be_tapped_before_the_hand_is_missing(
    monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    seller = f.player("seller", "Seller", NAMES, nobody="Nobody", tapped=True).of(phase=1)
    monkeypatch.setattr("companion.web.plays.rounds.missing_answers.fields_before_hand", lambda *_: (seller,))
    found = problems_before_hand(table.state, table.state.sheet.table, {})
    assert [problem.field for problem in found] == ["seller"]


def test_a_field_is_required_only_when_it_is_asked() -> None:
    king = f.player("king", "King", NAMES, nobody="Nobody", tapped=True, shown_when=(("turned", (False,)),))
    smudge = f.player("all", "All", NAMES, nobody="Neither", tapped=True, shown_when=(("bid", ("smudge",)),))
    broken = f.player("broken", "Broken by", NAMES, nobody="Nobody", tapped=True, shown_when=(("by", ()),))
    counted = f.player("counted", "Counted", NAMES, nobody="Nobody", shown_when=(("out", (None,)),))
    assert [is_asked(king, entry) for entry in ({}, {"turned": False}, {"turned": True})] == [True, True, False]
    assert [is_asked(smudge, entry) for entry in ({}, {"bid": 2}, {"bid": "smudge"})] == [False, False, True]
    assert [is_asked(broken, entry) for entry in ({}, {"by": None}, {"by": "Ann"})] == [False, False, True]
    assert [is_asked(counted, entry) for entry in ({}, {"out": None}, {"out": "Ann"})] == [False, True, False]
    assert [one.field for one in unanswered_problems((king, smudge, broken), {"by": "Ann", "turned": True})] == [
        "broken"
    ]
    assert unanswered_problems((king,), {"king": None}) == []


def test_problems_are_sorted_like_the_form_and_name_their_field() -> None:
    fields = (f.player("winner", "Winner", NAMES), f.count("tricks", "Tricks", 5, per="player", names=NAMES))
    found = faults_in_field_order(
        fields,
        [
            Problem("rounds", "The game is over."),
            Problem("tricks", "Too many.", "Bob"),
            Problem("winner", "No winner."),
        ],
    )
    assert found == [
        Fault("No winner.", "f-winner"), Fault("Tricks: Too many.", "f-tricks-1"), Fault("The game is over.", "")
    ]  # fmt: skip


def test_a_game_is_not_asked_for_fields_once_it_is_over(club: Club) -> None:
    state = club.start("rage", ["Ann", "Bob"]).state
    over = replace(state.sheet.table, over=True, asked=())
    never = replace(state.game, scoring=replace(state.game.scoring, fields=lambda table: 1 // len(table.asked)))
    assert asked_fields_of(replace(state, game=never), over, {}) == ()


def test_only_the_form_of_a_round_explains_an_empty_choice() -> None:
    rare = f.player("rare", "Rare", NAMES, nobody="Nobody", aside=True)
    taken = f.choice("pile", "Pile", {"taken": "Taken", "left": "Left"}, default="taken")
    asked = f.player("by", "By", NAMES, nobody="Nobody", tapped=True)
    first, second = EntryForm((rare, taken, asked)).sections(show_defaults=True)
    assert first.is_folded
    assert [one.shows_nobody for one in (*first.table_fields, *second.table_fields)] == [True, False, False]
    assert second.table_fields[0].data == "taken"
    assert not any(one.shows_nobody for section in EntryForm((rare, asked)).sections() for one in section.table_fields)


@pytest.mark.parametrize(
    ("entry", "chosen"),
    [({}, ["king_shown none", "vulnerable none"]), ({"upcard_king": True}, ["upcard_king 1", "vulnerable none"])],
)
def test_a_round_without_an_answer_is_corrected_as_answered_by_nobody_where_it_was_asked(
    club: Club, entry: dict[str, Any], chosen: list[str]
) -> None:
    program = Program(club)
    play = program.write(program.start("ecarte", ["Ann", "Bob"]), {"tricks": {"Ann": 3, "Bob": 2}, **entry})
    page = club.scorer.get(f"{club.url}/plays/{play['key']}/rounds/1/edit").text
    found = re.findall(r'name="(\w+|tricks\.\d)" value="([^"]*)" checked', page)
    assert [" ".join(pair) for pair in found] == [*chosen, "tricks.0 3", "tricks.1 2"]


@pytest.mark.parametrize(
    ("absent", "remaining", "asked"),
    [
        (None, "Ann Bob Cyd", "Ann Bob Cyd"), ("Cyd", "Ann Bob Cyd", "Ann Bob Cyd"), (["Cyd"], "Ann Bob", "Ann Bob"),
        (["Bob", "Cyd"], "Ann", "Ann Bob Cyd"), (["Zoe"], "Ann Bob Cyd", "Ann Bob Cyd"),
    ],
)  # fmt: skip
def test_who_is_absent_is_asked_nothing_unless_too_few_would_be_left(
    table: Table, absent: Any, remaining: str, asked: str
) -> None:
    state, entry = table.state, {"absent": absent}
    assert table_of_entry(state, state.sheet.table, entry).asked == tuple(remaining.split())
    tricks = next(item for item in asked_fields_of(state, state.sheet.table, entry) if item.key == "tricks")
    assert tricks.names == tuple(asked.split())


def test_what_waits_for_the_coming_round_is_in_no_earlier_one(table: Table) -> None:
    assert last_entry(table.state)["tricks"] == {"Ann": 5}
    table.post("/rounds", {"tricks.1": "5"})
    table.post("/referee/put", {"player": "Bob", "points": "-1", "reason": "reneged", "where": "draft"})
    state = table.state
    assert last_entry(state)["tricks"] == {"Bob": 5}
    with table.club.app.app_context():
        coming, _ = try_entry(state, state.sheet.table, {"tricks": {"Bob": 5}})
        earlier, _ = try_entry(state, state.sheet.opening, {"tricks": {"Bob": 5}}, slot=1)
    assert coming is not None
    assert earlier is not None
    assert [(dict(one.adjusted), one.change_of("Bob")) for one in (coming, earlier)] == [({"Bob": -1}, 2), ({}, 3)]
