"""A club leaves one installation and comes into a fresh one, to the same pages; and how these pages look."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.look import SMALLEST, check, check_pages
from tests.browser.phone import Phone, new_phone
from tests.cli.running import running
from tests.exports.bgstats_samples import body, export, play, score, sheet

pytestmark = pytest.mark.browser


def with_plays(phone: Phone) -> str:
    """A club with a play that is over and one that goes on; gives its address."""
    club = phone.start_club()
    phone.start_play("rage", ("Ann", "Bob"), {"first_hand": 1})
    for seat, bid in enumerate((1, 0)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    phone.save()
    expect(phone.page.locator(".end")).to_be_visible()
    phone.page.goto(club)
    phone.start_play("raise-the-stakes", ("Ann", "Cyd"))
    return club


def saved(phone: Phone, club: str, folder: Path) -> Path:
    """The club's file, saved by a tap."""
    phone.page.goto(f"{club}/export")
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name="Download the club's file").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def sheets(phone: Phone, club: str) -> list[str]:
    """What the sheets of all plays of a club show."""
    phone.page.goto(f"{club}/plays")
    links = [link.get_attribute("href") for link in phone.page.locator("main .group + ul a.line").all()]
    texts = []
    for link in links:
        phone.page.goto(str(link))
        texts.append(phone.page.locator("#play").inner_text())
    return texts


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Another installation."""
    folder = tmp_path_factory.mktemp("fresh")
    with running("--host", "127.0.0.1", folder=folder) as server:
        yield server
        server.process.terminate()
        server.wait()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_a_club_goes_to_a_fresh_installation(
    phone: Phone, browser: Browser, fresh: Server, tmp_path: Path, script: bool
) -> None:
    club = with_plays(phone)
    file, before = saved(phone, club, tmp_path), sheets(phone, club)
    assert len(before) == 2
    other = Phone(new_phone(browser, fresh.address, java_script_enabled=script), script=script)
    other.page.goto("/")
    other.press(other.page.get_by_role("link", name="Import a club"))
    other.page.get_by_label("File of a club").set_input_files(file)
    other.press(other.page.get_by_role("button", name="Check the file"))
    expect(other.page.get_by_text("2 games with 1 round")).to_be_visible()
    other.press(other.page.get_by_role("button", name="Import it"))
    expect(other.page.locator(".notice")).to_contain_text("new codes")
    came = other.page.url
    if script:
        assert sheets(other, came) == before
    again = tmp_path / "again"
    again.mkdir()
    assert saved(other, came, again).read_bytes() == file.read_bytes()
    other.context.close()


def test_a_file_that_is_none_is_told_and_can_be_chosen_anew(phone: Phone, tmp_path: Path) -> None:
    wrong = tmp_path / "holiday.json"
    wrong.write_text("{}")
    phone.page.goto("/import")
    phone.page.get_by_label("File of a club").set_input_files(wrong)
    phone.press(phone.page.get_by_role("button", name="Check the file"))
    expect(phone.page.locator(".problem")).to_contain_text("not a club exported by Companion")
    expect(phone.page.get_by_label("File of a club")).to_be_visible()


def bgstats_file(folder: Path) -> Path:
    file = folder / "BGStatsExport.json"
    told = export([
        play(4, 1, [score(1, "40", winner=True), score(2, "-3")]),
        play(5, 2, [score(1, "7"), score(3, "5")], scoresheet=sheet([1, 3], [[3, 5], [4, 0]])),
        play(6, 5, [score(1, 1), score(2, 2)]),
    ])  # fmt: skip
    file.write_bytes(body(told))
    return file


def test_plays_come_in_from_bg_stats(phone: Phone, tmp_path: Path) -> None:
    club = phone.start_club()
    phone.page.goto(f"{club}/export")
    phone.press(phone.page.get_by_role("link", name="Import from BG Stats"))
    phone.page.get_by_label("File of BG Stats").set_input_files(bgstats_file(tmp_path))
    phone.press(phone.page.get_by_role("button", name="Check the file"))
    expect(phone.page.get_by_role("heading", name="What will be imported")).to_be_visible()
    expect(phone.page.get_by_text("all play together")).to_be_visible()
    phone.press(phone.page.get_by_role("button", name="Import them"))
    expect(phone.page.locator(".notice")).to_contain_text("2 games imported from BG Stats")
    expect(phone.page.get_by_role("link", name="Skat")).to_be_visible()


@pytest.fixture(scope="module")
def visited(browser: Browser, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Phone, str]]:
    """A phone of the smallest size with a club that has plays."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    yield phone, with_plays(phone)
    phone.context.close()


@pytest.mark.ci
def test_every_page_passes_on_the_smallest_phone(visited: tuple[Phone, str], tmp_path: Path) -> None:
    phone, club = visited
    check_pages(
        phone, [f"{club}/{path}" for path in ("export", "export/bgstats", "delete", "export/name")] + ["/import"]
    )


def test_what_was_found_and_what_was_refused_passes_as_well(visited: tuple[Phone, str], tmp_path: Path) -> None:
    phone, club = visited
    file = saved(phone, club, tmp_path)
    for page, label, chosen in (
        ("/import", "File of a club", file), ("/import", "File of a club", bgstats_file(tmp_path)),
        (f"{club}/export/bgstats", "File of BG Stats", tmp_path / "BGStatsExport.json"),
    ):  # fmt: skip
        phone.page.goto(page)
        phone.page.get_by_label(label).set_input_files(chosen)
        phone.press(phone.page.get_by_role("button", name="Check the file"))
        check(phone)
    for page in (f"{club}/delete", f"{club}/export/name"):
        phone.page.goto(page)
        phone.press(phone.page.locator("main form button:not(.unseen)").last)
        expect(phone.page.locator(".problem").first).to_be_visible()
        check(phone)
