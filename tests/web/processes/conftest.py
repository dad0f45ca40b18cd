"""A club with everything in it."""

from collections.abc import Iterator
from random import Random

import pytest
from flask import Flask

from tests.database import new_apps
from tests.web.api.club.programs import Program
from tests.web.phones import Club
from tests.web.plays.tricks.cards import Cards
from tests.web.processes.worlds import FOUR, World, told


@pytest.fixture
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, list[Flask]]]:
    with new_apps(tmp_path_factory.mktemp("writes"), 3) as apps:
        club = Club(apps[0]).gather()
        over = club.start("rage", FOUR, {"first_hand": "2"})
        over.write(over.sampled(Random(1)))
        told(over.post("/end"))
        there = club.start("rage", FOUR)
        there.write(there.sampled(Random(2)))
        tricks = Cards(club)
        secret = club.start("rage", FOUR)
        yield World(club, there, over, tricks, secret, Program(club)), apps
