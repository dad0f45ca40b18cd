"""Secret bids on the sheet: who has bid, and forms for the players whom this phone bids for, never others' bids."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from companion.core.entry.fields import Field
from companion.core.entry.problems import Problem
from companion.core.play.bids import sealable_fields
from companion.core.play.fold import opening_table
from companion.core.play.setups import read_setup
from companion.games import game_of
from companion.store.access.roles import Member
from companion.store.plays.coming_round import secret_bids as store
from companion.store.plays.coming_round.drafts import DraftState, PlayWithDraft, is_secret, secret_fields
from companion.store.plays.play_state import PlayState
from companion.web.forms.entry import EntryForm, Section
from companion.web.plays.bids.bid_progress import done_and_waiting_bidders, secret_progress
from companion.web.support.faults import faults_in_field_order


class SecretReader(NamedTuple):
    """Whose secret bids of a play a phone may make, and which it may show."""

    player: str
    """The player whose phone it is; empty if it is nobody's at this table."""

    own: Mapping[str, Any]
    """The bids of that player that this very phone has sent, by field; no others are ever shown on it."""

    phoneless: tuple[str, ...]
    """Players without a phone at the table, for whom this phone may bid; empty if it may only watch."""


@cache
def may_be_secret(slug: str) -> bool:
    """Return whether a game has bids that can be secret."""
    game = game_of(slug)
    names = list(game.seats.placeholder_names())
    setup, _ = read_setup(game, {"players": names})
    return setup is not None and bool(sealable_fields(game.scoring.fields(opening_table(game, setup))))


def secret_reader(member: Member, play: PlayWithDraft) -> SecretReader | None:
    """Return whose secret bids a phone may make, and which it may show; None if bids are not secret now."""
    state = play.state
    if not is_secret(state, play.draft):
        return None
    phoneless = store.players_without_phone(state) if member.can_write else ()
    return SecretReader(store.player_of_phone(member, state), store.own_bids(member, state), phoneless)


def secret_bids(
    state: PlayState,
    draft: DraftState | None,
    reader: SecretReader,
    can_write: bool,
    refused: tuple[Mapping[str, Any], Sequence[Problem]] | None,
) -> dict[str, Any]:
    """Return secret bids as a phone shows them. ``refused``: the bids that it sent, with their problems.

    - ``progress``: who has bid and who has not, in words; ``label``: what the game calls a bid.
    - ``player``: whose phone it is, empty if they do not play; ``is_down``: whether that player has bid; ``own``: the
      form for that player, empty if the bid came from another phone.
    - ``others``: players without a phone, each with a form of their own, so that nobody sees what the one before has
      tapped; ``instead``: the same for players who have a phone, in case it does not answer.
    - ``done``: the players whose bid this phone may take back; ``problems``: with the bids that it sent.
    """
    fields = secret_fields(state, draft.data if draft else {})
    done, waiting = done_and_waiting_bidders(state, draft)
    typed, problems = refused or ({}, ())
    own_bids = reader.own
    player = reader.player if reader.player in (*done, *waiting) else ""
    values = {
        item.key: {**({player: own_bids[item.key]} if item.key in own_bids else {}), **(typed.get(item.key) or {})}
        for item in fields
    }
    others = [name for name in waiting if name in reader.phoneless and name != player]
    instead = [name for name in waiting if name not in (player, *others)] if can_write else []
    shown = [player, *others, *instead] if player in waiting or own_bids else [*others, *instead]
    return {
        "progress": secret_progress(state, draft),
        "label": fields[0].label.lower(),
        "player": player,
        "is_down": player in done,
        "own": _bid_sections(fields, values, problems, player) if player in waiting or own_bids else [],
        "others": [(name, _bid_sections(fields, values, problems, name)) for name in others],
        "instead": [(name, _bid_sections(fields, values, problems, name)) for name in instead],
        "done": done if can_write else tuple(name for name in done if name == player),
        "problems": faults_in_field_order(
            fields, [problem if problem.name in shown else Problem("", problem.message) for problem in problems]
        ),
    }


def _bid_sections(
    fields: Sequence[Field], values: Mapping[str, Any], problems: Sequence[Problem], name: str
) -> list[Section]:
    """Return the form for one player's bids. ``values``: the bids to show in it, by field and name."""
    parts = EntryForm(fields, data=values).sections(problems)
    shown = [
        replace(part, people=[(who, asked) for who, asked in part.people if who == name], sum_rules=[])
        for part in parts
    ]
    return [part for part in shown if part.people]
