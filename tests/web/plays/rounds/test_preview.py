"""The preview of a round: what it gives, what it lacks, and what the referee could be asked."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from companion.store.database.caches.poll_cache import QUICK, USUAL
from companion.store.plays.coming_round.findings import NamedInRound
from companion.web.plays.rounds.preview import Preview, preview_of, suggested_questions
from companion.web.support.requests.polling import ASK_AGAIN_HEADER
from tests.web.pages import words
from tests.web.phones import Club, Table

BIDS = {"bid.0": "1", "bid.1": "0", "bid.2": "2"}
POINTS = (
    "Ann +11 Bob +5 Zoë +1 +1 Ann : 1 trick Rule 5.2 Each trick taken is worth 1 point, whatever the bid was. 5.2 "
    "in the"
    " rules +10 Ann : bid 1 and took exactly that Rule 5.6 A player who takes exactly the number of tricks bid gets 10"
    " points more. 5.6 in the rules +5 Bob : bid 0 and took none Rule 5.7 A bid of zero that is made earns 5 points"
    " instead of 10. 5.7 in the rules +1 Zoë : 1 trick Rule 5.2 Each trick taken is worth 1 point, whatever the bid "
    "was."
    " 5.2 in the rules"
)


@pytest.fixture
def rage(club: Club) -> Table:
    """Return a play of Rage before its second round, which has two cards."""
    table = club.start("rage", ["Ann", "Bob", "Zoë"], {"first_hand": "3"})
    table.write({"bid": {"Ann": 1, "Bob": 0, "Zoë": 2}, "tricks": {"Ann": 1, "Bob": 0, "Zoë": 2}})
    return table


@pytest.mark.parametrize(
    ("path", "form", "text", "lacks"),
    [
        ("/preview", {**BIDS, "tricks.0": "1", "tricks.1": "0", "tricks.2": "1"}, POINTS, []),
        ("/preview", {**BIDS, "tricks.0": "3", "tricks.1": "0", "tricks.2": "1"}, "", [
            ["f-tricks-0", "Tricks (Ann): 3 is too high, 2 is the most."],
        ]),
        ("/preview", {**BIDS, "tricks.0": "1", "tricks.1": "0", "tricks.2": "0"}, "", [
            ["f-tricks-0", "Tricks add up to 1, but 2 cards were dealt."],
        ]),
        ("/preview", {"bid.0": "1"}, "", [
            ["f-bid-1", "Enter “Bid” for Bob and Zoë."], ["f-tricks-0", "Enter “Tricks” for Ann, Bob and Zoë."],
        ]),
        ("/preview?phase=1", BIDS, "", []),
        ("/preview?phase=1", {"bid.0": "1"}, "", [["f-bid-1", "Enter “Bid” for Bob and Zoë."]]),
        ("/preview?phase=1", {**BIDS, "bid.0": "9"}, "", [["f-bid-0", "Bid (Ann): 9 is too high, 2 is the most."]]),
        ("/rounds/1/preview", {**BIDS, "tricks.0": "3", "tricks.1": "0", "tricks.2": "0"}, "", []),
    ],
)  # fmt: skip
def test_a_preview_has_the_points_or_what_is_lacking(
    rage: Table, path: str, form: dict[str, str], text: str, lacks: list[list[str]]
) -> None:
    answer = rage.post(path, form)
    assert answer.status_code == 200
    assert (words(answer.text), json.loads(unescape(re.findall(r"data-lacks='([^']*)'", answer.text)[0]))) == (
        text,
        lacks,
    )


def test_a_player_who_lacks_points_and_a_round_that_ends_the_game_are_previewed(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"], {"target": "10"})
    answer = table.post("/preview", {"points.0": "12", "points.1": "3"})
    assert words(answer.text).startswith("Ann +12 Bob +3")
    assert "Ann wins" in words(answer.text)
    assert "wins" not in words(table.post("/preview", {"points.0": "9", "points.1": "3"}).text)


def test_a_finished_play_lacks_nothing_in_a_preview(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"], {"target": "10"})
    table.write({"points": {"Ann": 12, "Bob": 3}})
    assert table.state.over
    with club.app.app_context():
        found = [preview_of(table.state, None, entry) for entry in ({}, {"points": {"Ann": 1, "Bob": 2}})]
    assert found == [Preview(), Preview()]
    answer = table.post("/preview", {"points.0": "12"})
    assert (answer.status_code, words(answer.text)) == (200, "")


@pytest.mark.parametrize(
    ("form", "lacks"),
    [
        ({"cards.0": "7h"}, ["f-cards-1", "Cards left: Count what Bob has left, 0 where everything was melded."]),
        ({"deadwood.0": "5"}, ["f-deadwood-1", "Deadwood: Count what Bob has left, 0 where everything was melded."]),
    ],
)
def test_what_is_lacking_leads_to_the_way_in_which_the_round_is_written_down(
    club: Club, form: dict[str, str], lacks: list[str]
) -> None:
    answer = club.start("pay-me", ["Ann", "Bob", "Cyd"]).post("/preview", {"went_out": "2", **form})
    assert json.loads(unescape(re.findall(r"data-lacks='([^']*)'", answer.text)[0])) == [lacks]


def each(*numbers: int) -> dict[str, int]:
    """Return a number for each of four players."""
    return dict(zip(("Ann", "Bob", "Cyd", "Dee"), numbers, strict=True))


FOUR_TRICKS = {"tricks.0": "3", "tricks.1": "1"}


@pytest.mark.parametrize(
    ("slug", "path", "form", "text", "link"),
    [
        ("raise-the-stakes", "", {**FOUR_TRICKS, "tricks.2": "0"},
         "The tricks add up to 4 of 5. Did somebody renege? Who reneged?", "renege"),
        ("raise-the-stakes", "", {**FOUR_TRICKS, "absent": "2"},
         "The tricks add up to 4 of 5. Did somebody renege? Who reneged?", "renege"),
        ("raise-the-stakes", "", FOUR_TRICKS, "", None),
        ("raise-the-stakes", "", {**FOUR_TRICKS, "absent": ["1", "2"]}, "", None),
        ("raise-the-stakes", "", {"tricks.0": "3", "absent": ["1", "2"]}, "", None),
        ("raise-the-stakes", "", {"tricks.0": "2", "tricks.1": "2", "tricks.2": "1"},
         "Ann and Bob tie for most tricks. Why?", "score?tricks.0=2&tricks.1=2&tricks.2=1&ask=1"),
        ("oh-hell", "?phase=1", {"bid.0": "1", "bid.1": "2", "bid.2": "4"}, "The bids add up to the tricks. Why?",
         "bid?cards=7&count=3&bids.0.player=1&bids.0.bid=2&bids.1.player=2&bids.1.bid=4&ask=1"),
        ("oh-hell", "?phase=1", {"bid.0": "1", "bid.1": "2"}, "", None),
        ("ace-deuce-jack", "?phase=1", {"bets.1": "3", "min_bet": "5"}, "Cyd bets 3, but the least bet is 5. Why?",
         "bet?bet=3&min_bet=5&max_bet=0&ask=1"),
        ("ace-deuce-jack", "?phase=1", {"bets.1": "3", "min_bet": "5", "max_bet": "x"}, "", None),
    ],
)  # fmt: skip
def test_a_preview_suggests_what_the_referee_could_be_asked_once_everybody_is_filled_in(
    club: Club, slug: str, path: str, form: dict[str, str], text: str, link: str | None
) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd"])
    page = table.post(f"/preview{path}", form).text
    assert words(page).endswith(text) if text else not words(page)
    links = [unescape(found) for found in re.findall(rf'href="{table.url}/referee/([^"]*)"', page)]
    assert links == ([link] if link else [])


@pytest.mark.parametrize(
    ("slug", "entry", "links"),
    [
        ("polignac", {"jacks": each(1, 0, 1, 0), "polignac": "Bob"}, ["points"]),
        (
            "reversis", {"tricks": each(11, 0, 0, 0), "points": each(40, 0, 0, 0), "talon": 0, "reversis": "Ann"},
            ["reversis?broken_by=none&espagnolette=none"],
        ),
    ],
)  # fmt: skip
def test_a_question_without_any_facts_is_suggested_to_fill_in_and_one_that_has_no_answer_is_not(
    club: Club, slug: str, entry: dict[str, Any], links: list[str]
) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
    page = table.post("/preview", table.inputs(entry)).text
    assert [unescape(found) for found in re.findall(rf'href="{table.url}/referee/([^"]*)"', page)] == links


@pytest.mark.parametrize(
    ("entry", "asks"),
    [
        ({}, True),
        ({"bonus": {"Ann": 1}}, True),
        ({"tricks": {"Ann": 1, "Bob": 0}, "bonus": {"Ann": 1}}, False),
        ({"tricks": {"Ann": 1, "Bob": 0}, "absent": ["Zoë"]}, True),
        ({"tricks": {"Ann": 1, "Bob": 0, "Zoë": 0}}, True),
        ({"tricks": None}, False),
    ],
)
def test_only_fields_that_add_up_to_the_hand_have_to_be_filled_in_before_the_referee_is_asked(
    monkeypatch: pytest.MonkeyPatch, rage: Table, entry: dict[str, Any], asks: bool
) -> None:
    monkeypatch.setattr("companion.web.plays.rounds.preview.suggested_questions", lambda *_: ("a question",))
    with rage.club.app.app_context():
        assert bool(preview_of(rage.state, None, entry).offers) is asks


def test_nobody_asks_who_reneged_once_the_referee_has_named_them(table: Table) -> None:
    state, entry = table.state, {"tricks": {"Ann": 3, "Bob": 1, "Cyd": 0}}
    named = replace(state, pending_findings=(NamedInRound("Bob", -1, "reneged", "reneged"),))
    with table.club.app.app_context():
        found = [[offer.why for offer in suggested_questions(one, entry)] for one in (state, named)]
    assert found == [["The tricks add up to 4 of 5. Did somebody renege?"], []]


def test_what_the_referee_has_put_on_the_coming_round_is_in_its_preview_only(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    table.post("/referee/put", {"player": "Bob", "points": "-1", "reason": "reneged", "where": "draft"})
    tricks = {"tricks.0": "3", "tricks.1": "2", "tricks.2": "0"}
    assert words(table.post("/preview", tricks).text).startswith("Ann +2 Bob −1 Cyd 0 +2 Ann : most tricks, 3 of 5")
    table.post("/rounds", tricks)
    table.post("/referee/put", {"player": "Ann", "points": "-1", "reason": "reneged", "where": "draft"})
    table.post("/rounds/1/edit", tricks)
    assert table.state.sheet.table.totals == {"Ann": 2, "Bob": 0, "Cyd": 0}, "a correction replaces what was put there"
    assert words(table.post("/preview", tricks).text).startswith("Ann +1 Bob 0 Cyd 0")


def test_a_correction_lacks_nothing_because_of_what_waits_for_the_coming_round(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd", "Dan"])
    table.write({"absent": ["Dan"], "tricks": {"Ann": 3, "Bob": 2, "Cyd": 0}})
    reneged = {"player": "Dan", "points": "-1", "reason": "reneged", "where": "draft", "situation": "renege"}
    table.post("/referee/put", reneged)
    assert [one.player for one in table.state.pending_findings] == ["Dan"]
    corrected = {"absent": ["3"], "tricks.0": "2", "tricks.1": "3", "tricks.2": "0"}
    assert "data-lacks='[]'" in table.post("/rounds/1/preview", corrected).text


def test_phones_poll_more_often_while_somebody_enters_a_round(rage: Table) -> None:
    def interval() -> str:
        return rage.club.viewer.get(f"{rage.url}/state").headers[ASK_AGAIN_HEADER]

    found = [interval()]
    rage.post("/preview", BIDS)
    assert [*found, interval()] == [str(USUAL), str(QUICK)]
