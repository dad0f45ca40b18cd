"""Pages about money from top to bottom: every text in its order, and where each link leads."""

import re

from companion.store.database.base import clock_at
from tests.web.pages import main_of, words
from tests.web.phones import Club
from tests.web.seasons import DURING, Season

PAGES = {
    "open-night/money": (
        (
            "Settle up Ours Sun 1 March 2026 To be paid Ann → pays Bob €2.00 Paid As few payments as "
            "possible. An odd cent goes to whoever sits first. How it is calculated Ann −€2.00 pays games"
            " −€2.00 Bob +€2.00 gets games +€4.00, was paid €2.00 Cyd €0.00 even games −€2.00, paid €2.00"
            " Another payment Who paid – Ann Bob Cyd Dee Zoe The kitty To whom – Ann Bob Cyd Dee Zoe The "
            "kitty How much (€) Save the payment Carry over to the next night What was paid Cyd paid Bob "
            "€2.00 Sun 1 March , A device Take back Balances over all nights The kitty"
        ),
        [("Balances over all nights", "Club/balances"), ("The kitty", "Club/kitty")],
    ),
    "first-night/money": (
        (
            "Settle up Sun 1 February 2026 To be paid Bob → pays Ann €2.00 Paid Cyd → pays Ann €2.00 Paid"
            " As few payments as possible. An odd cent goes to whoever sits first. How it is calculated "
            "Ann +€4.00 gets games +€4.00 Bob −€2.00 pays games −€2.00 Cyd −€2.00 pays games −€2.00 "
            "Another payment Who paid – Ann Bob Cyd Dee Zoe The kitty To whom – Ann Bob Cyd Dee Zoe The "
            "kitty How much (€) Save the payment Carry over to the next night Balances over all nights "
            "The kitty"
        ),
        [("Balances over all nights", "Club/balances"), ("The kitty", "Club/kitty")],
    ),
    "Club/balances": (
        (
            "Balances What everybody has won and lost over all nights, whatever was paid. Dee 1 night "
            "+€4.00 Night That night After it Sun 8 March 2026 +€4.00 +€4.00 Ann 2 nights +€2.00 Night "
            "That night After it Ours , Sun 1 March 2026 −€2.00 +€2.00 Sun 1 February 2026 +€4.00 +€4.00 "
            "Bob 3 nights €0.00 Night That night After it Sun 8 March 2026 −€2.00 €0.00 Ours , Sun 1 "
            "March 2026 +€4.00 +€2.00 Sun 1 February 2026 −€2.00 −€2.00 Cyd 3 nights −€6.00 Night That "
            "night After it Sun 8 March 2026 −€2.00 −€6.00 Ours , Sun 1 March 2026 −€2.00 −€4.00 Sun 1 "
            "February 2026 −€2.00 −€2.00"
        ),
        [
            ("Sun 8 March 2026", "last-night"),
            ("Ours , Sun 1 March 2026", "open-night"),
            ("Sun 1 February 2026", "first-night"),
            ("Sun 8 March 2026", "last-night"),
            ("Ours , Sun 1 March 2026", "open-night"),
            ("Sun 1 February 2026", "first-night"),
            ("Sun 8 March 2026", "last-night"),
            ("Ours , Sun 1 March 2026", "open-night"),
            ("Sun 1 February 2026", "first-night"),
        ],
    ),
    "Club/kitty": (
        (
            "The kitty It holds €3.50 What losers still owe it is on the page of their night, under "
            "Settle up. Put in or take out In or out Put in Take out Who – Bob Cyd Dee Ann Zoe How much "
            "(€) What for Save In and out Bob took €1.50 out: pizza Sun 1 March , A device Take back Ann "
            "put €5.00 in Sun 1 March , A device Take back"
        ),
        [],
    ),
    "second/stake": (
        (
            "Stake Play for money No Per point Every two players settle the difference of their totals. Per point, to "
            "the winner Everybody else pays the winner for each point that they are behind; several winners share it. "
            "Fixed, to the winner Everybody else pays the winner the same amount; several winners share it. The last "
            "one pays The last one pays everybody else, such as a round of drinks. By place An amount for each place, "
            "the best first, with − where it pays; they add up to 0. Into the kitty Everybody except the winner pays "
            "the same into the club's kitty. Amount (€) By place (€) The best place first, with − for places that "
            "pay. The amounts must add up to 0. 1st 2nd 3rd Save You can change it at any time, even after the game, "
            "and undo the change."
        ),
        [],
    ),
    "Club/money": (
        (
            "Currency and stakes What you play for Money, in a currency Something else, in your own word "
            "No unit: plain numbers Currency, as three letters Your own word, in the plural Ask for the "
            "stake when a game starts The form for a new game then shows the stake of the last one. Games that have "
            "begun keep theirs. A stake can also be set later, on the sheet under More. Save The kitty"
        ),
        [("The kitty", "Club/kitty")],
    ),
}


