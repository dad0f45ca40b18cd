"""Starting a play."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from companion.core.fold import Sheet, opening_table, read_setup
from companion.core.kinds import default_of
from companion.core.problems import Problem
from companion.games import game_of
from companion.store.access.codes import random_key
from companion.store.access.members import Member, needs_writer
from companion.store.database.base import db, now
from companion.store.database.models import Club, Play
from companion.store.database.writing import hold, writing
from companion.store.house.house import in_force
from companion.store.nights.placing import night_at, refresh
from companion.store.people.names import People, known_names, name_key
from companion.store.people.newcomers import kitty_faults, players_named
from companion.store.plays.about import NIGHT, PLAYED_AT, SEALED, SIDES, moment_to_log
from companion.store.plays.edits import log_edit
from companion.store.plays.play_lists import going_on_from
from companion.store.plays.projection import SEATED, parts_at_start
from companion.store.plays.states import PlayState, build, cache, sides_to_log, state_of


def start_play(
    member: Member,
    *,
    slug: str,
    players: Sequence[str],
    dealer: str | None,
    options: Mapping[str, Any],
    sides: Sequence[str] | None = None,
    stake: Mapping[str, Any] | None = None,
    client_id: str,
    parent: PlayState | None = None,
    played_at: datetime | None = None,
    night: int | None = None,
    secret: bool = False,
) -> PlayState | list[Problem]:
    """Start a play and return it, or all that is wrong. The same client id again returns the same play.

    Options that are not given are as the club's house rules have them, or else as the book does. ``played_at``: when
    it began at the table, where it is entered later; ``night``: the night it is put into, where it is not to find its
    own; ``secret``: whether each bids in secret; ``parent``: the play that is played again: where it goes on in
    another already, that one.
    """
    needs_writer(member)
    game = game_of(slug)
    rules = in_force(member.club_id, slug)
    options = {**(rules.options if rules else {}), **options}
    moment = now()
    try:
        with writing() as connection:
            hold(connection, Club, member.club_id)  # nobody is renamed or merged meanwhile
            going = going_on_from(parent, connection) if parent else None
            if going is not None:
                return state_of(going.id, going.revision, going[-1])
            known = known_names(member.club_id, connection)

            def called(name: str) -> str:
                return known.get(name_key(name.strip()), name.strip())

            names = [called(name) for name in players]
            raw = {
                "players": names, "dealer": None if dealer is None else called(dealer), "options": options,
                "sides": list(sides or ()),
            }  # fmt: skip
            setup, problems = read_setup(game, raw)
            problems += kitty_faults(names)
            if setup is not None and len(set(map(name_key, names))) < len(names):
                problems = [Problem("players", "Two names differ only in capitals; every name must be different.")]
            if setup is None or problems:
                return problems
            everything = {item.key: options.get(item.key, default_of(item)) for item in game.options_for(setup.players)}
            numbers = players_named(connection, member.club_id, setup.players)
            people = People({number: name for name, number in numbers.items()}, setup.sides)
            about: dict[str, Any] = {NIGHT: night or night_at(connection, member.club_id, played_at or moment)}
            if setup.sides:
                about[SIDES] = sides_to_log(setup.sides, setup.players)
            if secret:
                about[SEALED] = True
            if played_at is not None:
                about[PLAYED_AT] = moment_to_log(played_at)
            play = connection.execute(
                insert(Play).values(
                    key=random_key(), club_id=member.club_id, game=slug, title=game.title_for(setup),
                    options=people.to_log(game.options_for(setup.players), everything),
                    sides=sides_to_log(setup.sides, setup.players), dealer=people.reference_to(setup.dealer),
                    rules_version=game.rules.version, stake=dict(stake) if stake else None,
                    started_at=moment, client_id=client_id, parent_id=parent and parent.id,
                    house_id=rules.id if rules else None,
                    revision=1, mark=1, sheet_mark=1, over=False, rounds=0, last_at=moment,
                    night_id=about[NIGHT], played_at=played_at or moment, until=played_at or moment,
                    is_later=played_at is not None, currency=(stake or {}).get("currency", ""),
                ).returning(Play.id)
            ).scalar_one()  # fmt: skip
            seats = [{"player_id": numbers[name], "from_slot": 0} for name in setup.players]
            version = game.rules.version
            start: dict[str, Any] = {"seats": seats, "about": about, "rules_version": version}
            log_edit(connection, member, play, "start", client_id, moment, **start)
            sheet = Sheet(game, opening_table(game, setup), ())
            connection.execute(SEATED, parts_at_start(play, sheet, numbers))
            refresh(connection, [about[NIGHT]])
    except IntegrityError:
        found = db.session.scalar(select(Play.id).where(Play.club_id == member.club_id, Play.client_id == client_id))
        if found is None:
            raise
        play = found
    state = build(play)
    cache(state)
    return state
