"""A club with rows of every kind."""

from companion.core.house.house_rules import Amendment, HouseRules
from companion.store.house import house_rules
from companion.store.plays import objections
from companion.store.plays.coming_round import drafts, round_cards
from companion.store.plays.coming_round.findings import Adjustment
from companion.store.plays.edits import commands
from companion.store.rulings import read_rulings, write_rulings
from tests.store.tables import Club, Table, client_id, done, tricks

NAMES = ("Ann", "text", "12")
"""Names that are hard to remove: one equals a key in stored JSON, one looks like a reference."""


def full_club() -> tuple[Club, Table]:
    """Return a club with rows in every table."""
    club = Club()
    table = Table(club.scorer, players=NAMES)
    table.write(
        tricks(3, 2, 0, names=NAMES, adjust=[{"player": "Ann", "points": -1, "reason": "Ann saw text’s cards"}])
    )
    done(table.save(tricks(0, 5, 0, names=NAMES), slot=1))
    drafts.patch_draft(club.scorer, table.state, slot=2, patch={"folded": ["text"]})
    fell = {"players": list(NAMES), "leader": "Ann", "tricks": [[{"player": "Ann", "card": "red-7"}]]}
    round_cards.save_cards(club.scorer, table.state, slot=2, mark=0, data=fell, client_id=client_id(), on_sheet=True)
    found = [{"player": "Ann", "points": -1, "reason": "Ann saw text’s cards"}]
    done(commands.add_findings(club.scorer, table.state, base=3, rows=found, client_id=client_id()))
    done(
        commands.remove_finding(club.scorer, table.state, base=4, finding=Adjustment(**found[0]), client_id=client_id())
    )
    done(
        objections.raise_objection(club.viewer, table.state, base=5, slot=1, words="Ann took 3.", client_id=client_id())
    )
    version = house_rules.propose(
        club.organiser, game="rage", options={}, amendments=[Amendment("", "Ann deals, Annette does not.")],
        note="As Ann said.", holds_from=house_rules.today(), client_id=client_id(),
    )  # fmt: skip
    assert isinstance(version, HouseRules)
    house_rules.agree(club.organiser, version.key, ["Ann", "text"])
    ruled = write_rulings.record(
        club.scorer, game="rage", question="Did Ann renege?", decision="Ann did.", agreed_by=["Ann"],
        situation="renege", fact_texts=[["Who", "Ann"]], play_key=table.key, client_id=client_id(),
    )  # fmt: skip
    assert isinstance(ruled, read_rulings.RulingState)
    write_rulings.withdraw(club.scorer, ruled.key, "Ann did not.")
    return club, table
