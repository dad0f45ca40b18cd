"""The key is lost or replaced: what the app says, what it leaves alone, and how a club goes on."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from companion.core.words import quoted
from companion.secret_key import KeyLostError, other_keys_notice
from companion.settings import Settings, load_settings
from companion.store.access import invitations, members
from companion.store.access.recovery import clubs_of_another_key
from companion.store.club.clubs import start_club
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.web import create_app
from tests.cli.commands.command_line import companion, told
from tests.cli.commands.homes import Home, opened
from tests.cli.running import clean_environment, running
from tests.database import embedded_only, own_database
from tests.old_versions import first_version
from tests.old_versions.first_version import KNOWN
from tests.web.phones import Phone, problems

OTHER = "another key, but long enough to be one" * 2
STAY_OUT = (
    "Phones that have joined stay in, and nothing that was saved is lost. But earlier codes, QR codes and recovery "
    "links stop working, and there are new ones."
)
RENEWED = (
    "New codes and recovery links for {clubs}: older ones no longer work. Phones that have joined stay in. If "
    "Companion is running, restart it. While Companion runs, open this link"
)


def link_in(result: Result) -> str:
    """Return the path of the recovery link in the output."""
    found = re.findall(r"http\S+(/recover/\w+)", result.output)
    assert len(found) == 1, result.output
    return str(found[0])


def lose(home: Home, how: str) -> None:
    """Remove the key, or replace it."""
    if how == "deleted":
        home.key.unlink()
    elif how == "database alone":
        shutil.copy(home.folder / "companion.sqlite3", home.folder.parent / "copy")
        shutil.rmtree(home.folder)
        home.folder.mkdir()
        shutil.copy(home.folder.parent / "copy", home.folder / "companion.sqlite3")
    else:
        with opened(home.folder.parent / "elsewhere"):
            shutil.copy(home.folder.parent / "elsewhere" / "secret_key", home.key)


LOST = pytest.mark.parametrize("how", ["deleted", "database alone", "of another instance"])


@LOST
@pytest.mark.parametrize("command", ["serve", "rebuild", "demo"])
def test_the_app_does_not_start_if_its_clubs_belong_to_another_key(home: Home, how: str, command: str) -> None:
    lose(home, how)
    before = home.key.read_bytes() if home.key.exists() else None
    result = companion(
        command, *(["--host", "127.0.0.1", "--port", "0"] if command == "serve" else []), folder=home.folder
    )
    assert result.exit_code == 1
    database = home.folder / "companion.sqlite3"
    why = (
        f"{home.key} is not the key of 2 clubs in {database}: it belongs to another folder, or was created after the "
        "right one was lost. Put the right one back from your backup."
        if before
        else f"The key of 2 clubs is missing: there is no {home.key}, and {database} needs it. Put that file back "
        "from your backup, or set COMPANION_SECRET_KEY."
    )
    go_on = f"If it is lost for good, go on without it: companion recover --instance {home.folder}"
    assert told(result) == f"Error: {why} {go_on} {STAY_OUT}"
    assert (home.key.read_bytes() if home.key.exists() else None) == before, "no key is made in place of the lost one"


@LOST
def test_putting_the_key_back_is_enough(home: Home, how: str) -> None:
    key = home.key.read_bytes()
    lose(home, how)
    with pytest.raises(KeyLostError), opened(home.folder):
        pass
    home.key.write_bytes(key)
    with opened(home.folder) as app:
        home.again(app)
        assert home.letting_in() == home.known
        assert home.comes_in(app, home.known) == [True, True, True]


@LOST
def test_a_club_goes_on_without_its_key_after_recover(home: Home, how: str) -> None:
    lose(home, how)
    kept = home.key.read_bytes() if home.key.exists() else None
    result = companion("recover", "--club", "the aces ♠", folder=home.folder)
    assert result.exit_code == 0, result.output
    made = "" if kept else f"There was no key, so a new one was created: {home.key}. Back it up. "
    assert told(result).startswith(made + RENEWED.format(clubs="2 clubs"))
    assert kept in (None, home.key.read_bytes()), "the key that is there is taken"
    with opened(home.folder) as app:
        home.again(app)
        for role, page in (("organiser", "/devices"), ("scorer", "/plays/new"), ("viewer", "")):
            assert home.club.phone(role).get(home.club.url + page).status_code == 200, role
        assert home.comes_in(app, home.known) == [False, False, False], "what was handed out before"
        assert home.letting_in()[2] == link_in(result)
        assert home.comes_in(app, home.letting_in()) == [True, True, True]
    assert companion("rebuild", folder=home.folder).exit_code == 0


def test_a_second_folder_does_not_start_with_the_database_of_the_first(tmp_path: Path) -> None:
    with own_database() as url:
        shared = url or f"sqlite:///{tmp_path / 'shared.sqlite3'}"
        first, second = (load_settings({}, instance=tmp_path / name, database_url=shared) for name in ("one", "two"))

        def start(settings: Settings) -> str:
            try:
                app = create_app(settings)
            except KeyLostError as fault:
                return str(fault)
            with app.app_context():
                db.engine.dispose()
            return str(app.config["SESSION_COOKIE_NAME"])

        mark = start(first)
        refused = start(second)
        assert " ".join(refused.split()) == (
            f"This database was used with another instance folder before: {second.instance / 'secret_key'} is not its "
            "key. Start Companion with that folder, put its key here, or use another database with this folder. If it "
            f"is lost for good, go on without it: companion recover --instance {second.instance} {STAY_OUT}"
        )
        assert start(first) == mark
        shutil.copy(first.instance / "secret_key", second.instance / "secret_key")
        assert start(second) == mark


def test_computers_that_share_a_database_need_the_same_key(tmp_path: Path) -> None:
    with own_database() as url:
        shared = url or f"sqlite:///{tmp_path / 'shared.sqlite3'}"

        def start(folder: str, key: str) -> str:
            settings = load_settings({}, instance=tmp_path / folder, database_url=shared, secret_key=key)
            app = create_app(settings)
            with app.app_context():
                db.engine.dispose()
            return str(app.config["SESSION_COOKIE_NAME"])

        assert start("one", "a" * 40) == start("two", "a" * 40)
        with pytest.raises(KeyLostError, match="COMPANION_SECRET_KEY is not its key"):
            start("three", "b" * 40)


def test_a_database_without_clubs_starts_with_a_new_key(tmp_path: Path) -> None:
    for _ in range(2):
        with opened(tmp_path):
            (tmp_path / "secret_key").unlink()


@embedded_only
def test_tables_of_no_known_version_are_left_alone(home: Home) -> None:
    with closing(sqlite3.connect(home.folder / "companion.sqlite3")) as database:
        database.execute("delete from alembic_version")
        database.commit()
    result = companion("rebuild", folder=home.folder)
    assert result.exit_code == 1
    assert "does not say which version of Companion" in told(result)
    assert "Nothing was changed." in told(result)


def test_recover_prints_a_new_link_and_changes_nothing_else(home: Home) -> None:
    result = companion("recover", "--club", "The Aces ♠", folder=home.folder)
    assert result.exit_code == 0
    assert told(result).startswith(
        "While Companion runs, open this link on the phone of the organiser of “The Aces ♠”: http"
    )
    end = (
        "If Companion shows another address when it starts, put that in front of /recover. Older links no longer work."
    )
    assert told(result).endswith(end)
    assert "new codes" not in told(result).lower()
    with opened(home.folder) as app:
        phone = Phone(app)
        assert phone.post(link_in(result)).headers["Location"] == home.club.url
        assert phone.get(f"{home.club.url}/devices").status_code == 200
        assert home.comes_in(app, home.known) == [True, True, False], "the old link is invalid, the codes are unchanged"
        home.again(app)
        assert home.club.scorer.get(home.club.url).status_code == 200


def test_the_link_uses_the_public_address_and_has_a_qr_code(home: Home) -> None:
    (home.folder / "companion.toml").write_text('public_url = "https://cards.example.org"\n')
    result = companion("recover", "--club", "The Aces ♠", folder=home.folder)
    assert "  https://cards.example.org/recover/" in result.output
    assert "█" in result.output


def test_several_clubs_are_listed_with_their_last_game_and_players(home: Home) -> None:
    with opened(home.folder) as app:
        home.again(app)
        stranger = home.club.stranger
        url = re.findall(r'href="(/clubs/\w[\w-]*)"', stranger.get("/").text)[0]
        seats = {"game": "rage", "seat.0": "Gus", "seat.1": "نور"}
        assert stranger.post(f"{url}/plays/new", seats).status_code == 303
        Phone(app).post("/clubs")
    result = companion("recover", folder=home.folder)
    assert result.exit_code == 1
    assert "/recover/" not in result.output
    first, second, third = result.output.splitlines()[-3:]
    assert re.match(r"  1  The Aces ♠ – no game yet, started on \d+ \w+ 20\d\d$", first)
    assert re.match(r"  2  \(no name\) – 1 game, the last one Rage on \d+ \w+ 20\d\d with Gus and نور$", second)
    assert "(no name) – no game yet" in third
    result = companion("recover", "--club", "2", folder=home.folder)
    assert result.exit_code == 0
    with opened(home.folder) as app:
        assert Phone(app).post(link_in(result)).headers["Location"] == url


@pytest.mark.parametrize("wish", ["The Kings", "99", "<b>", "", "\u202eecA", "x" * 5000])
def test_a_club_that_does_not_exist_is_answered_with_a_list(home: Home, wish: str) -> None:
    result = companion("recover", "--club", wish, folder=home.folder)
    assert result.exit_code == 1
    what = f"There is no club called {quoted(wish)}." if wish else "Which club do you mean?"
    assert told(result).startswith(f"Error: {what} Name one of these, or give its number: 1 The Aces ♠ – no game yet,")
    assert len(result.output) < 500
    with opened(home.folder) as app:
        assert home.comes_in(app, home.known) == [True, True, True]


def test_of_two_clubs_with_one_name_the_number_decides(home: Home) -> None:
    with opened(home.folder) as app:
        phone = Phone(app)
        url = phone.post("/clubs").headers["Location"]
        phone.post(f"{url}/name", {"name": "The Aces ♠"})
    result = companion("recover", "--club", "The Aces ♠", folder=home.folder)
    assert result.exit_code == 1
    assert re.findall(r"^  (\d)  The Aces", result.output, re.MULTILINE) == ["1", "3"]
    result = companion("recover", "--club", "3", folder=home.folder)
    with opened(home.folder) as app:
        assert Phone(app).post(link_in(result)).headers["Location"] == url


def test_without_a_club_or_a_database_there_is_nothing_to_recover(tmp_path: Path) -> None:
    result = companion("recover", folder=tmp_path / "nothing")
    assert result.exit_code == 1
    database = tmp_path / "nothing" / "companion.sqlite3"
    assert told(result) == f"Error: There is no database at {database} yet, so there is no club to recover."
    assert not list(tmp_path.iterdir())
    with opened(tmp_path / "empty"):
        pass
    result = companion("recover", folder=tmp_path / "empty")
    assert result.exit_code == 1
    assert told(result) == "Error: There is no club yet."


def test_recover_mends_clubs_of_a_lost_key_beside_others(home: Home) -> None:
    """A second club was started after the key of the first had been lost."""
    with opened(home.folder) as app, app.app_context():
        runtime().secret = OTHER.encode()
        device, _ = members.add_device("A phone")
        key = start_club(device, "The Others")
    with opened(home.folder) as app:
        with app.app_context():
            sentence = other_keys_notice(app.config["COMPANION"])
        assert sentence == (
            f"The codes and links of 1 club do not work, since the key in {home.folder} is not theirs. To make new "
            f"ones: companion recover --instance {home.folder}"
        )
        home.again(app)
        assert home.comes_in(app, home.known) == [True, True, True]
    with running("--host", "127.0.0.1", folder=home.folder.parent, environment=clean_environment()) as server:
        assert f"{sentence}\n" in server.printed
    result = companion("recover", "--club", "The Others", folder=home.folder)
    assert told(result).startswith(RENEWED.format(clubs="1 club"))
    with opened(home.folder) as app:
        with app.app_context():
            assert not other_keys_notice(app.config["COMPANION"])
        assert Phone(app).post(link_in(result)).headers["Location"] == f"/clubs/{key}"
        home.again(app)
        assert home.comes_in(app, home.known) == [True, True, True], "the other clubs are left as they were"


def test_an_interrupted_recovery_is_finished_by_the_next(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    lose(home, "deleted")
    real, done = invitations.renew, []

    def renew(connection: object, club: int, **more: bool) -> None:
        if done:
            raise KeyboardInterrupt
        done.append(club)
        real(connection, club, **more)

    monkeypatch.setattr(invitations, "renew", renew)
    assert companion("recover", "--club", "The Aces ♠", folder=home.folder).exit_code == 1
    monkeypatch.undo()
    with opened(home.folder) as app, app.app_context():
        assert clubs_of_another_key() == [2]
    assert "1 club:" in told(companion("recover", "--club", "2", folder=home.folder))
    with opened(home.folder) as app, app.app_context():
        assert clubs_of_another_key() == []


def test_a_database_of_the_first_version_is_recovered_without_its_key(tmp_path: Path) -> None:
    """Devices were stored by a hash that depended on the key: they come back by the new codes."""
    first_version.put_into(tmp_path)
    (tmp_path / "secret_key").unlink()
    assert companion("rebuild", folder=tmp_path).exit_code == 1
    result = companion("recover", "--club", "the thursday table", folder=tmp_path)
    assert result.exit_code == 0, result.output
    with opened(tmp_path) as app:
        phone = Phone(app)
        assert phone.post(link_in(result)).headers["Location"] == f"/clubs/{KNOWN['club']}"
        assert "Raise the Stakes" in phone.get(f"/clubs/{KNOWN['club']}").text
        late = Phone(app).post("/join", {"code": KNOWN["codes"]["scorer"]})
        assert "No club has this code" in problems(late)
