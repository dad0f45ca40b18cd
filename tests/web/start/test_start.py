"""The page that starts a play: sensible defaults, and a sentence for every problem."""

import re
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import SLUGS, game_of
from companion.store.database.base import db
from companion.store.plays.play_state import load_play
from tests.laws.strategies import few
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, problems, seats_of
from tests.web.start.starts import ANN_AND_BOB, MARKUP, in_euros, refused, seats, started


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_starts_with_names_alone(club: Club, slug: str) -> None:
    page = club.scorer.get(f"{club.url}/plays/new?game={slug}")
    assert page.status_code == 200
    form = sent_by(page.text, "start")
    for number, name in enumerate(seats_of(slug)):
        form[f"seat.{number}"] = [name]
    answer = club.scorer.post(f"{club.url}/plays/new", form)
    assert answer.status_code == 303, problems(answer)
    [play] = started(club)
    assert (play.game, play.players) == (slug, tuple(seats_of(slug)))


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"played.at": "20:15"}, "Give the date as year, month and day, such as 2026-11-20."),
        ({"played.on": "2026-02-30"}, "Give the date as year, month and day, such as 2026-11-20."),
        ({"played.on": "2020-05-04", "played.at": "25:00"}, "Give the time as hours and minutes, such as 20:15."),
    ],
)
def test_a_moment_that_cannot_be_read_is_refused_beside_its_input(club: Club, sent: dict[str, str], told: str) -> None:
    answer = club.scorer.post(f"{club.url}/plays/new", {"game": "rage", **ANN_AND_BOB, **sent})
    assert answer.status_code == 422
    assert told in problems(answer)
    assert not started(club)


@pytest.mark.parametrize(
    ("sent", "is_secret"),
    [
        ({"game": "oh-hell", "secret": "1"}, True),
        ({"game": "oh-hell"}, False),
        ({"game": "hearts", "secret": "1"}, False),
        ({"game": "oh-hell", "secret": "1", "shown": "hearts"}, False),
        ({"game": "oh-hell", "shown": "oh-hell"}, False),
    ],
)
def test_bids_are_secret_if_the_box_was_ticked_for_a_game_that_has_some(
    club: Club, sent: dict[str, str], is_secret: bool
) -> None:
    assert club.start(sent["game"], ["Ann", "Bob", "Cyd", "Dee"], sent).state.details.secret is is_secret
    club.start("oh-hell", ["Ann", "Bob", "Cyd"], {"secret": "1"})
    table = club.start("oh-hell", ["Ann", "Bob", "Cyd"], {"shown": "rage"})
    assert table.state.details.secret, "as in the last play of the game, since the form asked of another one"


def titles(page: str) -> list[str]:
    """Return the games on a start page, from the top."""
    return re.findall(r'<label class="line pick">.*?<strong>(.*?)</strong>', page)


def test_a_new_club_has_no_game_chosen_and_the_well_known_ones_before_the_others_by_kind_and_name(club: Club) -> None:
    page = club.scorer.get(f"{club.url}/plays/new").text
    assert "game" not in sent_by(page, "start")
    found = titles(page)
    assert len(found) == len(SLUGS)
    assert found[-1] == "Any other game"
    assert found[:8] == ["Spades", "Hearts", "Cribbage", "Gin Rummy", "Euchre", "Canasta", "Skat", "Oh Hell"]
    groups = re.findall(r'<p class="group">([^<]*)</p>(.*?)</ul>', page, re.DOTALL)
    kinds = ["Well known", "Trick-taking", "Rummy", "Layout", "Betting", "Banking", "Other"]
    assert [kind for kind, _ in groups] == kinds
    for _, games in groups[1:-1]:
        some = titles(games)
        assert some == sorted(some, key=lambda title: title.replace("É", "E").replace("ü", "u"))
    assert found[found.index("Écarté") - 1] == "Cucumber"
    assert page.index("Who sits where") < page.index("Choose a game")


def test_next_time_the_same_people_are_filled_in_and_recent_games_are_first(club: Club) -> None:
    club.start("toepen", ["Ann", "Bob", "Cyd"])
    page = club.scorer.get(f"{club.url}/plays/new").text
    form = sent_by(page, "start")
    assert [form[f"seat.{number}"] for number in range(4)] == [["Ann"], ["Bob"], ["Cyd"], [""]]
    assert titles(page)[0] == "Toepen"
    assert "game" not in form, "who plays the same again says so where it ended"


def test_games_for_other_numbers_of_players_are_marked(club: Club) -> None:
    club.start("toepen", ["Ann", "Bob", "Cyd"])
    sent = {"look": "games", **seats("Ann", "Bob", "Cyd")}
    page = club.scorer.post(f"{club.url}/plays/new", sent).text
    rows = re.findall(r'<li( class="misfit")?[^>]*>\s*<label class="line pick">.*?value="([^"]*)"', page, re.DOTALL)
    fits = {slug for misfit, slug in rows if not misfit}
    assert rows
    assert fits == {slug for slug in SLUGS if game_of(slug).seats.fewest <= 3 <= game_of(slug).seats.most}


