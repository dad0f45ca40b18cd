"""House rules: proposed, agreed, in force from their day on; a play keeps those that it began under."""

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from companion.core.rules.house import Amendment, HouseRules, differences
from companion.games import SLUGS, game_of
from companion.store.database.base import clock_at, db
from companion.store.house import house_rules
from companion.store.nights import club_zone
from companion.store.plays import starting
from companion.store.plays.play_state import PlayState
from companion.store.rulings import read_rulings, write_rulings
from tests import older
from tests.store.tables import Club, Table, at_once, client_id, rows

SLUG = "raise-the-stakes"
DRINKS = Amendment("", "Who deals fetches the drinks.")
FOLDED = Amendment("raise-the-stakes/play.fold", "Folded cards stay face down.")


def wish(club: Club, options: dict[str, Any] | None = None, **more: Any) -> Any:
    """Return the result of a proposal; of a target of 30 by default."""
    given = {
        "game": SLUG, "options": {"target": 30} if options is None else options, "amendments": [], "note": "",
        "holds_from": house_rules.today(), "client_id": client_id(), **more,
    }  # fmt: skip
    return house_rules.propose(given.pop("member", club.scorer), **given)


def proposed(club: Club, options: dict[str, Any] | None = None, **more: Any) -> HouseRules:
    """Return a proposal that must be accepted."""
    found = wish(club, options, **more)
    assert isinstance(found, HouseRules), found
    return found


def agreed(club: Club, options: dict[str, Any] | None = None, **more: Any) -> HouseRules:
    """Return a version that somebody agreed to."""
    found = house_rules.agree(club.organiser, proposed(club, options, **more).key, ["Ann", "Bob"])
    assert isinstance(found, HouseRules), found
    return found


def told(problems: Any) -> str:
    """Return all problems, as one text."""
    assert isinstance(problems, list), problems
    return " ".join(problem.message for problem in problems)


def states(club: Club) -> dict[int, str]:
    """Return the state of each version, by number."""
    return {one.number: one.state for one in house_rules.versions_of_game(club.organiser.club_id, SLUG)}


def days(number: int) -> datetime:
    """Return a moment so many days from now."""
    return datetime.now(UTC) + timedelta(days=number)


def test_a_proposal_has_no_effect_before_it_is_agreed(club: Club) -> None:
    first = proposed(club, amendments=[DRINKS, FOLDED], note="At  the\nlake.")
    assert (first.number, first.state, first.note, first.amendments) == (
        1,
        "proposed",
        "At the lake.",
        (DRINKS, FOLDED),
    )
    assert house_rules.house_rules_in_force(club.organiser.club_id, SLUG) is None
    done = house_rules.agree(club.organiser, first.key, ["Ann", " Bob ", "", "Ann"])
    assert isinstance(done, HouseRules)
    assert (done.state, done.agreed_by, done.holds_from) == ("in force", ("Ann", "Bob"), house_rules.today())
    assert house_rules.house_rules_in_force(club.organiser.club_id, SLUG) == done
    assert house_rules.all_house_rules_in_force(club.organiser.club_id) == {SLUG: done}
    assert (
        house_rules.by_key(club.organiser.club_id, first.key)
        == house_rules.by_id(club.organiser.club_id, first.id)
        == done
    )


def test_all_options_are_stored_and_only_differences_are_listed(club: Club) -> None:
    done = agreed(club, {"target": 30, "variation_cards": ["swap", "spy"], "short_deck": False})
    assert set(done.options) == {item.key for item in game_of(SLUG).options}
    found = {one.label: (one.value_text, one.book_text) for one in differences(game_of(SLUG), done)}
    assert found == {"Target": ("30", "20"), "Variation cards": ("Spy, Swap", "none")}
    [target, _] = differences(game_of(SLUG), done)
    assert "raise-the-stakes/ending.target" in target.rules


def test_versions_are_numbered_by_game_and_club(club: Club) -> None:
    assert [proposed(club, {"target": number}).number for number in (21, 22, 23)] == [1, 2, 3]
    assert proposed(club, {"target": 500}, game="burraco").number == 1
    assert proposed(Club()).number == 1
    assert [one.number for one in house_rules.versions_of_game(club.organiser.club_id, SLUG)] == [3, 2, 1]


