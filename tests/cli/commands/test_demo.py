"""The demo: a club with evenings as people would have played them."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.games import all_games
from tests.cli.commands.command_line import companion
from tests.database import put_empty_database

AT_SEVEN = ["19:00", "20:15", "21:30", "22:45"]
"""When the plays of an evening begin."""


class Rows:
    """The database of a demo."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    def of(self, query: str) -> list[Any]:
        """Return the rows of a query, or the values if it has one column."""
        return [row if len(row) > 1 else row[0] for row in self.database.execute(f"SELECT {query}")]

    def times(self, query: str) -> list[datetime]:
        """Return moments, which are stored in UTC."""
        return [datetime.fromisoformat(at).replace(tzinfo=UTC) for at in self.of(query)]

    def events(self, kind: str) -> list[dict[str, Any]]:
        """Return the data of all events of a kind."""
        return [json.loads(data) for data in self.of(f"data FROM event WHERE kind = '{kind}' ORDER BY seq")]


@contextmanager
def demo(folder: Path, *options: str) -> Iterator[tuple[str, Rows]]:
    """Make a demo that ``companion rebuild`` has nothing to correct in; yield what was printed, and its rows."""
    put_empty_database(folder)
    result = companion("demo", *options, folder=folder)
    assert result.exit_code == 0, result.output
    assert "Everything was right." in companion("rebuild", folder=folder).output
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as database:
        yield result.output, Rows(database)


def check_evenings(rows: Rows, nightly: int, most: int) -> None:
    """Check that there was an evening every week, the last one yesterday, with a round every six minutes.

    ``nightly``: plays of an evening; ``most``: the most rounds of a play.
    """
    started = rows.times("started_at FROM play ORDER BY id")
    assert [f"{at:%H:%M}" for at in started] == [AT_SEVEN[number % nightly] for number in range(len(started))]
    first_of_night = started[::nightly]
    assert rows.times("began_at FROM night ORDER BY id") == first_of_night
    assert {later - at for at, later in pairwise(first_of_night)} == {timedelta(weeks=1)}
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    assert yesterday - timedelta(days=1) <= first_of_night[-1].date() <= yesterday
    for play, slot, at in rows.of(
        "subject_id, json_extract(data, '$.slot'), at FROM event WHERE kind = 'round' AND subject = 'play'"
    ):
        assert datetime.fromisoformat(at).replace(tzinfo=UTC) == started[play - 1] + timedelta(minutes=6 * slot)
    numbers = rows.of("rounds FROM play")
    assert min(numbers) >= 1
    assert most // 2 < max(numbers) <= most
    assert all(rows.of("over FROM play"))


def check_money(rows: Rows, nightly: int) -> None:
    """Check that every third play was for money, and that all evenings but the last were paid."""
    assert rows.of("currency FROM club") == ["EUR"]
    units = {game.slug: game.totals.unit for game in all_games()}
    for number, (game, stake) in enumerate(rows.of("game, stake FROM play ORDER BY id")):
        chips, fixed = ({"kind": kind, "amount": amount} for kind, amount in (("chips", 5), ("fixed", 50)))
        expected = None if number % 3 else {**(chips if units[game] == "chips" else fixed), "currency": "EUR"}
        assert json.loads(stake or "{}") == (expected or {})
    last = rows.of("max(id) FROM night")[0]
    paid = rows.of("subject_id, count(*) FROM event WHERE kind = 'paid' GROUP BY subject_id")
    assert len(paid) > last // 2
    assert all(night < last for night, _ in paid)
    ends = {at + timedelta(hours=3) for at in rows.times("started_at FROM play")}
    assert set(rows.times("at FROM event WHERE kind = 'paid'")) <= ends
    kitty = [(event["amount"], event["to"] == "kitty", event["reason"]) for event in rows.events("kitty")]
    assert kitty == [(1000, True, ""), (1000, True, ""), (650, False, "Two new decks of cards")]


def check_what_people_agreed(rows: Rows) -> None:
    """Check the house rules, the ruling, the objection and the shared night."""
    first = rows.times("min(started_at) FROM play")[0]
    [proposed] = rows.events("proposed")
    assert (proposed["game"], proposed["options"]["target"], proposed["options"]["raised_tie"]) == (
        "raise-the-stakes", 25, "nobody-pays",
    )  # fmt: skip
    assert [one["text"] for one in proposed["amendments"]] == [
        "Who folds lays the cards face down and says nothing about them.", "Who deals fetches the drinks.",
    ]  # fmt: skip
    assert proposed["note"] == "Settled at the first evening of the season."
    assert rows.events("agreed") == [{"names": ["Ann", "Bob", "Cyd", "Dee"], "reason": ""}]
    week_before = first - timedelta(weeks=1)
    assert rows.times("at FROM event WHERE kind IN ('proposed', 'agreed')") == [week_before] * 2
    [ruled] = rows.events("recorded")
    assert ruled["question"] == "The dealer turned up a second fire card while looking for trump."
    assert ruled["decision"] == "Fire cards turned up stay open beside the pack, and the next card is turned."
    assert ruled["rules"] == ["raise-the-stakes/deal.trump", "raise-the-stakes/deal.pack"]
    last = rows.of("max(id) FROM play")[0]
    words = "I think these points are mine: look at the last trick again."
    assert rows.of(f"subject_id FROM event WHERE data LIKE '%{words}%'") == [last]
    assert rows.of("subject_id FROM event WHERE data LIKE '%shared%'") == rows.of("max(id) FROM night")


def test_a_demo_plays_every_game_with_every_feature(tmp_path: Path) -> None:
    with demo(tmp_path, "--seed", "7") as (printed, rows):
        for game in all_games():
            assert f"  {game.name}\n" in printed
        assert "/recover/" in printed
        times = dict(rows.of("game, count(*) FROM play GROUP BY game"))
        assert times.keys() == {game.slug for game in all_games()}
        assert set(times.values()) == {1, 2}
        assert rows.of("name FROM player ORDER BY name") == ["Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"]
        check_evenings(rows, 3, 12)
        check_money(rows, 3)
        check_what_people_agreed(rows)


def test_a_demo_with_plays_has_forty_people_and_as_many_plays_as_asked(tmp_path: Path) -> None:
    with demo(tmp_path, "--plays", "24", "--seed", "7") as (printed, rows):
        [rounds] = rows.of("sum(rounds) FROM play")
        assert f"\nMade the club “The Thursday Table” with 24 games and {rounds} rounds.\n" in printed
        assert re.search(
            r"\nWhile Companion runs, open this link to organise the club:\n  http://[\w.:]+/recover/\w{40}\n", printed
        )
        assert rows.of("count(*) FROM play WHERE counts") == [24]
        assert len(set(rows.of("name FROM player"))) == 40
        check_evenings(rows, 4, 22)
        check_money(rows, 4)
        check_what_people_agreed(rows)
    assert companion("demo", "--plays", "3", folder=tmp_path).exit_code == 2
