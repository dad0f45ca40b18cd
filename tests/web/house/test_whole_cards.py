"""Cards and pages of house rules as a whole: what comes before what, what is left out, and each error once."""

import re
from datetime import UTC, date, datetime

import pytest
from flask import Flask, render_template_string

from companion.store.access.members import member as member_of
from companion.store.database.base import clock_at, db
from companion.store.database.trouble import DatabaseBusyError
from companion.store.house import house_rules
from companion.store.rulings import read_rulings, write_rulings
from companion.web.house import sharing
from tests.web.forms.forms_of_pages import sent_by
from tests.web.house.test_sharing import link_of
from tests.web.house.versions import DRINKS, FOLD, NEW, SLUG, agreed, proposed, url, versions
from tests.web.pages import main_of, words
from tests.web.phones import Club, problems

CARD = "What do we play? House rules of our club Raise the Stakes"
FOLDED = {"amendment.1.text": "Folded cards stay face down.", "amendment.1.rule": FOLD}


def section(page: str, key: str) -> str:
    """Return the text of the section of a page with this id."""
    return words(page.partition(f'id="{key}"')[2].partition(">")[2].partition("</section>")[0])


def test_options_set_back_to_the_book_come_after_those_that_differ_and_before_written_rules(club: Club) -> None:
    agreed(club, {**NEW, "short_deck": "1", "hand_size": "6", **FOLDED})
    changed = {"target": "50", "short_deck.off": "1", "hand_size": "6"}
    table = club.start(SLUG, ["Ann", "Bob"], changed)
    page = words(main_of(club.viewer.get(f"{table.url}/house").text))
    assert page.startswith(
        f"{CARD} Target tonight 50 house rule: 30; the book: 20 Paragraph § 6.1 "
        "Hand 6 cards the book: 5 cards Paragraph § 3.2 Paragraph § 8.3 "
        "Short deck tonight no house rule: yes; the book: no Paragraph § 8.2 "
        "Who deals fetches the drinks. Folded cards stay face down. Paragraph § 4.7 Version 1, since"
    )


def test_an_option_about_players_is_on_the_card_of_their_play(club: Club) -> None:
    unit = {"pair_units.0.a": "0", "pair_units.0.b": "1", "pair_units.0.unit": "5"}
    table = club.start("open-face-chinese-poker", ["Ann", "Bob", "Cyd"], unit)
    assert "Unit of two tonight Ann and Bob play for 5 the book: none" in words(
        club.viewer.get(f"{table.url}/house").text
    )
    assert "Tonight: Unit of two Ann and Bob play for 5" in words(club.viewer.get(table.url).text)


def test_withdrawn_versions_are_announced_and_listed_as_earlier_ones(club: Club) -> None:
    agreed(club)
    version = proposed(club, {"target": "40"})
    answer = club.organiser.post(url(club, f"/{version.key}/withdraw"), {"reason": "Too long."})
    page = words(main_of(club.organiser.get(answer.headers["Location"]).text))
    assert "Version 2 is withdrawn. What do we play?" in page
    agreed(club, {"target": "50"})
    page = words(main_of(club.viewer.get(url(club)).text))
    _, earlier = page.split("Earlier versions ")
    assert [earlier.index(f"Version {number}") for number in (2, 1)] == sorted(
        earlier.index(f"Version {number}") for number in (2, 1)
    )
    assert "Version 2 withdrawn: Too long." in earlier
    assert "Version 3" not in earlier


def test_every_error_of_a_proposal_is_displayed_beside_its_field_and_above_the_form(club: Club) -> None:
    for sent, errors in (
        ({"target": "x"}, ["Target: “x” is not a whole number."]),
        (
            {"target": "x", "amendment.0.text": "x" * 501},
            ["Target: “x” is not a whole number.", "The text is longer than 500 letters."],
        ),
    ):
        answer = club.scorer.post(url(club, "/new"), sent)
        page = words(main_of(answer.text))
        assert answer.status_code == 422
        assert page.count("Not proposed yet:") == 1
        for text in errors:
            assert page.count(text) == 2, (text, page)


