"""Facts that a play knows are not asked."""

import re
from html import unescape

from companion.games import game_of
from companion.store.access import members
from companion.store.plays.coming import drafts
from companion.web.referee.questions import bases_of
from tests.web.pages import main_of, words
from tests.web.phones import Club, problems


def asked_of(page: str) -> tuple[set[str], str]:
    """Return the open inputs of a question's page, and what it says the play knows."""
    form = page[page.index('<form id="entry"') : page.index("</form>", page.index('<form id="entry"'))]
    knows = re.search(r'<details class="sheet-of-paper from-play"><summary>(.*?)</summary>.*?</details>', form, re.S)
    told = re.sub(r"<[^>]+>", "", knows[1]) if knows else ""
    return set(re.findall(r'name="([a-z_.0-9]+)"', form.replace(knows[0], "") if knows else form)), unescape(told)


def test_the_farm_and_the_farmer_are_known(club: Club) -> None:
    table = club.start("farmer", ["Ann", "Bob", "Cyd", "Dee"])
    names, told = asked_of(table.phone.get(f"{table.url}/referee/settle").text)
    assert told == "The game knows: Farmer Ann, Farm 4"
    assert not {"farmer", "farm"} & names


def test_the_tokens_of_the_knocker_are_known_but_not_who_knocked_before(club: Club) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"])
    page = table.phone.get(f"{table.url}/referee/knock").text
    names, told = asked_of(page)
    assert {"player", "worth"} <= names
    assert "tokens" not in names
    assert "Worth" not in told
    answer = unescape(table.phone.get(f"{table.url}/referee/knock?ask=1&player=1&worth=1").text)
    assert "Yes: the hand is then worth 2" in answer
    assert "Bob holds 10 tokens" in answer.replace("\N{NO-BREAK SPACE}", " ")
    assert "Bob holds 10 tokens." in answer


def test_the_total_of_a_side_is_known(club: Club) -> None:
    table = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    names, _ = asked_of(table.phone.get(f"{table.url}/referee/minimum").text)
    assert "side" in names
    assert "total" not in names
    answer = unescape(table.phone.get(f"{table.url}/referee/minimum?ask=1&side=0&melds=Ks Kh Kd").text)
    assert "With 0 points before the hand the minimum is 50." in answer
    nobody = table.phone.get(f"{table.url}/referee/minimum?ask=1&melds=Ks Kh Kd")
    assert nobody.status_code == 422
    assert "Please look at this: Choose “Side”." in problems(nobody)
    assert "total" in asked_of(club.stranger.get("/rules/samba/referee/minimum").text)[0]


def test_players_still_in_are_known_after_others_were_eliminated(club: Club) -> None:
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"], {"limit": "5"})
    for _ in range(2):
        table.write({"leader": "Ann", "cards": {"Ann": "A", "Bob": "2", "Cyd": "3"}})
    names, _ = asked_of(table.phone.get(f"{table.url}/referee/last-trick").text)
    assert {"cards.0", "cards.1"} <= names
    assert "cards.2" not in names
    answer = unescape(table.phone.get(f"{table.url}/referee/last-trick?ask=1&leader=0&cards.0=9&cards.1=9").text)
    assert "Cyd takes the last trick and adds 9." in answer
    for _ in range(2):
        table.write({"leader": "Bob", "cards": {"Bob": "A", "Cyd": "2"}})
    assert table.state.over
    after = unescape(table.phone.get(f"{table.url}/referee/last-trick?ask=1&leader=0&cards.0=9&cards.1=9").text)
    assert "Cyd takes the last trick and adds 9." in after, "the last round is argued about after the end, too"


