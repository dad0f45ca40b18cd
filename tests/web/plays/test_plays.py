"""Plays on their pages: every game, invalid rounds, conflicts, corrections, drafts."""

import re
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game.table import Line
from companion.core.words import signed
from companion.games import game_of
from companion.store.database.base import db
from companion.store.plays.coming import drafts
from companion.web.support.rendering.filters import MANY_LINES, by_rule
from tests.alike import each_kind_of_round
from tests.laws.drawn import short_options
from tests.laws.strategies import few
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, inputs, problems, sampled, seats_of

ANN = {"tricks.0": "5"}
MARKUP = '<b onclick="x">&\'"</b>'
NAMES = [MARKUP, "🂡 Ace", "شهرزاد", "\u202eleft", "0"]


# Each kind of game; test_wiring.py looks at the pages of every one.


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


# Bad rounds.


BAD_NUMBERS = ["-1", "6", "5.0", "five", "NaN", "Infinity", "1e1", "0x5", "99999999", "9" * 400, "٥", "5\0", "<b>5</b>",
               "5;DROP TABLE edit", "\u202e5", "5🂡", "--5"]  # fmt: skip


@pytest.mark.parametrize("text", BAD_NUMBERS)
@pytest.mark.parametrize("path", ["/rounds", "/rounds/1/edit"])
def test_an_invalid_number_comes_back_with_an_error_at_its_field(table: Table, path: str, text: str) -> None:
    before = table.state
    answer = table.post(path, {"tricks.0": text, "tricks.1": "0"})
    assert answer.status_code == 422
    assert problems(answer)
    assert "<b>5" not in answer.text
    assert table.state.revision == before.revision
    assert table.state.sheet.table.totals == before.sheet.table.totals


def test_too_many_cards_in_a_trick_are_an_error_if_the_deck_lacks_them(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"], {"first_hand": "1", "bonus_cards": "0", "mad_cards": "8"})
    assert table.state.options["bonus_cards"] == 0
    form = {"bid.0": "1", "bid.1": "0", "tricks.0": "1", "tricks.1": "0", "mad.0": "3"}
    assert table.post("/preview", form).status_code == 200
    answer = table.post("/rounds", form)
    assert answer.status_code == 422
    assert "Ann cannot have 3 action cards in 1 trick" in problems(answer)
    assert 'name="mad.0"' in answer.text
    assert 'name="bonus.' not in answer.text
    assert table.state.revision == 1
    assert table.post("/rounds", {**form, "mad.0": "2"}).status_code == 303


@pytest.mark.parametrize(
    "form",
    [
        {}, {"tricks.0": "3"}, {"tricks": "5"}, {"tricks.7": "5"}, {"tricks.-1": "5"}, {"tricks.0.0": "5"},
        {"bid.0": "5"}, {**ANN, "raised_by": "7"}, {**ANN, "raised_by": "Zed"}, {**ANN, "folded": ["0", "0"]},
        {**ANN, "folded": ["0", "1", "2"]}, {**ANN, "absent": ["0", "1", "2"]}, {**ANN, "absent": ["1", "1"]},
        {**ANN, "absent": "Zed"}, {**ANN, "adjust.0.player": "0"},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "0", "adjust.0.reason": "x"},
        {**ANN, "adjust.0.player": "9", "adjust.0.points": "1", "adjust.0.reason": "x"},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "100001", "adjust.0.reason": "x"},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "1", "adjust.0.reason": "x" * 201},
        {**ANN, "adjust.0.player": "0", "adjust.0.points": "1", "adjust.0.reason": "a\0b"},
        {f"adjust.{number}.points": "1" for number in range(400)},
    ],
)  # fmt: skip
def test_an_invalid_round_is_refused_and_changes_nothing(table: Table, form: dict[str, Any]) -> None:
    for path in ("/rounds", "/rounds/1/edit"):
        answer = table.post(path, form)
        assert answer.status_code == 422, path
        assert problems(answer)
    assert table.state.revision == 2