@pytest.mark.parametrize(
    ("today", "seen"),
    [
        (0, {1: "in force", 2: "agreed", 3: "agreed"}),
        (4, {1: "in force", 2: "agreed", 3: "agreed"}),
        (5, {1: "past", 2: "in force", 3: "agreed"}),
        (10, {1: "past", 2: "past", 3: "in force"}),
        (400, {1: "past", 2: "past", 3: "in force"}),
    ],
)
def test_each_version_is_in_force_from_its_day(club: Club, today: int, seen: dict[int, str]) -> None:
    for number, day in enumerate((0, 5, 10), start=1):
        agreed(club, {"target": 20 + number}, holds_from=house_rules.today() + timedelta(days=day))
    with clock_at(days(today)):
        assert states(club) == seen


def test_a_version_agreed_after_its_day_starts_on_the_day_of_the_agreement(club: Club) -> None:
    first = proposed(club)
    with clock_at(days(7)):
        assert house_rules.agree(club.organiser, first.key, ["Ann"]) != []
        found = house_rules.by_key(club.organiser.club_id, first.key)
        assert found is not None
        assert (found.state, found.holds_from) == ("in force", house_rules.today())
    [[written]] = rows("select data from event where key = :key", key=first.key)
    assert f'"holds_from": "{first.holds_from}"' in (written if isinstance(written, str) else json.dumps(written))


def test_of_one_day_the_version_agreed_later_is_in_force(club: Club) -> None:
    first, second = proposed(club, {"target": 30}), proposed(club, {"target": 40})
    for key, moment in ((second.key, 1), (first.key, 2)):
        with clock_at(datetime.now(UTC) + timedelta(seconds=moment)):
            house_rules.agree(club.organiser, key, ["Ann"])
    assert states(club) == {1: "in force", 2: "past"}


def test_a_withdrawn_proposal_stays_readable(club: Club) -> None:
    first = proposed(club)
    done = house_rules.withdraw(club.organiser, first.key, " Nobody  wants it. ")
    assert isinstance(done, HouseRules)
    assert (done.state, done.reason, done.agreed_by) == ("withdrawn", "Nobody wants it.", ())
    assert house_rules.house_rules_in_force(club.organiser.club_id, SLUG) is None
    assert told(house_rules.agree(club.organiser, first.key, ["Ann"])) == "Version 1 was withdrawn already."
    assert house_rules.withdraw(club.organiser, first.key, "Nobody wants it.") == done, "the same tap again"


def test_an_agreed_version_cannot_be_withdrawn(club: Club) -> None:
    done = agreed(club)
    assert told(house_rules.withdraw(club.organiser, done.key, "No.")) == "Version 1 was agreed already by Ann and Bob."
    assert states(club) == {1: "in force"}


def test_the_same_tap_twice_proposes_once(club: Club) -> None:
    first = proposed(club, client_id="tap")
    assert proposed(club, client_id="tap") == first
    house_rules.agree(club.organiser, first.key, ["Ann"])
    assert proposed(club, client_id="tap").id == first.id, "it says that it is there, not that it is nothing new"
    assert proposed(Club(), client_id="tap").key != first.key


def test_the_same_tap_at_once_proposes_once(app: Flask, club: Club) -> None:
    found = at_once(app, *[lambda: wish(club, client_id="tap").id] * 3)
    assert len(set(found)) == 1
    assert states(club) == {1: "proposed"}


def test_two_proposals_at_once_have_different_numbers(app: Flask, club: Club) -> None:
    acts = [lambda target=target: wish(club, {"target": target}).number for target in (31, 32, 33)]
    assert sorted(at_once(app, *acts)) == [1, 2, 3]


def _became(club: Club, version: HouseRules) -> int:
    """Return how often something happened to a version."""
    asked = "select count(*) from event where club_id = :club and subject = 'house' and subject_id = :id"
    return int(rows(asked, club=club.scorer.club_id, id=version.id)[0][0])


