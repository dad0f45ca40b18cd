"""The scoreboard on a big screen: created by scorers, read without a cookie, and revocable."""

import gzip
from dataclasses import replace

import pytest

from companion.store.access import members
from companion.store.club import erasing
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.plays.coming_round.drafts import PlayWithDraft
from companion.store.screens import screens
from companion.web.screens.pages import scoreboard_values
from companion.web.support.requests.polling import ASK_AGAIN_HEADER
from tests.web.pages import text_and_links, words
from tests.web.phones import Club, Phone, Table
from tests.web.screens.showing import link_of, mark_of, shared

THREE = ["Ann", "Bob", "Cyd"]


@pytest.fixture
def rage(club: Club) -> Table:
    return club.start("rage", THREE, {"first_hand": "2"})


@pytest.fixture
def television(club: Club) -> Phone:
    return Phone(club.app)


def test_a_television_shows_the_play_without_a_cookie(rage: Table, television: Phone) -> None:
    rage.write({"bid": {"Ann": 2, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 1}})
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "2", "bid.2": "1"})
    path = shared(rage)
    answer = television.get(path)
    assert answer.status_code == 200
    shown = words(answer.text)
    for told in ("Rage", "Round 2", "Ann", "bid 2, took 1, missed", "Bob", "deals", "Cyd", "leads", "Bid 1"):
        assert told in shown
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    for never in ("/clubs/", "<form", "csrf", "Linux", "A device", rage.club.key, rage.key):
        assert never not in answer.text
    assert not television.client._cookies


def test_the_screen_says_this_from_the_first_bid_to_the_end(rage: Table, television: Phone) -> None:
    path = shared(rage)

    def said() -> str:
        answer = television.get(path)
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        return words(answer.text.partition("<body")[2].partition(">")[2])

    offline = "No connection. This is how it stood at ."
    begin = f"{offline} Rage Round 1 0 of 2 rounds played Ann 0 deals Bob 0 leads"
    assert said() == f"{begin} Cyd 0 2 cards each Bob bids first."
    rage.post("/draft/so-far", {"slot": "1", "bid.1": "2"})
    assert said() == f"{begin} Bid 2 Cyd 0 2 cards each Cyd bids next. 2 bid, 2 to take."
    rage.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 1, "Bob": 1, "Cyd": 0}})
    rage.post("/rounds/1/contest", {"words": "No."})
    assert said() == (
        f"{offline} Rage Round 2 1 of 2 rounds played Ann 11 +11 bid 1, took 1, made 1st Bob 1 +1 bid 0, took 1, missed"
        " deals Cyd 5 +5 bid 0, took 0, made leads 1 card each Round 1 is contested Cyd bids first."
    )
    rage.post("/end")
    assert said() == (
        f"{offline} Rage Ann wins Ann 11 +11 bid 1, took 1, made won Bob 1 +1 bid 0, took 1, missed 3rd Cyd 5 +5 bid 0,"
        " took 0, made 2nd 6 points ahead of Cyd Round 1 is contested"
    )
    live = television.get(path)
    assert f'data-ask-again="{live.headers[ASK_AGAIN_HEADER]}"' in live.text
    assert live.headers[ASK_AGAIN_HEADER] != "15000", "screens poll a lively game more often"
    mark = mark_of(live.text)
    rage.post("/discard", {"to": "on"})
    discarded = television.get(path).text
    assert 'data-ask-again="15000"' in discarded
    assert mark_of(discarded) != mark
    assert mark_of(television.get(path).text) == mark_of(discarded)
    restored = "It was begun by mistake. Once it is restored, it is shown here again."
    assert said() == f"{offline} This game was discarded {restored}"