def test_the_sentences_about_a_version_have_a_space_between_them(app: Flask) -> None:
    told = "{% import 'house/_house.html' as rules %}{{ rules.version_history(house) }}"
    house = {"number": 3, "state": "past", "holds_from": date(2026, 5, 3), "agreed_by": ["Ann"], "source": "Tables"}
    with app.test_request_context():
        text = re.sub("<.*?>", "", render_template_string(told, house=house)).strip()
    assert text == ("Version 3, since 3 May 2026. Agreed by Ann. From the house rules of Tables. No longer in force.")


def test_errors_are_listed_in_the_order_of_the_page_each_with_a_link_to_its_input(club: Club) -> None:
    sent = {
        "amendment.0.text": " ", "amendment.0.rule": FOLD, "amendment.1.text": "x" * 501,
        "amendment.1.rule": "nowhere at all", "target": "0",
    }  # fmt: skip
    page = club.scorer.post(url(club, "/new"), sent).text
    summary = page.partition("Not proposed yet:")[2].partition("</div>")[0]
    assert re.findall(r'<a href="#([^"]+)">(.*?)</a>', summary, re.DOTALL) == [
        ("f-target", "Target: 0 is too low, 1 is the least."),
        ("amendment-0", "The text is longer than 500 letters."),
        ("amendment-0-rule", "Raise the Stakes has no such paragraph. Choose one from the list, or none."),
    ]
    assert 'value="nowhere at all"' in page
    day = club.scorer.post(url(club, "/new"), {"target": "30", "holds_from": "x"})
    assert words(day.text).count("Not proposed yet: x is no day of the calendar.") == 1


def test_a_paragraph_without_a_text_is_no_rule(club: Club) -> None:
    assert proposed(club, {"target": "30", "amendment.0.text": " ", "amendment.0.rule": FOLD}).amendments == ()


def test_proposals_are_the_latest_first_and_a_rule_of_another_paragraph_is_a_new_one(club: Club) -> None:
    agreed(club)
    proposed(club, {"target": "40", "amendment.0.text": DRINKS})
    version = proposed(club, {**NEW, "amendment.0.rule": FOLD})
    page = words(main_of(club.organiser.get(url(club)).text))
    assert re.findall(r"Proposed: version (\d)", page) == ["3", "2"]
    changes = page.partition("Proposed: version 3")[2].partition("The whole card")[0]
    assert changes.endswith(f"New {DRINKS} Paragraph § 4.7 No longer {DRINKS} ")
    answer = club.organiser.post(url(club, f"/{version.key}/agree"), {"others": "Ann"})
    assert answer.headers["Location"] == url(club)


def test_rules_adopted_from_a_club_without_a_name_say_so(club: Club, app: Flask) -> None:
    agreed(club)
    other = Club(app)
    other.scorer.post(f"{other.url}/house/adopt", {"payload": link_of(club).rpartition("/")[2]})
    assert "From the house rules of another club ." in words(other.organiser.get(url(other)).text)


def test_the_rules_of_a_play_list_apart_what_belongs_to_no_paragraph_and_rulings_that_stand(club: Club) -> None:
    rulings = (
        (SLUG, "It stays.\nFor  good.", []), (SLUG, "so " * 80, [FOLD]), (SLUG, "Over.", []),
        ("rage", "Elsewhere.", []),
    )  # fmt: skip
    Club(club.app)  # so that numbers of rulings and ids differ
    with club.app.app_context():
        member = member_of(club.organiser.token, club.key)
        assert member is not None
        for number, (slug, decision, rules) in enumerate(rulings):
            found = write_rulings.record(
                member, game=slug, question=f"Question {number}?", decision=decision, rules=rules, agreed_by=["Ann"],
                client_id=f"tap {number}",
            )  # fmt: skip
            assert isinstance(found, read_rulings.RulingState), found
            if decision == "Over.":
                write_rulings.withdraw(member, found.key, "No longer.")
        db.session.remove()
    agreed(club, {**NEW, **FOLDED})
    page = club.viewer.get(club.start(SLUG, ["Ann", "Bob"], {"target": "30"}).url + "/rules").text
    assert section(page, "ours") == (
        f"At this table 4.7 House rule: Folded cards stay face down. Ruling 2: {'so ' * 53}… "
        "6.1 We play: Target: 30 (the book: 20) "
        "House rule: Who deals fetches the drinks. Ruling 1: It stays. For good. What do we play?"
    )


