"""The referee over HTTP."""

from tests.web.api.api_app import client, post

PLAYS = [{"player": "Ann", "card": "blue-15"}, {"player": "Bob", "card": "yellow-0"}]
TRICK = {"facts": {"trump": "yellow", "seats": 2, "plays": PLAYS}}


def test_a_game_lists_its_questions() -> None:
    answer = client().get("/api/v1/games/rage/referee")
    situations = answer.json["situations"]
    asked = ["trick", "legal", "renege", "change", "upcard", "score", "out-of-turn"]
    assert [item["key"] for item in situations] == asked
    assert all(item["title"].endswith("?") for item in situations)
    plays, trump, _ = situations[0]["facts"]
    assert (plays["key"], plays["type"], plays["required"]) == ("plays", "rows", True)
    assert "names" not in plays["columns"][0]
    assert trump["nullable"]
    again = client().get("/api/v1/games/rage/referee", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_a_game_without_a_referee_lists_nothing() -> None:
    assert client().get("/api/v1/games/any-other-game/referee").json == {"situations": []}


def test_facts_get_a_verdict() -> None:
    answer = post("/games/rage/referee/trick", TRICK)
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert list(answer.json) == ["verdict", "outcome", "basis", "rules", "because", "effects"]
    assert answer.json["verdict"] == "Bob wins the trick with the yellow 0."
    assert answer.json["outcome"]["winner"] == "Bob"
    assert answer.json["basis"] == "book"
    assert answer.json["rules"][0] == "rage/play.trump"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_bad_facts_are_a_problem_with_their_field() -> None:
    answer = post("/games/rage/referee/trick", {"facts": {**TRICK["facts"], "trump": "pink"}})
    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    assert answer.json["title"] == "This cannot be judged"
    assert answer.json["round"] is None
    assert [error["field"] for error in answer.json["errors"]] == ["trump"]


def test_a_missing_question_is_404() -> None:
    answer = post("/games/rage/referee/weather", TRICK)
    assert answer.status_code == 404
    assert answer.json["detail"].startswith("The referee of Rage cannot be asked about “weather”")
    assert post("/games/ludo/referee/trick", TRICK).status_code == 404
    assert client().get("/api/v1/games/ludo/referee").status_code == 404
    assert client().get("/api/v1/games/rage/referee/trick").status_code == 405
    assert post("/games/rage/referee/weather", b"[").status_code == 404


def test_a_body_that_is_no_object_is_refused() -> None:
    assert post("/games/rage/referee/trick", b"[1]").status_code == 400
    assert post("/games/rage/referee/trick", b"{").status_code == 400
