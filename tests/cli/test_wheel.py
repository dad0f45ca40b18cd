"""The app from a built wheel contains everything that it needs."""

import subprocess
import sys
import tarfile
import zipfile
from configparser import RawConfigParser
from pathlib import Path

import click
import pytest

from companion.commands.cli import main
from companion.resources import STATIC, TEMPLATES, is_checkout
from tests.cli.running import PATIENCE, clean_environment, running

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from this checkout and install it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("*.whl")
    return found


def files_below(folder: Path) -> set[str]:
    """Return the files of a folder of the checkout, by their names in the wheel."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_checkout_finds_its_own_files() -> None:
    assert is_checkout()
    assert TEMPLATES == ROOT / "templates"
    assert STATIC == ROOT / "static"
    assert list(TEMPLATES.glob("*.html"))


def test_the_wheel_has_templates_styles_migrations_and_rules(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    for folder in ("templates", "static"):
        assert {f"companion/{folder}/{name}" for name in files_below(ROOT / folder)} <= names
    for path in (ROOT / "companion").rglob("*"):
        if path.suffix in (".py", ".toml", ".mako", ".ini", ".json") and path.name != "ruff.toml":
            assert path.relative_to(ROOT).as_posix() in names
    assert not [name for name in names if "ruff" in name or "__pycache__" in name or name.startswith("tests")]


def test_the_wheel_starts_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    installed, home = tmp_path / "installed", tmp_path / "home"
    home.mkdir()
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        "--target",
        str(installed),
        str(wheel),
    ]
    subprocess.run(command, check=True, timeout=PATIENCE, capture_output=True)
    environment = clean_environment(PYTHONPATH=str(installed), HOME=str(home), XDG_DATA_HOME=str(home / "data"))
    environment = {name: value for name, value in environment.items() if not name.startswith("COVERAGE_")}
    script = "import companion, companion.settings as s; print(companion.__file__); print(s.default_instance())"
    answer = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    file, instance = answer.stdout.split("\n")[:2]
    assert Path(file).is_relative_to(installed)
    assert not Path(instance).is_relative_to(installed)
    with running("--host", "127.0.0.1", folder=home, environment=environment, is_first=True) as app:
        status, page = app.get()
        assert status == 200
        assert "<html" in page
        for name in sorted(files_below(ROOT / "static")):
            status, body = app.fetch(f"/static/{name}")
            assert status == 200
            assert body
        assert app.get("/api/v1/games")[0] == 200
    assert {path.name for path in home.iterdir()} == {"instance"}


def test_the_systemd_example_is_in_the_wheel_and_starts_an_existing_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
    (found,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(found) as archive:
        (name,) = [name for name in archive.getnames() if name.endswith("contrib/companion.service")]
        content = archive.extractfile(name)
        assert content is not None
        unit = RawConfigParser(strict=False)
        unit.optionxform = str
        unit.read_string(content.read().decode())
    program, command_name, *options = unit["Service"]["ExecStart"].split()
    assert (program, command_name) == ("/opt/companion/bin/companion", "serve")
    parent = click.Context(main, **main.context_settings)  # else click remembers help without -h
    given = main.commands["serve"].make_context("serve", options, parent=parent).params
    assert given["instance"] == f"/var/lib/{unit['Service']['StateDirectory']}", "the one folder that it may write to"