def test_of_two_agreements_at_once_one_counts(app: Flask, club: Club) -> None:
    first = proposed(club)
    acts = [lambda name=name: house_rules.agree(club.organiser, first.key, [name]) for name in ("Ann", "Bob")]
    found = at_once(app, *acts)
    [done] = [one for one in found if isinstance(one, HouseRules)]
    [late] = [one for one in found if isinstance(one, list)]
    assert told(late) == f"Version 1 was agreed already by {done.agreed_by[0]}."
    assert _became(club, first) == 1


def test_of_agreement_and_withdrawal_at_once_one_counts(app: Flask, club: Club) -> None:
    first = proposed(club)
    at_once(
        app,
        lambda: house_rules.agree(club.organiser, first.key, ["Ann"]),
        lambda: house_rules.withdraw(club.organiser, first.key, "No."),
    )
    assert _became(club, first) == 1


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"game": "bridge"}, "a game from the list"),
        ({"options": {"target": -1}}, "too low"),
        ({"amendments": [Amendment("", " ")], "note": "a\0b"}, "is empty"),
        ({"holds_from": date(2000, 1, 1)}, "in the past"),
        ({"holds_from": date.max}, "more than a year"),
        ({"options": {}}, "what the book says"),
        ({"options": {"target": 20, "variation_cards": []}}, "what the book says"),
    ],
    ids=lambda value: "" if isinstance(value, dict) else value,
)  # fmt: skip
def test_an_invalid_proposal_is_refused_with_its_problems(club: Club, more: dict[str, Any], words: str) -> None:
    assert words in told(wish(club, **more))
    assert states(club) == {}


def test_a_changed_note_is_a_valid_proposal(club: Club) -> None:
    agreed(club, note="At the lake.")
    assert "in force already" in told(wish(club, note=" At  the lake. "))
    assert proposed(club, note="At the sea.").number == 2
    assert proposed(club, note="").number == 3, "so is dropping it"
    assert proposed(Club(), {}, note="By the book, says Ann.").number == 1


def test_a_repeated_proposal_is_refused(club: Club) -> None:
    first = proposed(club, note="Hm.", amendments=[DRINKS])
    again = {"note": "Hm.", "amendments": [DRINKS]}
    assert told(wish(club, **again)) == "Version 1 proposes exactly this already."
    assert proposed(club, **again, holds_from=house_rules.today() + timedelta(days=3)).number == 2, (
        "from another day on"
    )
    assert proposed(club, amendments=[DRINKS]).number == 3, "without the note"
    with clock_at(days(2)):
        assert "Version 1 proposes" in told(wish(club, **again)), "agreed now, it would hold from now on as well"
    house_rules.withdraw(club.organiser, first.key, "No.")
    assert proposed(club, **again).number == 4


def test_the_same_proposal_by_two_phones_at_once_is_stored_once(app: Flask, club: Club) -> None:
    found = at_once(app, *[lambda: wish(club)] * 2)
    assert sorted(isinstance(one, HouseRules) for one in found) == [False, True]
    assert states(club) == {1: "proposed"}


def test_a_version_equal_to_the_one_in_force_cannot_be_agreed(club: Club) -> None:
    [first, second] = [proposed(club, holds_from=house_rules.today() + timedelta(days=day)) for day in (0, 3)]
    done = house_rules.agree(club.organiser, first.key, ["Ann"])
    message = "These rules are in force already: version 1 is the same. Withdraw the proposal."
    assert told(house_rules.agree(club.organiser, second.key, ["Ann"])) == message
    assert house_rules.agree(club.organiser, first.key, ["Ann"]) == done, "the same tap again"
    assert states(club) == {1: "in force", 2: "proposed"}


def test_names_that_differ_only_by_case_are_listed_once(club: Club) -> None:
    Table(club.scorer, players=("Ann", "Bob"))
    done = house_rules.agree(club.organiser, proposed(club).key, ["ann", "Ann", " ANN ", "cyd", "Cyd"])
    assert isinstance(done, HouseRules)
    assert done.agreed_by == ("Ann", "cyd")