def test_a_round_of_another_game_is_refused(club: Club, table: Table) -> None:
    rage = club.start("rage", ["Ann", "Bob", "Cyd"])
    sent = rage.inputs({"bid": {"Ann": 1, "Bob": 1, "Cyd": 1}, "tricks": {"Ann": 8, "Bob": 1, "Cyd": 1}})
    assert table.post("/rounds", sent).status_code == 422
    assert rage.post("/rounds", ANN).status_code == 422
    assert (table.state.revision, rage.state.revision) == (2, 1)


def test_typed_values_stay_on_the_page_that_refuses_them(table: Table) -> None:
    sent = {"tricks.0": "3", "folded": "2", "adjust.0.player": "1", "adjust.0.points": "-4", "adjust.0.reason": MARKUP}
    for path in ("/rounds", "/rounds/1/edit"):
        page = table.post(path, sent).text
        assert 'name="tricks.0" value="3" checked' in page
        assert 'name="folded" value="2" checked' in page
        assert 'name="adjust.0.points"' in page
        assert 'value="-4"' in page
        assert "&lt;b onclick=" in page
        assert MARKUP not in page


@pytest.mark.parametrize("base", ["", "x", "-1", "0", "1", "99", "2.0", "9" * 50, "٢", "\0"])
@pytest.mark.parametrize("path", ["/rounds", "/rounds/1/edit", "/rounds/1/remove", "/undo", "/end", "/players"])
def test_a_save_from_an_outdated_page_says_what_changed(table: Table, path: str, base: str) -> None:
    answer = table.post(path, {**ANN, "name": "Dee", "base": base})
    assert answer.status_code == 409
    assert ("Not saved" if "rounds" in path and "remove" not in path else "your change was not saved") in answer.text
    assert path != "/players" or 'value="Dee"' in answer.text
    if path.startswith("/rounds") and "remove" not in path:
        assert 'name="tricks.0" value="5" checked' in answer.text, "what was typed is still there"
    if base == "1":
        assert "round 1" in answer.text
    assert table.state.revision == 2


def test_a_correction_of_a_removed_round_is_a_conflict_and_comes_back(table: Table) -> None:
    table.post("/rounds", ANN)
    base = table.state.revision
    table.post("/rounds/1/remove", phone=table.club.organiser)
    answer = table.post("/rounds/1/edit", {"tricks.1": "5", "base": base})
    assert answer.status_code == 409
    assert "removal of round 1" in answer.text
    assert 'name="tricks.1" value="5" checked' in answer.text


@pytest.mark.parametrize("client_id", ["tap", "x" * 5000, "🂡", "\0", "<script>", "' or 1=1"])
def test_the_same_tap_twice_counts_once(table: Table, client_id: str) -> None:
    sent = {**ANN, "client_id": client_id}
    assert [table.post("/rounds", sent).status_code for _ in range(2)] == [303, 303]
    assert table.post("/rounds", {**sent, "base": "2"}).status_code == 303
    assert len(table.state.slots) == 2


def test_a_save_without_a_client_id_is_accepted(table: Table) -> None:
    assert table.post("/rounds", {**ANN, "client_id": ""}).status_code == 303
    assert len(table.state.slots) == 2


@pytest.mark.parametrize("slot", ["0", "2", "99", "9" * 30, "9" * 5000, "-1", "x", "1.0"])
def test_a_missing_round_is_404(table: Table, slot: str) -> None:
    for path in ("", "/edit"):
        assert table.phone.get(f"{table.url}/rounds/{slot}{path}").status_code == 404
    for path in ("/edit", "/remove"):
        assert table.post(f"/rounds/{slot}{path}", ANN).status_code in (404, 405, 409)
    assert table.state.revision == 2