def test_games_with_house_rules_come_first_in_the_order_in_which_they_were_played(club: Club) -> None:
    for slug in ("rage", "toepen", "hearts"):
        answer = club.scorer.post(f"{club.url}/house/{slug}/new", {"amendment.0.text": DRINKS})
        assert answer.status_code == 303, problems(answer)
    version = proposed(club)
    club.organiser.post(url(club, f"/{version.key}/withdraw"), {"reason": "Too long."})
    club.start("rage", ["Ann", "Bob"])
    club.start("toepen", ["Ann", "Bob", "Cyd"])
    club.start("skat", ["Ann", "Bob", "Cyd"])
    page = club.viewer.get(f"{club.url}/house").text
    titles = re.findall(r'<span class="grow">(?:<strong>)?(.*?)</', page)
    assert titles[:4] == ["Toepen", "Rage", "Hearts", 'Skat <span class="badge">played']
    assert "Raise the Stakes" in titles[4:], "its only proposal is withdrawn"


def test_a_proposal_holds_from_today_where_the_club_is(club: Club) -> None:
    club.organiser.post(f"{club.url}/zone", {"zone": "Pacific/Kiritimati"})
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        page = club.scorer.get(url(club, "/new?amend=%20")).text
        form = sent_by(page, "proposal")
        proposed(club)
        other = Club(club.app)
        other.organiser.post(f"{other.url}/zone", {"zone": "Pacific/Kiritimati"})
        other.scorer.post(f"{other.url}/house/adopt", {"payload": sharing.payload_of(versions(club)[0], "")})
    assert 'min="2026-03-02"' in page
    assert versions(other)[0].holds_from == date(2026, 3, 2)
    assert form["holds_from"] == ["2026-03-02"]
    assert [name for name in form if name.startswith("amendment.")] == ["amendment.0.text", "amendment.0.rule"]
    assert versions(club)[0].holds_from == date(2026, 3, 2)


def test_a_day_that_cannot_be_read_is_refused_with_all_other_errors(club: Club) -> None:
    sent = {"target": "0", "hand_size": "7", "amendment.0.text": "x" * 501, "note": "y" * 501, "holds_from": "x"}
    answer = club.scorer.post(url(club, "/new"), sent)
    assert answer.status_code == 422
    told = problems(answer)
    for error in (
        "x is no day",
        "Target: 0 is too low",
        "The text is longer than 500 letters.",
        "note is longer than 500",
    ):
        assert error in told
    assert sent_by(answer.text, "proposal")["hand_size"] == ["7"]
    more = club.scorer.post(url(club, "/new"), {"hand_size": "7", "target": "25", "more": "1"})
    assert sent_by(more.text, "proposal")["hand_size"] == ["7"]


def test_a_proposal_that_cannot_be_saved_now_comes_back_as_it_was_typed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise DatabaseBusyError

    monkeypatch.setattr(house_rules, "propose", fail)
    answer = club.scorer.post(url(club, "/new"), {"target": "25", "note": "Since May."})
    assert answer.status_code == 503
    assert sent_by(answer.text, "proposal")["target"] == ["25"]
    assert "Since May." in answer.text


def test_a_shared_card_has_its_note_and_its_button_stays_if_it_was_refused(club: Club) -> None:
    agreed(club, {**NEW, "note": "At the lake."})
    link = link_of(club)
    page = club.scorer.get(link)
    assert f"Target 30 the book: 20 Paragraph § 6.1 {DRINKS} At the lake. Propose them" in words(page.text)
    form = sent_by(page.text, action=f"{club.url}/house/adopt")
    assert form["payload"] == [link.rpartition("/")[2]]
    refused = club.scorer.post(f"{club.url}/house/adopt", form)
    assert refused.status_code == 422
    assert sent_by(refused.text, action=f"{club.url}/house/adopt")["payload"] == form["payload"]
