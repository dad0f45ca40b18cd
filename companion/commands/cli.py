"""The command ``companion``: start the app, score a file, back up and repair data."""

from difflib import get_close_matches
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from companion import __version__
from companion.address import best_url
from companion.commands.command_line import (
    ServeByDefault,
    check_folder_of,
    club_option,
    create_app_from,
    open_app,
    open_club,
    open_store,
    settings_of,
)
from companion.commands.operator_commands import COMMANDS
from companion.commands.terminal import (
    CommandRefused,
    WrongUsage,
    atomic_file,
    club_name,
    print_json,
    print_welcome,
    progress_bar,
    say,
    say_organiser_link,
    show_code,
    warn,
    warn_of_proxies,
)
from companion.core.play.scoring_api import NotPlayable, score_json, score_request
from companion.core.words import counted, listed
from companion.file_permissions import private_umask
from companion.games import SLUGS, game_of
from companion.settings import KEY_FILE

if TYPE_CHECKING:
    from companion.store.access.programs import May

LARGEST_IMPORT = 1 << 30
"""The largest file that the command ``import`` reads, in bytes."""


@click.group(cls=ServeByDefault, commands=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="Companion")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Keep the score of games with a real deck of cards.

    Without a command, the app starts: companion is short for companion serve.
    Settings can also be given as COMPANION_ variables or in companion.toml; the README lists them.
    """
    ctx.with_resource(private_umask())


@main.command()
@click.option("--host", metavar="ADDRESS", help="Address to listen on; 127.0.0.1 keeps other devices out.")
@click.option("--port", metavar="NUMBER", help="Port to listen on; 0: any free one.")
def serve(host: str | None, port: str | None, instance: str | None) -> None:
    """Start the app and show the address for the phones at the table."""
    from companion.commands.server import listen, run, stop_on_signals
    from companion.logs import log_to_terminal
    from companion.secret_key import other_keys_notice
    from companion.store.club.unused import clearing_daily
    from companion.store.database.backups.daily_copies import copying_daily, lost_clubs_notice
    from companion.store.database.caches.listen_notify import listening_to_database
    from companion.store.database.runtime import runtime
    from companion.web.rules.indexes import warm_up

    log_to_terminal()
    settings = settings_of(host=host, port=port, instance=instance)
    with listen(settings.host, settings.port) as listening:
        app = create_app_from(settings, checked=True)
        with app.app_context():
            stop_on_signals(runtime().stopping, settings.drain_seconds)
            notice = other_keys_notice(settings)
            warn(lost_clubs_notice())
        if notice:
            say(f"{notice}\n")
        warn_of_proxies(settings)
        print_welcome(settings, listening.getsockname()[1])
        warm_up()
        with clearing_daily(app.app_context), copying_daily(app.app_context), listening_to_database(app.app_context):
            run(app, listening, settings)
    say("Stopped. Everything that was saved is kept.")


@main.command(cls=click.Command)
@click.argument("game")
@click.argument("file", type=click.File("rb"), default="-")
@click.pass_context
def score(ctx: click.Context, game: str, file: IO[bytes]) -> None:
    """Score a game, as the scoring API does, and print the result as JSON.

    GAME is its name in addresses, such as oh-hell. FILE contains a request of the scoring API: players, options,
    rounds. Without FILE, or with -, the request is read from standard input. If it cannot be scored, the problems are
    printed as JSON, and the exit status is 1.
    """
    from companion.core.strict_json import JsonError, read_object

    if game not in SLUGS:
        near = get_close_matches(game.lower(), SLUGS, n=3)
        hint = f"Do you mean {listed(near, 'or')}?" if near else f"There are {listed(SLUGS)}."
        raise WrongUsage(f"There is no game called {game}. {hint}")
    try:
        request = read_object(file.read())
    except JsonError as fault:
        raise WrongUsage(f"{getattr(file, 'name', '<stdin>')}: {fault}") from None
    try:
        print_json(score_json(score_request(game_of(game), request)))
    except NotPlayable as refusal:
        print_json(refusal.problem_json())
        ctx.exit(CommandRefused.exit_code)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Overwrite FILE if it exists.")
def backup(file: Path, replace: bool, instance: str | None) -> None:
    """Back up the database and its key into FILE, also while the app runs.

    FILE becomes a ZIP file, consistent even if somebody saves meanwhile. Anybody who has it can enter every club, so
    keep it where only you can read it.
    """
    from companion.store.database.backups import backups
    from companion.store.database.runtime import runtime

    check_folder_of(file)
    with open_store(instance, migrated=False):
        backups.backup(runtime().paths, file, replace=replace)
    say(f"Saved {file} with the key: {counted(file.stat().st_size // 1024, 'kilobyte')}.")
    say(f"To restore it: companion restore {file}")


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.option(
    "--key",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="The file secret_key that belongs to FILE, if FILE is a bare database.",
)
def restore(file: Path, key: Path | None, instance: str | None) -> None:
    """Restore the backup in FILE.

    Stop the app first. The present database is kept under another name. FILE can also be a bare database, as earlier
    versions made it.
    """
    from companion.store.database.backups import backups
    from companion.store.database.runtime import runtime

    with open_store(instance, migrated=False) as settings:
        done = backups.restore(runtime().paths, file, key)
    say(f"Restored from {file}: {counted(done.clubs, 'club')} with {counted(done.plays, 'game')}.")
    for kept in done.kept:
        say(f"The database from before is kept as {kept}.")
    own = settings.instance / KEY_FILE
    if not done.has_key and own.exists():
        say(f"This backup contains no key, so {own} stays. It must be the key of this backup.")
    elif not done.has_key:
        say(f"This backup contains no key. Put its file {KEY_FILE} into {settings.instance}.")


@main.command()
@club_option
def recover(club: str | None, instance: str | None) -> None:
    """Print a new recovery link for a club whose organiser's phone is lost.

    Phones that have joined stay in. If the secret key is lost, all clubs go on with the key that is in the folder, or
    with a new one, and get new codes and links.
    """
    from companion.secret_key import accept_key
    from companion.store.access import recovery
    from companion.store.club import operators

    settings = settings_of(instance=instance)
    with open_club(instance, club, "there is no club to recover") as chosen:
        changed = accept_key(settings)
        token = recovery.new_recovery_link(chosen.id)
        operators.record("recover", chosen.id)
    if changed:
        say(f"{changed}\n")
    link = f"{best_url(settings)}/recover/{token}"
    say(f"While Companion runs, open this link on the phone of the organiser of {club_name(chosen)}:")
    say(f"  {link}")
    show_code(link)
    say("If Companion shows another address when it starts, put that in front of /recover. Older links no longer work.")


@main.command()
@club_option
@click.option("--may", type=click.Choice(["read", "score"]), required=True, help="What the program may do.")
@click.option("--name", metavar="NAME", help="Name of the program in the list of programs and in the log.")
def token(club: str | None, may: "May", name: str | None, instance: str | None) -> None:
    """Print a token with which a program can read a club, or also score in it.

    The token is the last line. It is shown only once, and anybody who has it can use it, so keep it secret. An
    organiser can revoke it on a phone, under More, Programs.
    """
    from companion.store.access import programs
    from companion.store.club import operators

    with open_club(instance, club, "there is no club yet") as chosen:
        try:
            made = programs.make_program(chosen.id, (name or programs.USUAL_NAME).strip(), may)
            operators.record("token", chosen.id, f"may {may}")
        except ValueError as fault:
            raise WrongUsage(str(fault)) from None
    what = "read" if may == "read" else "read and score in"
    say(f"With this token a program can {what} {club_name(chosen)}. Keep it secret; it is shown only once.")
    say(made)


@main.command(name="export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@club_option
@click.option("--replace", is_flag=True, help="Overwrite FILE if it exists.")
def export_command(file: Path, club: str | None, replace: bool, instance: str | None) -> None:
    """Export a whole club into FILE, also while the app runs.

    FILE contains the whole history of the club as JSON, but nothing with which somebody could enter it. Import it with
    companion import, or on the page “Import a club”.
    """
    from companion.store.files import exporting

    if file.exists() and not replace:
        raise CommandRefused(f"{file} exists already. Choose another name, or add --replace.")
    check_folder_of(file)
    with open_club(instance, club, "there is no club to export") as chosen:
        _record_export(chosen.id)
        with atomic_file(file) as written, progress_bar("Exporting") as step:
            exporting.export_club(chosen.id, written, step)
    say(f"Exported {club_name(chosen)} to {file}: {counted(file.stat().st_size // 1024 + 1, 'kilobyte')}.")


def _record_export(club: int) -> None:
    """Log an export. If the log cannot be written, only warn: a club can still be saved from a full disk."""
    from sqlalchemy.exc import DBAPIError

    from companion.store.club import operators
    from companion.store.database.trouble import DatabaseBusyError

    try:
        operators.record("export", club)
    except (DatabaseBusyError, DBAPIError):
        warn("The export could not be written to the operator's log.")


@main.command(name="import")
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
def import_command(file: Path, instance: str | None) -> None:
    """Import the club in FILE as a new club, with new codes.

    FILE comes from companion export, or from the page “Export” of a club. Open the printed link to organise the club.
    """
    from companion.exports.open_upload import UnreadableFileError
    from companion.store.access import recovery
    from companion.store.club import operators
    from companion.store.club.club_list import club_by_key
    from companion.store.files import importing

    with open_app(instance) as settings, file.open("rb") as content:
        try:
            with progress_bar("Checking") as seen:
                checked = importing.check_file(content, LARGEST_IMPORT, seen)
            with progress_bar("Importing") as done:
                key = importing.import_club(checked, None, done)
        except UnreadableFileError as fault:
            raise CommandRefused(f"{file}: {fault} Nothing was changed.") from None
        club = club_by_key(key)
        token = recovery.new_recovery_link(club.id)
        operators.record("import", club.id)
    say(f"Imported {club_name(club)} with {counted(club.plays, 'game')}.")
    say_organiser_link(settings, token)


@main.command()
def rebuild(instance: str | None) -> None:
    """Rebuild totals, winners, nights and names from the log.

    What people entered is never changed.
    """
    from companion.store.nights import night_state
    from companion.store.people import edit_people
    from companion.store.plays.edits import projection

    with open_app(instance):
        say("Rebuilding every game from the log …")
        off = {
            "name": edit_people.rebuild_people(),
            "play": projection.rebuild_plays(say),
            "night": night_state.rebuild_nights(),
        }
    found = listed(counted(number, what) for what, number in off.items() if number)
    say(f"{found} corrected." if found else "Everything was right.")


@main.command()
@click.option("--seed", type=int, help="The same number gives the same evenings again.")
@click.option(
    "--plays",
    type=click.IntRange(10, 100_000),
    help="Make this many games of forty people instead, one evening a week.",
)
def demo(seed: int | None, plays: int | None, instance: str | None) -> None:
    """Fill a new club with made-up evenings of all games.

    Open the printed link to organise the club.
    """
    from random import Random

    from companion.commands.demo import fill_demo, fill_demo_of_years

    dice = Random(seed)  # noqa: S311 - dice of a demo, not a secret
    with open_app(instance) as settings:
        if plays is None:
            say("Playing:")
            made = fill_demo(dice, lambda name: say(f"  {name}"))
        else:
            with click.progressbar(length=plays, label="Playing", width=0) as bar:
                made = fill_demo_of_years(dice, plays, lambda _: bar.update(1))
    say(f"Made the club “The Thursday Table” with {counted(made.plays, 'game')} and {counted(made.rounds, 'round')}.")
    say_organiser_link(settings, made.recovery)
