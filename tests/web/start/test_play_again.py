"""Play again: who stays, who joins, their seats, and the first dealer."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table, problem_texts, problems
from tests.web.start.starts import in_euros

FOUR = ["Ann", "Bob", "Cyd", "Dee"]


def ended(club: Club, slug: str = "rage", players: Sequence[str] = FOUR, **form: str) -> Table:
    """Return a play, by default of Rage, that the table has ended after its first round."""
    table = club.start(slug, players, form)
    table.write({"tricks": dict(zip(players, (10, 0, 0, 0), strict=False)), "bid": dict.fromkeys(players, 0)})
    assert table.post("/end").status_code == 303
    return table


def again(table: Table, **form: object) -> Table:
    """Send the form of Play again."""
    answer = table.post("/again", {"who": "1", **form})
    assert answer.status_code == 303, problems(answer)
    return Table(table.club, answer.headers["Location"])


def test_the_sheet_asks_who_stays_and_all_of_them_is_one_tap(club: Club) -> None:
    table = ended(club)
    page = table.phone.get(table.url).text
    form = sent_by(page, action=f"{table.url}/again")
    assert form["stays"] == ["0", "1", "2", "3"]
    assert "<bdi>Bob</bdi> deals first" in page
    answer = table.phone.post(f"{table.url}/again", form)
    state = Table(club, answer.headers["Location"]).state
    assert list(state.setup.players) == FOUR
    assert state.setup.dealer == "Bob"


@pytest.mark.parametrize(
    ("pegs", "dealer"), [((121, 90), "Bob"), ((90, 121), "Ann"), ((121, 90, 80), "Cyd"), ((121, 80, 80), "Bob")]
)
def test_the_loser_of_a_game_of_cribbage_deals_the_next(club: Club, pegs: tuple[int, ...], dealer: str) -> None:
    """In turn, Bob would deal; so he does if nobody has lost alone."""
    names = FOUR[: len(pegs)]
    table = club.start("cribbage", names)
    table.write({"board": dict(zip(names, pegs, strict=True))})
    assert f"<bdi>{dealer}</bdi> deals first" in table.phone.get(table.url).text
    assert again(table, stays=[str(seat) for seat in range(len(names))]).state.setup.dealer == dealer


def test_the_deal_passes_to_the_left_of_the_last_dealer(club: Club) -> None:
    table = club.start("rage", FOUR, {"dealer": "1"})
    for _ in range(2):
        table.write(
            {
                "tricks": {**dict.fromkeys(FOUR, 0), "Ann": 11 - table.state.sheet.table.number},
                "bid": dict.fromkeys(FOUR, 0),
            }
        )
    table.post("/end")
    assert again(table, stays=["0", "1", "2", "3"]).state.setup.dealer == "Dee"


def test_the_deal_passes_on_after_a_play_of_which_only_the_totals_are_known(club: Club) -> None:
    table = club.start("any-other-game", FOUR, {"dealer": "1"})
    table.post("/totals", {f"total.{seat}": str(seat) for seat in range(4)})
    assert "<bdi>Cyd</bdi> deals first" in table.phone.get(table.url).text
    assert again(table, stays=["0", "1", "2", "3"]).state.setup.dealer == "Cyd"


@pytest.mark.parametrize(
    ("stays", "joins", "sit", "dealer"),
    [
        ("023", [], ["Ann", "Cyd", "Dee"], "Cyd"),
        ("013", ["Eve"], ["Ann", "Bob", "Eve", "Dee"], "Bob"),
        ("023", ["Eve"], ["Ann", "Eve", "Cyd", "Dee"], "Eve"),
        ("0123", ["Eve"], [*FOUR, "Eve"], "Bob"),
        ("03", ["Eve", "Fay", "Gus"], ["Ann", "Eve", "Fay", "Dee", "Gus"], "Eve"),
        ("0", ["Eve"], ["Ann", "Eve"], "Eve"),
        ("", ["Eve", "Fay"], ["Eve", "Fay"], "Fay"),
        ("01", [], ["Ann", "Bob"], "Bob"),
        ("03", [], ["Ann", "Dee"], "Dee"),
    ],
)  # fmt: skip
def test_players_who_stay_keep_their_order_and_newcomers_get_free_seats(
    club: Club, stays: str, joins: list[str], sit: list[str], dealer: str
) -> None:
    state = again(ended(club), stays=list(stays), joins=joins[:1], others=", ".join(joins[1:])).state
    assert list(state.setup.players) == sit
    assert state.setup.dealer == dealer


def test_the_deal_passes_over_empty_seats_to_the_first_one(club: Club) -> None:
    table = ended(club, dealer="2")
    assert again(table, stays=["0", "1", "2"]).state.setup.dealer == "Ann"


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"stays": ["0"]}, "Rage is for 2 to 8 players, not 1."),
        ({"stays": []}, "Rage is for 2 to 8 players, not 0."),
        ({"stays": ["0", "1"], "others": "ann"}, "Ann is there twice; every name must be different."),
        ({"stays": ["0", "1", "2", "3"], "others": "E, F, G, H, I"}, "Rage is for 2 to 8 players, not 9."),
        ({"stays": ["0", "1", "x", "99", "-1"], "others": "\u200b"}, "Name 3 has only letters that cannot be seen."),
        ({"stays": ["0", "1"], "others": "x" * 41}, "Name 3 is longer than 40 letters."),
    ],
)  # fmt: skip
def test_impossible_players_open_the_start_page_with_an_error(club: Club, form: dict[str, object], fault: str) -> None:
    table = ended(club, last_hand="2")
    answer = table.post("/again", {"who": "1", **form})
    assert answer.status_code == 422
    assert fault in problem_texts(answer)
    shown = sent_by(answer.text, "start")
    assert (shown["game"], shown["last_hand"], shown["seat.0"]) == (["rage"], ["2"], ["Ann"] if form["stays"] else [""])


def test_partners_stay_partners_if_somebody_replaces_a_player(club: Club) -> None:
    table = club.start("samba", FOUR)
    table.write(table.sampled(Random(1)))
    table.post("/end")
    state = again(table, stays=["0", "2", "3"], others="Eve").state
    assert list(state.setup.players) == ["Ann", "Eve", "Cyd", "Dee"]
    assert state.setup.sides == ("Ann & Cyd", "Eve & Dee")


def test_names_of_sides_are_kept_with_four_players_only(club: Club) -> None:
    table = club.start("any-other-game", FOUR, {"side.0": "We", "side.1": "They", "name": "Doppelkopf"})
    table.write({"points": {"We": 3, "They": 7}})
    table.post("/end")
    three = again(table, stays=["0", "2", "3"])
    assert (three.state.setup.sides, three.state.options["name"]) == ((), "Doppelkopf")
    three.post("/discard", {"base": "1", "to": "on"})
    assert again(table, stays=["0", "2", "3"], others="Eve").state.setup.sides == ("We", "They")


def test_an_amount_between_two_players_goes_with_the_one_who_leaves(club: Club) -> None:
    unit = {"pair_units.0.a": "0", "pair_units.0.b": "1", "pair_units.0.unit": "5",
            "pair_units.1.a": "0", "pair_units.1.b": "2", "pair_units.1.unit": "3", "unit": "4"}  # fmt: skip
    table = club.start("open-face-chinese-poker", FOUR[:3], unit)
    table.write(table.sampled(Random(1)))
    table.post("/end")
    found = again(table, stays=["0", "2"]).state.options
    assert [dict(row) for row in found["pair_units"]] == [{"a": "Ann", "b": "Cyd", "unit": 3}]
    assert found["unit"] == 4


def test_the_start_page_can_be_opened_first_to_change_more(club: Club) -> None:
    table = ended(club, last_hand="2")
    answer = table.post("/again", {"who": "1", "stays": ["0", "1"], "others": "Eve", "change": "1"})
    assert answer.status_code == 200
    form = sent_by(answer.text, "start")
    assert [form[f"seat.{number}"] for number in range(4)] == [["Ann"], ["Bob"], ["Eve"], [""]]
    assert (form["game"], form["dealer"], form["last_hand"]) == (["rage"], ["1"], ["2"])


@pytest.mark.parametrize("name", ["", "Whist"])
def test_the_start_page_opens_with_the_name_that_the_table_gave_its_game(club: Club, name: str) -> None:
    table = club.start("any-other-game", FOUR, {"name": name, "target": "30"})
    table.post("/end")
    answer = table.post("/again", {"change": "1"})
    form = sent_by(answer.text, "start")
    assert (form["game"], form["target"]) == ([f"any-other-game:{table.key}" if name else "any-other-game"], ["30"])
    assert f"What you play {name or 'Any other game'} 2–12 players" in words(main_of(answer.text))


@pytest.mark.parametrize(
    ("slug", "given"),
    [
        ("any-other-game", {"side.0": "We", "side.1": "They", "name": "Whist", "dealer": "1"}),
        ("oh-hell", {"secret": "1", "dealer": "3"}),
    ],
)
def test_the_start_page_opens_with_sides_stake_and_secrecy_as_they_were(
    club: Club, slug: str, given: dict[str, str]
) -> None:
    in_euros(club)
    stake = {"stake.kind": "difference", "stake.amount": "0.05"}
    table = club.start(slug, FOUR, {**given, **stake})
    form = sent_by(table.post("/again", {"change": "1"}).text, "start")
    dealer = str((int(given["dealer"]) + 1) % 4)
    assert {key: form.get(key) for key in (*given, *stake)} == {
        key: [text] for key, text in {**given, **stake, "dealer": dealer}.items()
    }
    assert ("secret" in form) == ("secret" in given)
    started = Table(club, table.post("/again").headers["Location"]).state
    before = table.state
    assert (started.setup.names, started.title, started.stake, started.details.secret) == (
        before.setup.names, before.title, before.stake, before.details.secret,
    )  # fmt: skip
    assert table.post("/again").headers["Location"].endswith(started.key), "the next play exists already"


def test_players_beyond_the_number_of_seats_are_left_out(club: Club) -> None:
    table = ended(club)
    names = [f"Guest {number}" for number in range(20)]
    answer = table.post("/again", {"who": "1", "stays": ["0"], "others": ", ".join(names), "change": "1"})
    assert answer.status_code == 200
    form = sent_by(answer.text, "start")
    assert [form[f"seat.{number}"] for number in range(12)] == [["Ann"], *([name] for name in names[:11])]


def test_the_page_of_the_club_offers_other_players(club: Club) -> None:
    ended(club, players=["Eve", "Fay"])
    table = ended(club)
    page = club.scorer.get(club.url).text
    form = sent_by(page, action=f"{table.url}/again")
    assert form["stays"] == ["0", "1", "2", "3"]
    assert "joins" not in form
    assert sorted(re.findall(r'name="joins" value="(\w+)"', page)) == ["Eve", "Fay"]
    answer = club.scorer.post(f"{table.url}/again", {**form, "stays": ["0"], "joins": ["Fay"]})
    assert list(Table(club, answer.headers["Location"]).state.setup.players) == ["Ann", "Fay"]
