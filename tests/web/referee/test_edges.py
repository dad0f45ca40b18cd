"""Questions and effects at their edges: who is asked, what is offered first, and where a tap leads."""

import re
from html import unescape

import pytest

from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table, problems
from tests.web.referee.questions import PENALTY, RENEGE
from tests.web.rulings.book import recorded

TRICK = "ask=1&trump=yellow&plays=Ann red-7, Bob red-8"


def notices(table: Table, form: dict[str, object]) -> tuple[str, str]:
    """Put effects on the sheet; return where that leads, and the message there."""
    answer = table.post("/referee/put", form)
    assert answer.status_code == 303, problems(answer)
    page = table.phone.get(answer.headers["Location"]).text
    return answer.headers["Location"], words(" ".join(re.findall(r'<p class="notice"[^>]*>.*?</p>', page)))


def test_the_three_latest_rulings_in_force_stand_beside_their_question(club: Club, table: Table) -> None:
    addresses = [
        recorded(club, question=f"Case {number}?", decision=f"Decision {number}.", situation="renege")
        for number in range(5)
    ]
    club.scorer.post(f"{addresses[4]}/withdraw", {"reason": "No."})
    recorded(club, question="Elsewhere?", decision="Another question.", situation="trick")
    shown = re.findall(r"Decision \d", words(main_of(club.viewer.get(f"{table.url}/referee/renege").text)))
    assert shown == ["Decision 3", "Decision 2", "Decision 1"]


def test_effects_are_named_once_in_the_words_of_the_game(table: Table, club: Club) -> None:
    twice = {"player": ["Bob", "Bob"], "points": ["-1", "-1"], "reason": ["late", "again"]}
    told = "On the sheet for round 2: Bob −1."
    assert notices(table, {**twice, "where": "draft"}) == (table.url, told)
    assert [one.points for one in table.state.pending_findings] == [-1, -1]
    marked = {**twice, "reason": ["reneged", "reneged"], "situation": "renege", "where": "last"}
    assert notices(table, marked) == (table.url, "Bob: marked in round 1, which is scored again.")
    assert notices(table, {**marked, "where": "draft"}) == (table.url, told)
    brag = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20"})
    fine = {"player": "Ann", "points": "-2", "reason": "late", "where": "draft"}
    assert notices(brag, fine) == (brag.url, "On the sheet for hand 1: Ann −2.")
    assert notices(table, {**PENALTY, "where": "draft", "back": "tricks"})[0] == f"{table.url}/tricks"


def test_a_finding_is_removed_with_all_that_it_says(club: Club) -> None:
    table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20"})
    for player in ("0", "1"):
        table.post("/buy", {"player": player, "points": "5"})
    bought = {"player": "Ann", "points": "5", "reason": "bought"}
    assert table.post("/referee/drop", bought).status_code in (303, 422)
    assert len(table.state.pending_findings) == 2, "chips that were bought are no correction"
    assert table.post("/referee/drop", {**bought, "buy": "1"}).status_code == 303
    assert [one.player for one in table.state.pending_findings] == ["Bob"]


def test_a_finding_is_removed_only_as_it_was_shown(table: Table) -> None:
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    old = {**table.carried(), **PENALTY}
    answer = table.post("/referee/drop", {**PENALTY, "points": []})
    assert answer.status_code == 422
    assert "A correction needs a name, points and a reason." in answer.text
    table.write({"tricks": {"Ann": 5}})
    assert table.phone.post(f"{table.url}/referee/drop", old).status_code == 409


def test_effects_can_go_on_the_rounds_that_there_are_the_coming_one_first(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"target": "6"})

    def offered() -> list[str]:
        return re.findall(r'name="where" value="(\w+)"', table.phone.get(f"{table.url}/referee/renege?admitted=1").text)

    assert offered() == ["draft"]
    table.write({"tricks": {"Ann": 5}})
    assert offered() == ["draft", "last"]
    table.write({"tricks": {"Ann": 5}})
    assert offered() == ["last"]


def test_who_sat_out_the_last_round_has_no_card_in_it_after_the_end(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"target": "3"})
    table.write({"tricks": {"Ann": 5}, "absent": ["Cyd"]})
    answer = table.phone.get(f"{table.url}/referee/trick?ask=1&trump=yellow&plays=Ann red-7, Cyd red-8")
    assert "Trick, row 2: Player: Cyd is not one of Ann or Bob." in problems(answer)


