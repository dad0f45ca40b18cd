"""Finding a person of a club by name, or adding a new one."""

from sqlalchemy import Connection

from companion.store.access.roles import Member
from companion.store.database.models import Club
from companion.store.database.writing import lock_row, writing
from companion.store.log.write_results import Refused, refusal
from companion.store.names.names import Person, known_names, name_key
from companion.store.names.new_people import name_problem, player_ids


def find_or_add(member: Member, name: str) -> Person | Refused:
    """Return the person with this name, or add one if the member may write; otherwise return why there is none."""
    with writing() as connection:
        return find_or_add_in(connection, member, name)


def find_or_add_in(connection: Connection, member: Member, name: str) -> Person | Refused:
    """Return the person with this name as ``find_or_add`` does, inside a transaction; it locks the club."""
    lock_row(connection, Club, member.club_id)
    known = known_names(member.club_id, connection)
    name = known.get(name_key(name.strip()), name.strip())
    if name_key(name) not in known:
        problem = name_problem(name)
        if problem:
            return refusal("name", problem)
        if not member.can_write:
            return refusal("name", f"Nobody called {name} has played in this club yet.")
    return Person(player_ids(connection, member.club_id, [name])[name], name)
