"""Files of clubs with little in them: without plays, and with a ruling about a round that is not saved yet."""

import io

from companion.store.files.importing import check_file
from companion.store.rulings import read_rulings
from tests.store.files.club_files import brought_in, exported
from tests.store.rulings.test_rulings import record
from tests.store.tables import SCRATCH, Club, Table


def test_a_club_without_plays_is_imported(club: Club) -> None:
    content = exported(club.organiser.club_id)
    summary = check_file(io.BytesIO(content)).summary
    assert (summary["plays"], summary["people"], summary["days"]) == (0, [], [])
    assert exported(brought_in(content)) == content


def test_a_ruling_about_the_coming_round_is_imported(club: Club) -> None:
    fresh, table = Table(club.scorer), Table(club.scorer)
    table.write(SCRATCH)
    for one, number in ((fresh, 1), (table, 2)):
        record(club, play_key=one.key, round_number=number)
    content = exported(club.organiser.club_id)
    again = brought_in(content)
    assert exported(again) == content
    assert [one.round_number for one in read_rulings.find_rulings(again)] == [2, 1]