def test_the_calls_of_the_last_round_are_shown_as_long_as_it_gives_the_result(rage: Table) -> None:
    rage.write({"bid": {"Ann": 2, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 1}})
    rage.post("/end")
    state = rage.state
    assert state.stored_outcome is not None
    by_older_rules = replace(state.stored_outcome, totals={**state.totals, "Bob": 90})
    found = []
    for outcome in (state.stored_outcome, by_older_rules):
        with rage.club.app.test_request_context():
            shown = scoreboard_values(PlayWithDraft(replace(state, stored_outcome=outcome), None, 0))
        found.append({place.name: [call.text for call in calls] for place, _, calls in shown["places"]})
        assert shown["longest"] == 2
    calls = {"Ann": ["bid 2, took 1"], "Bob": ["bid 0, took 0"], "Cyd": ["bid 1, took 1"]}
    assert found == [calls, {"Ann": [], "Bob": [], "Cyd": []}]


def test_the_screen_says_that_low_totals_win_and_what_must_be_corrected(club: Club, television: Phone) -> None:
    table = club.start("any-other-game", THREE, {"better": "low", "target": "10"})
    for points in (5, 6):
        table.write({"points": {"Ann": points, "Bob": 1, "Cyd": 0}})
    path = shared(table)
    assert "Cyd wins" in words(television.get(path).text)
    assert "The lowest total wins" in words(television.get(path).text)
    assert table.post("/rounds/1/edit", {"points.0": "10", "points.1": "1", "points.2": "0"}).status_code == 303
    assert "Any other game Round 2 must be corrected" in words(television.get(path).text)


def test_the_screen_says_who_has_bid_in_secret_and_no_bid(club: Club, television: Phone) -> None:
    table = club.start("rage", THREE, {"first_hand": "2", "secret": "1"})
    path = shared(table)
    assert table.post("/draft/secret", {"slot": "1", "bid.1": "2"}).status_code == 303
    assert words(television.get(path).text).endswith(
        "Round 1 0 of 2 rounds played Ann 0 deals Bob 0 leads has bid Cyd 0 2 cards each 1 of 3 players has bid:"
        " Bob. Ann and Cyd are still to bid."
    )


def test_the_screen_shows_the_bids_of_partners_with_their_side(club: Club, television: Phone) -> None:
    table = club.start("spades", ["Ann", "Bob", "Cyd", "Dee"])
    path = shared(table)
    table.post("/draft/so-far", {"slot": "1", "bid.0": "3", "bid.1": "4", "bid.2": "2", "blind": "3"})
    assert words(television.get(path).text).endswith(
        "Spades Round 1 the game ends at 500 points Ann & Cyd 0 Ann deals Ann: Bid 3 Cyd: Bid 2 Bob & Dee 0 Bob leads"
        " Bob: Bid 4 13 cards each Blind nil: Dee Dee bids next. 9 bid, 13 to take."
    )


def test_the_screen_shows_the_calls_of_sides_and_fits_the_longest_total(club: Club) -> None:
    table = club.start("spades", ["Ann", "Bob", "Cyd", "Dee"])
    bids = {"Ann": 3, "Bob": 7, "Cyd": 2, "Dee": 0}
    table.write({"bid": bids, "tricks": {"Ann & Cyd": 8, "Bob & Dee": 5}, "nil_taken": {"Dee": 1}})
    with club.app.test_request_context():
        shown = scoreboard_values(PlayWithDraft(table.state, None, 0))
    assert [(place.name, place.total, [call.text for call in calls]) for place, _, calls in shown["places"]] == [
        ("Ann & Cyd", 53, ["bid 5, took 8"]), ("Bob & Dee", -169, ["bid 7 and nil, took 5"]),
    ]  # fmt: skip
    assert shown["longest"] == len("−169")


def test_the_page_of_the_link_says_how_to_open_it(rage: Table) -> None:
    sleep = (
        "Over https, or on the computer that runs Companion, the scoreboard keeps the screen on. Otherwise turn off "
        "sleep in the settings of the device."
    )
    top = "On a big screen The scoreboard for a television or a tablet. It shows the score and changes nothing."
    page = rage.phone.get(f"{rage.url}/screen").text
    assert text_and_links(page, {}) == (
        f"{top} Make a link Whoever has the link sees this game, and the ones after it if you play again. No other page"
        f" of the club. {sleep}",
        [],
    )
    path = shared(rage)
    whole = f"http://192.0.2.2{path}"
    assert text_and_links(rage.phone.get(f"{rage.url}/screen").text, {}) == (
        f"{top} Type this into the browser of the television: 192.0.2.2 {path} Tablets and phones open it with the "
        "camera. If you play again, it shows the next game. Open it on this device Delete the link Screens that show "
        f"the game then say that the link was deleted. {sleep}",
        [(f"192.0.2.2 {path}", whole), ("Open it on this device", whole)],
    )


