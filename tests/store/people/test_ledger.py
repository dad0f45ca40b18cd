"""The ledger of a club equals folding every play again, and is cached until something changes."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import select, text

from companion.core.play.fold import Sheet
from companion.core.statistics.play_facts import PartFacts, PlayFacts, sort_plays
from companion.core.statistics.play_summary import leaders_lost_in_last_round, options_text, parts_from_sheet
from companion.games import SLUGS, game_of
from companion.store.database.base import clock_at, db
from companion.store.database.models import Play
from companion.store.database.runtime import runtime
from companion.store.erasing.erase_name import erase_name
from companion.store.nights import club_zone
from companion.store.people import edit_people
from companion.store.people.ledger import Ledger, _minutes, ledger_of
from companion.store.plays import change_seats
from companion.store.plays.change_seats import SeatCorrection
from companion.store.plays.edits import commands, projection
from companion.store.plays.edits.slots import entry_for_scoring
from companion.store.plays.play_details import COUNTS, DISCARDED, PLAYED_AT
from companion.store.plays.play_state import PlayState, build_state
from tests.laws import drawn
from tests.store.nights.evenings import from_paper
from tests.store.tables import Club, Table, client_id, done, rows, tricks

EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
PEOPLE = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lee")


def facts_of(state: PlayState, zone: tzinfo, merged: Mapping[int, int]) -> PlayFacts | None:
    """Compute the facts of one play from its edits, the slow way. None: it does not count."""
    if not state.counts:
        return None
    sheet: Sheet[Any] = state.sheet
    setup, told, outcome = state.setup, parts_from_sheet(sheet), state.outcome
    places = {name: one.place for one in state.standings for name in one.names}
    absent = [set(entry_for_scoring(one.entry, one.slot, state.seats).get("absent") or ()) for one in state.slots]
    parts, handed_on = [], []
    for number, seat in enumerate(state.seats):
        holder = setup.sides[number % 2] if setup.sides else seat.name
        sat: dict[int, list[int]] = {seat.person_id: []}
        for place, slot in enumerate(state.slots, start=1):
            sat.setdefault(seat.at(slot.slot).id, []).append(place)
        last = max(
            (max(own) for own in sat.values() if any(seat.name not in absent[one - 1] for one in own)), default=0
        )
        latest_first = sorted(sat.items(), key=lambda one: -max(one[1], default=0))
        for person, own in latest_first:
            played = sum(seat.name not in absent[one - 1] for one in own)
            facts = PartFacts(
                merged.get(person, person), number, number % 2 if setup.sides else None, state.totals[holder],
                places[holder], holder in state.winners, seat.name == setup.dealer, played,
                *(told if len(sat) < 2 else parts_from_sheet(sheet, own))[seat.name],
            )  # fmt: skip
            if person == seat.person_id:
                parts.append(facts)
            elif played:
                has_end = sum(seat.name not in absent[one - 1] for one in sat[seat.person_id]) or max(own) < last
                handed_on.append(facts._replace(left=bool(has_end), won=facts.won and not has_end))
    for facts in sorted(handed_on, key=lambda one: one.left):
        there = next((number for number, one in enumerate(parts) if one.person == facts.person), None)
        if there is None:
            parts.append(facts)
        elif parts[there].rounds and (facts.left or not parts[there].left):
            parts[there] = parts[there].combined_with(facts)
        else:
            parts[there] = facts.combined_with(parts[there])
    rounds = len(state.slots)
    return PlayFacts(
        key=state.key,
        number=state.id,
        game=state.game.slug,
        title=state.game.title_for(setup),
        better=state.game.better_for(setup),
        played_at=state.played_at,
        day=state.played_at.astimezone(zone).date(),
        night=state.details.night,
        rounds=rounds,
        minutes=_minutes(state.played_at, state.until, rounds, state.is_later),
        turned_last=leaders_lost_in_last_round(sheet, outcome),
        options=options_text(state.game, state.options),
        parts=tuple(parts),
    )


def slow(club: Club, zone: tzinfo = UTC) -> list[PlayFacts]:
    """Compute the plays of a club that count, each from its edits."""
    db.session.rollback()
    merged = {row[0]: row[1] for row in rows("select id, merged_into_id from player where merged_into_id is not null")}
    numbers = db.session.scalars(select(Play.id).where(Play.club_id == club.organiser.club_id)).all()
    return sort_plays(found for number in numbers if (found := facts_of(build_state(number), zone, merged)) is not None)


def ledger(club: Club) -> Ledger:
    db.session.rollback()
    return ledger_of(club.organiser.club_id)


def played(club: Club, slug: str, dice: Random, at: datetime) -> Table:
    """Return a play of some rounds, usually ended."""
    game = game_of(slug)
    names = dice.sample(PEOPLE, dice.randint(game.seats.fewest, min(game.seats.most, 6)))
    with clock_at(at):
        table = Table(club.scorer, slug, names)
    for number in range(dice.randint(0, 4)):
        if table.state.over:
            break
        if dice.random() < 0.3:
            table.take(dice.choice(table.state.setup.players), dice.choice(PEOPLE))
        with clock_at(at + timedelta(minutes=7 * (number + 1))):
            table.save(drawn.believable(game, table.state.sheet.table, dice))
    if not table.state.over and dice.random() < 0.8:
        table.end()
    return table


def change(table: Table, dice: Random) -> None:
    """Change a play afterwards."""
    state = table.state
    kind = dice.choice(("discard", "leave out", "later", "undo", "remove", "nothing"))
    if kind == "discard":
        done(table.edit_details(**{DISCARDED: dice.random() < 0.7}))
    elif kind == "leave out":
        done(table.edit_details(**{COUNTS: dice.random() < 0.3}))
    elif kind == "later":
        done(table.edit_details(**{PLAYED_AT: (EIGHT - timedelta(days=dice.randint(0, 9))).isoformat()}))
    elif kind == "undo":
        table.undo()
    elif kind == "remove" and state.slots:
        table.remove(dice.choice(state.slots).slot)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_ledger_equals_folding_every_play_again(own_app: Flask, seed: int) -> None:
    club, dice = Club(), Random(seed)
    tables = []
    for number, slug in enumerate([*SLUGS, *dice.choices(SLUGS, k=6)]):
        tables.append(played(club, slug, dice, EIGHT + timedelta(hours=3 * number)))
        change(dice.choice(tables), dice)
        if number % 5 == 0:
            assert list(ledger(club).plays) == slow(club)
    assert list(ledger(club).plays) == slow(club)
    assert ledger(club).plays
    runtime().cache.clear()
    assert list(ledger(club).plays) == slow(club)


def two_plays(club: Club) -> tuple[Table, Table]:
    first, second = Table(club.scorer), Table(club.scorer, players=("Bob", "Dee"))
    first.write(tricks(5, 0, 0), tricks(0, 5, 0))
    second.write(tricks(5, 0, names=("Bob", "Dee")))
    done(first.end())
    return first, second


def test_only_finished_plays_that_count_are_in_it(club: Club) -> None:
    first, second = two_plays(club)
    assert [one.key for one in ledger(club).plays] == [first.key]
    done(second.end())
    assert [one.key for one in ledger(club).plays] == [first.key, second.key]
    done(first.edit_details(**{COUNTS: False}))
    assert [one.key for one in ledger(club).plays] == [second.key]
    done(second.edit_details(**{DISCARDED: True}))
    assert ledger(club).plays == []
    done(first.undo())
    assert [one.key for one in ledger(club).plays] == [first.key]
    done(first.reopen())
    assert ledger(club).plays == []


@pytest.mark.parametrize(
    ("acts", "seat_of_ann", "rounds", "left"),
    [
        (("1", "Ann>Eve", "Bob>Ann", "2"), 1, 2, False),
        (("1", "Ann>Eve", "Bob>Ann"), 0, 1, False),
        (("1", "Ann>Eve", "2", "Bob>Ann"), 0, 1, True),
        (("1", "Ann>Eve", "Bob>Ann", "2", "Ann>Fay", "3"), 0, 2, True),
        (("1", "Cyd>Eve", "Ann>Cyd", "2", "Bob>Ann"), 0, 1, True),
        (("1", "Cyd>Eve", "2", "Ann>Cyd", "Bob>Ann", "3"), 1, 3, False),
    ],
)
def test_somebody_who_changed_seats_has_one_part_for_both(
    table: Table, club: Club, acts: tuple[str, ...], seat_of_ann: int, rounds: int, left: bool
) -> None:
    for act in acts:
        if ">" in act:
            done(table.take(*act.split(">")))
        else:
            table.write(tricks(int(act), 5 - int(act), 0, names=table.state.setup.players))
    done(table.end())
    (found,) = ledger(club).plays
    [ann] = [part for part in found.parts if ledger(club).name(part.person) == "Ann"]
    assert (ann.seat, ann.rounds, ann.left) == (seat_of_ann, rounds, left)
    assert slow(club) == [found]


def test_it_is_cached_until_something_changes_and_open_plays_do_not_change_it(club: Club) -> None:
    _, second = two_plays(club)
    before = ledger(club)
    assert ledger(club) is before
    second.write(tricks(5, 0, names=("Bob", "Dee")))
    assert ledger(club) is before
    done(second.end())
    assert ledger(club) is not before
    assert len(before.plays) == len(before.numbers) == 1, "it stays as it was"
    assert len(ledger(club).plays_of_person(before.id_of_name("bob") or 0)) == 2


def test_years_and_games_are_listed_in_order(club: Club) -> None:
    for year, slug in ((2025, "rage"), (2026, "raise-the-stakes"), (2024, "raise-the-stakes"), (2026, "rage")):
        with clock_at(datetime(year, 5, 1, tzinfo=UTC)):
            table = Table(club.scorer, slug)
            given = {"base": table.state.revision, "client_id": client_id()}
            done(commands.enter_totals(club.scorer, table.state, totals={"Ann": 9, "Bob": 5, "Cyd": 3}, **given))
    found = ledger(club)
    assert found.years == [2026, 2025, 2024]
    assert found.played_slugs() == ["raise-the-stakes", "rage"]
    assert [play.day.year for play in found.plays_of_game("raise-the-stakes")] == [2024, 2026]
    assert [play.game for play in found.plays_of_year(2026)] == ["raise-the-stakes", "rage"]
    assert [play.game for play in found.plays_of_year(2025)] == ["rage"]
    ann = found.id_of_name("Ann") or 0
    assert next(iter(found.ratings)) == ann
    assert (found.name(ann), found.name(0)) == ("Ann", "Somebody")
    club_zone.set_zone(club.organiser, "Asia/Tokyo")
    done(table.edit_details(**{PLAYED_AT: "2026-12-31T20:00:00+00:00"}))
    found = ledger(club)
    assert found.years == [2027, 2026, 2025, 2024]
    assert [play.key for play in found.plays_of_year(2027)] == [table.key]


def test_totals_from_paper_count_without_rounds(club: Club) -> None:
    table = Table(club.scorer)
    state = table.state
    done(
        commands.enter_totals(
            club.scorer, state, base=state.revision, totals={"Ann": 9, "Bob": 20, "Cyd": 3}, client_id=client_id()
        )
    )
    (found,) = ledger(club).plays
    assert (found.rounds, found.minutes) == (0, None)
    assert [part.place for part in found.parts] == [2, 1, 3]
    assert ledger(club).plays_of_person(found.parts[0].person) == [found]


def from_paper_with_a_round() -> Club:
    club = Club()
    table = from_paper(club, EIGHT)
    table.write(tricks(5, 0, 0))
    done(table.end())
    return club


def test_minutes_run_from_start_to_last_round_and_days_follow_the_clubs_time_zone(club: Club) -> None:
    late = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
    with clock_at(late):
        table = Table(club.scorer)
    with clock_at(late + timedelta(minutes=31, seconds=59)):
        table.write(tricks(5, 0, 0))
    done(table.end())
    (found,) = ledger(club).plays
    assert (found.minutes, found.day) == (31, date(2026, 11, 20))
    (found,) = ledger(from_paper_with_a_round()).plays
    assert found.minutes is None, "it was entered later"
    db.session.execute(
        text("update club set timezone = 'Europe/Berlin' where id = :id"), {"id": club.organiser.club_id}
    )
    db.session.commit()
    assert ledger(club).plays[0].day == date(2026, 11, 21)
    assert slow(club, ZoneInfo("Europe/Berlin")) == ledger(club).plays


def test_corrected_options_are_in_the_ledger(club: Club) -> None:
    table = Table(club.scorer)
    table.write(tricks(5, 0, 0))
    state = table.state
    done(
        change_seats.correct_seats(
            club.scorer, state, base=state.revision, dealer="Ann",
            corrections=[SeatCorrection(name, name) for name in state.setup.players],
            options={**state.options, "target": 30}, client_id=client_id(),
        )
    )  # fmt: skip
    done(table.end())
    (found,) = ledger(club).plays
    assert "30" in found.options
    assert slow(club) == [found]
    for _ in range(2):
        done(table.undo())
    done(table.end())
    (found,) = ledger(club).plays
    assert "30" not in found.options
    assert slow(club) == [found]


def test_somebody_who_sat_out_every_round_has_no_play(club: Club) -> None:
    table = Table(club.scorer)
    table.write({"tricks": {"Ann": 5, "Bob": 0}, "absent": ["Cyd"]})
    done(table.end())
    played = {name: len(ledger(club).plays_of_person(ledger(club).id_of_name(name) or 0)) for name in ("Ann", "Cyd")}
    assert played == {"Ann": 1, "Cyd": 0}


def test_a_play_of_a_game_that_no_longer_exists_is_left_out(club: Club) -> None:
    first, second = two_plays(club)
    done(second.end())
    db.session.execute(text("update play set game = 'bridge' where id = :id"), {"id": first.id})
    db.session.commit()
    assert [one.key for one in ledger(club).plays] == [second.key]


def test_rebuild_corrects_the_statistics(own_app: Flask) -> None:
    club = Club()
    first, _ = two_plays(club)
    before = list(ledger(club).plays)
    assert any(part.high_round for part in before[0].parts)
    wrong = "update part set high_round = 999, penalties = 3, bids = 4, made = 4 where play_id = :id"
    db.session.execute(text(wrong), {"id": first.id})
    db.session.execute(text("update play set turned_last = not turned_last, counts = not counts"))
    db.session.commit()
    assert projection.rebuild_plays() == 2
    assert list(ledger(club).plays) == before == slow(club)
    assert projection.rebuild_plays() == 0


def test_a_removed_name_is_gone_from_titles_and_people(own_app: Flask) -> None:
    club = Club()
    table = Table(club.scorer, "any-other-game", options={"name": "Bob rules"})
    table.write({"points": {"Ann": 1, "Bob": 2, "Cyd": 3}})
    done(table.end())
    assert ledger(club).plays[0].title == "Bob rules"
    bob = ledger(club).id_of_name("Bob")
    assert bob is not None
    erase_name(club.organiser, bob)
    assert ledger(club).plays[0].title == "Somebody 1 rules"
    assert ledger(club).id_of_name("Bob") is None


def test_a_new_person_is_known_before_their_first_play_ends(club: Club) -> None:
    two_plays(club)
    assert ledger(club).id_of_name("Zoe") is None
    Table(club.scorer, players=("Ann", "Zoe"))
    zoe = ledger(club).id_of_name("ZOE")
    assert zoe is not None
    assert ledger(club).plays_of_person(zoe) == ()
    assert ledger(club).person(str(zoe)) is not None


def test_a_name_is_found_however_it_is_spelled(club: Club) -> None:
    table = Table(club.scorer, players=("Zoé", "Bob"))
    table.write(tricks(5, 0, names=("Zoé", "Bob")))
    assert ledger(club).id_of_name("ZOE\N{COMBINING ACUTE ACCENT}") == table.state.seats[0].person_id


@pytest.mark.parametrize("key", ["", "0", "-1", "²", "9" * 30, "x"])
def test_an_unknown_key_is_no_person(club: Club, key: str) -> None:
    two_plays(club)
    assert ledger(club).person(key) is None


def test_merged_people_count_as_one(club: Club) -> None:
    first, _ = two_plays(club)
    with_typo = Table(club.scorer, players=("Anne", "Cyd"))
    with_typo.write(tricks(5, 0, names=("Anne", "Cyd")))
    done(with_typo.end())
    ann, anne = (ledger(club).id_of_name(name) or 0 for name in ("Ann", "Anne"))
    edit_people.merge(club.scorer, anne, ann, client_id())
    both = ledger(club)
    assert [one.key for one in both.plays_of_person(ann)] == [first.key, with_typo.key]
    assert both.person(str(anne)) == both.person(str(ann))
    assert list(both.plays) == slow(club)
    edit_people.undo_merge(club.scorer, anne, client_id())
    assert [one.key for one in ledger(club).plays_of_person(ann)] == [first.key]


def test_somebody_who_handed_on_a_seat_counts_as_whom_they_were_merged_into(club: Club) -> None:
    table, _ = Table(club.scorer, players=("Anne", "Cyd")), Table(club.scorer, players=("Ann", "Bob"))
    table.write(tricks(5, 0, names=("Anne", "Cyd")))
    done(table.take("Anne", "Eve"))
    table.write(tricks(5, 0, names=("Eve", "Cyd")))
    done(table.end())
    ann, anne = (ledger(club).id_of_name(name) or 0 for name in ("Ann", "Anne"))
    edit_people.merge(club.scorer, anne, ann, client_id())
    assert [one.key for one in ledger(club).plays_of_person(ann)] == [table.key]
    assert list(ledger(club).plays) == slow(club)


def test_listed_people_are_in_order_whatever_their_capitals(club: Club) -> None:
    Table(club.scorer, players=("Zoe", "bob", "Ann", "Cyd"))
    assert [one.name for one in ledger(club).listed_people()] == ["Ann", "bob", "Cyd", "Zoe"]
