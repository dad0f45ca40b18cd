"""The pages about money: stakes, settling a night, the kitty."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest

from companion.store.database.base import clock_at, db
from companion.store.nights.night_state import night_of_play
from tests.web.forms.forms_of_pages import sent_by
from tests.web.money.conftest import MARKUP, night
from tests.web.pages import words
from tests.web.phones import Club, Phone, Table, problem_texts, problems
from tests.web.start.starts import in_euros

LATE = {"tricks": {"Ann": 5}}

PAID = r">\s*Paid\s*</button>"


def paid(table: Table, **form: str) -> int:
    address = night(table).removesuffix("/money")
    sent = {"payer": "Bob", "payee": "Ann", "amount": "1,50", **form}
    return table.phone.post(f"{address}/payments", sent).status_code


def test_the_sheet_lists_who_gets_and_pays_what(table: Table) -> None:
    page = words(table.phone.get(table.url).text)
    assert "Stake: €2.00 each, to the winner" in page
    assert "Ann +€4.00 gets" in page
    assert "Bob −€2.00 pays" in page
    assert table.post("/reopen").status_code == 303
    assert "+€4.00" not in table.phone.get(table.url).text


def test_the_stake_can_be_changed_on_its_page_and_undone(table: Table) -> None:
    page = table.phone.get(f"{table.url}/stake").text
    assert 'value="2.00"' in page
    assert "chips" not in re.findall(r'name="stake.kind" type="radio" value="([^"]*)"', page)
    answer = table.post("/stake", {"stake.kind": "kitty", "stake.amount": "0.50"})
    assert answer.status_code == 303
    assert table.state.stake == {"kind": "kitty", "amount": 50, "currency": "EUR"}
    page = words(table.phone.get(answer.headers["Location"]).text)
    assert "The kitty +€1.00 gets" in page
    assert table.post("/undo").status_code == 303
    assert table.state.stake == {"kind": "fixed", "amount": 200, "currency": "EUR"}
    assert table.post("/stake", {"stake.kind": ""}).status_code == 303
    assert table.state.stake is None


@pytest.mark.parametrize(
    ("form", "told", "beside"),
    [
        (
            {"stake.kind": "chips", "stake.amount": "1"},
            "This game has no chips, so it cannot be played for an amount per chip.",
            "stake",
        ),
        ({"stake.kind": "fixed", "stake.amount": "1.005"}, "EUR has 2 decimals, but 1.005 has 3.", "amount"),
        (
            {"stake.kind": "fixed", "stake.amount": "-1"},
            "The amount cannot be below 0; write it without a sign.",
            "amount",
        ),
        ({"stake.kind": "fixed", "stake.amount": "1234567890"}, "That is too high; €10,000.00 is the most.", "amount"),
        (
            {"stake.kind": "places", "stake.place.0": "1"},
            "The amounts must add up to 0; they add up to +€1.00.",
            "places",
        ),
        (
            {"stake.kind": "places", "stake.place.0": "1", "stake.place.1": "-3"},
            "The amounts must add up to 0; they add up to −€2.00.",
            "places",
        ),
        (
            {"stake.kind": "places", "stake.place.0": "1", "stake.place.2": "-1"},
            "Place 2: The amount is missing; write it like 2.50.",
            "places",
        ),
        (
            {"stake.kind": "places", "stake.place.0": "1", "stake.place.1": "-1"},
            "There must be an amount for each of 3 places, not 2.",
            "places",
        ),
        (
            {"stake.kind": "places", "stake.place.0": "x"},
            "Place 1: “x” is not an amount; write it like 2.50.",
            "places",
        ),
        (
            {"stake.kind": "places", "stake.place.0": "1", "stake.place.1": "20000"},
            "Place 2: That is too high; €10,000.00 is the most.",
            "places",
        ),
        (
            {"stake.kind": "\0", "stake.amount": "x"},
            "“�” is not a kind of stake; it is one of difference, to-winner, fixed, last-pays, places, chips or kitty.",
            "stake",
        ),
    ],
)
def test_a_wrong_stake_is_refused_and_changes_nothing(
    table: Table, form: dict[str, str], told: str, beside: str
) -> None:
    before = table.state.revision
    answer = table.post("/stake", form)
    assert answer.status_code == 422
    assert told in problem_texts(answer)
    assert re.findall(r'id="([^"]*)-problem"', answer.text) == [beside]
    assert table.state.revision == before


def test_a_stake_changed_by_another_phone_meanwhile_is_a_conflict(table: Table) -> None:
    base = table.state.revision
    table.post("/stake", {"stake.kind": "kitty", "stake.amount": "3"})
    answer = table.post("/stake", {"stake.kind": "fixed", "stake.amount": "4", "base": str(base)})
    assert answer.status_code == 409
    assert 'value="4"' in answer.text
    assert "Not saved: the sheet has changed meanwhile" in words(answer.text)
    again = answer.text.split('name="base" value="')[1].split('"')[0]
    assert table.post("/stake", {"stake.kind": "fixed", "stake.amount": "4", "base": base}).status_code == 409
    assert again == str(table.state.revision)
    assert table.state.stake == {"kind": "kitty", "amount": 300, "currency": "EUR"}


def test_a_night_is_settled_payment_by_payment(table: Table) -> None:
    address = night(table)
    page = table.phone.get(address).text
    assert len(re.findall(PAID, page)) == 2
    assert "&lt;script&gt;" in page
    assert MARKUP not in page.replace("<script ", "")
    forms = re.findall(r'<form method="post" action="([^"]+/payments)">(.*?)</form>', page, re.S)
    for path, form in forms[:2]:
        sent = {
            name: value.replace("&lt;", "<").replace("&gt;", ">")
            for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)
        }
        assert table.phone.post(path, sent).status_code == 303
        assert table.phone.post(path, sent).status_code == 303
    page = words(table.phone.get(address).text)
    assert "Everything is settled" in page
    assert page.count("Take back") == 2
    assert "Bob paid Ann €2.00" in page


def test_amounts_in_another_currency_are_listed_separately(table: Table) -> None:
    form = {"kind": "iso", "code": "USD"}
    assert table.club.organiser.post(f"{table.club.url}/money", form).status_code == 303
    page = words(table.phone.get(night(table)).text)
    assert "To be paid" in page
    assert "Nothing to settle" not in page


def test_a_night_links_to_its_money_and_back(table: Table) -> None:
    address = night(table).removesuffix("/money")
    page = table.phone.get(address).text
    assert page.index(f'href="{address}/money">Settle up') < page.index("<h2")
    assert f'class="brand" href="{address}"' in table.phone.get(night(table)).text


def test_payer_and_payee_who_both_tap_pay_once(table: Table) -> None:
    address = night(table)
    page = table.phone.get(address).text
    ((path, form), *_) = re.findall(r'<form method="post" action="([^"]+/payments)">(.*?)</form>', page, re.S)
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form.replace("&lt;", "<").replace("&gt;", ">")))
    assert table.phone.post(path, sent).status_code == 303
    second = table.phone.post(path, {**sent, "client_id": "of-the-other-phone"})
    assert second.status_code == 409
    assert set(re.findall(r"<option selected[^>]*>", second.text)) == {'<option selected value="">'}, (
        "the form below is empty"
    )
    assert f"{sent['payer']} has paid {sent['payee']} already." in unescape(second.text)
    assert words(table.phone.get(address).text).count("Take back") == 1


def test_an_undone_payment_stays_readable(table: Table) -> None:
    assert paid(table) == 303
    address = night(table)
    page = table.phone.get(address).text
    key = re.search(r'payments/back">.*?name="key" value="([^"]+)"', page, re.S)
    assert key is not None
    base = address.removesuffix("/money")
    assert table.phone.post(f"{base}/payments/back", {"key": key[1]}).status_code == 303
    page = table.phone.get(address).text
    assert '<del><bdi dir="ltr">Bob paid Ann €1.50' in page
    assert "taken back by" in page
    refused = table.phone.post(f"{base}/payments/back", {"key": "nonsense", "payer": "Bob"})
    assert refused.status_code == 422
    assert "There is no such payment." in words(refused.text)
    assert set(re.findall(r"<option selected[^>]*>", refused.text)) == {'<option selected value="">'}


@pytest.mark.parametrize(
    "form",
    [
        {"amount": "0"}, {"amount": "-1"}, {"amount": ""}, {"amount": "1.005"}, {"amount": "1234567890"},
        {"amount": "²"},
        {"payer": ""}, {"payer": "Zoe"}, {"payee": "Bob"}, {"payee": "kitty", "payer": "kitty"}, {"units": "x"},
        {"units": ""},
        {"units": "9" * 5000}, {"units": "-5"}, {"payer": "\0"}, {"units": "²"}, {"payer": "=1+1"},
    ],
)  # fmt: skip
def test_an_invalid_payment_changes_nothing(table: Table, form: dict[str, str]) -> None:
    assert paid(table, **form) == 422
    assert "Take back" not in table.phone.get(night(table)).text


def test_balances_add_up_all_nights(table: Table, club: Club) -> None:
    stake = {"stake.kind": "fixed", "stake.amount": "1.50", "played.on": "2024-05-04"}
    earlier = club.start("raise-the-stakes", ["Ann", "Bob"], stake)
    earlier.write({"tricks": {"Bob": 5}})
    assert earlier.post("/end").status_code == 303
    assert paid(table) == 303
    page = words(club.viewer.get(f"{club.url}/balances").text)
    assert "Ann 2 nights +€2.50" in page
    assert "Bob 2 nights −€0.50" in page
    bob = page[page.index("Bob 2 nights") :]
    assert bob.index("−€2.00 −€0.50") < bob.index("+€1.50 +€1.50")
    assert MARKUP not in club.viewer.get(f"{club.url}/balances").text
    assert earlier.post("/discard", {"to": "on"}).status_code == 303
    assert "Ann 1 night +€4.00" in words(club.viewer.get(f"{club.url}/balances").text)


def test_money_is_dated_like_its_night(club: Club) -> None:
    """After midnight in the club's time zone, whatever the server's is."""
    in_euros(club)
    assert club.organiser.post(f"{club.url}/zone", {"zone": "Pacific/Kiritimati"}).status_code == 302
    with clock_at(datetime(2024, 5, 3, 11, tzinfo=UTC)):
        table = club.start("raise-the-stakes", ["Ann", "Bob"], {"stake.kind": "fixed", "stake.amount": "2"})
        table.write({"tricks": {"Ann": 5}})
        table.post("/end")
    page = club.viewer.get(night(table)).text
    assert "<title>Settle up · Sat 4 May 2024" in page
    assert words(page).count("Sat 4 May 2024") == 3
    assert words(club.viewer.get(f"{club.url}/balances").text).count("Sat 4 May 2024") == 2


def test_without_stakes_there_are_no_balances(club: Club) -> None:
    club.start("rage", ["Ann", "Bob"])
    page = words(club.viewer.get(f"{club.url}/balances").text)
    assert "No game has been played for money yet." in page


def test_a_viewer_sees_money_and_cannot_change_it(table: Table) -> None:
    viewer, address = table.club.viewer, night(table)
    page = viewer.get(address).text
    assert "€2.00" in page
    assert not re.search(PAID, page)
    base = address.removesuffix("/money")
    for path in (
        f"{base}/payments",
        f"{base}/payments/back",
        f"{base}/carry",
        f"{table.club.url}/kitty",
        f"{table.url}/stake",
    ):
        assert viewer.post(path).status_code == 403
    assert table.phone.get(f"{table.club.url}/money").status_code == 403
    assert Phone(table.club.app).get(address).status_code == 404
    assert table.phone.get(f"{table.club.url}/nights/nonsense/money").status_code == 404


def test_a_correction_after_a_payment_is_reported(table: Table) -> None:
    assert paid(table, amount="2") == 303
    adjust = {"adjust.0.player": "1", "adjust.0.points": "50", "adjust.0.reason": "x"}
    assert table.post("/rounds/1/edit", {"tricks.0": "5", **adjust}).status_code == 303
    page = words(table.phone.get(night(table)).text)
    assert "Corrected after a payment" in page
    assert "Ann −€6.00, Bob +€6.00" in page
    assert "Bob paid Ann €2.00" in page


def test_open_amounts_can_be_carried_over(table: Table) -> None:
    base = night(table).removesuffix("/money")
    assert table.phone.post(f"{base}/carry").status_code == 303
    page = words(table.phone.get(night(table)).text)
    assert "carried over to the next night" in page
    assert "Everything is settled" in page
    refused = table.phone.post(f"{base}/carry")
    assert refused.status_code == 422
    assert "The open amounts have been carried over already." in words(refused.text)


def test_the_kitty_can_be_filled_and_emptied(table: Table) -> None:
    url = f"{table.club.url}/kitty"
    put = {"way": "in", "who": "Ann", "amount": "5", "reason": MARKUP}
    assert table.phone.post(url, put).status_code == 303
    page = table.phone.get(url).text
    assert "€5.00" in words(page)
    assert "&lt;script&gt;" in page
    for wrong, told in (
        ({"way": "out"}, "Say what it is taken out for."),
        ({"way": "x"}, "Say whether it is put in or taken out."),
        ({"who": ""}, "Say who it is."),
        ({"who": "kitty"}, "The kitty cannot pay itself."),
        ({"amount": "x"}, "“x” is not an amount; write it like 2.50."),
        ({"amount": ""}, "The amount is missing; write it like 2.50."),
        ({"amount": "-5"}, "The amount cannot be below 0; write it without a sign."),
        ({"reason": "x" * 201}, "The reason is longer than 200 letters."),
        ({"way": "out", "reason": "pizza", "amount": "6"}, "The kitty holds €5.00, so no more can be taken out."),
    ):
        answer = table.phone.post(url, {**put, "reason": "", **wrong})
        assert answer.status_code == 422
        assert told in problems(answer).replace("\N{NO-BREAK SPACE}", " ")
    assert table.phone.post(url, {**put, "way": "out", "amount": "2", "reason": "pizza"}).status_code == 303
    page = table.phone.get(url).text
    assert "Ann took €2.00 out: pizza" in page
    key = re.findall(r'name="key" value="([^"]+)"', page)[0]
    assert table.phone.post(f"{url}/back", {"key": key}).status_code == 303
    assert "It holds €5.00" in words(table.phone.get(url).text)
    assert table.phone.post(f"{url}/back", {"key": "x"}).status_code == 422


@pytest.mark.parametrize(
    ("form", "told", "beside"),
    [
        ({}, "Choose a currency, your own word, or no unit.", "kind"),
        ({"kind": "currency", "code": "EUR"}, "Choose a currency, your own word, or no unit.", "kind"),
        ({"kind": "iso", "code": "XXQ"}, "“XXQ” is not the code of a currency, such as EUR, USD or CHF.", "code"),
        ({"kind": "iso", "code": ""}, "Choose a currency.", "code"),
        (
            {"kind": "word", "word": "EUR"},
            "EUR is a currency: choose it as one, or write the word in small letters.",
            "word",
        ),
        ({"kind": "word", "word": ""}, "Type what you play for, such as drinks.", "word"),
        ({"kind": "word", "word": "x" * 21}, "The word is longer than 20 letters.", "word"),
        ({"kind": "word", "word": "a\0b"}, "The word has letters that cannot be seen.", "word"),
    ],
)
def test_a_wrong_currency_is_refused(club: Club, form: dict[str, str], told: str, beside: str) -> None:
    answer = club.organiser.post(f"{club.url}/money", form)
    assert answer.status_code == 422
    assert told in problem_texts(answer)
    assert re.findall(r'id="([^"]*)-problem"', answer.text) == [beside]


def test_the_page_of_the_currency_shows_what_was_saved_and_offers_the_usual_ones_first(club: Club) -> None:
    shown = []
    for form in ({}, {"kind": "word", "word": "drinks", "asks": "1"}, {"kind": "iso", "code": "JPY"}, {"kind": "none"}):
        if form:
            club.organiser.post(f"{club.url}/money", form)
        sent = sent_by(club.organiser.get(f"{club.url}/money").text.replace("<form ", '<form id="m" '), "m")
        shown.append((sent["kind"], sent["code"], sent["word"], "asks" in sent))
    assert shown == [
        (["none"], [""], [""], False), (["word"], [""], ["drinks"], True), (["iso"], ["JPY"], [""], False),
        (["none"], [""], [""], False),
    ]  # fmt: skip
    codes = re.findall(r'<option[^>]* value="(\w+)"', club.organiser.get(f"{club.url}/money").text)
    usual = ["EUR", "USD", "GBP", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK", "CAD", "AUD", "INR", "JPY"]
    assert codes[:13] == usual
    assert codes[13:] == sorted(set(codes) - set(usual))


def test_whoever_has_an_open_amount_is_offered_before_other_players_and_the_kitty(club: Club) -> None:
    in_euros(club)
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"stake.kind": "kitty", "stake.amount": "2"})
    table.write({"tricks": {"Cyd": 5}})
    table.post("/end")
    club.start("rage", ["Dee", "Eve"])
    options = re.findall(r"<option[^>]*>([^<]*)", table.phone.get(night(table)).text)
    assert options == ["–", "Ann", "Bob", "Cyd", "Dee", "Eve", "The kitty"] * 2


def test_drinks_are_settled_in_drinks(club: Club) -> None:
    assert club.organiser.post(f"{club.url}/money", {"kind": "word", "word": "drinks"}).status_code == 303
    assert sent_by(club.organiser.get(f"{club.url}/money").text.replace("<form ", '<form id="m" '), "m")["word"] == [
        "drinks"
    ]
    table = club.start("raise-the-stakes", ["Ann", "Bob"], {"stake.kind": "last-pays", "stake.amount": "1"})
    table.write(LATE)
    table.post("/end")
    page = words(table.phone.get(night(table)).text)
    assert "Bob → pays Ann 1 drink" in page
    assert paid(table, amount="1.5") == 422
    assert paid(table, amount="1 drink") == 303
    assert "Everything is settled" in words(table.phone.get(night(table)).text)


def test_each_currency_is_settled_separately(table: Table) -> None:
    club = table.club
    club.organiser.post(f"{club.url}/money", {"kind": "iso", "code": "JPY"})
    other = club.start("raise-the-stakes", ["Ann", "Bob"], {"stake.kind": "fixed", "stake.amount": "100"})
    other.write(LATE)
    other.post("/end")
    assert night(other) == night(table)
    page = words(table.phone.get(night(table)).text)
    assert "¥100" in page
    assert "€2.00" in page
    assert 'value="2.00"' in table.phone.get(f"{table.url}/stake").text
    balances = words(table.phone.get(f"{club.url}/balances").text)
    assert balances.index("¥100") < balances.index("€2.00"), "the usual currency of the club first"
    with club.app.app_context():
        assert night_of_play(table.state) is not None
        db.session.remove()
