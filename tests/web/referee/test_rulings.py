"""Rulings and house rules beside verdicts, and help beside questions."""

from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.store.access import members
from companion.store.house import house_rules
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, Table
from tests.web.referee.questions import RENEGE, WITH_REFEREE


def test_a_verdict_is_recorded_and_comes_first_the_next_time(table: Table) -> None:
    page = table.phone.get(table.url + RENEGE).text
    link = unescape(page[: page.index(">Write a longer ruling<")].rsplit('href="', 1)[1].split('"')[0])
    form = table.phone.get(link)
    assert form.status_code == 200
    sent = sent_by(form.text, "ruling")
    sent |= {
        "decision": ["Bob loses two points: it was the third time."],
        "agreed": ["Ann", "Bob"],
        "question": ["Who reneged?"],
    }
    assert table.phone.post(f"{table.club.url}/rulings/new", sent).status_code == 303
    again = unescape(table.club.viewer.get(f"{table.url}/referee/renege").text)
    assert "Ruled here before" in again
    assert "it was the third time" in again
    assert "Ruled here before" not in table.phone.get(f"{table.url}/referee/trick").text
    elsewhere = table.club.start("rage", ["Ann", "Bob", "Cyd"])
    assert "Ruled here before" not in table.phone.get(f"{elsewhere.url}/referee/renege").text
    assert "Write a longer ruling" not in table.club.viewer.get(table.url + RENEGE).text


def test_a_house_rule_on_the_paragraph_comes_before_the_verdict(club: Club) -> None:
    before = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    words = "Whoever reneges deals the next two hands."
    with club.app.app_context():
        member = members.member(club.organiser.token, club.key)
        assert member is not None
        proposed = house_rules.propose(
            member, game="raise-the-stakes", options={}, note="", holds_from=house_rules.today(), client_id="tap-house",
            amendments=[house_rules.Amendment("raise-the-stakes/penalties.renege", words)],
        )  # fmt: skip
        assert isinstance(proposed, house_rules.HouseRules)
        assert isinstance(house_rules.agree(member, proposed.key, ["Ann"]), house_rules.HouseRules)
    after = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    page = club.scorer.get(after.url + RENEGE).text
    assert page.index(words) < page.index('class="verdict"')
    assert words not in club.scorer.get(before.url + RENEGE).text
    assert words not in club.scorer.get(f"{after.url}/referee/upcard?ask=1&turned=red-7").text


def test_a_question_is_labelled_by_the_answer_it_depends_on(app: Flask) -> None:
    """Without a script, too; errors and the API use the same label."""
    page = "/rules/reversis/referee/ace"
    phone = Phone(app)
    assert ">Trick won, suit led, or hand won by</span>" in phone.get(page).text
    for how, label in (("discarded", "Trick won by"), ("forced", "Suit led by"), ("led", "Hand won by")):
        asked = phone.get(page, query_string={"ask": "1", "how": how}).text
        assert f">{label}</span>" in asked
        assert f"Choose “{label}”." in asked
    facts = phone.get("/api/v1/games/reversis/referee").json["situations"]
    [ace] = [one for one in facts if one["key"] == "ace"]
    [other] = [one for one in ace["facts"] if one["key"] == "other"]
    assert other["named_by"]["key"] == "how"
    assert {"value": "led", "label": "Hand won by"} in other["named_by"]["labels"]


def test_help_is_beside_what_it_explains(app: Flask) -> None:
    page = Phone(app).get("/rules/samba/referee/pickup").text
    assert '<p class="hint" id="f-pile-hint">The bottom card first.</p>' in page
    assert 'aria-describedby="f-pile-hint"' in page


def test_an_explanation_for_all_players_appears_once(club: Club) -> None:
    table = club.start("burraco", ["Ann", "Bob", "Cyd", "Dee"])
    page = table.phone.get(table.url).text
    assert page.count("Melds of seven cards or more with a wild card.") == 1
    assert page.count("jokers 30") + page.count("Jokers 30") == 1
    assert "<b>Dirty</b> Melds of seven cards or more with a wild card." in page


def test_help_names_its_subject_if_several_things_are_asked(club: Club) -> None:
    table = club.start("reversis", ["Ann", "Bob", "Cyd", "Dee"])
    assert "<b>Points</b> In the tricks: aces 4" in table.phone.get(table.url).text


@pytest.mark.parametrize("game", [game for game in WITH_REFEREE if any(one.key == "renege" for one in game.situations)])
def test_a_question_about_a_renege_asks_the_table_before_the_cards(club: Club, game: Any) -> None:
    url = club.start(game.slug, ["Ann", "Bob", "Cyd", "Dee"][: game.seats.nearest_allowed(3)]).url
    page = club.scorer.get(f"{url}/referee/renege").text
    assert page.index("Everybody agrees: who?") < page.index("Or let the cards decide")
    verdict = unescape(club.scorer.get(f"{url}/referee/renege?admitted=1").text)
    assert "Bob" in verdict[verdict.index('class="says"') : verdict.index("</section>", verdict.index('class="says"'))]