@pytest.mark.parametrize("query", ["mark=2", "mark=x&since=x", "since=-5", f"since={'9' * 5000}", "since=1.5"])
def test_polling_reports_a_new_round(table: Table, query: str) -> None:
    answer = table.phone.get(f"{table.url}/state?{query}")
    assert answer.status_code == (204 if query == "mark=2" else 200)


def test_changes_are_put_in_words_only_for_a_phone_that_sends_its_revision(table: Table) -> None:
    table.post("/rounds", ANN)
    told, brief = (table.phone.get(f"{table.url}/state?mark=2{since}").json for since in ("&since=2", ""))
    assert [change.partition(": ")[2] for change in told["changes"]] == ["round 2"]
    assert brief == {**told, "changes": []}


# A later round that no longer fits.


def test_a_round_that_no_longer_fits_is_named_and_linked(table: Table) -> None:
    table.post("/rounds", ANN)
    end = {**ANN, "adjust.0.player": "0", "adjust.0.points": "20", "adjust.0.reason": "bet"}
    assert table.post("/rounds/1/edit", end).status_code == 303
    for phone in (table.club.viewer, table.club.scorer):
        page = phone.get(table.url).text
        assert "Round 2 no longer fits" in page
        assert "ended with round 1" in page
        assert '<span class="badge">out</span>' not in page
    assert "/rounds/2/edit" in page
    assert "End it now" not in table.phone.get(f"{table.url}/more").text  # it would be refused
    for path in ("/rounds/2", "/rounds/2/edit", "/changes", "/why/0"):
        assert table.phone.get(table.url + path).status_code == 200
    assert table.post("/rounds", ANN).status_code == 422
    assert table.post("/rounds/2/edit", ANN).status_code in (303, 422)
    assert len(table.state.slots) == 2
    assert table.post("/rounds/1/edit", ANN).status_code == 303
    assert table.state.sheet.refusal is None
    assert len(table.state.sheet.rounds) == 2
    assert "End it now" in table.phone.get(f"{table.url}/more").text


def chips(*paid: int, winner: int) -> dict[str, str]:
    return {**{f"paid.{seat}": str(number) for seat, number in enumerate(paid)},
            "pots.0.chips": str(sum(paid)), "pots.0.winner": str(winner)}  # fmt: skip


