"""House rules shared with another club by a link."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from random import Random
from string import ascii_letters
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import SLUGS
from companion.store.house import house_rules as store
from companion.web.house import sharing, views
from companion.web.support.links import qr_code
from tests.laws.strategies import few
from tests.web.house.versions import FOLD, MARKUP, NEW, SLUG, agreed, url, versions
from tests.web.pages import words
from tests.web.phones import Club, Phone, problems


def link_of(club: Club, slug: str = SLUG) -> str:
    """Return the link on the page that shares."""
    found = re.search(r'href="[^"]*(/house/[\w-]+)" data-share', club.viewer.get(f"{club.url}/house/{slug}/share").text)
    assert found is not None
    return found[1]


def pack(data: object) -> str:
    """Return any data as the payload of a link."""
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    return urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


def test_house_rules_can_be_shared_by_a_link(club: Club, app: Flask) -> None:
    club.organiser.post(f"{club.url}/name", {"name": "Tische & Söhne"})
    form = {
        "target": "30", "variation_cards": ["swap"], "note": "Seit 1999 🂡", "amendment.0.text": MARKUP,
        "amendment.1.text": "Nobody sings.", "amendment.1.rule": FOLD,
    }  # fmt: skip
    mine = agreed(club, form)
    link, other = link_of(club), Club(app)
    seen = Phone(app).get(link)
    assert seen.status_code == 200, "it needs no club"
    assert "House rules of Tische & Söhne for Raise the Stakes" in words(seen.text)
    assert "Target 30 the book: 20" in words(seen.text)
    assert "<script>alert" not in seen.text
    assert "Propose them to" not in seen.text
    assert "Propose them to" not in other.viewer.get(link).text
    look = other.scorer.post(f"{other.url}/house/look", {"link": f"See: https://other.home{link} !"})
    assert (look.status_code, look.headers["Location"]) == (303, link)
    page = other.scorer.get(link).text
    assert "Propose them to" in page
    sent = {"payload": link.rpartition("/")[2], "client_id": "tap"}
    for _ in range(2):
        answer = other.scorer.post(f"{other.url}/house/adopt", sent)
        assert answer.headers["Location"] == url(other)
    [theirs] = versions(other)
    assert (theirs.options, theirs.amendments, theirs.note) == (mine.options, mine.amendments, mine.note)
    assert (theirs.state, theirs.source) == ("proposed", "Tische & Söhne")
    assert "From the house rules of Tische & Söhne" in words(other.organiser.get(url(other)).text)


def test_rules_in_force_are_not_imported_again(club: Club) -> None:
    agreed(club)
    payload = link_of(club).rpartition("/")[2]
    answer = club.scorer.post(f"{club.url}/house/adopt", {"payload": payload})
    assert answer.status_code == 422
    assert "These rules are in force already. Change something before you propose them." in problems(answer)
    assert len(versions(club)) == 1


def test_shared_rules_can_be_taken_over_again_after_they_were_withdrawn(club: Club, app: Flask) -> None:
    agreed(club)
    other, payload = Club(app), link_of(club).rpartition("/")[2]
    for number, tap in enumerate(("first", "second"), start=1):
        answer = other.scorer.post(f"{other.url}/house/adopt", {"payload": payload, "client_id": tap})
        assert answer.headers["Location"] == url(other)
        assert [version.state for version in versions(other)] == ["proposed"] + ["withdrawn"] * (number - 1)
        other.organiser.post(url(other, f"/{versions(other)[0].key}/withdraw"), {"reason": "Not now."})


def test_the_qr_code_contains_the_link_up_to_the_length_that_cameras_read(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    agreed(club)
    page = club.viewer.get(url(club, "/share"))
    link, *_ = re.findall(r'href="([^"]*/house/[\w-]+)" data-share', page.text)
    assert link.startswith("http://")
    assert qr_code(link) in page.text
    for most, fits in ((len(link), True), (len(link) - 1, False)):
        monkeypatch.setattr(views, "MOST_IN_CODE", most)
        assert (qr_code(link) in club.viewer.get(url(club, "/share")).text) == fits
    monkeypatch.undo()
    dice = Random(7)
    many = {f"amendment.{row}.text": "".join(dice.choices(ascii_letters, k=90)) for row in range(30)}
    agreed(club, many)
    page = club.viewer.get(url(club, "/share"))
    assert "too much on the card for a QR code" in page.text
    assert 'class="qr' not in page.text
    assert Phone(club.app).get(link_of(club)).status_code == 200


def test_the_largest_card_fits_into_a_link(club: Club) -> None:
    letters = [chr(0x1F300 + number) for number in range(500)]
    many = {f"amendment.{row}.text": "".join(letters[row:] + letters[:row]) for row in range(30)}
    many |= {f"amendment.{row}.rule": FOLD for row in range(30)}
    mine = agreed(club, {**many, "note": "🂡" * 500})
    shared = sharing.read_payload(link_of(club).rpartition("/")[2])
    assert shared.terms.amendments == mine.amendments


DAMAGED = "This link is incomplete or damaged. Copy the whole link and try again."
GOOD: dict[str, Any] = {"game": SLUG, "club": "C", "options": {"target": 30}, "rules": [["", "x"]], "note": ""}
BAD: list[tuple[object, str]] = [
    ([], DAMAGED),
    ({}, "This link is for a game that this server does not have."),
    (b"{", DAMAGED),
    (b"\xff", DAMAGED),
    (b"null", DAMAGED),
    (b'{"game": "rage", "game": "rage"}', DAMAGED),
    (b"[" * 60_000, DAMAGED),
    (b"9" * 60_000, DAMAGED),
    (b" " * 10_000_000, "This link is far too long for house rules."),
    ({**GOOD, "game": "bridge"}, "This link is for a game that this server does not have."),
    ({**GOOD, "game": []}, "This link is for a game that this server does not have."),
    ({**GOOD, "more": 1}, DAMAGED),
    ({**GOOD, "club": 1}, DAMAGED),
    ({**GOOD, "club": "x" * 61}, DAMAGED),
    ({**GOOD, "club": "\0"}, DAMAGED),
    ({**GOOD, "options": []}, DAMAGED),
    ({**GOOD, "rules": {}}, DAMAGED),
    ({**GOOD, "rules": ["x"]}, DAMAGED),
    ({**GOOD, "rules": [["", 1]]}, DAMAGED),
    ({**GOOD, "note": None}, DAMAGED),
    (
        {**GOOD, "options": {"x": 1}},
        "This link has house rules that cannot be played here. Raise the Stakes: There is nothing called “x” here.",
    ),
    ({**GOOD, "options": {"target": "x"}}, "is not a whole number."),
    (
        {**GOOD, "options": {"target": -5}},
        "This link has house rules that cannot be played here. Raise the Stakes: Target: −5 is too low, 1 is the "
        "least.",
    ),
    ({**GOOD, "options": {"target": 1e999}}, DAMAGED),
    (
        {**GOOD, "options": {"target": 10**900}},
        "This link has house rules that cannot be played here. Raise the Stakes: Target: "
        "1,000,000,000,000,000,000,000,000,000,0… is too high, 200 is the most.",
    ),
    ({**GOOD, "options": {"target": {"a": 1}}}, "is not a whole number."),
    (
        {**GOOD, "rules": [["nothing.here", "x"]]},
        "This link has house rules that cannot be played here. Raise the Stakes: Raise the Stakes has no such "
        "paragraph. Choose one from the list, or none.",
    ),
    ({**GOOD, "rules": [["", "\ud800"]]}, "has letters that cannot be shown."),
    (
        {**GOOD, "rules": [["", str(n)] for n in range(31)]},
        "This link has house rules that cannot be played here. Raise the Stakes: 31 rules are too many; enter at "
        "most 30.",
    ),
    ({**GOOD, "rules": [["", "x" * 501]]}, "is longer than 500 letters."),
    ({**GOOD, "note": "x" * 501}, "is longer than 500 letters."),
    ({**GOOD, "note": "\0"}, "has letters that cannot be shown."),
]


@pytest.mark.parametrize(("data", "told"), BAD, ids=[f"{number}-{told}" for number, (_, told) in enumerate(BAD)])
def test_a_link_with_an_invalid_payload_is_refused(club: Club, data: object, told: str) -> None:
    payload = pack(data)
    answer = club.scorer.get(f"/house/{payload}")
    assert answer.status_code == 404
    assert told in problems(answer)
    for path, form in (("look", {"link": f"https://x/house/{payload}"}), ("adopt", {"payload": payload})):
        answer = club.scorer.post(f"{club.url}/house/{path}", form)
        assert answer.status_code == 422
        assert told in problems(answer)
    assert versions(club) == []


@pytest.mark.parametrize(
    ("entered", "why"),
    [
        (
            {"options": {"target": -5}, "rules": [["no.such", "x"], ["no.such", "y"]]},
            "Target: −5 is too low, 1 is the least. Raise the Stakes has no such paragraph. Choose one from the list, "
            "or none.",
        ),
        (
            {"options": dict.fromkeys("vxyz", 1)},
            "There is nothing called “v” here. There is nothing called “x” here. There is nothing called “y” here.",
        ),
    ],
)
def test_the_first_three_reasons_are_given_each_once(entered: dict[str, Any], why: str) -> None:
    with pytest.raises(sharing.BadLinkError) as refused:
        sharing.read_payload(pack({**GOOD, **entered}))
    assert str(refused.value) == f"This link has house rules that cannot be played here. Raise the Stakes: {why}"


def test_a_link_holds_64_kilobytes_and_no_more() -> None:
    largest = json.dumps(GOOD).encode().ljust(64 * 1024)
    assert sharing.read_payload(pack(largest)).terms.options["target"] == 30
    with pytest.raises(sharing.BadLinkError, match="far too long"):
        sharing.read_payload(pack(largest + b" "))


PASTE = "Paste the link that the other club gave you."
NO_LINK = "This is not a link to house rules. Such a link has “/house/” with many letters after it."


@pytest.mark.parametrize(
    ("link", "told"),
    [("", PASTE), (" ", PASTE), ("https://example.org/", NO_LINK), ("/house/", NO_LINK), ("/house/x", DAMAGED),
     ("x" * 200_000, DAMAGED), ("\0", NO_LINK), (MARKUP, NO_LINK), ("/house/%00", NO_LINK), ("é" * 50, NO_LINK),
     ("/house/" + pack(GOOD)[:-6], DAMAGED), ("/house/" + pack(GOOD) + "AAAA", DAMAGED),
     ("/house/" + pack(GOOD)[4:], DAMAGED)],
    ids=range(13),
)  # fmt: skip
def test_pasted_text_that_is_no_link_is_refused(club: Club, link: str, told: str) -> None:
    answer = club.scorer.post(f"{club.url}/house/look", {"link": link})
    assert answer.status_code == 422
    assert told in problems(answer)
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        ("x" * 21, "x" * 21),
        (f"  {'x' * 30}\n", "x" * 30),
        ("/house/first, no: /house/second", "second"),
        (f"{'so ' * 600} https://our.home/house/last", "last"),
        (f"{'so ' * 40_000} https://our.home/house/last", "last"),
    ],
    ids=range(5),
)
def test_a_link_is_found_in_what_was_pasted_around_it(text: str, payload: str) -> None:
    assert sharing.payload_in_link(text) == payload


@pytest.mark.parametrize("text", ["x" * 20, "two words that are no link at all"])
def test_words_are_no_link(text: str) -> None:
    with pytest.raises(sharing.BadLinkError, match="This is not a link to house rules"):
        sharing.payload_in_link(text)


def test_a_link_has_only_the_options_that_differ_from_the_book(club: Club) -> None:
    agreed(club, {"target": "30"})
    payload = link_of(club).rpartition("/")[2]
    content = zlib.decompress(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert json.loads(content) == {"game": SLUG, "club": "", "options": {"target": 30}, "rules": [], "note": ""}


@pytest.mark.parametrize("payload", ["x", "-", "x" * 99_000, "%00", "%ff", "é", "%ED%A0%80", "a b", pack(GOOD)[:-6]])
def test_a_link_without_payload_is_refused(app: Flask, payload: str) -> None:
    assert Phone(app).get(f"/house/{payload}").status_code == 404


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
options = st.dictionaries(st.sampled_from(["target", "hand_size", "variation_cards", "short_deck", "x"]), anything)


@given(
    st.fixed_dictionaries(
        {"game": st.sampled_from(SLUGS) | anything, "options": options | anything, "club": st.text() | anything},
        optional={"rules": st.lists(st.tuples(st.text(), st.text())) | anything, "note": st.text() | anything},
    )
)
@settings(max_examples=few(150))
def test_any_payload_is_imported_or_refused_with_a_sentence(data: dict[str, Any]) -> None:
    try:
        found = sharing.read_payload(pack(data)).terms.problems
    except sharing.BadLinkError as fault:
        found = [] if str(fault).endswith(".") else [fault]
    assert found == []


@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
@settings(max_examples=few(150))
def test_any_bytes_are_refused_with_a_sentence(data: bytes) -> None:
    for payload in (urlsafe_b64encode(data).decode(), pack(data), data.decode("latin-1")):
        with pytest.raises(sharing.BadLinkError):
            sharing.read_payload(payload)


def test_a_later_version_is_announced(club: Club) -> None:
    day = store.today() + timedelta(days=9)
    found = agreed(club, {**NEW, "holds_from": day.isoformat()})
    told = words(club.viewer.get(url(club)).text)
    assert found.state == "agreed"
    assert f"holds from {day.day} {day:%B} {day.year} on" in told
    assert "By the book" in told
    assert club.viewer.get(url(club, "/share")).status_code == 404, "it is not in force yet"


def test_a_game_without_a_book_is_not_compared_with_one(club: Club) -> None:
    for slug, source in (("rage", "By the book"), ("hearts", "As it is commonly played")):
        table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
        for path in (f"{table.url}/house", f"{table.url}/rules", f"/rules/{slug}/sheet"):
            page = club.scorer.get(path).text
            assert source in page, path
            assert "By the book" not in page or slug == "rage", path
