"""Amounts of money as people write and read them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.money.currency import (
    ISO_CODES,
    MOST_TYPED,
    NO_CURRENCY,
    Currency,
    amount_text,
    currency_of,
    plain_amount,
    read_amount,
    read_currency_code,
    read_currency_word,
)

NO_AMOUNTS = (
    "abc",
    ".",
    "1e5",
    "٣",
    "²",
    "1.2.3",
    "$5",
    "1/2",
    "NaN",
    "inf",
    "0x10",
    "1_000",
    "=1+1",
    "1 2",
    "<script>",
    "1,23,456",
)
NOTHING = "The amount cannot be 0; give one, or leave it out."
BELOW = "The amount cannot be below 0; write it without a sign."
MOST = "That is too high; €9,999,999.99 is the most."
EUR, JPY, KWD, CHF, DRINKS = (Currency(code) for code in ("EUR", "JPY", "KWD", "CHF", "drinks"))


@pytest.mark.parametrize(
    ("units", "currency", "expected"),
    [
        (250, EUR, "€2.50"), (5, EUR, "€0.05"), (-250, EUR, "−€2.50"), (0, EUR, "€0.00"),
        (123_456_789, EUR, "€1,234,567.89"),
        (250, CHF, "CHF 2.50"), (-5, CHF, "−CHF 0.05"), (250, Currency("USD"), "$2.50"),
        (1200, JPY, "¥1,200"), (1250, KWD, "KWD 1.250"), (-1, KWD, "−KWD 0.001"),
        (3, DRINKS, "3 drinks"), (1, DRINKS, "1 drink"), (-1, DRINKS, "−1 drink"), (0, DRINKS, "0 drinks"),
        (1, Currency("matches"), "1 match"), (1, Currency("beers"), "1 beer"), (1, Currency("glass"), "1 glass"),
        (1, Currency("Kekse"), "1 Kekse"), (2, Currency("s"), "2 s"), (1, Currency("s"), "1 s"),
        (1, Currency("glasses"), "1 glass"), (3, Currency("ale"), "3 ale"), (1, Currency("whiskys"), "1 whiskys"),
        (2500, NO_CURRENCY, "2,500"), (-7, NO_CURRENCY, "−7"),
    ],
)  # fmt: skip
def test_amounts_are_written_as_people_write_them(units: int, currency: Currency, expected: str) -> None:
    assert amount_text(units, currency).replace("\N{NO-BREAK SPACE}", " ") == expected


def test_an_amount_stays_on_one_line() -> None:
    assert (amount_text(250, CHF), amount_text(3, DRINKS)) == ("CHF\u00a02.50", "3\u00a0drinks")


def test_gains_have_a_sign_if_asked_for() -> None:
    assert amount_text(250, EUR, signed=True) == "+€2.50"
    assert amount_text(-250, EUR, signed=True) == "−€2.50"
    assert amount_text(0, EUR, signed=True) == "€0.00"


@pytest.mark.parametrize(
    ("text", "currency", "expected"),
    [
        ("2,50", EUR, 250), ("2.50", EUR, 250), ("0,5", EUR, 50), (".5", EUR, 50), ("5", EUR, 500), ("5.", EUR, 500),
        (" 2.5 ", EUR, 250), ("€2.50", EUR, 250), ("2,50 €", EUR, 250), ("eur 2.50", EUR, 250), ("2.50 EUR", EUR, 250),
        ("0.01", EUR, 1), ("007", EUR, 700), ("1 234,50", EUR, 123_450), ("1'234.50", EUR, 123_450), ("+3", EUR, 300),
        ("1,234.50", EUR, 123_450), ("1.234,50", EUR, 123_450), ("1,234,567.8", EUR, 123_456_780),
        ("1,234,567", EUR, 123_456_700), ("1.234.567", EUR, 123_456_700), ("9999999.99", EUR, 999_999_999),
        ("1200", JPY, 1200), ("1.25", KWD, 1250), ("1,234", KWD, 1234), ("CHF2", CHF, 200),
        ("3", DRINKS, 3), ("3 drinks", DRINKS, 3), ("1 Drink", DRINKS, 1), ("12", NO_CURRENCY, 12),
    ],
)  # fmt: skip
def test_amounts_are_read_as_people_type_them(text: str, currency: Currency, expected: int) -> None:
    assert read_amount(text, currency) == expected


@pytest.mark.parametrize(
    ("text", "currency", "told"),
    [
        ("2.505", EUR, "EUR has 2 decimals, but 2.505 has 3."),
        ("1,234", EUR, "EUR has 2 decimals, but 1,234 has 3."),
        ("2.500", EUR, "EUR has 2 decimals, but 2.500 has 3."),
        (" €2.505 ", EUR, "EUR has 2 decimals, but €2.505 has 3."),
        ("1." + "0" * 50, EUR, f"EUR has 2 decimals, but 1.{'0' * 37}… has 50."),
        ("–3", EUR, BELOW),
        (" abc ", EUR, "“abc” is not an amount; write it like 2.50."),
        ("2.5", JPY, "JPY has no decimals; write a whole number."),
        ("1,234", JPY, "JPY has no decimals; write a whole number."),
        ("1.0001", KWD, "KWD has 3 decimals, but 1.0001 has 4."),
        ("1.5", DRINKS, "Drinks are whole numbers; write a whole number."),
        ("1.5", NO_CURRENCY, "Amounts without a currency are whole numbers; write a whole number."),
        ("-3", EUR, BELOW),
        ("−3", EUR, BELOW),
        ("€-3", EUR, BELOW),
        ("-€3", EUR, BELOW),
        ("0", EUR, NOTHING),
        ("0,00", EUR, NOTHING),
        ("-0", EUR, BELOW),
        ("1234567890", EUR, MOST),
        ("1234567890", DRINKS, "That is too high; 999,999,999 drinks is the most."),
        ("10000000", EUR, MOST),
        ("9" * 5000, EUR, MOST),
        ("0" * 20 + "5", EUR, ""),
        ("", EUR, "The amount is missing; write it like 2.50."),
        ("   ", EUR, "The amount is missing; write it like 2.50."),
        ("abc", JPY, "“abc” is not an amount; write it like 2."),
        ("--3", EUR, BELOW),
        ("\0", EUR, "“\N{REPLACEMENT CHARACTER}” is not an amount; write it like 2.50."),
        *((text, EUR, f"“{text}” is not an amount; write it like 2.50.") for text in NO_AMOUNTS),
    ],
)
def test_a_text_that_is_no_amount_is_refused_with_the_reason(text: str, currency: Currency, told: str) -> None:
    found = read_amount(text, currency)
    if not told:
        assert found == 500
        return
    assert isinstance(found, str)
    assert found.replace("\N{NO-BREAK SPACE}", " ") == told


def test_an_amount_of_a_stake_has_its_own_maximum() -> None:
    assert read_amount("10000", EUR, most=1_000_000) == 1_000_000
    assert read_amount("10000.01", EUR, most=1_000_000) == "That is too high; €10,000.00 is the most."


def test_a_place_may_have_a_negative_amount() -> None:
    assert [read_amount(text, EUR, may_pay=True) for text in ("-2.50", "−2,5", "0", "+1", "-€3")] == [
        -250,
        -250,
        0,
        100,
        -300,
    ]


@given(
    st.integers(-MOST_TYPED, MOST_TYPED), st.sampled_from([EUR, JPY, KWD, CHF, DRINKS, NO_CURRENCY, Currency("CLF")])
)
def test_a_written_amount_is_read_as_the_same(units: int, currency: Currency) -> None:
    for text in (amount_text(units, currency, signed=True), plain_amount(units, currency)):
        if currency.decimals == 3 or not ("," in text and "." not in text):  # in JPY 1,234 could mean decimals
            assert read_amount(text, currency, may_pay=True) == units, text


@given(
    st.text(max_size=12) | st.from_regex(r"[-−+€ 0-9.,']{0,14}", fullmatch=True),
    st.sampled_from([EUR, JPY, KWD, DRINKS]),
)
def test_any_text_is_an_amount_or_a_problem(text: str, currency: Currency) -> None:
    found = read_amount(text, currency, may_pay=True)
    assert isinstance(found, str) or -MOST_TYPED <= found <= MOST_TYPED
    if isinstance(found, int):
        digits = "".join(re.findall("[0-9]", text)).lstrip("0")
        assert str(abs(found)).rstrip("0") == digits.rstrip("0") or not found


def test_currencies_of_the_world_have_their_decimals() -> None:
    assert all(re.fullmatch("[A-Z]{3}", code) for code in ISO_CODES)
    assert len(ISO_CODES) == 166
    decimals = {code: currency_of(code).decimals for code in sorted(ISO_CODES)}
    assert {number: " ".join(code for code in decimals if decimals[code] == number) for number in (0, 3, 4)} == {
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
        3: "BHD IQD JOD KWD LYD OMR TND",
        4: "CLF UYW",
    }
    assert set(decimals.values()) == {0, 2, 3, 4}
    assert read_currency_code(" chf ") == CHF
    assert currency_of(None) == currency_of("") == NO_CURRENCY
    wrong = "“{}” is not the code of a currency, such as EUR, USD or CHF."
    long = ("x" * 50, wrong.format("x" * 39 + "…"))
    for text, told in (
        ("XXQ", wrong.format("XXQ")),
        (" xxq ", wrong.format("xxq")),
        long,
        (" €", wrong.format("€")),
        ("", "Choose a currency."),
    ):
        assert read_currency_code(text) == told


def test_a_currency_has_a_label_and_an_example() -> None:
    told = [(one.label, one.example) for one in (EUR, CHF, JPY, KWD, DRINKS, NO_CURRENCY)]
    assert told == [("€", "2.50"), ("CHF", "2.50"), ("¥", "2"), ("KWD", "2.500"), ("drinks", "2"), ("", "2")]
    signs = {code: Currency(code).label for code in sorted(ISO_CODES) if Currency(code).label != code}
    assert " ".join(f"{code}:{sign}" for code, sign in signs.items()) == (
        "AUD:A$ BRL:R$ CAD:CA$ EUR:€ GBP:£ HKD:HK$ ILS:₪ INR:₹ JPY:¥ KRW:₩ MXN:MX$ NZD:NZ$ PHP:₱ TRY:₺ TWD:NT$ UAH:₴ "
        "USD:$ VND:₫"
    )
    assert [plain_amount(units, EUR) for units in (-123_450, 5)] == ["-1234.50", "0.05"]
    words = {"boxes": "box", "dishes": "dish", "chess": "chess", "cheese": "cheese", "bus": "bus", "esx": "esx"}
    assert {word: Currency(word).singular for word in words} == words


def test_a_club_can_have_its_own_unit() -> None:
    assert read_currency_word("  round   of drinks ") == Currency("round of drinks")
    assert read_currency_word("<script>") == Currency("<script>")
    digits = "The word cannot have digits: they would be read as part of an amount."
    invisible, nothing = "The word has letters that cannot be seen.", "Type what you play for, such as drinks."
    for text, told in (
        ("", nothing), (" ", nothing),
        ("x" * 21, "The word is longer than 20 letters."), ("x" * 20, Currency("x" * 20)),
        ("a\0b", invisible), ("\u200b", invisible),
        ("EUR", "EUR is a currency: choose it as one, or write the word in small letters."),
        ("eur", Currency("eur")), ("2 drinks", digits), ("drinks 2", digits), ("½", Currency("½")),
    ):  # fmt: skip
        assert read_currency_word(text) == told