def test_a_screen_is_updated_and_keeps_polling(rage: Table, television: Phone) -> None:
    path = shared(rage)
    mark = mark_of(television.get(path).text)
    same = television.get(f"{path}?mark={mark}")
    assert (same.status_code, same.data) == (204, b"")
    assert int(same.headers["Ask-Again"]) <= 4000
    with rage.club.app.app_context():
        runtime().polls.forget_pollers()
    again = television.get(f"{path}?mark={mark}")
    assert (again.status_code, again.data, again.headers["Ask-Again"]) == (204, b"", same.headers["Ask-Again"])
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "1", "bid.1": "2"})
    fresh = television.get(f"{path}?mark={mark}")
    assert fresh.status_code == 200
    assert "Bid 2" in words(fresh.text)
    assert fresh.headers["Ask-Again"] == "2000"
    assert mark_of(fresh.text) != mark


def test_a_compressed_page_is_shared_by_all_screens(rage: Table) -> None:
    path, packs = shared(rage), {"Accept-Encoding": "gzip"}
    first, second = (rage.club.app.test_client() for _ in range(2))
    one, other = first.get(path, headers=packs), second.get(path, headers=packs)
    assert one.data == other.data
    assert gzip.decompress(other.data).decode() == second.get(path).text, "clients without gzip get it uncompressed"
    assert dict(one.headers) == dict(other.headers)
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "1", "bid.1": "2"})
    assert "Bid 2" in words(gzip.decompress(second.get(path, headers=packs).data).decode())


def test_play_again_leads_the_screen_to_the_next_play(rage: Table, television: Phone) -> None:
    path = shared(rage)
    rage.write({"bid": dict.fromkeys(THREE, 0), "tricks": {"Ann": 2, "Bob": 0, "Cyd": 0}})
    rage.post("/end")
    over = television.get(path).text
    assert "Bob and Cyd share the win" in words(over)
    answer = rage.post("/again")
    after = Table(rage.club, answer.headers["Location"])
    fresh = words(television.get(f"{path}?mark={mark_of(over)}").text)
    assert "Round 1" in fresh
    assert "share the win" not in fresh
    assert link_of(after) == path, "its sheet knows that it is on a screen"
    after.post("/screen", {"to": "off"})
    assert television.get(path).status_code == 404
    assert link_of(rage) == ""


def test_a_screen_does_not_follow_a_next_play_that_was_discarded(rage: Table, television: Phone) -> None:
    path = shared(rage)
    rage.write({"bid": dict.fromkeys(THREE, 0), "tricks": {"Ann": 2, "Bob": 0, "Cyd": 0}})
    rage.post("/end")
    after = Table(rage.club, rage.post("/again").headers["Location"])
    assert "Round 1" in words(television.get(path).text)
    after.post("/discard", {"to": "on"})
    assert "Bob and Cyd share the win" in words(television.get(path).text)


def test_a_revoked_link_says_so_for_ever(rage: Table, television: Phone) -> None:
    path = shared(rage)
    mark = mark_of(television.get(path).text)
    rage.post("/screen", {"to": "off"})
    for asked in (path, f"{path}?mark={mark}"):
        answer = television.get(asked)
        assert (answer.status_code, answer.headers["Ask-Again"]) == (404, "15000")
        assert "This link was deleted" in words(answer.text)
        assert "Ann" not in answer.text
    assert link_of(rage) == ""
    assert 'class="qr"' not in rage.club.viewer.get(f"{rage.url}/screen").text
    again = shared(rage)
    assert again != path
    assert television.get(again).status_code == 200
    assert television.get(path).status_code == 404


