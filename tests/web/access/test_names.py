"""Names of clubs and devices."""

import re

import pytest
from markupsafe import escape

from tests.web.phones import Club, problem_texts

pytestmark = pytest.mark.usefixtures("gathered")


BAD_NAMES = {
    "x" * 61: "The name is longer than 60 letters.",
    "a\0b": "The name has letters that cannot be shown.",
    "a\x07": "The name has letters that cannot be shown.",
    "x" * 100_000: "The name is longer than 60 letters.",
}
BAD_NAMES |= {
    "\u200b\u200f": "The name has only letters that cannot be seen.",
    "\u3164": "The name has only letters that cannot be seen.",
}


@pytest.mark.parametrize("name", BAD_NAMES, ids=range(len(BAD_NAMES)))
def test_an_invalid_club_name_is_an_error_of_its_field(club: Club, name: str) -> None:
    club.organiser.post(f"{club.url}/name", {"name": "Aces"})
    answer = club.organiser.post(f"{club.url}/name", {"name": name})
    assert answer.status_code == 422
    assert BAD_NAMES[name] in problem_texts(answer)
    assert 'aria-describedby="name-problem"' in answer.text
    assert f'value="{name[:60].strip()}"' in answer.text, "what was typed can be mended"
    assert "Aces" in club.organiser.get(club.url).text


@pytest.mark.parametrize("label", ["", "  ", *BAD_NAMES], ids=range(2 + len(BAD_NAMES)))
def test_an_invalid_device_name_is_refused_and_changes_nothing(club: Club, label: str) -> None:
    club.scorer.post(f"{club.url}/device-name", {"label": "Tablet"})
    answer = club.scorer.post(f"{club.url}/device-name", {"label": label})
    assert answer.status_code == 422
    assert "name" in answer.text
    assert "Tablet" in club.organiser.get(f"{club.url}/devices").text


@pytest.mark.parametrize(
    "name", ["<b>x</b>", '"><script>alert(1)</script>', "نادي", "\u202eabc", "🂡 Aces", "{{ 7*7 }}", "Ann's & Bob's"]
)
def test_names_are_displayed_as_typed(club: Club, name: str) -> None:
    answer = club.organiser.post(f"{club.url}/name", {"name": name}, follow_redirects=True)
    assert answer.status_code == 200
    club.organiser.post(f"{club.url}/device-name", {"label": name[:40]})
    for path in ("/", club.url, f"{club.url}/devices", f"{club.url}/invite", f"{club.url}/plays/new"):
        page = club.organiser.get(path).text
        assert "<script>alert" not in page
        assert "<b>x" not in page
        assert f"<bdi>{escape(name)}</bdi>" in page


def test_the_page_of_phones_opens_at_the_name_that_was_refused_and_has_that_of_the_club(club: Club) -> None:
    club.organiser.post(f"{club.url}/name", {"name": "Aces"})
    club.scorer.post(f"{club.url}/device-name", {"label": "Tablet"})
    page = club.organiser.get(f"{club.url}/devices").text
    rename = next(action for action in re.findall(r'action="([^"]+/devices/\d+/name)"', page)[1:])
    refused = club.organiser.post(rename, {"label": "x" * 41}).text
    for shown, unfolded in ((page, [False] * 3), (refused, [False, True, False])):
        assert re.findall(r'<input[^>]* name="name"[^>]* value="([^"]*)"', shown) == ["Aces"]
        folded = re.findall(r'<details class="sheet-of-paper device"( open)?', shown)
        assert [bool(is_open) for is_open in folded] == unfolded
    assert re.findall(r'<input[^>]* name="label"[^>]* value="([^"]*)"', refused)[1] == "x" * 41
