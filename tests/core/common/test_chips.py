"""Chips of a table: who can play, pots, and the end."""

from dataclasses import replace
from random import Random

from companion.core.common import chips
from companion.core.common.endings import AGREED_HANDS
from companion.core.entry.fields import Shares
from companion.core.entry.record import Record
from companion.core.game.table import Line, Progress, Settled, Setup, Table
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
    for over in (settled(stack=9, ante=7), settled(stack=9, ante=11), settled(hands=3)):
        assert (over.over, over.winners) == (True, ("Dee",))


def test_progress_counts_the_hands() -> None:
    assert AGREED_HANDS.progress(table_of((0, 0, 0, 0), hands=5)) == Progress(2, 5, "2 of 5 hands played")
    assert AGREED_HANDS.progress(table_of((0, 0, 0, 0))) is None


def test_a_pot_holds_what_was_paid_into_it() -> None:
    entry = {"paid": {"Ann": 0, "Bob": 6, "Cyd": 2, "Dee": 1}, "pots": [{"chips": 8, "winner": "Cyd"}]}
    sheet = fold(GAME, setup_of(stack=5, ante=2), [entry])
    assert sheet.refusal is not None
    assert [(problem.field, problem.message, problem.name) for problem in sheet.refusal.problems] == [
        ("paid", "Ann paid 0, but must pay at least 2 for the ante.", "Ann"),
        ("paid", "Bob paid 6, but holds only 5 chips.", "Bob"),
        ("paid", "Dee paid 1, but must pay at least 2 for the ante.", "Dee"),
        ("pots", "The pots add up to 8, but 9 chips were paid.", None),
    ]


def test_thousands_of_chips_are_refused_with_commas() -> None:
    table = table_of((2000, 2000, 9000, 2000), stack=2000, ante=1500)
    found = chips.check_pots(table, paid(1499, 2001, 1500, 0, pots=((1, "Ann"),)))
    assert [problem.message for problem in found] == [
        "Ann paid 1,499, but must pay at least 1,500 for the ante.",
        "Bob paid 2,001, but holds only 2,000 chips.",
        "Dee paid 0, but must pay at least 1,500 for the ante.",
        "The pots add up to 1, but 5,000 chips were paid.",
    ]
    (problem,) = chips.check_pots(table_of((1, 0, 0, 0), stack=1), paid(1, 0, 0, 0))
    assert problem.message == "The pots add up to 0, but 1 chip was paid."


def test_a_player_with_less_than_the_ante_who_pays_less_is_told_what_goes_in() -> None:
    table = table_of((3, 1, 5, 2000), stack=5, ante=1500)
    found = chips.check_pots(table, paid(2, 0, 5, 1499, pots=((1506, "Dee"),)))
    assert [problem.message for problem in found] == [
        "Ann paid 2, but must put in everything, 3 chips: the ante is 1,500.",
        "Bob paid 0, but must put in everything, 1 chip: the ante is 1,500.",
        "Dee paid 1,499, but must pay at least 1,500 for the ante.",
    ]


def paid(*amounts: int, pots: tuple[tuple[int, str], ...] = ()) -> Record:
    rows = tuple(Record({"chips": number, "winner": name}, {}) for number, name in pots)
    return Record({"paid": dict(zip(PLAYERS, amounts, strict=True)), "pots": rows}, {})


def test_a_player_with_less_than_the_ante_pays_all_chips() -> None:
    short = table_of((1, 5, 9, 2), stack=9, ante=2)
    assert chips.antes_paid(short) == (1, 2, 2, 2)
    assert chips.antes_paid(table_of((1, 5, 9, 2), ante=2)) == (2, 2, 2, 2)
    assert chips.antes_paid(replace(short, asked=("Cyd", "Dee"))) == (2, 2)
    whole = paid(1, 5, 2, 2, pots=((10, "Ann"),))
    assert list(chips.check_pots(short, whole)) == []
    assert chips.players_all_in(short, whole) == ["Ann", "Bob", "Dee"]
    assert chips.players_all_in(table_of((1, 5, 9, 2), ante=2), whole) == []
    assert list(chips.check_pots(table_of((0, 0, 0, 0)), paid(99, 1, 1, 1, pots=((102, "Ann"),)))) == []
    (problem,) = chips.check_pots(table_of((0, 0, 0, 0)), paid(1, 1, 1, 1, pots=((3, "Ann"),)))
    assert problem.message == "The pots add up to 3, but 4 chips were paid."


def test_lines_of_pots_follow_those_of_what_was_paid() -> None:
    lines = chips.pot_lines(paid(3, 0, 5, 0, pots=((8, "Cyd"),)), "brag/paid", "brag/pot")
    assert lines == (
        Line("Ann", -3, "brag/paid", "paid"), Line("Cyd", -5, "brag/paid", "paid"),
        Line("Cyd", 8, "brag/pot", "the pot"),
    )  # fmt: skip
    several = chips.pot_lines(paid(3, 0, 5, 0, pots=((6, "Ann"), (2, "Cyd"))), "brag/paid", "brag/pot")
    assert [(line.points, line.text) for line in several[2:]] == [(6, "from the pots"), (2, "from the pots")]