def test_a_cited_paragraph_says_what_the_table_plays_instead(club: Club) -> None:
    """Otherwise the paragraph would name another number than the verdict."""
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"], {"limit": "30"})
    asked = "over-limit?ask=1&player=0&total=31&others.1=7&others.2=3"
    for page in (
        table.phone.get(f"{table.url}/referee/{asked}"),
        club.stranger.get(f"/rules/cucumber/referee/{asked}&o-limit=30"),
    ):
        assert "31 is above 30 for the first time." in page.text
        assert 'Limit: 30</bdi> <span class="beside">(the book: 21)' in page.text
    assert "(the book: 21)" not in club.stranger.get(f"/rules/cucumber/referee/{asked}").text


def test_for_scores_above_the_limit_the_others_are_asked_as_after_the_last_trick(club: Club) -> None:
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"])
    table.write({"leader": "Ann", "cards": {"Ann": "2", "Bob": "Q", "Cyd": "3"}})
    table.write({"leader": "Ann", "cards": {"Ann": "K", "Bob": "2", "Cyd": "3"}})
    page = f"{table.url}/referee/over-limit"
    names, _ = asked_of(table.phone.get(page).text)
    assert {"player", "total", "others.1"} <= names
    assert "cucumber" not in names
    answer = unescape(table.phone.get(f"{page}?ask=1&player=0&total=25&others.1=0&others.2=0").text)
    assert "Ann gets a cucumber and goes back to 0." in answer, "Bob was level with a queen, and has lost his 12"


def test_a_bid_in_the_draft_is_known(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    assert "bid" in asked_of(table.phone.get(f"{table.url}/referee/score").text)[0]
    slot = str(table.state.next_slot)
    table.post("/draft", {"bid.0": "2", "bid.1": "3", "bid.2": "0", "slot": slot})
    names, told = asked_of(table.phone.get(f"{table.url}/referee/score").text)
    assert "player" in names
    assert not {"bid", "cards", "count"} & names
    assert told == "The game knows: Cards 10, Players 3"
    answer = unescape(table.phone.get(f"{table.url}/referee/score?ask=1&player=1&cards=10&tricks=3&count=3").text)
    assert "That is 13 points." in answer


def test_a_game_without_a_book_is_not_decided_by_one() -> None:
    """The basis of its verdicts has other words."""
    told = bases_of(game_of("any-other-game"))
    assert told["book"] == "As it is commonly played"
    assert "book" not in told["open"]
    assert bases_of(game_of("rage"))["book"] == "By the book"


def test_knocks_in_the_draft_say_what_the_hand_is_worth(club: Club) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"])
    with club.app.app_context():
        member = members.member(table.phone.token, club.key)
        assert member is not None
        assert drafts.patch_draft(member, table.state, slot=1, patch={"knocks": ["Ann", "Bob"]})
    names, _ = asked_of(table.phone.get(f"{table.url}/referee/knock").text)
    assert not {"tokens", "worth"} & names
    answer = unescape(table.phone.get(f"{table.url}/referee/knock?ask=1&player=2").text)
    assert "Yes: the hand is then worth 4, and a player who folds at once pays 3." in answer


def test_a_side_that_captured_nothing_can_say_so(club: Club) -> None:
    table = club.start("pitch", ["Ann", "Bob", "Cyd", "Dee"])
    page = f"{table.url}/referee/game-point"
    assert 'name="captured.1.none"' in table.phone.get(page).text
    answer = table.phone.get(f"{page}?ask=1&captured.0=10h&captured.1.none=1").text
    assert "Ann &amp; Cyd have game, 10 to 0." in answer


def test_who_sits_out_is_known_and_can_be_corrected(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    table.post("/draft", {"who": "1", "present": ["0", "1"], "slot": "1"})
    page = words(main_of(table.phone.get(f"{table.url}/referee/score").text))
    assert "Ann : Tricks 0 1 2 3 4 5 Bob : Tricks 0 1 2 3 4 5 Cyd : Tricks 0 1 2 3 4 5" in page
    assert (
        "The game knows: Sitting out Cyd Sitting out Players who sit this round out; they score 0. Ann Bob Cyd" in page
    )
