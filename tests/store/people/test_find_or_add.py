"""Finding or adding a person."""

from companion.store.database.writing import writing
from companion.store.names import names, new_people
from companion.store.names.names import Person
from companion.store.people import find_or_add
from tests.store.people.players import merge, number
from tests.store.tables import Club, Table, messages


def test_a_person_is_found_by_any_name_or_added(club: Club) -> None:
    Table(club.scorer, players=("Ann", "Bob"))
    Table(club.scorer, players=("Bobby", "Dee"))
    merge(club, "Bobby", "Bob")
    bob = Person(number(club, "Bob"), "Bob")
    for member in (club.scorer, club.viewer):
        assert find_or_add.find_or_add(member, " bobby ") == find_or_add.find_or_add(member, "BOB") == bob
    assert messages(find_or_add.find_or_add(club.viewer, "Zoe")) == "Nobody called Zoe has played in this club yet."
    assert messages(find_or_add.find_or_add(club.scorer, "a\0b")) == "The name has letters that cannot be shown."
    assert "zoe" not in names.known_names(club.scorer.club_id)
    zoe = find_or_add.find_or_add(club.scorer, " Zoe ")
    assert zoe == Person(number(club, "Zoe"), "Zoe") == find_or_add.find_or_add(club.viewer, "zoe")
    with writing() as connection:
        found = new_people.player_ids(connection, club.scorer.club_id, ["BOBBY", "Fay", "fay", "zoe"])
        read = names.known_names(club.scorer.club_id, connection), names.merged_people(club.scorer.club_id, connection)
    assert (read[0]["fay"], read[1][found["fay"]].name) == ("Fay", "Fay")
    assert found == {"BOBBY": bob.id, "Fay": number(club, "Fay"), "fay": number(club, "Fay"), "zoe": zoe.id}
