"""Agreeing to house rules, and withdrawing them."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from flask import Flask

from companion.core.house.house_rules import HouseRules
from companion.store.database.base import clock_at
from companion.store.house import house_rules
from companion.store.log.write_results import Refused
from companion.store.rulings import read_rulings, write_rulings
from tests.store.house.versions import DRINKS, FOLDED, SLUG, agreed, days, proposed, states
from tests.store.rulings.test_rulings import record
from tests.store.tables import Club, at_once, client_id, events_in_log, kinds_in_log, messages, rows


def test_an_agreed_version_cannot_be_withdrawn(club: Club) -> None:
    done = agreed(club)
    assert (
        messages(house_rules.withdraw(club.organiser, done.key, "No."))
        == "Version 1 was agreed already by Ann and Bob."
    )
    assert states(club) == {1: "in force"}


def test_events_about_house_rules_are_stored_as_ever(club: Club) -> None:
    key = record(club).key
    day = house_rules.today() + timedelta(days=1)
    first = proposed(club, amendments=[DRINKS, FOLDED], note="So be it.", holds_from=day, source="Ours", ruling=key)
    second = proposed(club, {"target": 40})
    house_rules.agree(club.organiser, first.key, ["Ann", "Bob"])
    house_rules.withdraw(club.organiser, second.key, "No.")
    stored = {
        "game": SLUG, "number": 1, "rules_version": 1, "note": "So be it.", "holds_from": day.isoformat(),
        "source": "Ours", "ruling": 1, "options": dict(first.options), "amendments": [
            {"rule": "", "text": "Who deals fetches the drinks."},
            {"rule": "raise-the-stakes/play.fold", "text": "Folded cards stay face down."},
        ],
    }  # fmt: skip
    assert kinds_in_log(club, "ruling") == ["recorded"]
    assert [event for event in events_in_log(club, "house") if event[3].get("number") != 2] == [
        ("house", None, "proposed", stored, None),
        ("house", 2, "agreed", {"names": ["Ann", "Bob"], "reason": ""}, None),
        ("house", 3, "withdrawn", {"names": [], "reason": "No."}, None),
    ]


def _became(club: Club, version: HouseRules) -> int:
    """Return how often something happened to a version."""
    asked = "select count(*) from event where club_id = :club and subject = 'house' and subject_id = :id"
    return int(rows(asked, club=club.scorer.club_id, id=version.id)[0][0])


def test_of_two_agreements_at_once_one_counts(app: Flask, club: Club) -> None:
    first = proposed(club)
    acts = [lambda name=name: house_rules.agree(club.organiser, first.key, [name]) for name in ("Ann", "Bob")]
    found = at_once(app, *acts)
    [done] = [one for one in found if isinstance(one, HouseRules)]
    [late] = [one for one in found if isinstance(one, Refused)]
    assert messages(late) == f"Version 1 was agreed already by {done.agreed_by[0]}."
    assert _became(club, first) == 1


def test_of_agreement_and_withdrawal_at_once_one_counts(app: Flask, club: Club) -> None:
    first = proposed(club)
    at_once(
        app,
        lambda: house_rules.agree(club.organiser, first.key, ["Ann"]),
        lambda: house_rules.withdraw(club.organiser, first.key, "No."),
    )
    assert _became(club, first) == 1


def test_an_agreed_version_can_be_withdrawn_until_its_day(club: Club) -> None:
    agreed(club, {"target": 30})
    coming = agreed(club, {"target": 40}, holds_from=house_rules.today() + timedelta(days=5))
    late = messages(house_rules.withdraw(club.organiser, coming.key, "No."))
    assert late == "Version 2 was agreed already by Ann and Bob.", "who saw a proposal did not mean what is agreed"
    with clock_at(days(5)):
        late = messages(house_rules.withdraw(club.organiser, coming.key, "No.", agreed=True))
        assert late.endswith("It is in force; propose a change instead.")
    done = house_rules.withdraw(club.organiser, coming.key, "We think again.", agreed=True)
    assert isinstance(done, HouseRules)
    assert (done.state, done.reason, done.agreed_by) == ("withdrawn", "We think again.", ("Ann", "Bob"))
    assert kinds_in_log(club, "house") == ["proposed", "agreed", "proposed", "agreed", "withdrawn"]
    assert house_rules.withdraw(club.organiser, coming.key, "We think again.", agreed=True) == done, (
        "the same tap again"
    )
    assert messages(house_rules.agree(club.organiser, coming.key, ["Ann", "Bob"])) == "Version 2 was withdrawn already."
    with clock_at(days(9)):
        assert states(club) == {1: "in force", 2: "withdrawn"}


def test_a_ruling_is_no_house_rule_if_its_version_was_withdrawn(club: Club) -> None:
    ruled = write_rulings.record(
        club.scorer, game=SLUG, question="May they be shown?", decision="No.", agreed_by=["Ann"], client_id=client_id()
    )
    assert isinstance(ruled, read_rulings.RulingState)
    done = agreed(
        club,
        holds_from=house_rules.today() + timedelta(days=5),
        ruling=ruled.key,
    )

    def now_in() -> str | None:
        found = read_rulings.ruling_by_key(club.organiser.club_id, ruled.key)
        assert found is not None
        return found.house

    assert now_in() == done.key
    house_rules.withdraw(club.organiser, done.key, "We think again.", agreed=True)
    assert now_in() is None


@pytest.mark.parametrize(
    ("names", "words"),
    [([], "Say who agreed: at least one of you."), ([" ", ""], "Say who agreed: at least one of you."),
     (["x" * 41], "Name 1 is longer than 40 letters."), (["a\0"], "Name 1 has letters that cannot be shown."),
     (["\u200d"], "Name 1 has only letters that cannot be seen."),
     ([f"N{number}" for number in range(41)], "41 names are too many; enter at most 40.")],
)  # fmt: skip
def test_an_agreement_needs_a_name(club: Club, names: Sequence[str], words: str) -> None:
    first = proposed(club)
    assert messages(house_rules.agree(club.organiser, first.key, names)) == words
    assert states(club) == {1: "proposed"}


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("", "Say why it is withdrawn."), (" \n", "Say why it is withdrawn."),
        ("x" * 201, "The reason is longer than 200 letters."), ("\0", "The reason has letters that cannot be shown."),
    ],
)  # fmt: skip
def test_a_withdrawal_needs_a_reason(club: Club, reason: str, words: str) -> None:
    first = proposed(club)
    assert messages(house_rules.withdraw(club.organiser, first.key, reason)) == words
    assert states(club) == {1: "proposed"}
