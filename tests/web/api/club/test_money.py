"""Stakes, open amounts of a night, payments and carrying over in the club's API."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.store.database.base import db
from companion.store.money import money_log
from companion.store.nights.night_state import night_by_key
from tests.web.api.club.programs import THREE, Program, fields, new_id, took
from tests.web.phones import Club

FIXED = {"kind": "fixed", "amount": 50}


def won(program: Program, stake: Any = FIXED, names: Any = THREE, **more: Any) -> Any:
    """Return a play that its first player has won with 3 to 0."""
    play = program.start(players=names, stake=stake, **more)
    return program.do(program.write(play, took(5, names=names)), "end")


# Stakes.


@pytest.mark.parametrize(
    ("stake", "balances"),
    [
        ({"kind": "difference", "amount": 10}, {"Ann": 60, "Bob": -30, "Cyd": -30}),
        ({"kind": "to-winner", "amount": 10}, {"Ann": 60, "Bob": -30, "Cyd": -30}),
        (FIXED, {"Ann": 100, "Bob": -50, "Cyd": -50}),
        ({"kind": "last-pays", "amount": 3}, {"Ann": 3, "Bob": -2, "Cyd": -1}),
        ({"kind": "places", "amounts": [5, -2, -3]}, {"Ann": 5, "Bob": -3, "Cyd": -2}),
        ({"kind": "kitty", "amount": 7}, {"Ann": 0, "Bob": -7, "Cyd": -7, "kitty": 14}),
    ],
)
def test_a_stake_is_settled_when_a_play_is_over(program: Program, stake: Any, balances: dict[str, int]) -> None:
    play = program.write(program.start(stake=stake), took(5))
    assert (play["stake"], play["balances"]) == (stake, {})
    ended = program.do(play, "end")
    assert (ended["stake"], ended["balances"]) == (stake, balances)
    assert program.change(ended, counts=False)["balances"] == balances, "out of the statistics it still settles"
    assert program.get(f"/nights/{ended['night']}/money")["balances"] == balances
    gone = program.do(program.get(f"/plays/{ended['key']}"), "discard")
    assert gone["balances"] == {}
    assert program.get(f"/nights/{ended['night']}/money")["balances"] == {}


def test_chips_are_settled_without_purchases(program: Program) -> None:
    options, stake = {"stack": 20, "ante": 1}, {"kind": "chips", "amount": 5}
    play = program.start("brag", ["Ann", "Bob", "Cyd", "Dee"], options=options, stake=stake)
    entry = {
        "paid": {"Ann": 1, "Bob": 1, "Cyd": 1, "Dee": 1}, "pots": [{"chips": 4, "winner": "Ann"}],
        "adjust": [{"player": "Bob", "points": 10, "buy": True}],
    }  # fmt: skip
    ended = program.do(program.write(play, entry), "end")
    assert ended["totals"] == {"Ann": 23, "Bob": 29, "Cyd": 19, "Dee": 19}
    assert ended["balances"] == {"Ann": 15, "Bob": -5, "Cyd": -5, "Dee": -5}


def test_both_players_of_a_side_have_its_balance(program: Program) -> None:
    four = ["Ann", "Bob", "Cyd", "Dee"]
    play = program.start("any-other-game", four, sides=["Us", "Them"], stake=FIXED)
    ended = program.do(program.write(play, {"points": {"Us": 3, "Them": 1}}), "end")
    assert ended["winners"] == ["Us"]
    assert ended["balances"] == {"Ann": 50, "Bob": -50, "Cyd": 50, "Dee": -50}


WRONG = [
    {"kind": "point", "amount": 5}, {"kind": "fixed"}, {"kind": "fixed", "amount": 0}, {"kind": "fixed", "amount": -1},
    {"kind": "fixed", "amount": 1_000_001}, {"kind": "fixed", "amount": 0.5}, {"kind": "fixed", "amount": "5"},
    {"kind": "fixed", "amount": True}, {"kind": "fixed", "amount": 5, "currency": "EUR"}, {"amount": 5}, "fixed", 5,
    {"kind": "chips", "amount": 5}, {"kind": "places", "amounts": [1, -1]}, {"kind": "places", "amounts": [1, 0, 0]},
    {"kind": "places", "amounts": [2_000_000, 0, -2_000_000]}, {"kind": "places", "amount": 5}, {"kind": ["fixed"]},
    {"kind": "fixed", "amounts": [1, 0, -1]}, {"kind": "fixed", "amount": 10**900},
]  # fmt: skip


@pytest.mark.parametrize("stake", WRONG)
def test_a_wrong_stake_is_422_at_its_field(program: Program, stake: Any) -> None:
    body = {"game": "raise-the-stakes", "players": list(THREE), "stake": stake}
    assert fields(program.send("POST", "/plays", 422, **body)) == {"stake"}
    assert program.get("/plays")["plays"] == []
    play = won(program)
    assert fields(program.change(play, 422, stake=stake)) == {"stake"}
    assert program.get(f"/plays/{play['key']}") == play


def test_a_stake_can_be_changed_and_removed(program: Program) -> None:
    play = won(program)
    play = program.change(play, stake={"kind": "fixed", "amount": 7})
    assert play["balances"] == {"Ann": 14, "Bob": -7, "Cyd": -7}
    same = program.change(play, stake={"kind": "fixed", "amount": 7})
    assert same == play, "nothing was changed"
    play = program.change(play, stake=None)
    assert (play["stake"], play["balances"]) == (None, {})
    assert program.change(play, stake={})["revision"] == play["revision"]
    assert program.change(play, counts=True)["stake"] is None, "what is not given stays"


def test_no_player_can_be_called_kitty(program: Program) -> None:
    for name in ("kitty", "Kitty", " KITTY "):
        body = {"game": "raise-the-stakes", "players": ["Ann", name, "Bob"]}
        assert fields(program.send("POST", "/plays", 422, **body)) == {"players"}
    assert program.get("")["people"] == []


# A night.


def test_a_night_lists_balances_and_payments(program: Program) -> None:
    first, second = won(program), won(program, names=("Bob", "Ann", "Cyd"))
    night = f"/nights/{first['night']}"
    assert second["night"] == first["night"]
    found = program.get(f"{night}/money")
    assert found["balances"] == {"Ann": 50, "Bob": 50, "Cyd": -100}
    assert (found["carried"], found["paid"], found["open"]) == ({}, [], found["balances"])
    assert sorted(one["to"] for one in found["payments"]) == ["Ann", "Bob"]
    assert {(one["from"], one["amount"]) for one in found["payments"]} == {("Cyd", 50)}


def test_a_payment_can_be_recorded_and_undone(program: Program) -> None:
    night = f"/nights/{won(program)['night']}"
    body = {"from": "Bob", "to": "Ann", "amount": 50, "at": "2026-07-03T23:30:00+02:00"}
    paid = program.send("POST", f"{night}/payments", 201, **body)
    assert paid == {"key": paid["key"], **body, "at": "2026-07-03T21:30:00+00:00"}
    found = program.get(f"{night}/money")
    assert found["paid"] == [paid]
    assert {name: amount for name, amount in found["open"].items() if amount} == {"Ann": 50, "Cyd": -50}
    assert found["payments"] == [{"from": "Cyd", "to": "Ann", "amount": 50}]
    program.send("DELETE", f"{night}/payments/{paid['key']}")
    found = program.get(f"{night}/money")
    assert (found["paid"], found["open"]) == ([], found["balances"])


def test_payments_that_stand_are_listed_in_their_order(program: Program) -> None:
    night = f"/nights/{won(program)['night']}"
    paid = [
        program.send("POST", f"{night}/payments", 201, **{"from": "Bob", "to": "Ann", "amount": amount})
        for amount in (1, 2, 3, 4)
    ]
    program.send("DELETE", f"{night}/payments/{paid[2]['key']}")
    assert program.get(f"{night}/money")["paid"] == [paid[0], paid[1], paid[3]]


def test_undoing_needs_no_id_and_is_idempotent(program: Program) -> None:
    night = f"/nights/{won(program)['night']}"
    paid = program.send("POST", f"{night}/payments", 201, **{"from": "Bob", "to": "Ann", "amount": 5})
    before = datetime.now(UTC)
    assert abs((before - datetime.fromisoformat(paid["at"])).total_seconds()) < 600
    for _ in range(2):
        answer = program.ask("DELETE", f"{night}/payments/{paid['key']}")
        assert (answer.status_code, answer.json) == (200, paid)
    assert program.get(f"{night}/money")["paid"] == []


def test_correcting_a_play_changes_balances_and_no_payment(program: Program) -> None:
    play = won(program)
    night = f"/nights/{play['night']}"
    paid = program.send("POST", f"{night}/payments", 201, **{"from": "Bob", "to": "Ann", "amount": 50})
    program.send("PUT", f"/plays/{play['key']}/rounds/1", base=play["revision"], entry=took(0, 5))
    found = program.get(f"{night}/money")
    assert (found["paid"], found["balances"]) == ([paid], {"Ann": -50, "Bob": 100, "Cyd": -50})
    assert found["open"] == {"Ann": -100, "Bob": 150, "Cyd": -50}


def test_the_kitty_pays_and_is_paid(program: Program) -> None:
    night = f"/nights/{won(program, {'kind': 'kitty', 'amount': 30})['night']}"
    for who in ("Bob", "Cyd"):
        program.send("POST", f"{night}/payments", 201, **{"from": who, "to": "kitty", "amount": 30})
    found = program.get(f"{night}/money")
    assert not any(found["open"].values())
    assert found["payments"] == []
    program.send("POST", f"{night}/payments", 201, **{"from": "kitty", "to": "Ann", "amount": 10})
    assert program.get(f"{night}/money")["open"]["kitty"] == 10


def test_open_amounts_can_be_carried_over_to_the_next_night(program: Program) -> None:
    first = won(program, played_at="2026-03-05T20:00:00+00:00")
    second = won(program, played_at="2026-03-12T20:00:00+00:00")
    night, following = (f"/nights/{play['night']}" for play in (first, second))
    left = program.send("POST", f"{night}/carry")
    assert not any(left["open"].values())
    assert left == program.get(f"{night}/money")
    found = program.get(f"{following}/money")
    assert found["carried"] == {"Ann": 100, "Bob": -50, "Cyd": -50}
    assert found["open"] == {"Ann": 200, "Bob": -100, "Cyd": -100}
    assert program.send("POST", f"{night}/carry", 422)["errors"]
    with program.club.app.app_context():
        found = night_by_key(program.club.id, first["night"])
        assert found is not None
        [carried] = money_log.money_of_night(program.club.id, found).steps
        db.session.remove()
    program.send("DELETE", f"{night}/payments/{carried.key}", 404)


def test_each_currency_is_settled_separately(club: Club, program: Program) -> None:
    club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "EUR"})
    night = f"/nights/{won(program)['night']}"
    euros = [
        program.send("POST", f"{night}/payments", 201, **{"from": "Bob", "to": "Ann", "amount": amount})
        for amount in (5, 6)
    ]
    night = f"{night}/money"
    first = program.get(night)
    assert first["paid"] == euros
    assert "others" not in first
    club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "JPY"})
    won(program, {"kind": "fixed", "amount": 100})
    found = program.get(night)
    assert found["balances"] == {"Ann": 200, "Bob": -100, "Cyd": -100}
    assert found["paid"] == []
    assert found["others"] == {"EUR": first}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"amount": 0}, "amount"), ({"amount": -5}, "amount"), ({"amount": 1.5}, "amount"), ({"amount": True}, "amount"),
     ({"amount": "5"}, "amount"), ({"amount": 10**12}, "amount"), ({"amount": 10**900}, "amount"),
     ({"amount": None}, "amount"), ({"from": "Zed"}, "from"), ({"to": "Zed"}, "to"), ({"to": "Bob"}, "to"),
     ({"from": 7}, "from"), ({"from": None}, "from"), ({"to": "\ud800"}, "to"), ({"at": "noon"}, "at"),
     ({"at": "2026-07-03T23:30:00"}, "at"), ({"currency": "EUR"}, "currency"), ({"client_id": ""}, "client_id")],
)  # fmt: skip
def test_an_invalid_payment_is_422(program: Program, wrong: dict[str, Any], field: str) -> None:
    night = f"/nights/{won(program)['night']}"
    body = {"from": "Bob", "to": "Ann", "amount": 5, **wrong}
    assert fields(program.send("POST", f"{night}/payments", 422, **body)) == {field}
    assert program.get(f"{night}/money")["paid"] == []


def test_a_repeated_payment_is_one_and_another_with_the_same_id_is_409(program: Program) -> None:
    night = f"/nights/{won(program)['night']}"
    body = {"from": "Bob", "to": "Ann", "amount": 5, "client_id": new_id()}
    first = program.send("POST", f"{night}/payments", 201, **body)
    assert program.send("POST", f"{night}/payments", 201, **body) == first
    assert fields(program.send("POST", f"{night}/payments", 409, **{**body, "amount": 6})) == {"client_id"}
    assert fields(program.send("POST", f"{night}/carry", 409, client_id=body["client_id"])) == {"client_id"}
    assert program.get(f"{night}/money")["paid"] == [first]


@pytest.mark.parametrize("what", ["payments", "carry", "back"])
def test_a_payment_interrupted_by_a_crash_is_completed_by_its_repetition(
    program: Program, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    night = f"/nights/{won(program)['night']}"
    paid = program.send("POST", f"{night}/payments", 201, **{"from": "Cyd", "to": "Ann", "amount": 5})
    body: dict[str, Any] = {"client_id": new_id()}
    if what == "payments":
        body |= {"from": "Bob", "to": "Ann", "amount": 5}

    def ask() -> Any:
        if what == "back":
            return program.ask("DELETE", f"{night}/payments/{paid['key']}", query_string=body)
        return program.ask("POST", f"{night}/{what}", json=body)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("companion.store.access.idempotency.finish_call", dies)
        with pytest.raises(KeyboardInterrupt):
            ask()
    first, second = ask(), ask()
    assert first.status_code == (201 if what == "payments" else 200), first.text
    assert first.json == second.json
    paid_now = program.get(f"{night}/money")["paid"]
    assert len(paid_now) == {"payments": 2, "carry": 1, "back": 0}[what]


def test_money_of_another_club_is_404(club: Club, program: Program) -> None:
    night = f"/nights/{won(program)['night']}"
    paid = program.send("POST", f"{night}/payments", 201, **{"from": "Cyd", "to": "Ann", "amount": 5})
    other = Program(Club(club.app))
    own = f"/nights/{won(other)['night']}"
    assert other.ask("GET", f"{night}/money").status_code == 404
    other.send("POST", f"{night}/payments", 404, **{"from": "Cyd", "to": "Ann", "amount": 5})
    other.send("POST", f"{night}/carry", 404)
    for where in (night, own):
        other.send("DELETE", f"{where}/payments/{paid['key']}", 404)
    program.send("DELETE", f"/nights/%00/payments/{paid['key']}", 404)
    program.send("DELETE", f"{night}/payments/%00", 404)
    assert program.get(f"{night}/money")["paid"] == [paid]


@pytest.mark.parametrize(("method", "path"), [("POST", "payments"), ("POST", "carry"), ("DELETE", "payments/x")])
def test_a_token_that_may_read_cannot_record_money(club: Club, method: str, path: str) -> None:
    reader = Program(club, "read")
    assert reader.ask(method, f"/nights/x/{path}", json={}).status_code == 403


def test_a_payment_names_its_program(club: Club, program: Program) -> None:
    play = won(program)
    program.send("POST", f"/nights/{play['night']}/payments", 201, **{"from": "Cyd", "to": "Ann", "amount": 5})
    with club.app.app_context():
        night = night_by_key(club.id, play["night"])
        assert night is not None
        [step] = money_log.money_of_night(club.id, night).steps
        db.session.remove()
    assert step.by == "Display"