@pytest.mark.parametrize("slug", ["", "nothing", "../rage", "<b>", "\0", "🂡"])
def test_an_unknown_game_is_404(club: Club, slug: str) -> None:
    assert club.scorer.get(f"{club.url}/plays/new", query_string={"game": slug}).status_code == 200
    assert "Choose a game from the list." in refused(club, {"game": slug})


def test_choosing_another_game_keeps_the_names(club: Club) -> None:
    names = {f"seat.{number}": f"N{number}" for number in range(12)}
    answer = club.scorer.post(f"{club.url}/plays/new", {"game": "rage", "look": "1", **names})
    assert answer.status_code == 200
    assert 'name="first_hand"' in answer.text
    for name in names.values():
        assert f'value="{name}"' in answer.text
    assert started(club) == []


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"seat.0": "", "seat.1": ""}, "Type who plays, in the order in which they sit."),
        ({"seat.0": " ", "seat.1": "\t"}, "Type who plays, in the order in which they sit."),
        ({"seat.1": ""}, "is for 2 to 8 players, not "),
        ({"seat.1": "Ann"}, "twice"),
        ({"seat.1": " Ann "}, "twice"),
        ({"seat.1": "ANN"}, "Two names differ only in capitals; every name must be different."),
        ({"seat.1": "x" * 41}, "Name 2 is longer than 40 letters."),
        ({"seat.1": "x" * 9999}, "longer"),
        ({"seat.1": "a\0b"}, "Name 2 has letters that cannot be shown."),
        ({"seat.1": "a\nb"}, "Name 2 has letters that cannot be shown."),
        ({"seat.1": "\u200b\u200f"}, "has only letters that cannot be seen."),
        ({"seat.1": "\u3164"}, "has only letters that cannot be seen."),
        ({"game": "any-other-game", "name": "\u3164"}, "Name has only letters that cannot be seen."),
        ({f"seat.{number}": f"N{number}" for number in range(9)}, "is for 2 to 8 players, not "),
        ({"first_hand": "0"}, "is too low, 1 is the least."),
        ({"first_hand": "11"}, "First hand: 11 is too high, 10 is the most."),
        ({"first_hand": "-1"}, "is too low, 1 is the least."),
        ({"first_hand": "ten"}, "is not a whole number."),
        ({"first_hand": "1.5"}, "is not a whole number."),
        ({"first_hand": "NaN"}, "is not a whole number."),
        ({"first_hand": "9" * 400}, "is not a whole number."),
        ({"first_hand": "3", "last_hand": "4"}, "The last hand has 4 cards, more than the first with 3."),
        ({"first_hand": MARKUP}, "is not a whole number."),
        ({"game": "samba", "seat.2": "Cyd", "seat.3": "Dee", "side.0": "Us"}, "Name both sides, or neither."),
        ({"game": "samba", "seat.2": "Cyd", "seat.3": "Dee", "side.0": "Us", "side.1": "Us"}, "twice"),
        ({"game": "samba", "seat.2": "Cyd", "seat.3": "Dee", "side.0": "x" * 101, "side.1": "Us"}, "longer"),
        (
            {"game": "samba", "seat.2": "Cyd", "seat.3": "Dee", "side.0": "\u2800", "side.1": "Us"},
            "has only letters that cannot be seen.",
        ),
    ],
)
def test_an_invalid_start_comes_back_with_an_error(club: Club, form: dict[str, str], told: str) -> None:
    assert told in refused(club, form)


@pytest.mark.parametrize(
    ("form", "input_id", "fault_id"),
    [
        ({"seat.1": "Ann"}, "", "seats-problem"), ({"seat.0": "", "seat.1": ""}, "", "seats-problem"),
        ({"game": "samba", "side.0": "Us"}, "side-1", "sides-problem"),
        ({"stake.kind": "fixed", "stake.amount": "x"}, "amount", "amount-problem"),
    ],
)  # fmt: skip
def test_an_error_is_displayed_beside_its_field(club: Club, form: dict[str, str], input_id: str, fault_id: str) -> None:
    page = club.scorer.post(f"{club.url}/plays/new", {"game": "rage", **ANN_AND_BOB, **form}).text
    assert "Not started yet: please look at what is marked." in page
    assert f'id="{fault_id}"' in page
    target = {"seats-problem": "seat-0", "sides-problem": "side-0"}.get(fault_id, "amount")
    assert f'<li><a href="#{target}">' in page
    assert f' id="{target}"' in page
    mark = f'aria-describedby="{fault_id}" aria-invalid="true"'
    assert re.search(
        rf'{mark}[^>]* id="{input_id}"' if input_id else rf'<section[^>]* aria-describedby="{fault_id}"', page
    )


def test_typed_values_stay(club: Club) -> None:
    in_euros(club)
    sent = {
        "game": "samba", "seat.0": MARKUP, "seat.1": "Bob", "seat.2": "Cyd", "seat.3": "Dee", "dealer": "1",
        "side.0": "Us", "stake.kind": "fixed", "stake.amount": "0,1x", "stake.place.1": "7",
    }  # fmt: skip
    answer = club.scorer.post(f"{club.url}/plays/new", sent)
    assert answer.status_code == 422
    form = sent_by(answer.text, "start")
    assert {name: form[name] for name in sent} == {name: [text] for name, text in sent.items()}
    assert MARKUP not in answer.text