def test_who_sits_out_has_no_card_in_the_trick(table: Table) -> None:
    table.post("/draft", {"who": "1", "present": ["0", "1"], "slot": "2"})
    answer = table.phone.get(f"{table.url}/referee/trick?ask=1&trump=yellow&plays=Ann red-7, Cyd red-8")
    assert "Trick, row 2: Player: Cyd is not one of Ann or Bob." in problems(answer)
    assert 'class="verdict"' in table.phone.get(f"{table.url}/referee/trick?{TRICK}").text


def test_another_row_is_no_answer_yet(table: Table) -> None:
    assert 'class="verdict"' in table.phone.get(f"{table.url}/referee/trick?{TRICK}").text
    page = table.phone.get(f"{table.url}/referee/trick?{TRICK}&more=plays")
    assert page.status_code == 200
    assert 'class="verdict"' not in page.text
    assert "Ann red-7" in page.text


@pytest.mark.parametrize(
    ("query", "seats"), [("", 4), ("?seats=0", 2), ("?seats=2", 2), ("?seats=x", 4), ("?seats=99", 7)]
)
def test_without_a_play_as_many_sit_at_the_table_as_were_chosen_or_four(club: Club, query: str, seats: int) -> None:
    page = club.stranger.get(f"/rules/raise-the-stakes/referee/score{query}").text
    assert sorted(set(re.findall(r"Player \d", page))) == [f"Player {number}" for number in range(1, seats + 1)]


def test_without_a_play_partners_sit_opposite(club: Club) -> None:
    page = words(main_of(club.stranger.get("/rules/pitch/referee/game-point").text))
    assert "Players 1 and 3" in page
    assert "Players 2 and 4" in page


def test_an_option_that_is_refused_is_marked_with_what_was_typed(club: Club) -> None:
    answer = club.stranger.get("/rules/raise-the-stakes/referee/score?seats=3&o-target=999")
    assert answer.status_code == 422
    [box] = re.findall(r'<input[^>]*name="o-target"[^>]*>', answer.text)
    assert 'value="999"' in box
    assert 'aria-invalid="true"' in box
    assert "Target: 999 is too high, 200 is the most." in problems(answer)


def test_options_in_the_address_are_chosen_and_shown(club: Club) -> None:
    place = "/rules/raise-the-stakes/referee/score?seats=3"
    plain, changed = (unescape(club.stranger.get(f"{place}{more}").text) for more in ("", "&o-target=30&o-hand=6"))
    assert [re.findall(r'name="o-target"[^>]* value="(\d*)"', page) for page in (plain, changed)] == [["20"], ["30"]]
    assert [len(re.findall(r"<details[^>]* open", page)) for page in (plain, changed)] == [0, 1]


@pytest.mark.parametrize(
    ("slug", "path", "what"),
    [
        ("hearts", "/referee/renege?admitted=1", "Bob reneged."),
        ("cucumber", "/referee/renege?admitted=1", "Bob played a wrong card."),
        ("ristiseiska", "/referee/false-beg?admitted=1", "Bob begged without need."),
    ],
)
def test_a_fault_on_which_everybody_agrees_is_what_happened(club: Club, slug: str, path: str, what: str) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
    sent = sent_by(table.phone.get(table.url + path).text, "decide")
    assert sent["question"] == [what]
    assert table.post("/decide", {**sent, "points": "5"}).status_code == 303
    [found] = table.state.pending_findings
    assert (found.player, found.reason) == ("Bob", what)
    assert re.search(f"The referee, for this (round|game) [+−]5 {what} Remove", words(table.phone.get(table.url).text))


def test_a_question_that_everybody_agrees_on_says_so_in_the_ruling(table: Table) -> None:
    admitted = unescape(table.phone.get(f"{table.url}/referee/renege?admitted=1").text)
    by_cards = unescape(table.phone.get(table.url + RENEGE).text)
    asked = [re.findall(r'name="question" value="([^"]*)"', page)[-1] for page in (admitted, by_cards)]
    assert asked == ["Bob reneged.", "Who reneged?"]
    facts = re.findall(r'name="fact" value="([^"]*)"', by_cards.partition('id="decide"')[2])
    assert facts == ["Tricks: Trick 1: Ann red 7, Bob blue 3; Trick 2: Bob red 1, Ann red 8", "Trump: yellow"]