def test_fields_of_pots_share_out_what_was_paid() -> None:
    paid_in, pots = chips.pot_fields(("Ann", "Bob"), (1, 2), ("Bob", "Ann"), latest_first=True, matched=True)
    assert (paid_in.key, paid_in.label, paid_in.type, paid_in.per, paid_in.required, paid_in.names) == (
        "paid", "Paid", "chips", "player", True, ("Ann", "Bob"),
    )  # fmt: skip
    assert (paid_in.bounds.most, paid_in.hints.starts) == (1_000_000, (1, 2))
    assert paid_in.help == "All put into the pots in this hand, the ante included."
    assert (pots.key, pots.label, pots.required, pots.bounds.least, pots.bounds.most) == ("pots", "Pot", True, 1, 16)
    assert pots.help == "Who won the pot. The main pot first; if players share one, name each of them."
    assert pots.hints.shares == Shares(chips.PAID, ("Bob", "Ann"), latest_first=True, matched=True)
    assert pots.hints.sentences == (("", "{winner} took {chips}"),)
    number, winner = pots.columns
    assert (number.key, number.label, number.bounds.least, number.bounds.most, number.required) == (
        "chips", "Chips", 1, 10_000_000, True,
    )  # fmt: skip
    assert (winner.key, winner.label, winner.required, winner.names) == ("winner", "Winner", True, ("Ann", "Bob"))
    assert chips.pot_fields((), (), ())[1].hints.shares == Shares(chips.PAID, ())


def test_the_highest_bet_is_not_below_the_smallest() -> None:
    def faults(least: int, most: int) -> list[tuple[str, str]]:
        found = chips.check_limits(Record({chips.MIN_BET: least, chips.MAX_BET: most}, {}), "The highest bet")
        return [(one.field, one.message) for one in found]

    assert faults(2000, 1000) == [("max_bet", "The highest bet of 1,000 is below the least of 2,000.")]
    assert faults(2, 1) == [("max_bet", "The highest bet of 1 is below the least of 2.")]
    assert faults(2, 2) == faults(2, 0) == []


def test_fields_and_options_of_chips_have_the_same_keys_in_all_games() -> None:
    keys = (chips.ANTE, chips.PAID, chips.CHIPS, chips.POTS, chips.MIN_BET, chips.MAX_BET)
    assert keys == ("ante", "paid", "chips", "pots", "min_bet", "max_bet")
    stack, hands = chips.STACK_AND_HANDS
    assert (stack.key, stack.label, stack.bounds.most, stack.default, stack.help) == (
        "stack", "Starting chips", 100_000, 0, "For each player; 0: totals are what was won or lost.",
    )  # fmt: skip
    assert hands.key == "hands"


def test_players_act_from_the_dealers_left() -> None:
    here = table_of((0, 0, 0, 0))
    assert chips.players_from_dealers_left(here) == ("Bob", "Cyd", "Dee", "Ann")
    assert chips.players_from_dealers_left(replace(here, asked=("Ann", "Cyd"))) == ("Cyd", "Ann")
    assert chips.names_with_chips({"Ann": 1, "Bob": 0}, setup_of(stack=5).options, None) == ("Ann",)
    option, hands = chips.STACK_AND_HANDS
    assert (option.key, option.label, option.bounds.most, option.default, option.help) == (
        "stack", "Starting chips", 100_000, 0, "For each player; 0: totals are what was won or lost.",
    )  # fmt: skip
    assert hands.key == "hands"


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
    assert list(chips.chip_changes(["Cyd", chips.THE_POT, "Bob", "Ann"], payments)) == [
        "Cyd", chips.THE_POT, "Bob", "Ann",
    ]  # fmt: skip
    assert (payments[0].rule, payments[0].why) == ("", "")
    assert (chips.THE_POT.key, chips.Pot("the side pot").key) == ("pot", "side-pot")


def test_a_player_called_the_pot_is_not_the_pot() -> None:
    assert chips.THE_POT == chips.THE_POT
    assert chips.THE_POT != "the pot"
    assert not chips.THE_POT == "the pot"  # noqa: SIM201 -- both ways of comparing
    assert not chips.THE_POT != chips.THE_POT  # noqa: SIM202 -- both ways of comparing
    payments = [chips.ChipPayment("the pot", chips.THE_POT, 3)]
    assert chips.chip_changes(["the pot"], payments) == {"the pot": -3}
    assert chips.chip_changes([chips.THE_POT], payments) == {chips.THE_POT: 3}