def test_the_ante_is_filled_in_up_to_what_each_player_holds(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20", "ante": "5"})
    assert table.post("/rounds", chips(5, 18, 5, 5, winner=0)).status_code == 303
    page = table.phone.get(table.url).text
    stands = [re.search(rf'name="paid.{seat}"[^>]* value="(\d*)"', page) for seat in range(4)]
    assert [found and found[1] for found in stands] == ["5", "2", "5", "5"]


def test_a_round_that_no_longer_fits_can_be_corrected_on_its_page(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20", "ante": "1"})
    for form in (chips(1, 1, 1, 1, winner=0), chips(1, 15, 1, 1, winner=1)):
        assert table.post("/rounds", form).status_code == 303
    assert table.post("/rounds/1/edit", chips(1, 10, 1, 1, winner=0)).status_code == 303
    page = table.phone.get(table.url).text
    assert "Hand 2 no longer fits" in page
    assert "Bob paid 15, but holds only 10 chips" in page
    mend = table.phone.get(f"{table.url}/rounds/2/edit")
    assert "Bob paid 15" in problems(mend)
    assert 'value="15"' in mend.text
    assert table.post("/rounds/2/edit", chips(1, 10, 1, 1, winner=1)).status_code == 303
    assert table.state.sheet.refusal is None


# Drafts.


def test_what_is_typed_of_a_round_is_not_restored_for_the_one_before(table: Table) -> None:
    def kept() -> str:
        found = re.search(r'id="entry"[^>]* data-keep="([^"]*)"', table.phone.get(table.url).text)
        assert found is not None
        return found[1]

    typed = kept()
    table.post("/undo")
    assert kept() != typed
    table.post("/redo")
    assert kept() == typed
    assert table.post("/rounds/1/edit", table.inputs({"tricks": {"Bob": 5}})).status_code == 303
    assert kept() == typed


def test_bids_are_seen_by_all_phones_and_saved_with_the_round(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    bids = {"slot": "1", "bid.0": "4", "bid.1": "3", "bid.2": "3"}
    assert table.post("/draft", {**bids, "lock": "on"}).status_code == 303
    page = club.organiser.get(table.url).text
    assert "Ann 4, Bob 3, Cyd 3" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "Save round 1" in page
    assert table.post("/rounds", {**bids, "tricks.0": "4", "tricks.1": "3", "tricks.2": "3"}).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 14, "Bob": 13, "Cyd": 13}


@pytest.mark.parametrize(
    "form", [{}, {"bid.0": "11"}, {"bid.0": "x"}, {"bid.0": "-1", "bid.1": "1", "bid.2": "1"}, {"tricks.0": "1"}]
)
def test_invalid_or_missing_bids_are_not_locked(club: Club, form: Mapping[str, str]) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    answer = table.post("/draft", {"slot": "1", "lock": "on", **form})
    assert answer.status_code == 422
    assert problems(answer)
    with club.app.app_context():
        assert drafts.draft_of(table.state) is None
        db.session.remove()


@pytest.mark.parametrize("slot", ["", "0", "2", "-1", "x", "9" * 50])
def test_a_draft_of_another_round_is_not_saved(club: Club, slot: str) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    assert table.post("/draft", {"slot": slot, "bid.0": "1"}).status_code in (303, 409)
    with club.app.app_context():
        assert drafts.draft_of(table.state) is None
        db.session.remove()


def test_a_draft_with_any_values_can_be_displayed(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    for text in (*BAD_NUMBERS, MARKUP):
        assert table.post("/draft", {"slot": "1", "bid.0": text}).status_code in (303, 422)
        page = table.phone.get(table.url)
        assert page.status_code == 200
        assert MARKUP not in page.text


# People.


def test_players_can_join_late_and_sit_rounds_out(table: Table) -> None:
    assert table.post("/players", {"name": " Dee "}).status_code == 303
    assert table.state.setup.players[-1] == "Dee"
    slot = str(table.state.next_slot)
    assert table.post("/draft", {"slot": slot, "who": "1", "present": ["0", "3"]}).status_code == 303
    page = table.phone.get(table.url).text
    assert page.count('name="absent"') == 2
    assert table.post("/rounds", {"absent": ["1", "2"], "tricks.0": "2", "tricks.1": "3"}).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0, "Dee": 2}
    assert table.post("/rounds/2/edit", {"absent": ["1", "2"], "tricks.0": "3", "tricks.1": "2"}).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 5, "Bob": 0, "Cyd": 0, "Dee": 0}


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "Ann", "ann", "a\0b", "x" * 9999])
def test_a_player_with_an_invalid_name_cannot_join(table: Table, name: str) -> None:
    answer = table.post("/players", {"name": name})
    assert answer.status_code == 422
    assert problems(answer)
    assert table.state.revision == 2


@pytest.mark.parametrize("present", [[], ["0"], ["9", "8"], ["x"], ["9" * 50]])
def test_a_round_needs_two_players(table: Table, present: list[str]) -> None:
    table.post("/draft", {"slot": "2", "who": "1", "present": present})
    with table.club.app.app_context():
        draft = drafts.draft_of(table.state)
        db.session.remove()
    assert draft is None


