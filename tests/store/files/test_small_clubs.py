"""Files of clubs with little in them: without plays, or with house rules or rulings alone."""

import io
from datetime import timedelta

from companion.store.files.importing import check_file
from companion.store.house import house_rules
from companion.store.rulings import read_rulings
from tests.store.files.club_files import brought_in, exported
from tests.store.house.versions import agreed
from tests.store.rulings.test_rulings import record
from tests.store.tables import SCRATCH, Club, Table


def test_a_club_without_plays_is_imported(club: Club) -> None:
    content = exported(club.organiser.club_id)
    summary = check_file(io.BytesIO(content)).summary
    assert (summary["plays"], summary["people"], summary["days"]) == (0, [], [])
    assert exported(brought_in(content)) == content


def test_house_rules_that_were_agreed_and_then_withdrawn_are_imported(club: Club) -> None:
    version = agreed(club, holds_from=house_rules.today() + timedelta(days=5))
    house_rules.withdraw(club.organiser, version.key, "We think again.", agreed=True)
    again = brought_in(exported(club.organiser.club_id))
    assert [(one.state, one.reason) for one in house_rules.all_versions(again)] == [("withdrawn", "We think again.")]


def test_a_ruling_about_the_coming_round_is_imported(club: Club) -> None:
    fresh, table = Table(club.scorer), Table(club.scorer)
    table.write(SCRATCH)
    for one, number in ((fresh, 1), (table, 2)):
        record(club, play_key=one.key, round_number=number)
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    assert [one.round_number for one in read_rulings.find_rulings(again)] == [2, 1]