def test_with_another_secret_key_a_new_link_is_made(
    rage: Table, television: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shared(rage)
    with rage.club.app.app_context():
        monkeypatch.setattr(runtime(), "secret", b"another key")
    assert link_of(rage) == ""
    again = shared(rage)
    assert again != path
    assert television.get(again).status_code == 200


def test_only_scorers_and_organisers_create_and_revoke_a_link(rage: Table) -> None:
    viewer, stranger = rage.club.viewer, rage.club.stranger
    assert viewer.post(f"{rage.url}/screen", {"to": "on"}).status_code == 403
    assert stranger.post(f"{rage.url}/screen", {"to": "on"}).status_code == 404
    assert "can make one" in viewer.get(f"{rage.url}/screen").text
    path = shared(rage)
    assert shared(rage) == path, "made twice it is the same"
    assert viewer.post(f"{rage.url}/screen", {"to": "off"}).status_code == 403
    assert stranger.get(f"{rage.url}/screen").status_code == 404
    assert link_of(rage) == path
    with rage.club.app.app_context():
        member = members.member(viewer.token, rage.club.key)
        assert member is not None
        for act in (screens.create_link, screens.revoke_link):
            with pytest.raises(PermissionError):
                act(member, rage.state)


def test_the_link_can_be_typed_in_any_case(rage: Table, television: Phone) -> None:
    path = shared(rage)
    for typed in (path.lower(), path.replace("-", ""), path.replace("-", " ").lower()):
        assert television.get(typed.replace("/S/", "/s/")).status_code == 200


@pytest.mark.parametrize("code", ["ABCD-2345", "ABCD", "x" * 500, "%00", "%ff", "\N{PLAYING CARD ACE OF SPADES}"])
def test_an_unknown_link_says_so(television: Phone, code: str) -> None:
    answer = television.get(f"/s/{code}")
    assert answer.status_code == 404
    assert "There is no scoreboard behind this link" in words(answer.text)


def test_a_discarded_play_shows_nothing_until_it_is_restored(rage: Table, television: Phone) -> None:
    path = shared(rage)
    rage.post("/discard", {"to": "on"})
    answer = television.get(path)
    assert "This game was discarded" in words(answer.text)
    assert "Ann" not in answer.text
    rage.post("/discard", {"to": "off"})
    assert "Ann" in television.get(path).text


def test_mistyped_codes_from_one_address_do_not_stop_its_screens(rage: Table) -> None:
    """All phones and screens of a home share one address."""
    path = shared(rage)
    watchers = [Phone(rage.club.app) for _ in range(20)]
    for one in watchers:
        one.address = "10.9.9.9"
        assert one.get(path).status_code == 200
    tries = [watchers[0].get("/s/ABCD-2345").status_code for _ in range(12)]
    assert tries[0] == 404
    assert tries[-1] == 429
    rage.phone.post(f"{rage.url}/draft/so-far", {"slot": "1", "bid.1": "2"})
    for one in watchers:
        assert one.get(path).status_code == 200
    rage.post("/screen", {"to": "off"})
    assert {one.get(path).status_code for one in watchers for _ in range(3)} == {404}, "and count as no wrong code"


def test_a_right_code_must_wait_after_too_many_wrong_ones(rage: Table) -> None:
    path, guesser = shared(rage), Phone(rage.club.app)
    for _ in range(12):
        guesser.get("/s/ABCD-2345")
    assert guesser.get(path).status_code == 429


def test_any_names_and_totals_of_ten_digits_are_displayed(club: Club, television: Phone) -> None:
    names = ["<b>Ann</b>", "עדה", "A" * 40, "🂡 Zoë", "Eve", "Fay", "Gus", "Hal"]
    table = club.start("any-other-game", names)
    page = television.get(shared(table)).text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann" not in page
    assert "n8" in page


def test_deleting_a_club_deletes_its_screens(club: Club, television: Phone) -> None:
    path = shared(club.start("rage", THREE))
    assert television.get(path).status_code == 200
    with club.app.app_context():
        member = members.member(club.organiser.token, club.key)
        assert member is not None
        erasing.delete_club(member)
        db.session.remove()
    answer = television.get(path)
    assert answer.status_code == 404
    assert "There is no scoreboard behind this link" in words(answer.text)