def test_any_name_can_be_played_under(club: Club) -> None:
    table = club.start("raise-the-stakes", NAMES)
    for form in ({"tricks.0": "5"}, {"tricks.1": "3", "tricks.4": "2", "raised_by": "0", "folded": "3"}):
        assert table.post("/rounds", form).status_code == 303
    adjust = {"adjust.0.player": "4", "adjust.0.points": "-3", "adjust.0.reason": MARKUP}
    assert table.post("/rounds/1/edit", {"tricks.4": "5", **adjust}).status_code == 303
    assert table.state.setup.players == tuple(NAMES)
    assert table.state.sheet.table.totals["0"] in (-1, 0)
    paths = ["", "/changes", "/rounds/1", "/rounds/2", "/rounds/1/edit", "/why/0", "/why/4"]
    pages = [table.phone.get(table.url + path) for path in paths]
    pages += [club.scorer.get(club.url + path) for path in ("", "/plays", "/plays/new")]
    for page in pages:
        assert page.status_code == 200
        assert MARKUP not in page.text
        assert "<b onclick" not in page.text


def test_a_total_of_a_seat_that_is_not_there_is_404(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    assert [table.phone.get(f"{table.url}/why/{seat}").status_code for seat in (2, 3, 99)] == [200, 404, 404]


# Random input.


NASTY = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["0", "1", "2", "none", "yes", "no", "-1", "99999", "1+1", "Ann", "Jk", "As 2d", "NaN"]),
)
PLAYED = ("rage", "raise-the-stakes", "reversis", "open-face-chinese-poker", "pay-me", "brag", "samba")


@pytest.fixture(scope="module")
def started(app: Flask) -> dict[str, Table]:
    """Return a play of each of some games, with a saved round."""
    club, found = Club(app), {}
    for slug in PLAYED:
        found[slug] = club.start(slug, seats_of(slug))
        found[slug].write(found[slug].sampled(Random(5)))
    return found


def names_of(table: Table) -> list[str]:
    """Return names of inputs that the play's forms have, and some that they never have."""
    state = table.state
    found = set(inputs(state, sampled(state, Random(2))))
    for field in state.game.scoring.fields(state.sheet.table):
        found |= {field.key, f"{field.key}.0", f"{field.key}.0.off", f"{field.key}.none", f"{field.key}.9.x"}
        found |= {f"{field.key}.{row}.{column.key}" for column in field.columns for row in (0, 1)}
    found |= {f"adjust.0.{key}" for key in ("player", "points", "reason")}
    return sorted(found | {"absent", "present", "more", "who", "lock", "?"})


@settings(max_examples=few(80))
@given(data=st.data(), slug=st.sampled_from(PLAYED))
def test_any_input_is_accepted_or_refused(started: dict[str, Table], data: st.DataObject, slug: str) -> None:
    table = started[slug]
    before = table.state
    path = data.draw(st.sampled_from(["/rounds", "/rounds/1/edit", "/draft", "/players"]))
    form: dict[str, Any] = {"slot": str(before.next_slot)}
    if data.draw(st.booleans()):
        form.update(inputs(before, sampled(before, Random(data.draw(st.integers(0, 99))))))
    junk = st.dictionaries(st.sampled_from(names_of(table)), st.lists(NASTY, min_size=1, max_size=3), max_size=6)
    form.update(data.draw(junk))
    answer = table.post(path, form)
    assert answer.status_code in (200, 303, 409, 422), answer.status_code
    after = table.state
    if answer.status_code == 422:
        assert problems(answer)
    if answer.status_code != 303:
        assert after.revision == before.revision
        assert after.slots == before.slots
    assert after.revision <= before.revision + 1
    assert after.sheet.refusal is None or path == "/rounds/1/edit"
    assert table.phone.get(table.url).status_code == 200
    if after.revision > before.revision:
        assert table.post("/undo").status_code == 303


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
        r'class="subtotal">.*?<span class="points[^>]*>([^<]+)</span><span class="grow">by these (\d+)', of_one
    )
    groups = [group for group in by_rule([line for line in last.lines if line.name == name]) if len(group) > 1]
    assert found == [(signed(sum(line.points for line in group)), str(len(group))) for group in groups]
    assert found
