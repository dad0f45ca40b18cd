"""After a change the sheet says once at its top what was done, with a button that undoes it."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.core.words import listed
from companion.web.plays.announcements import changes_text
from tests.web.phones import Club, Phone, Table, problems

ANN, BOB = {"tricks.0": "5"}, {"tricks.1": "5"}


def told(phone: Phone, answer: TestResponse) -> tuple[str, str]:
    """Return the message at the top of the sheet after a response, and the text and URL of its button."""
    assert answer.status_code == 303
    return top_of(phone.get(answer.headers["Location"]))


def top_of(page: TestResponse) -> tuple[str, str]:
    """Return the same for a page."""
    found = re.search(r'<div class="notice done[^>]*>(.*?)</div>', page.text, re.DOTALL)
    if found is None:
        return "", ""
    words = re.search(r"<p>(.*?)</p>", found[1], re.DOTALL)
    button = re.search(r'action="[^"]*/(\w+)".*<button[^>]*aria-label="([^"]+)"', found[1], re.DOTALL)
    assert words is not None
    return unescape(words[1]), unescape(f"{button[1]} {button[2]}") if button else ""


def tap(table: Table, page: str) -> TestResponse:
    """Send the form of the button beside the message."""
    form = re.search(r'<div class="notice done.*?<form method="post" action="([^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    inputs = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
    return table.phone.open(form[1], "POST", data=inputs)


def test_a_saved_round_is_reported_and_can_be_undone_at_the_top(table: Table) -> None:
    answer = table.post("/rounds", BOB)
    assert told(table.phone, answer) == ("Round 2 saved.", "undo Undo: round 2")
    undone = tap(table, table.phone.get(answer.headers["Location"]).text)
    assert len(table.state.slots) == 1
    assert told(table.phone, undone) == ("Undone: round 2.", "redo Redo: round 2")
    again = tap(table, table.phone.get(undone.headers["Location"]).text)
    assert len(table.state.slots) == 2
    assert told(table.phone, again) == ("Done again: round 2.", "undo Undo: round 2")


@pytest.mark.parametrize(
    ("path", "form", "words", "button"),
    [
        ("/rounds/1/edit", BOB, "Round 1 corrected.", "undo Undo: correction of round 1"),
        ("/rounds/1/remove", {}, "Round 1 removed.", "undo Put back: round 1"),
        ("/end", {}, "The game is ended.", "undo Undo: end of the game"),
        ("/players", {"name": "Dee"}, "Dee is at the table from now on.", "undo Undo: new player"),
        ("/remark", {"remark": "Late."}, "The remark is saved.", "undo Undo: remark"),
        ("/when", {"on": "2026-03-01", "at": "20:15"}, "Its time is changed.", "undo Undo: when it was played"),
        ("/counts", {"to": "off"}, "Not in the statistics any more.", "undo Undo: whether it counts"),
        ("/setup", {"target": "25"}, "Seats, dealer and options are corrected.", "undo Undo: options"),
        ("/rounds/1/contest", {"words": "No."}, "Round 1 contested.", "undo Undo: round 1 contested"),
        ("/undo", {}, "Undone: round 1.", "redo Redo: round 1"),
    ],
)
def test_every_change_is_reported_and_can_be_undone(
    table: Table, path: str, form: dict[str, Any], words: str, button: str
) -> None:
    before = table.state
    answer = table.post(path, form)
    assert told(table.phone, answer) == (words, button)
    assert tap(table, table.phone.get(answer.headers["Location"]).text).status_code == 303
    after = table.state
    assert (after.setup.players, after.over) == (before.setup.players, before.over)
    assert after.sheet.table.totals == before.sheet.table.totals


def test_all_who_sit_down_before_a_round_are_announced_together(table: Table) -> None:
    table.post("/players", {"name": "Dee"})
    assert told(table.phone, table.post("/players", {"name": "Eve"}))[0] == "Dee and Eve are at the table from now on."
    table.write({"tricks": {"Ann": 5}})
    assert told(table.phone, table.post("/players", {"name": "Fay"}))[0] == "Fay is at the table from now on."


def test_reopening_a_play_and_removing_a_finding_are_reported(table: Table) -> None:
    table.post("/end")
    assert told(table.phone, table.post("/reopen"))[0] == "The game goes on."
    row = {"player": "Bob", "points": "-1", "reason": "reneged"}
    put = table.post("/referee/put", {**row, "where": "draft"})
    assert "On the sheet for round 2: Bob −1." in unescape(table.phone.get(put.headers["Location"]).text)
    taken = told(table.phone, table.post("/referee/drop", row))
    assert taken == ("The referee, for the coming round: nothing.", "undo Undo: referee's correction")


def test_a_removed_round_can_be_restored_although_later_rounds_do_not_fit(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20", "ante": "1"})
    for paid, winner in ((15, 1), (19, 0)):
        seats = [1, paid, 1, 1] if winner else [1, paid + 2, 1, 1]
        form = {f"paid.{seat}": str(number) for seat, number in enumerate(seats)}
        pots = {"pots.0.chips": str(sum(seats)), "pots.0.winner": str(winner)}
        assert table.post("/rounds", {**form, **pots}).status_code == 303
    answer = table.post("/rounds/1/remove")
    page = table.phone.get(answer.headers["Location"])
    words, button = top_of(page)
    misfit = "Without it, what is now hand 1 no longer fits: put it back, or correct that hand."
    assert words == f"Hand 1 removed. {misfit}"
    assert button == "undo Put back: hand 1"
    assert 'role="status"><p>Hand 1 removed' in page.text
    assert page.text.count(f'action="{table.url}/undo"') == 1, "the way back is offered once"
    later = table.phone.get(table.url).text
    assert later.count(f'action="{table.url}/undo"') == 1
    assert later.index(f'action="{table.url}/undo"') < later.index('id="rounds"'), "beside what waits, not far below"
    assert tap(table, page.text).status_code == 303
    assert table.state.sheet.refusal is None


def test_undoing_an_outdated_change_is_a_conflict(table: Table) -> None:
    answer = table.post("/rounds", BOB)
    page = table.phone.get(answer.headers["Location"]).text
    table.post("/rounds", ANN, phone=table.club.organiser)
    late = tap(table, page)
    assert late.status_code == 409
    assert problems(late) == (
        "Somebody else changed the sheet meanwhile (A device: round 3). This is the present sheet; your change was not"
        " saved."
    )
    assert len(table.state.slots) == 3
    assert told(table.phone, answer) == ("Round 2 saved. Since then: A device: round 3.", "")


def test_only_the_phone_that_made_the_change_gets_the_message(table: Table) -> None:
    answer = table.post("/rounds", BOB)
    assert told(table.phone, answer)[0]
    for phone in (table.phone, table.club.organiser, table.club.viewer):
        assert top_of(phone.get(table.url)) == ("", "")
    looking = table.club.viewer.get(answer.headers["Location"])
    assert top_of(looking) == ("Round 2 saved.", ""), "who looks on has no button"


@pytest.mark.parametrize("done", ["", "0", "1", "99", "-1", "x", "9" * 40, "9" * 5000])
def test_an_unknown_change_is_not_reported(table: Table, done: str) -> None:
    page = table.phone.get(f"{table.url}?done={done}")
    assert page.status_code == 200
    assert top_of(page) == ("", "")


def test_an_old_change_is_not_reported(table: Table) -> None:
    answer = table.post("/rounds", BOB)
    for remark in "abcd":
        table.post("/remark", {"remark": remark})
    table.club.organiser.post(f"{table.club.url}/device-name", {"label": "Ann’s"})
    table.post("/rounds/1/edit", {"tricks.0": "4", "tricks.1": "1"}, table.club.organiser)
    late = table.post("/undo", {"base": "1"})
    assert problems(late).startswith(
        "Somebody else changed the sheet meanwhile (Ann’s: correction of round 1 and A device: remark). This is"
    )
    assert told(table.phone, answer) == ("", "")


def test_a_change_before_four_others_is_still_reported_with_them_in_their_order(table: Table) -> None:
    answer = table.post("/rounds", BOB)
    for path, form in (("/rounds", ANN), ("/remark", {"remark": "x"}), ("/end", {}), ("/reopen", {})):
        assert table.post(path, form).status_code == 303
    since = "A device: round 3, A device: remark, A device: end of the game and A device: continuing the game"
    assert told(table.phone, answer) == (f"Round 2 saved. Since then: {since}.", "")


def heard(page: str) -> str:
    """Return the text for the live region of a sheet."""
    [found] = re.findall(r'data-announce="([^"]*)"', page)
    return unescape(found)


def test_the_live_region_says_how_the_play_stands(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    assert heard(table.phone.get(table.url).text) == ""
    table.write({"tricks": {"Ann": 5}})
    once = "1 round written down. Ann 3, Bob 0 and Cyd 0. Bob deals."
    assert heard(club.viewer.get(table.url).text) == once
    answer = table.post("/rounds", BOB)
    twice = "2 rounds written down. Ann 3, Bob 3 and Cyd 0. Cyd deals."
    assert heard(table.phone.get(answer.headers["Location"]).text) == f"Round 2 saved. {twice}"
    table.post("/rounds/1/contest", {"words": "Bob took two."})
    assert heard(club.viewer.get(table.url).text) == f"Round 1 contested: Bob took two. {twice}"
    table.post("/end")
    over = "The game is over. Ann and Bob share the win. Ann 3, Bob 3 and Cyd 0."
    assert heard(club.viewer.get(table.url).text) == over


def test_the_live_region_speaks_of_hands_and_of_a_side_that_won(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20"})
    table.write({"paid": {"Ann": 2, "Bob": 1, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 5, "winner": "Ann"}]})
    table.post("/rounds/1/contest", {"words": "No."})
    said = "Hand 1 contested: No. 1 hand written down. Ann 23, Bob 19, Cyd 19 and Dee 19. Bob deals."
    assert heard(table.phone.get(table.url).text) == said
    samba = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    samba.post("/totals", {"total.0": "10250", "total.1": "8775"})
    said = "The game is over. Ann & Cyd win. Ann & Cyd 10250 and Bob & Dee 8775."
    assert heard(samba.phone.get(samba.url).text) == said


def test_bought_chips_are_reported(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20", "ante": "1"})
    early = told(table.phone, table.post("/buy", {"player": "0", "points": "5"}))
    assert early == ("Ann buys 5, from the coming hand on.", "undo Undo: referee's correction")
    row = {"player": "Bob", "points": "-1", "reason": "reneged", "where": "draft"}
    table.post("/referee/put", row)
    table.post("/referee/put", {**row, "points": "-2"})
    table.phone.get(table.url)  # with the message of the referee's page
    words, _ = top_of(table.phone.get(f"{table.url}?done={table.state.revision}"))
    assert words == "The referee, for the coming hand: Ann buys 5, Bob −1 and Bob −2."
    table.write({"paid": {"Ann": 2, "Bob": 1, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 5, "winner": "Ann"}]})
    later = table.post("/buy", {"player": "1", "points": "20"})
    assert told(table.phone, later) == ("Bob buys 20 chips.", "undo Undo: Bob buys 20")
    assert told(table.phone, table.post("/undo")) == ("Undone: Bob buys 20.", "redo Redo: Bob buys 20")


def test_totals_from_paper_are_reported(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob"])
    answer = table.post("/totals", {"total.0": "3", "total.1": "4"})
    assert told(table.phone, answer) == ("Its final totals are saved.", "undo Undo: final totals")


def test_a_repeated_tap_reports_its_first_change(table: Table) -> None:
    sent = {**BOB, "client_id": "tap-once"}
    table.post("/rounds", sent)
    table.post("/rounds", ANN, phone=table.club.organiser)
    assert told(table.phone, table.post("/rounds", {**sent, "base": "2"}))[0].startswith("Round 2 saved. Since then:")


def test_a_round_that_no_longer_fits_is_named(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"], {"target": "10"})
    for points in (5, 6):
        table.write({"points": {"Ann": points, "Bob": 1}})
    answer = table.post("/rounds/1/edit", {"points.0": "10", "points.1": "1"})
    said = "Round 1 corrected. Round 2 no longer fits: undo this, or correct that round."
    assert told(table.phone, answer) == (said, "undo Undo: correction of round 1")


def test_a_change_is_announced_with_up_to_four_later_ones(table: Table) -> None:
    page = table.post("/rounds", BOB).headers["Location"]
    for number in range(4):
        table.post("/remark", {"remark": f"Remark {number}."})
    since = listed(["A device: remark"] * 4)
    said = top_of(table.phone.get(page))[0]
    assert said.replace("\N{NO-BREAK SPACE}", " ") == f"Round 2 saved. Since then: {since}."
    table.post("/remark", {"remark": "Another."})
    assert top_of(table.phone.get(page)) == ("", "")


def test_of_many_changes_by_others_the_first_five_are_named_and_equal_ones_once() -> None:
    labels = ["round 7", "remark", "remark", "round 6", "undo", "round 5"]
    changes: list[Any] = [SimpleNamespace(who="Ann", label=label) for label in labels]
    assert changes_text(changes) == "Ann: round 7, Ann: remark, Ann: round 6 and Ann: undo"
    assert changes_text([]) == ""
