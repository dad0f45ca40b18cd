"""What the club's API says to each request that it refuses."""

from typing import Any

from tests.web.api.club.programs import BASE, Program, new_id, took
from tests.web.api.club.test_reading import DETAILS
from tests.web.phones import Club

NOT_VALID, NOT_STARTED, NOT_SAVED = "This is not valid", "This play cannot be started", "This cannot be saved"
START = "/plays"
KEYS = "game, players, client_id, dealer, options, sides, stake and played_at"
RAGE = {"game": "rage", "players": ["Ann", "Bob"]}
KINDS = "difference, to-winner, fixed, last-pays, places, chips or kitty"

INVALID: list[tuple[str, str, dict[str, Any], str, list[tuple[str, str]]]] = [
    ("POST", START, {**RAGE, "game": "x"}, NOT_STARTED, [("game", "There is no game called “x”.")]),
    ("POST", START, {**RAGE, "players": ["Ann"]}, NOT_STARTED,
     [("players", "Rage is for 2 to 8 players, not 1.")]),
    ("POST", START, {**RAGE, "stake": {"kind": "x"}}, NOT_STARTED,
     [("stake", f"“x” is not a kind of stake; it is one of {KINDS}.")]),
    ("POST", START, {**RAGE, "x": 1}, NOT_VALID, [("x", f"“x” means nothing here; this request has {KEYS}.")]),
    ("POST", START, {"players": ["Ann", "Bob"]}, NOT_VALID, [("game", "Give the game.")]),
    ("POST", START, {**RAGE, "game": 3}, NOT_VALID, [("game", "3 is not a text.")]),
    ("POST", START, {**RAGE, "played_at": "x"}, NOT_VALID,
     [("played_at", "“x” is not a time. Write it as 2026-11-21T20:15:00+01:00.")]),
    ("POST", START, {**RAGE, "played_at": "2026-01-01T10:00:00"}, NOT_VALID,
     [("played_at", "“2026-01-01T10:00:00” has no time zone: end it with an offset, such as +01:00.")]),
    ("POST", START, {**RAGE, "played_at": "1899-12-31T23:59:59+00:00"}, NOT_VALID,
     [("played_at", "Give a time from 1900 to 2999.")]),
    ("POST", START, {**RAGE, "played_at": "3000-01-01T00:00:00+00:00"}, NOT_VALID,
     [("played_at", "Give a time from 1900 to 2999.")]),
    ("POST", "/plays/open/rounds", {"base": 2, "entry": {}}, "Round 2 cannot be scored",
     [("tricks", "Tricks add up to 0, but 5 cards were dealt.")]),
    ("POST", "/plays/open/rounds", {"base": "x", "entry": 3}, NOT_VALID,
     [("base", "x is not a revision; a play has its own as “revision”."),
      ("entry", "3 is not an object with fields.")]),
    ("POST", "/plays/open/rounds", {"entry": took(5)}, NOT_VALID, [("base", "Give the base.")]),
    ("POST", "/plays/open/seats", {"base": 2, "player": "Ann", "name": "Eve", "round": 3}, NOT_VALID,
     [("round", "This play has 1 round; 2 is the coming one.")]),
    ("POST", "/plays/open/seats", {"base": 2, "player": "Zoe", "name": "Eve"}, NOT_SAVED,
     [("player", "Choose whose seat is taken over: Ann, Bob or Cyd.")]),
    ("POST", "/plays/open/seats", {"base": 2, "player": "Ann", "name": "Eve", "round": 0}, NOT_VALID,
     [("round", "0 is not the number of a round.")]),
    ("PATCH", "/plays/open", {"base": 2, "night": "x"}, NOT_VALID,
     [("night", "This club has no night with the key “x”.")]),
    ("PATCH", "/plays/open", {"base": 2, "counts": 3}, NOT_VALID, [("counts", "3 is neither true nor false.")]),
    ("PATCH", "/plays/open", {"base": 2, "stake": {"kind": "fixed"}}, NOT_VALID,
     [("stake", "The amount of the stake is missing.")]),
    ("POST", "/nights/night/payments", {"from": "Ann", "to": "Ann", "amount": 5}, NOT_SAVED,
     [("to", "Ann cannot pay Ann: both are the same.")]),
    ("POST", "/nights/night/payments", {"from": "Ann", "to": "Zoe", "amount": 0}, NOT_SAVED,
     [("to", "“Zoe” is not in this club."), ("amount", "The amount must be above 0.")]),
    ("POST", "/nights/night/carry", {}, NOT_SAVED, [("open", "There is nothing to carry over.")]),
    ("POST", "/plays/open/end", {"base": 2, "client_id": ""}, NOT_VALID,
     [("client_id", "An id has 1 to 40 letters; this one has 0.")]),
    ("POST", "/plays/open/end", {"base": 2, "client_id": "x" * 41}, NOT_VALID,
     [("client_id", "An id has 1 to 40 letters; this one has 41.")]),
]  # fmt: skip
"""Method, path and body, with the title and the errors of the answer."""

