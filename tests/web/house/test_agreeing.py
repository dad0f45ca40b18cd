"""Agreeing to house rules, withdrawing them, and announcements of coming ones."""

import re
from datetime import timedelta
from typing import Any

import pytest

from companion.store.house import house_rules as store
from tests.web.house.versions import DRINKS, MARKUP, agreed, proposed, url, versions
from tests.web.pages import words
from tests.web.phones import Club, problem_texts, problems


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({}, "Say who agreed: at least one of you."),
        ({"others": " , ;"}, "Say who agreed: at least one of you."),
        ({"others": "x" * 10_000}, "Name 1 is longer than 40 letters."),
        ({"agreed": ["a\0"]}, "Name 1 has letters that cannot be shown."),
        ({"others": ",".join(map(str, range(50)))}, "50 names are too many; enter at most 40."),
    ],
)
def test_an_agreement_needs_a_name(club: Club, form: dict[str, Any], told: str) -> None:
    found = proposed(club)
    answer = club.organiser.post(url(club, f"/{found.key}/agree"), form)
    assert answer.status_code == 422
    assert told in problem_texts(answer)
    assert form.get("others", "").strip() in answer.text
    assert versions(club) == [found]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("", "Say why it is withdrawn."),
        ("x" * 10_000, "The reason is longer than 200 letters."),
        ("\0", "The reason has letters that cannot be shown."),
    ],
)
def test_a_withdrawal_needs_a_reason(club: Club, reason: str, told: str) -> None:
    found = proposed(club)
    answer = club.organiser.post(url(club, f"/{found.key}/withdraw"), {"reason": reason})
    assert answer.status_code == 422
    assert told in problem_texts(answer)
    assert versions(club) == [found]


def test_the_second_agreement_says_who_was_first(club: Club) -> None:
    found = agreed(club)
    answer = club.organiser.post(url(club, f"/{found.key}/agree"), {"others": "Cyd"})
    assert answer.status_code == 422
    assert versions(club) == [found]


def test_what_was_refused_stays_beside_its_version_only(club: Club) -> None:
    first = proposed(club)
    proposed(club, {"target": "40"})
    for path, form, told in (
        ("agree", {"others": "y" * 41}, "Name 1 is longer than 40 letters."),
        ("withdraw", {"reason": "y" * 201}, "The reason is longer than 200 letters."),
    ):
        answer = club.organiser.post(url(club, f"/{first.key}/{path}"), form)
        assert (answer.status_code, set(problem_texts(answer))) == (422, {told})
        [typed] = form.values()
        assert answer.text.count(typed) == 1


def test_a_late_tap_is_told_what_happened_and_keeps_what_was_typed(club: Club) -> None:
    found = agreed(club)
    withdrawn = proposed(club, {"target": "40"})
    club.organiser.post(url(club, f"/{withdrawn.key}/withdraw"), {"reason": "Too long."})
    for key, step, form, said in (
        (
            found.key,
            "agree",
            {"others": "Cyd"},
            "Version 1 was agreed already by Ann, Bob, Zoë and Yves. You typed: Cyd",
        ),
        (found.key, "agree", {}, "Version 1 was agreed already by Ann, Bob, Zoë and Yves."),
        (found.key, "withdraw", {"reason": MARKUP}, f"Yves. You typed: {MARKUP}"),
        (withdrawn.key, "agree", {"agreed": ["Ann"], "others": "Cyd"}, "was withdrawn already. You typed: Ann, Cyd"),
        (withdrawn.key, "agree", {"agreed": ["Ann"], "others": ""}, "was withdrawn already. You typed: Ann"),
        (withdrawn.key, "withdraw", {"reason": "Why not."}, "was withdrawn already. You typed: Why not."),
    ):
        answer = club.organiser.post(url(club, f"/{key}/{step}"), form)
        assert answer.status_code == 422
        assert said in re.sub(r"\s+", " ", problems(answer))
        assert not re.search(r"You typed: (,|.*, *$)", problems(answer).strip()), "no comma for nobody"
        assert "<script>alert" not in answer.text


def test_a_coming_version_is_announced_and_can_be_withdrawn(club: Club) -> None:
    days = [(store.today() + timedelta(days=number)).isoformat() for number in range(10)]
    older = agreed(club, {"target": "40", "amendment.0.text": DRINKS, "holds_from": days[9]})
    newer = agreed(club, {"target": "50", "note": "Short.", "holds_from": days[3]})
    told = words(club.organiser.get(url(club)).text)
    assert re.search(
        r"version 2 Agreed; it holds from [^;]*, and then replaces the book. Target 50 until then: 20", told
    )
    assert re.search(
        r"version 1 Agreed; it holds from [^;]*, and then replaces version 2. Target 40 until then: 50", told
    )
    assert f"New {DRINKS} Without the note." in told
    assert "Withdraw it" in told
    assert "Withdraw it" not in words(club.scorer.get(url(club)).text)
    answer = club.organiser.post(url(club, f"/{older.key}/withdraw"), {"reason": "", "coming": "1"})
    assert answer.status_code == 422
    assert "Say why it is withdrawn." in problems(answer)
    sent = {"reason": "That was before.", "coming": "1"}
    assert club.organiser.post(url(club, f"/{older.key}/withdraw"), sent).status_code == 303
    assert [one.state for one in versions(club)] == ["agreed", "withdrawn"]
    assert "Withdrawn before its day: That was before." in words(club.viewer.get(url(club, f"/{older.key}")).text)
    assert newer.key in club.viewer.get(url(club)).text


def test_of_two_versions_for_one_day_the_first_names_its_successor(club: Club) -> None:
    day = (store.today() + timedelta(days=3)).isoformat()
    for target in ("30", "40", "50"):
        agreed(club, {"target": target, "holds_from": day})
    told = words(club.viewer.get(url(club)).text)
    assert told.count("version 3 replaces it on the same day, so it is never played") == 2
    assert "Target 50 until then: 20" in told
    assert "until then: 30" not in told