def test_an_agreed_version_can_be_withdrawn_until_its_day(club: Club) -> None:
    agreed(club, {"target": 30})
    coming = agreed(club, {"target": 40}, holds_from=house_rules.today() + timedelta(days=5))
    late = told(house_rules.withdraw(club.organiser, coming.key, "No."))
    assert late == "Version 2 was agreed already by Ann and Bob.", "who saw a proposal did not mean what is agreed"
    with clock_at(days(5)):
        late = told(house_rules.withdraw(club.organiser, coming.key, "No.", agreed=True))
        assert late.endswith("It is in force; propose a change instead.")
    done = house_rules.withdraw(club.organiser, coming.key, "We think again.", agreed=True)
    assert isinstance(done, HouseRules)
    assert (done.state, done.reason, done.agreed_by) == ("withdrawn", "We think again.", ("Ann", "Bob"))
    assert house_rules.withdraw(club.organiser, coming.key, "We think again.", agreed=True) == done, (
        "the same tap again"
    )
    assert told(house_rules.agree(club.organiser, coming.key, ["Ann", "Bob"])) == "Version 2 was withdrawn already."
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


def test_the_version_in_force_cannot_be_proposed(club: Club) -> None:
    agreed(club, {"target": 30}, amendments=[DRINKS])
    again = {
        "options": {"target": 30, "hand_size": 5},
        "amendments": [Amendment("", " Who deals fetches the drinks. ")],
    }
    assert "in force already" in told(wish(club, **again))
    assert proposed(club, {"target": 30}, amendments=[]).number == 2
    assert proposed(club, {}).number == 3, "back to the book is a change"
    agreed(club, {"target": 40}, holds_from=house_rules.today() + timedelta(days=9))
    assert proposed(club, **again, holds_from=house_rules.today() + timedelta(days=9)).number == 5, (
        "it changes what is coming"
    )


@pytest.mark.parametrize(
    ("names", "words"),
    [([], "who agreed"), ([" ", ""], "who agreed"), (["x" * 41], "longer than 40"), (["a\0"], "cannot be shown"),
     (["\u200d"], "cannot be seen"), ([f"N{number}" for number in range(41)], "too many")],
)  # fmt: skip
def test_an_agreement_needs_a_name(club: Club, names: Sequence[str], words: str) -> None:
    first = proposed(club)
    assert words in told(house_rules.agree(club.organiser, first.key, names))
    assert states(club) == {1: "proposed"}


@pytest.mark.parametrize(("reason", "words"), [("", "why"), (" \n", "why"), ("x" * 201, "longer"), ("\0", "be shown")])
def test_a_withdrawal_needs_a_reason(club: Club, reason: str, words: str) -> None:
    first = proposed(club)
    assert words in told(house_rules.withdraw(club.organiser, first.key, reason))
    assert states(club) == {1: "proposed"}


def test_viewers_may_not_change_house_rules(club: Club) -> None:
    with pytest.raises(PermissionError, match="can only watch"):
        wish(club, member=club.viewer)
    first = proposed(club, member=club.scorer)
    for member in (club.scorer, club.viewer):
        with pytest.raises(PermissionError, match="Only an organiser"):
            house_rules.agree(member, first.key, ["Ann"])
        with pytest.raises(PermissionError, match="Only an organiser"):
            house_rules.withdraw(member, first.key, "No.")


def test_house_rules_are_private_to_their_club(club: Club) -> None:
    first, other = agreed(club), Club().organiser
    assert house_rules.agree(other, first.key, ["Ann"]) is None
    assert house_rules.withdraw(other, first.key, "No.") is None
    assert house_rules.by_key(other.club_id, first.key) is house_rules.by_id(other.club_id, first.id) is None
    assert house_rules.all_versions(other.club_id) == []
    assert house_rules.agree(club.organiser, "nothing", ["Ann"]) is None


def test_a_play_keeps_the_version_that_it_began_under(club: Club) -> None:
    before = Table(club.scorer)
    done = agreed(club)
    under = Table(club.scorer)
    later = agreed(club, {"target": 40})
    assert (before.state.house_id, under.state.house_id) == (None, done.id)
    assert (before.state.options["target"], under.state.options["target"]) == (20, 30)
    assert Table(club.scorer).state.house_id == later.id
    assert Table(club.scorer, "rage").state.house_id is None, "another game"
    assert Table(Club().scorer).state.house_id is None, "another club"