def test_the_ticked_player_deals_first(club: Club) -> None:
    for dealer, name in (("0", "Ann"), ("2", "Bob"), ("", "Ann"), ("x", "Ann"), ("99", "Ann"), ("9" * 5000, "Ann")):
        form = {"seat.0": "Ann", "seat.1": "", "seat.2": "Bob", "dealer": dealer}
        answer = club.scorer.post(f"{club.url}/plays/new", {"game": "rage", **form})
        assert answer.status_code == 303
        page = club.viewer.get(answer.headers["Location"])
        assert page.status_code == 200
        with club.app.app_context():
            state = load_play(club.id, answer.headers["Location"].rsplit("/", 1)[1])
            db.session.remove()
        assert state is not None
        assert state.setup.dealer == name


def test_one_tap_sent_twice_starts_one_play(club: Club) -> None:
    form = {"game": "rage", **ANN_AND_BOB, "client_id": "tap"}
    first, second = (club.scorer.post(f"{club.url}/plays/new", form).headers["Location"] for _ in range(2))
    assert first == second
    assert len(started(club)) == 1


def test_chosen_options_and_sides_are_used(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"], {"first_hand": "3", "hit_bonus": "20"})
    assert table.state.options["first_hand"] == 3
    assert table.state.options["hit_bonus"] == 20
    assert set(table.state.options) == {field.key for field in game_of("rage").options}
    sides = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"], {"side.0": "<Us>", "side.1": "Them"})
    assert sides.state.setup.names == ("<Us>", "Them")
    assert "<Us>" not in club.viewer.get(sides.url).text


def test_options_of_another_game_are_ignored(club: Club) -> None:
    form = sent_by(club.scorer.get(f"{club.url}/plays/new?game=raise-the-stakes").text, "start")
    assert form["target"] == ["20"]
    table = club.start("toepen", ["Ann", "Bob", "Cyd"], {**form, **seats("Ann", "Bob", "Cyd"), "game": "toepen"})
    assert table.state.options == club.start("toepen", ["Ann", "Bob", "Cyd"]).state.options
    answer = club.scorer.post(f"{club.url}/plays/new", {**form, **ANN_AND_BOB, "game": "any-other-game"})
    assert answer.status_code == 200, "its name is asked first"
    assert sent_by(answer.text, "start")["target"] == ["0"]
    assert len(started(club)) == 2


TEXT = st.one_of(st.text(max_size=50), st.sampled_from(["Ann", "Bob", "0", "1", "-1", "99999", "yes", "none", "NaN"]))


@pytest.fixture(scope="module")
def crowd(app: Flask) -> Club:
    """Return a club that many forms are sent to."""
    return Club(app)


@settings(max_examples=few(60))
@given(data=st.data(), slug=st.sampled_from(SLUGS))
def test_any_input_starts_a_play_or_is_refused(crowd: Club, data: st.DataObject, slug: str) -> None:
    game = game_of(slug)
    keys = [field.key for field in game.options] + [f"{field.key}.off" for field in game.options]
    names = [*keys, *(f"seat.{number}" for number in range(13)), "dealer", "side.0", "side.1", "stake.kind",
             "stake.amount", "stake.place.0", "stake.place.1", "client_id",
             "look", "draw", "drawn", "shown", "?"]  # fmt: skip
    form: dict[str, Any] = {f"seat.{number}": name for number, name in enumerate(seats_of(slug))}
    form.update(data.draw(st.dictionaries(st.sampled_from(names), TEXT, max_size=8)))
    before = len(started(crowd))
    answer = crowd.scorer.post(f"{crowd.url}/plays/new", {"game": slug, **form})
    assert answer.status_code in (303, 422) or (answer.status_code == 200 and {"look", "draw", "shown"} & set(form))
    if answer.status_code == 422:
        assert problems(answer)
        assert len(started(crowd)) == before
    elif answer.status_code == 303:
        assert crowd.viewer.get(answer.headers["Location"]).status_code == 200


def test_a_viewer_cannot_start_a_play(club: Club, app: Flask) -> None:
    for phone, status in ((club.viewer, 403), (club.stranger, 404), (Phone(app), 404)):
        assert phone.post(f"{club.url}/plays/new", {"game": "rage", **ANN_AND_BOB}).status_code == status
    assert started(club) == []


def test_an_option_with_the_name_of_an_input_gets_another_input(club: Club) -> None:
    page = club.scorer.get(f"{club.url}/plays/new?game=gin-rummy").text
    assert 'name="option.game"' in page
    table = club.start("gin-rummy", ["Ann", "Bob"], {"option.game": "50"})
    assert table.state.options["game"] == 50
    sent = {"game": "gin-rummy", **ANN_AND_BOB, "option.game": "5000"}
    refused = club.scorer.post(f"{club.url}/plays/new", sent)
    assert refused.status_code == 422
    assert "Game: 5,000 is too high, 1,000 is the most." in problems(refused)
    assert 'value="5000"' in refused.text
