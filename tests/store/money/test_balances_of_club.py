"""The balances of a club: what everybody has won and lost, night by night."""

from datetime import date

from companion.store.database.base import clock_at
from companion.store.database.writing import writing
from companion.store.log.write_results import Written
from companion.store.money.balances import balances_of_club
from companion.store.nights import club_zone, move_plays
from companion.store.people import edit_people
from companion.store.plays.play_details import DISCARDED
from tests.store.money.stakes import DRINKS, key_of, move_to, paid, played, reckoning_of, stake, tonight
from tests.store.nights.evenings import EIGHT, tell, told
from tests.store.tables import Club, client_id, done, rows


def test_balances_add_up_nights_in_each_currency(club: Club) -> None:
    first, second, third = played(club, 3, 0, 0), played(club, 0, 9, 0), played(club, 0, 0, 9)
    move_to(first, -14)
    move_to(second, -7)
    drinks, gone = played(club, 0, 9, 0), played(club, 3, 0, 0)
    stake(drinks, "fixed", 2, currency=DRINKS)
    done(gone.edit_details(**{DISCARDED: True}))
    played(Club(), 3, 0, 0)
    told(tell(club.scorer, tonight(first).night, name="The first night"))
    key_of(paid(first, "Bob", "Ann", 100))
    one, two, three = (tonight(table).night for table in (first, second, third))
    began, middle, last = (
        (one.key, "The first night", one.date), (two.key, "", two.date), (three.key, "", three.date),
    )  # fmt: skip
    found = balances_of_club(club.scorer.club_id)
    assert [one.total for one in found["EUR"]] == [0, 0, 0]
    assert [one.total for one in found["drinks"]] == [4, -2, -2]
    assert found == {
        "EUR": (
            ("Ann", ((*last, -100, 0), (*middle, -100, 100), (*began, 200, 200))),
            ("Bob", ((*last, -100, 0), (*middle, 200, 100), (*began, -100, -100))),
            ("Cyd", ((*last, 200, 0), (*middle, -100, -200), (*began, -100, -100))),
        ),
        "drinks": (
            ("Bob", ((*last, 4, 4),)),
            ("Ann", ((*last, -2, -2),)),
            ("Cyd", ((*last, -2, -2),)),
        ),
    }


def test_a_night_on_which_somebody_is_even_is_left_out(club: Club) -> None:
    first = played(club, 3, 0, 0)
    played(club, 0, 9, 0)
    (balances,) = balances_of_club(club.scorer.club_id).values()
    assert [(one.name, one.total, len(one.nights)) for one in balances] == [
        ("Ann", 100, 1),
        ("Bob", 100, 1),
        ("Cyd", -200, 1),
    ]
    played(club, 0, 0, 9)
    assert balances_of_club(club.scorer.club_id) == {}
    assert tonight(first).is_even


def test_nights_and_equal_balances_are_in_order_and_dated_in_the_clubs_time_zone(club: Club) -> None:
    club_zone.set_zone(club.organiser, "Asia/Tokyo")
    with clock_at(EIGHT):
        first, second = (played(club, 0, points, 0, players=("Zoe", "Bob", "Ann")) for points in (9, 6))
    told(move_plays.move(club.scorer, tonight(first).night, [first.key], None, client_id=client_id()))
    latest, began = ((tonight(table).night.key, "", date(2026, 11, 13)) for table in (first, second))
    lost = ((*latest, -100, -200), (*began, -100, -100))
    assert balances_of_club(club.scorer.club_id) == {
        "EUR": (("Bob", ((*latest, 200, 400), (*began, 200, 200))), ("Ann", lost), ("Zoe", lost))
    }


def test_merged_people_have_one_balance(club: Club) -> None:
    played(club, 3, 0, 0)
    played(club, 3, 0, players=("Ann", "Bobby"))
    ids = dict(rows("select name, id from player where club_id = :id", id=club.scorer.club_id))
    assert isinstance(edit_people.merge(club.scorer, ids["Bobby"], ids["Bob"], client_id()), Written)
    (balances,) = balances_of_club(club.scorer.club_id).values()
    assert [(one.name, one.total) for one in balances] == [("Ann", 300), ("Cyd", -100), ("Bob", -200)]


def test_a_person_with_the_name_of_the_kitty_is_capitalized(club: Club) -> None:
    """Today nobody can take that name; an older database may have it."""
    table = played(club, 3, 0, 0, players=("ann", "Bob", "Cyd"))
    with writing() as connection:
        called = "update player set name = 'kitty', name_key = 'kitty'"
        connection.exec_driver_sql(f"{called} where name = 'Bob' and club_id = {club.scorer.club_id}")
    assert dict(reckoning_of(table).balances) == {"ann": 200, "Kitty": -100, "Cyd": -100}