def test_a_proposed_or_future_version_does_not_apply_to_a_new_play(club: Club) -> None:
    agreed(club, {"target": 40}, holds_from=house_rules.today() + timedelta(days=1))
    proposed(club)
    assert Table(club.scorer).state.options["target"] == 20
    with clock_at(days(2)):
        assert Table(club.scorer).state.options["target"] == 40


def test_a_change_for_one_evening_is_stored_beside_the_version(club: Club) -> None:
    done = agreed(club, {"target": 30, "short_deck": True})
    state = Table(club.scorer, options={"target": 50}).state
    assert state.house_id == done.id
    assert (state.options["target"], state.options["short_deck"]) == (50, True)
    assert state.setup.options["short_deck"], "it is what the play is scored by"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_can_have_house_rules(club: Club, slug: str) -> None:
    text = Amendment(game_of(slug).rules.paragraphs[0].id, "We do.")
    assert agreed(club, {}, game=slug, amendments=[text]).state == "in force"
    assert differences(game_of(slug), house_rules.all_house_rules_in_force(club.organiser.club_id)[slug]) == []


def test_a_game_that_no_longer_exists_is_left_out(club: Club) -> None:
    first = agreed(club)
    db.session.rollback()
    with db.engine.begin() as connection:
        columns = "club_id, subject, kind, at"
        connection.exec_driver_sql(
            f"insert into event (key, client_id, seq, data, {columns})"
            f""" select 'other', 'other', 99, '{{"game": "bridge", "number": 1}}', {columns}"""
            f" from event where seq = {first.id} and club_id = {club.scorer.club_id}"
        )
    assert house_rules.all_versions(club.organiser.club_id) == [first]


def test_house_rules_of_older_game_rules_are_upgraded(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    older.play_by(monkeypatch, older.version(1))
    first = agreed(club, {"target": 30, "bonus": 5}, game=older.SLUG)
    assert first.options == {"target": 30, "bonus": 5}
    older.play_by(monkeypatch, older.version(2))
    holds = house_rules.house_rules_in_force(club.organiser.club_id, older.SLUG)
    assert holds is not None
    assert (holds.options, holds.unknown) == ({"target": 30, "extra": 5}, {})
    second = agreed(club, {"target": 30, "extra": 7}, game=older.SLUG)
    assert (second.options, second.unknown) == ({"target": 30, "extra": 7}, {})
    past = house_rules.by_key(club.organiser.club_id, first.key)
    assert past is not None
    assert past.options == {"target": 30, "extra": 5}


def test_options_that_no_longer_exist_are_reported_and_stop_no_play(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    older.play_by(monkeypatch, older.version(1))
    agreed(club, {"target": 30, "bonus": 5}, game=older.SLUG)
    older.play_by(monkeypatch, older.version(2, upgrades={}))
    holds = house_rules.house_rules_in_force(club.organiser.club_id, older.SLUG)
    assert holds is not None
    assert (holds.options, holds.unknown) == ({"target": 30, "extra": 0}, {"bonus": 5})
    started = starting.start_play(
        club.scorer, slug=older.SLUG, players=["Ann", "Bob"], dealer=None, options={}, client_id=client_id()
    )
    assert isinstance(started, PlayState)
    assert dict(started.options) == {"target": 30, "extra": 0}


def test_days_are_those_of_the_clubs_time_zone(club: Club) -> None:
    """On a server elsewhere it may be yesterday or tomorrow."""
    moment = datetime(2026, 11, 21, 11, 30, tzinfo=UTC)
    for zone, day in (("Pacific/Auckland", 22), ("Pacific/Pago_Pago", 21)):
        assert club_zone.set_zone(club.organiser, zone) == ""
        with clock_at(moment):
            found = agreed(club, {"target": day}, holds_from=date(2026, 11, day))
            assert (found.state, found.holds_from) == ("in force", date(2026, 11, day))