MISSING = [
    ("GET", "/plays/x", {}, "This club has no such play."),
    ("GET", "/nights/x", {}, "This club has no such night."),
    ("GET", "/people/x", {}, "This club has nobody with this key."),
    ("GET", "/x", {}, "There is nothing at this address."),
    ("PUT", "/plays/open/rounds/2", {"base": 2, "entry": took(5)}, "This play has no such round."),
    ("PUT", "/plays/open/rounds/0", {"base": 2, "entry": took(5)}, "This play has no such round."),
    ("DELETE", "/plays/open/rounds/x", {"base": 2}, "This play has no such round."),
    ("DELETE", "/nights/night/payments/x", {}, "This night has no such payment."),
]
CONFLICTS = [
    ("/plays/open/rounds", {"base": 1, "entry": took(5)}, "The play is now at revision 2 (Display: round 1)."),
    ("/plays/over/rounds", {"entry": took(5)}, "The table ended this play: reopen it before you save a round."),
    ("/plays/gone/rounds", {"entry": took(5)}, "This play was discarded: restore it before you change it."),
    ("/plays/over/end", {}, "This play is over already."),
    ("/plays/open/reopen", {}, "The table did not end this play; correct its last round instead."),
    ("/plays/over/seats", {"player": "Ann", "name": "Eve"}, "This play is over, so nobody can take over a seat."),
]
QUERIES = [
    ("/plays", "limit=101", "limit", "101 is not a limit, which is a number from 1 to 100."),
    ("/nights", "limit=x", "limit", "x is not a limit, which is a number from 1 to 100."),
    ("/plays", "limit=1&limit=2", "limit", "“limit” is given twice; give it once."),
    ("/nights", "cursor=x", "cursor", "“x” is not a cursor; use the “next” of the page before."),
    ("/nights", "page=2", "page", "“page” means nothing here; this request has limit and cursor."),
    ("/plays/open", "x=1", "x", "“x” means nothing here."),
    ("/games/rage", "players=0", "players", "“0” is not a number of players."),
]
"""Path and query of a GET, with the field and the message of its only error."""
HEAD = {"type", "title", "status", "detail"}


def test_each_refused_request_gets_its_problem(club: Club, program: Program) -> None:
    plays = {
        "open": program.write(program.start(), took(2, 3)),
        "over": program.do(program.start(), "end"),
        "gone": program.do(program.start(), "discard"),
    }
    keys = {name: play["key"] for name, play in plays.items()} | {"night": plays["open"]["night"]}

    def ask(method: str, path: str, status: int, **body: Any) -> Any:
        address = "/".join(keys.get(part, part) for part in path.split("/"))
        if method == "GET":
            answer = program.ask(method, address)
            assert answer.status_code == status
            return answer.json
        return program.send(method, address, status, **body)

    for method, path, body, title, errors in INVALID:
        told = ask(method, path, 422, **body)
        found = [(error["field"], error["message"]) for error in told["errors"]]
        assert (told["title"], found) == (title, errors), (path, body)
    for method, path, body, detail in MISSING:
        told = ask(method, path, 404, **body)
        assert told == {"type": "about:blank", "title": "Not Found", "status": 404, "detail": detail}, path
    for path, body, detail in CONFLICTS:
        told = ask("POST", path, 409, **{"base": 2, **body})
        assert told["title"] == "This is in conflict with the present state"
        assert (told["detail"], told["errors"]) == (detail, [{"field": "base", "message": detail}]), path
        assert told["play"] == plays[path.split("/")[2]]
        assert set(told["play"]) >= DETAILS
    assert [program.get(f"/plays/{play['key']}")["revision"] for play in plays.values()] == [2, 2, 2]
    for path, query, field, message in QUERIES:
        told = ask("GET", f"{path}?{query}", 422)
        assert (told["title"], told["errors"]) == (NOT_VALID, [{"field": field, "message": message}]), query


def test_of_very_many_errors_the_first_hundred_are_told(program: Program) -> None:
    told = program.send("POST", START, 422, **RAGE, **{f"key{number}": 1 for number in range(101)})
    assert len({error["field"] for error in told["errors"]}) == len(told["errors"]) == 100


def test_who_may_not_ask_is_told_why_and_how_to_ask(club: Club, program: Program) -> None:
    reader = Program(club, "read", "Reader")
    refused = reader.send("POST", "/plays", 403, game="rage", players=["Ann", "Bob"])
    assert refused["detail"] == "This program may only read. An organiser can make a token for one that scores."
    bare, wrong = "Bearer realm=Companion", "Bearer realm=Companion, error=invalid_token"
    unknown = "No club has this token. An organiser's phone can make a new one."
    for header, detail, realm in (
        ({}, "Send the token of the program: Authorization: Bearer TOKEN.", bare),
        ({"Authorization": "Bearer x"}, unknown, wrong),
        ({"Authorization": "Basic x"}, unknown, wrong),
    ):
        answer = reader.client.get(BASE, headers=header)
        assert answer.status_code == 401
        assert answer.json == {"type": "about:blank", "title": "Unauthorized", "status": 401, "detail": detail}
        assert answer.headers["WWW-Authenticate"] == realm
    answer = program.ask("DELETE", "/plays", query_string={"client_id": new_id()})
    assert answer.json["detail"] == "This address takes GET, HEAD, OPTIONS and POST."
    for body, detail in (
        ("x", "The body is not JSON: Expecting value, line 1, column 1."),
        ("[]", "The body is JSON, but not an object."),
    ):
        answer = program.ask("POST", "/plays", data=body, content_type="application/json")
        assert (answer.status_code, answer.json["detail"], set(answer.json)) == (400, detail, HEAD)
