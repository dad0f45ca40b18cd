"""Files that are refused: incomplete, of another kind, too large."""

import io
import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

from companion.exports.open_upload import UnreadableFileError
from companion.store.access import codes, members
from companion.store.database.runtime import Quota, runtime
from companion.store.files import checking_plays, schema
from companion.store.files.importing import check_file, import_club
from tests.store.files.club_files import brought_in, event, everything, exported, number_of, packed, refused
from tests.store.tables import SCRATCH, Club, Table, done, tricks


def test_a_truncated_file_is_refused(content: bytes) -> None:
    before = everything()
    for end in sorted({*range(0, len(content) - 2, 211), *range(len(content) - 40, len(content) - 2)}):
        with pytest.raises(UnreadableFileError):
            check_file(io.BytesIO(content[:end]))
    lines = content[: len(content) // 2].count(b"\n") + 1
    assert refused(content[: len(content) // 2]) == f"The file is damaged or incomplete: line {lines} was changed."
    assert everything() == before


def test_a_reformatted_file_is_accepted(app: Flask, content: bytes) -> None:
    for other in (json.dumps(json.loads(content)), json.dumps(json.loads(content), indent=2, ensure_ascii=False)):
        assert exported(brought_in(other.encode())) == content
    with_mark = b"\xef\xbb\xbf" + json.dumps(json.loads(content)).encode()
    assert exported(brought_in(with_mark)) == content


def test_a_zip_with_a_file_is_accepted(content: bytes) -> None:
    assert exported(brought_in(packed(club_json=content))) == content


NO_CLUB = "This is not a club exported by Companion"
NEWER = "The file comes from a newer version of Companion. Update this one, then try again."
PARTS = "The file is damaged: parts of it are missing, or do not belong there."


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (b"", f"{NO_CLUB}. It is not JSON: Expecting value, line 1, column 1."),
        (b"hello", f"{NO_CLUB}. It is not JSON: Expecting value, line 1, column 1."),
        (b"\x00\xff" * 99, f"{NO_CLUB}. It is not UTF-8: byte 2 is invalid."),
        (b"[]", f"{NO_CLUB}. It is JSON, but not an object."),
        (b'{"games":[],"players":[],"plays":[]}', f"{NO_CLUB}, but a file of BG Stats: import it inside a club."),
        (b'{"games":[],"players":[]}', f"{NO_CLUB}, but another file."),
        (b'{"format":"other","version":1}', f"{NO_CLUB}, but another file."),
        (b'{"format":"companion-club","version":3,\n"club":{}}', NEWER),
        (b'{"format":"companion-club","version":99}', NEWER),
        (b'{"format":"companion-club","version":"1"}', "The file does not say its version."),
        (b'{"format":"companion-club","version":0}', "The file does not say its version."),
        (b'{"format":"companion-club","version":1,\n', "The file is damaged or incomplete: line 2 was changed."),
        (b'{"format":"companion-club","version":2,\n', "The file is damaged or incomplete: line 2 was changed."),
        (b'{"format":"companion-club","version":1}', PARTS), (b'{"format":"companion-club","version":2}', PARTS),
        (
            b'{"format":"companion-club","version":1,"x":' + b"[" * 99 + b"]" * 99 + b"}",
            f"{NO_CLUB}. Lists and objects are nested more than 64 deep.",
        ),
        (
            packed(a_txt=b""),
            "There is no such file in the zip; there must be exactly one, with a name that ends in .json.",
        ),
        (b"PK\x03\x04zzz", "The zip is damaged and cannot be opened."),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused(app: Flask, bad: bytes, sentence: str) -> None:
    assert refused(bad) == sentence


def test_a_name_may_have_sixty_letters_in_a_club_and_only_unseen_ones_in_a_person(content: bytes) -> None:
    told = json.loads(content)
    told["club"]["name"], told["people"][0]["name"] = "x" * 60, "\u3164"
    again = json.loads(exported(brought_in(json.dumps(told).encode())))
    assert (again["club"]["name"], again["people"][0]["name"]) == ("x" * 60, "\u3164")
    told["club"]["name"] += "x"
    sentence = "The file is damaged: the club: “name” has the wrong form."
    assert refused(json.dumps(told).encode()) == sentence


def without_players(cards: dict[str, Any]) -> dict[str, Any]:
    """Return cards as early versions wrote them."""
    return {key: value for key, value in cards.items() if key != "players"}


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_draft_whose_cards_have_no_players_is_left_out(content: bytes, is_kept: bool) -> None:
    """Early versions wrote such drafts; without any trick, they have no cards either."""
    told = json.loads(content)
    [draft] = told["drafts"]
    old, whole = without_players(draft["cards"]), draft["cards"]
    none: dict[str, Any] = {**old, "tricks": []}
    both = [(none, None), (None, [none]), (whole, [{}, whole])] if is_kept else [(old, None), (whole, [whole, old])]
    for cards, later in both:
        draft |= {"cards": cards, "later": later}
        again = json.loads(exported(brought_in(json.dumps(told).encode())))
        assert [(one.get("cards"), one.get("later")) for one in again["drafts"]] == [(cards, later)] * is_kept


def test_a_zip_bomb_is_refused(app: Flask) -> None:
    assert refused(packed(bomb_json=b" " * (80 << 20))) == "The file is larger than 64 MB, which is the most."


def test_a_file_above_the_limit_is_refused_without_reading_it_whole(app: Flask, content: bytes) -> None:
    many = content.replace(b'"phones":[', b'"phones":[' + b'\n{"label":"%s"},' % (b"x" * 40) * 25_000)
    assert refused(many, 1 << 20) == "The file is larger than 1 MB, which is the most."
    assert refused(b"x" * (40 << 20)) == f"{NO_CLUB}: it has a line that is far too long."
    changed = f"{NO_CLUB}, or its lines were changed: such a file may only have 16 MB."
    assert refused(b" \n" * (9 << 20)) == changed
    long_line = b'{"format":"companion-club","version":1,\n"club":' + b" " * (20 << 20)
    assert refused(long_line) == "The file has a line that is far too long."


def test_the_end_of_a_play_must_follow_from_its_rounds(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(club.scorer)
    table.write(SCRATCH, SCRATCH)
    for result in (table.end(), table.save(tricks(0, 5, 0), slot=1), table.remove(1)):
        done(result)
    content = exported(club.scorer.club_id)
    wrong = {}
    for edit, kind in enumerate(("end", "correct", "remove"), start=4):
        told = json.loads(content)
        totals = event(told, kind)["data"]["outcome"]["totals"]
        totals |= {name: total + 1 for name, total in totals.items()}
        wrong[kind] = json.dumps(told).encode()
        fault = f"The file is damaged: game 1, edit {edit}: its end does not follow from its rounds."
        assert refused(wrong[kind]) == fault
    monkeypatch.setattr(checking_plays, "MOST_CHECKED", 1)
    brought_in(wrong["end"])
    assert refused(wrong["remove"]) == fault, "the last state is always checked"


def test_a_club_above_a_limit_of_the_server_is_imported_only_by_the_operator(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    Table(club.scorer).write(SCRATCH, SCRATCH)
    content, (device, _) = exported(club.scorer.club_id), members.add_device("Another phone")
    monkeypatch.setattr(runtime(), "quota", Quota(rounds=1))
    before = everything()
    with pytest.raises(UnreadableFileError, match=r"^A club may have at most 1 round here, and this one has more\.$"):
        brought_in(content, device)
    assert everything() == before
    assert exported(brought_in(content)) == content


def test_an_import_takes_another_key_if_a_club_has_taken_its_own_meanwhile(
    app: Flask, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, real, there = check_file(io.BytesIO(content)), codes.random_key, Club().key
    for others, is_imported in ((2, True), (3, False)):
        found = iter([there] * others)
        monkeypatch.setattr(codes, "random_key", lambda found=found: next(found, None) or real())
        before = everything()
        if is_imported:
            assert exported(number_of(import_club(checked, None))) == content
        else:
            with pytest.raises(IntegrityError):
                import_club(checked, None)
            assert everything() == before


DAY = "2026-11-12"
MOMENT = f"{DAY}T20:00:00Z"
OBJECTS: dict[type[schema.Shape], dict[str, Any]] = {
    schema.ClubLine: {"name": "", "created_at": MOMENT, "timezone": "", "currency": "", "asks_stake": False},
    schema.PhoneLine: {"label": ""},
    schema.PersonLine: {"name": "Ann", "created_at": MOMENT, "hidden": False},
    schema.PlayLine: {
        "key": "abc", "game": "rage", "rules_version": 1, "options": {}, "sides": [], "dealer": "@1",
        "started_at": MOMENT, "client_id": "tap",
    },
    schema.NightLine: {"key": "abc", "began_at": MOMENT},
    schema.EventLine: {"seq": 1, "subject": "play", "kind": "end", "data": {}, "at": MOMENT, "client_id": "tap"},
    schema.DraftLine: {"play": 1, "slot": 1, "data": {}, "locked": False, "at": MOMENT},
    schema.StintData: {"person_id": 1, "before_slot": 1},
    schema.SeatData: {"player_id": 1, "from_slot": 0},
    schema.OutcomeData: {"version": 1, "totals": {}, "places": {}, "winners": []},
    schema.WordsData: {"remarks": {}, "objections": {}},
    schema.StakeData: {"kind": "fixed"},
    schema.NightDetailsData: {},
    schema.PaidData: {"from": 1, "to": "kitty", "amount": 5},
    schema.OpenAmountData: {"who": 1, "currency": "EUR", "amount": 5},
    schema.NamedData: {"from": "Ann", "to": "Anna"},
    schema.AmendmentData: {"rule": "", "text": ""},
    schema.ProposedData: {
        "game": "rage", "number": 1, "options": {}, "rules_version": 1, "amendments": [], "note": "",
        "holds_from": DAY, "source": "",
    },
    schema.HouseStatusData: {"names": [], "reason": ""},
    schema.WithdrawnData: {"reason": ""},
    schema.RecordedData: {
        "game": "rage", "number": 1, "situation": "", "question": "", "told": [], "decision": "", "rules": [],
        "basis": "", "agreed_by": [], "play_id": None, "slot": None,
    },
}  # fmt: skip
"""The smallest objects of a file that are valid."""


def fault_of(shape: type[schema.Shape], name: str, value: Any) -> str:
    """Return why an object of a file cannot have this value of a field; empty: it can."""
    try:
        schema.parse_as({**OBJECTS[shape], name: value}, shape, "club")
    except UnreadableFileError as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize(
    ("shape", "name", "most"),
    [
        (schema.ClubLine, "name", 60), (schema.ClubLine, "timezone", 64), (schema.ClubLine, "currency", 20),
        (schema.PhoneLine, "label", 40), (schema.PersonLine, "name", 40), (schema.PlayLine, "key", 16),
        (schema.PlayLine, "game", 100), (schema.PlayLine, "dealer", 40), (schema.PlayLine, "client_id", 40),
        (schema.StakeData, "kind", 100), (schema.StakeData, "currency", 20), (schema.NightDetailsData, "name", 60),
        (schema.NightDetailsData, "place", 60), (schema.NightDetailsData, "notes", 2000),
        (schema.PaidData, "reason", 500), (schema.PaidData, "currency", 20), (schema.OpenAmountData, "currency", 20),
        (schema.AmendmentData, "rule", 120), (schema.AmendmentData, "text", 1000), (schema.ProposedData, "note", 500),
        (schema.ProposedData, "source", 100), (schema.WithdrawnData, "reason", 500),
        (schema.RecordedData, "question", 500), (schema.RecordedData, "decision", 1000),
        (schema.RecordedData, "game", 100), (schema.RecordedData, "situation", 100), (schema.NightLine, "key", 16),
        (schema.EventLine, "key", 16), (schema.EventLine, "client_id", 40), (schema.NamedData, "from", 40),
        (schema.NamedData, "to", 40), (schema.HouseStatusData, "reason", 500), (schema.ProposedData, "game", 100),
    ],
)  # fmt: skip
def test_a_text_in_a_file_has_a_longest_length(shape: type[schema.Shape], name: str, most: int) -> None:
    fault = f"The file is damaged: club: “{name}” has the wrong form."
    assert [fault_of(shape, name, "x" * length) for length in (most, most + 1)] == ["", fault]


@pytest.mark.parametrize(
    ("shape", "name", "most"),
    [
        (schema.PlayLine, "sides", 100), (schema.RecordedData, "rules", 120), (schema.RecordedData, "agreed_by", 500),
        (schema.HouseStatusData, "names", 500),
    ],
)  # fmt: skip
def test_a_text_in_a_list_of_a_file_has_a_longest_length(shape: type[schema.Shape], name: str, most: int) -> None:
    fault = f"The file is damaged: club: “{name}[1]” has the wrong form."
    assert [fault_of(shape, name, ["", "x" * length]) for length in (most, most + 1)] == ["", fault]


@pytest.mark.parametrize(
    ("shape", "name", "within", "beyond"),
    [
        (schema.WordsData, "remarks", ("", None, "x" * 20_000), ("x" * 20_001,)),
        (schema.WordsData, "objections", ("x", None, "x" * 200), ("", "x" * 201)),
        (schema.OutcomeData, "totals", (-(10**12), 10**12), (-(10**12) - 1, 10**12 + 1)),
        (schema.OutcomeData, "places", (-(10**12), 10**12), (-(10**12) - 1, 10**12 + 1)),
        (schema.OutcomeData, "weights", (2, 3), (1, 4)),
    ],
)  # fmt: skip
def test_each_value_in_an_object_of_a_file_has_bounds(
    shape: type[schema.Shape], name: str, within: tuple[Any, ...], beyond: tuple[Any, ...]
) -> None:
    assert {fault_of(shape, name, {"a": value}) for value in within} == {""}
    fault = f"The file is damaged: club: “{name}[...]” has the wrong form."
    assert {fault_of(shape, name, {"a": value}) for value in beyond} == {fault}


def test_a_moment_in_a_file_is_of_the_years_in_which_people_may_have_played() -> None:
    fault = "The file is damaged: club: nobody played at that time."
    for year, expected in ((1899, fault), (1900, ""), (2200, ""), (2201, fault)):
        assert fault_of(schema.PersonLine, "created_at", f"{year}-07-01T12:00:00Z") == expected


@pytest.mark.parametrize(
    ("shape", "name", "least", "most"),
    [
        (schema.StintData, "person_id", 1, 2**31 - 1), (schema.StintData, "before_slot", 0, 20_000),
        (schema.PlayLine, "rules_version", 1, 2**31 - 1), (schema.EventLine, "seq", 1, 2**31 - 1),
        (schema.DraftLine, "slot", 0, 20_000), (schema.SeatData, "from_slot", 0, 20_000),
        (schema.StakeData, "amount", -1_000_000, 1_000_000), (schema.PaidData, "amount", -(10**15), 10**15),
    ],
)  # fmt: skip
def test_a_number_in_a_file_has_bounds(shape: type[schema.Shape], name: str, least: int, most: int) -> None:
    fault = f"The file is damaged: club: “{name}” has the wrong form."
    found = [fault_of(shape, name, number) for number in (least - 1, least, most, most + 1)]
    assert found == [fault, "", "", fault]
