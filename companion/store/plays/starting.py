"""Starting a play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Required, TypedDict, Unpack

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from companion.core.entry.kinds import with_defaults
from companion.core.entry.problems import Problem
from companion.core.house.house_rules import HouseRules
from companion.core.play.setups import read_setup
from companion.games import game_of
from companion.store.access.codes import random_key
from companion.store.access.roles import Member
from companion.store.database.base import db, now
from companion.store.database.models import Play
from companion.store.house.house_rules import house_rules_in_force
from companion.store.log.events import LoggedEvent
from companion.store.log.write import Decision, write
from companion.store.log.write_results import Refused
from companion.store.names.names import People, club_spellings, name_key
from companion.store.names.new_people import kitty_faults, player_ids
from companion.store.plays.edits import projection
from companion.store.plays.edits.write_edits import edit_event
from companion.store.plays.find_night import night_for, update_began_at
from companion.store.plays.play_details import NIGHT, PLAYED_AT, SEALED, SIDES, moment_to_log
from companion.store.plays.play_lists import next_play_after
from companion.store.plays.play_state import PlayState, build_state, cache_state
from companion.store.plays.seats import sides_to_log


class PlayRequest(TypedDict, total=False):
    """A play that is to be started."""

    slug: Required[str]
    players: Required[Sequence[str]]
    dealer: str | None
    options: Mapping[str, Any]
    """Missing ones are as in the club's house rules, or else the game's defaults."""

    sides: Sequence[str] | None
    stake: Mapping[str, Any] | None
    client_id: Required[str]
    """The id of the request; one that is sent again writes nothing."""

    parent: PlayState | None
    """The play that is played again; if that was done already, the play that follows it is returned."""

    played_at: datetime | None
    """When it began at the table, if it is entered later."""

    secret: bool
    """Whether bids are secret."""


def start_play(member: Member, **request: Unpack[PlayRequest]) -> PlayState | Refused:
    """Start a play and return it, unless it is refused. A repeated request returns the same play."""
    start = _Start(member, request, house_rules_in_force(member.club_id, request["slug"]))
    client_id = request["client_id"]
    try:
        result = write(member, client_id, start.decide, start.project, of_play=True)
    except IntegrityError:
        found = db.session.scalar(select(Play.id).where(Play.club_id == member.club_id, Play.client_id == client_id))
        if found is None:
            raise
        start.play = found
    else:
        if isinstance(result, Refused):
            return result
    state = start.state or build_state(start.play)
    cache_state(state)
    return state


@dataclass(slots=True)
class _Start:
    """A play that is being started."""

    member: Member
    request: PlayRequest
    rules: HouseRules | None
    """The house rules in force."""

    play: int = 0
    """The id of the play: the new one, or the one that follows the parent already."""

    state: PlayState | None = None
    """The new play, once it is written."""

    def decide(self, connection: Connection) -> Decision:
        """Insert the row of the play and return its first event, or the problems.

        None: an open play has followed the parent already, and it is the result.
        """
        request = self.request
        parent = request.get("parent")
        existing = next_play_after(parent, connection) if parent else None
        if existing is not None:
            self.play = existing.id
            return None
        game, moment, given = game_of(request["slug"]), now(), request.get("dealer")
        agreed = {**(self.rules.options if self.rules else {}), **request.get("options", {})}
        *names, spelled_dealer = club_spellings(self.member.club_id, [*request["players"], given or ""], connection)
        dealer = None if given is None else spelled_dealer
        raw = {"players": names, "dealer": dealer, "options": agreed, "sides": list(request.get("sides") or ())}
        setup, problems = read_setup(game, raw)
        problems += kitty_faults(names)
        if setup is not None and len(set(map(name_key, names))) < len(names):
            problems = [Problem("players", "Two names differ only in capitals; every name must be different.")]
        if setup is None or problems:
            return Refused(tuple(problems))
        fields = game.options_for(setup.players)
        numbers = player_ids(connection, self.member.club_id, setup.players)
        people = People({number: name for name, number in numbers.items()}, setup.sides)
        played_at, stake = request.get("played_at"), request.get("stake")
        begun = played_at or moment
        about: dict[str, Any] = {NIGHT: night_for(connection, self.member.club_id, begun)}
        if setup.sides:
            about[SIDES] = sides_to_log(setup.sides, setup.players)
        if request.get("secret"):
            about[SEALED] = True
        if played_at is not None:
            about[PLAYED_AT] = moment_to_log(played_at)
        self.play = connection.execute(
            insert(Play).values(
                key=random_key(), club_id=self.member.club_id, game=game.slug,
                options=people.to_log(fields, with_defaults(fields, agreed)),
                dealer=people.reference_to(setup.dealer), rules_version=game.rules.version,
                stake=dict(stake) if stake else None, started_at=moment, client_id=request["client_id"],
                parent_id=parent and parent.id, house_id=self.rules.id if self.rules else None,
                last_at=moment, played_at=begun, until=begun,
            ).returning(Play.id)
        ).scalar_one()  # fmt: skip
        seats = [{"player_id": numbers[name], "from_slot": 0} for name in setup.players]
        effect: dict[str, Any] = {"seats": seats, "about": about, "rules_version": game.rules.version}
        return edit_event(connection, self.play, "start", moment, **effect)

    def project(self, connection: Connection, club: int, event: LoggedEvent) -> None:
        """Write the projection of the play, and update its night."""
        self.state = build_state(self.play, connection)
        projection.project(connection, self.state, event.at)
        update_began_at(connection, [event.data["about"][NIGHT]])
