"""Chips of a table: who can play, pots, and the end."""

from random import Random

from companion.core.common import chips
from companion.core.common.endings import AGREED_HANDS
from companion.core.entry.record import Record
from companion.core.game.table import Progress, Settled, Setup, Table
from companion.core.play.fold import fold, opening_table, with_absent
from companion.core.play.setups import read_setup
from companion.games import game_of

GAME = game_of("brag")
PLAYERS = ["Ann", "Bob", "Cyd", "Dee"]


def setup_of(**options: int) -> Setup:
    setup, problems = read_setup(GAME, {"players": PLAYERS, "options": options})
    assert setup is not None, problems
    return setup


def table_of(totals: tuple[int, ...], **options: int) -> Table[None]:
    setup = setup_of(**options)
    return Table(setup, 3, "Ann", dict(zip(setup.players, totals, strict=True)), None, asked=setup.players)


def test_a_stack_must_pay_the_smallest_stake() -> None:
    assert not list(chips.check_stack(setup_of(stack=0), 5, "an ante of 5"))
    assert not list(chips.check_stack(setup_of(stack=5), 5, "an ante of 5"))
    (problem,) = chips.check_stack(setup_of(stack=4), 5, "an ante of 5")
    assert (problem.field, problem.message) == ("stack", "4 chips for each player cannot pay an ante of 5.")


def test_players_can_bet_if_they_are_present_and_hold_enough() -> None:
    able = chips.players_with_chips(chips.ANTE)
    assert able(table_of((4, 5, 6, -1), stack=5, ante=5)) == ("Bob", "Cyd")
    assert able(table_of((4, 5, 6, -1), ante=5)) == ("Ann", "Bob", "Cyd", "Dee")
    absent = with_absent(GAME, opening_table(GAME, setup_of(stack=5, ante=5)), ["Cyd"])
    assert able(absent) == ("Ann", "Bob", "Dee")


def test_the_play_ends_after_the_hands_or_with_one_player_left() -> None:
    totals = {"Ann": 4, "Bob": 6, "Cyd": 0, "Dee": 10}

    def settled(**options: int) -> Settled[None]:
        return chips.ending_without_opponents(chips.ANTE).settle(
            table_of((0, 0, 0, 0), **options), Record({}, {}), None, totals
        )

    assert not settled(stack=9, ante=5).over
    assert not settled(stack=9, ante=6).over, "Bob holds just enough"
    assert not settled(ante=7).over
    for over in (settled(stack=9, ante=7), settled(hands=3)):
        assert (over.over, over.winners) == (True, ("Dee",))


def test_progress_counts_the_hands() -> None:
    assert AGREED_HANDS.progress(table_of((0, 0, 0, 0), hands=5)) == Progress(2, 5, "2 of 5 hands played")
    assert AGREED_HANDS.progress(table_of((0, 0, 0, 0))) is None


def test_a_pot_holds_what_was_paid_into_it() -> None:
    entry = {"paid": {"Ann": 0, "Bob": 6, "Cyd": 2, "Dee": 1}, "pots": [{"chips": 8, "winner": "Cyd"}]}
    sheet = fold(GAME, setup_of(stack=5, ante=2), [entry])
    assert sheet.refusal is not None
    assert [(problem.field, problem.name) for problem in sheet.refusal.problems] == [
        ("paid", "Ann"),
        ("paid", "Bob"),
        ("paid", "Dee"),
        ("pots", None),
    ]


def test_pots_go_to_the_best_hands_that_paid_into_them() -> None:
    paid = {"Ann": 5, "Bob": 9, "Cyd": 9, "Dee": 1}
    assert chips.divide_pots(paid, ["Dee", "Ann", "Cyd", "Bob"]) == [
        {"chips": 4, "winner": "Dee"},
        {"chips": 12, "winner": "Ann"},
        {"chips": 8, "winner": "Cyd"},
    ]
    dice = Random(3)
    for _ in range(200):
        paid = {name: dice.randint(0, 9) for name in PLAYERS}
        winners = sorted(PLAYERS, key=lambda _: dice.random())
        pots = chips.divide_pots(paid, winners)
        assert sum(pot["chips"] for pot in pots) == sum(paid.values())
        for pot in pots:
            assert pot["chips"] <= sum(min(one, paid[pot["winner"]]) for one in paid.values())


def test_payments_move_chips_between_players_and_pots() -> None:
    payments = [chips.ChipPayment("Ann", chips.THE_POT, 3), chips.ChipPayment(chips.THE_POT, "Bob", 1200)]
    assert [payment.text for payment in payments] == ["Ann pays the pot 3", "the pot pays Bob 1,200"]
    assert [payment.json for payment in payments] == [
        {"from": "Ann", "to": "pot", "chips": 3}, {"from": "pot", "to": "Bob", "chips": 1200},
    ]  # fmt: skip
    assert chips.chip_changes(["Ann", "Bob", "Cyd"], payments) == {"Ann": -3, "Bob": 1200, "Cyd": 0}
    assert chips.chip_changes([chips.THE_POT], payments) == {chips.THE_POT: -1197}


def test_a_player_called_the_pot_is_not_the_pot() -> None:
    assert chips.THE_POT == chips.THE_POT
    assert chips.THE_POT != "the pot"
    assert not chips.THE_POT == "the pot"  # noqa: SIM201 -- both ways of comparing
    assert not chips.THE_POT != chips.THE_POT  # noqa: SIM202 -- both ways of comparing
    payments = [chips.ChipPayment("the pot", chips.THE_POT, 3)]
    assert chips.chip_changes(["the pot"], payments) == {"the pot": -3}
    assert chips.chip_changes([chips.THE_POT], payments) == {chips.THE_POT: 3}