def test_every_page_about_money_says_this_and_leads_there(club: Club) -> None:
    season = Season(club).go_on()
    kitty = f"{club.url}/kitty"
    with clock_at(DURING):
        club.scorer.post(f"{season.night}/payments", {"payer": "Cyd", "payee": "Bob", "amount": "2"})
        club.scorer.post(kitty, {"way": "in", "who": "Ann", "amount": "5"})
        club.scorer.post(kitty, {"way": "out", "who": "Bob", "amount": "1.5", "reason": "pizza"})
    for phone in (club.scorer, club.organiser):
        phone.get(club.url)  # with the messages of the forms that were sent
    for path, expected in PAGES.items():
        assert season.shown(path, club.organiser) == expected, path


def test_each_button_about_money_says_what_was_done(club: Club) -> None:
    season = Season(club)
    scorer, night, kitty = club.scorer, season.night, f"{club.url}/kitty"

    def sent(address: str, **form: str) -> tuple[str, str]:
        """Return where a form leads to, and its message."""
        answer = scorer.post(address, form)
        assert answer.status_code == 303
        page = main_of(scorer.get(answer.headers["Location"]).text)
        return answer.headers["Location"], words(" ".join(re.findall(r'<p class="notice"[^>]*>.*?</p>', page)))

    def key() -> str:
        """Return the key of what was written last."""
        return str(re.findall(r'name="key" value="([^"]+)"', scorer.get(f"{night}/money").text)[0])

    money, undone = f"{night}/money", "Undone; it stays in the list below."
    paid = {"payer": "Cyd", "payee": "Bob", "amount": "2", "client_id": "paid"}
    assert sent(f"{night}/payments", **paid) == (money, "Written down.")
    assert sent(f"{night}/payments", **paid) == (money, "That was saved already.")
    assert sent(f"{night}/payments/back", key=key()) == (money, undone)
    carried = "Carried over: this will be settled with the next night."
    assert sent(f"{night}/carry") == (money, carried)
    said = words(main_of(scorer.get(money).text))
    assert "What was still open was carried over to the next night" in said
    assert "Cyd paid Bob €2.00" in said
    assert sent(f"{night}/payments/back", key=key()) == (money, undone)
    assert sent(kitty, way="in", who="Ann", amount="5") == (kitty, "Written down.")
    [moved] = re.findall(r'name="key" value="([^"]+)"', scorer.get(kitty).text)
    assert sent(f"{kitty}/back", key=moved) == (kitty, undone)
    refused = scorer.post(f"{kitty}/back", {"key": "x", "who": "Ann", "amount": "7"})
    assert refused.status_code == 422
    assert 'value="7"' not in refused.text, "the form beside the button is empty"
    saved = club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "USD"})
    page = club.organiser.get(saved.headers["Location"])
    assert "Saved. Games that were started before keep their stakes." in words(page.text)
    assert "Amount (€)" in words(scorer.get(f"{season.second.url}/stake").text), "its stake keeps its currency"
    assert "Amount ($)" in words(scorer.get(f"{season.open.url}/stake").text)
