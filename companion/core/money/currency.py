"""Amounts of money as people write them: in an ISO 4217 currency, without one, or in a word of the club's own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.data_files import read_toml
from companion.core.entry.names import can_be_shown, is_visible
from companion.core.words import capitalized, counted, quoted

_DATA = read_toml(__package__, "currency.toml")
_DECIMALS = {code: int(decimals) for decimals, codes in _DATA["codes"].items() for code in codes.split()}
_SIGNS: Mapping[str, str] = _DATA["signs"]

ISO_CODES = frozenset(_DECIMALS)
"""The currency codes of ISO 4217."""

WORD_LENGTH = 20
"""The most letters of a word used as a currency."""

MOST_TYPED = 999_999_999
"""The highest amount that can be typed, in smallest units."""

_THOUSANDS = re.compile(r"(?<=[0-9])[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}'’](?=[0-9]{3}(?![0-9]))")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?|[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]*)?")
_NUMBER = re.compile(r"(?=.?[0-9])([0-9]*)(?:[.,]([0-9]*))?")


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency or word in which a club counts money, or neither; it decides how amounts are written and read."""

    code: str
    """As stored: ``EUR``, a word (``drinks``), or empty for none."""

    @property
    def is_iso(self) -> bool:
        """Whether it is an ISO 4217 currency and not a word."""
        return self.code in ISO_CODES

    @property
    def decimals(self) -> int:
        """The number of decimals of an amount; 0 for words and without a currency."""
        return _DECIMALS.get(self.code, 0)

    @property
    def singular(self) -> str:
        """The singular of the word: ``drink`` for ``drinks``; the same word if it does not look like a plural."""
        if re.search(r"(?:ch|sh|x|ss)es$", self.code):
            return self.code[:-2]
        return self.code[:-1] if re.search(r"[^suiy]s$", self.code) else self.code

    @property
    def label(self) -> str:
        """What is shown beside an input: the sign, the code or the word; empty without a currency."""
        return _SIGNS.get(self.code, self.code)

    @property
    def example(self) -> str:
        """An example of an amount, as somebody may type it."""
        return plain_amount(25 * 10**self.decimals // 10, self) if self.decimals else "2"


NO_CURRENCY = Currency("")


def currency_of(code: str | None) -> Currency:
    """Return the currency with this stored code; for None, the one without a code."""
    return Currency(code or "")


def read_currency_word(text: str) -> Currency | str:
    """Return the currency for a word of the club's own, or a sentence saying what is wrong with the word."""
    word = " ".join(text.split())
    if not word:
        return "Type what you play for, such as drinks."
    if len(word) > WORD_LENGTH:
        return f"The word is longer than {WORD_LENGTH} letters."
    if not can_be_shown(word) or not is_visible(word):
        return "The word has letters that cannot be seen."
    if word in ISO_CODES:
        return f"{word} is a currency: choose it as one, or write the word in small letters."
    if any(letter.isdigit() for letter in word):
        return "The word cannot have digits: they would be read as part of an amount."
    return Currency(word)


def read_currency_code(text: str) -> Currency | str:
    """Return the currency with an ISO 4217 code, or a sentence saying what is wrong with the code."""
    code = text.strip().upper()
    if not code:
        return "Choose a currency."
    wrong = f"“{quoted(text.strip())}” is not the code of a currency, such as EUR, USD or CHF."
    return Currency(code) if code in ISO_CODES else wrong


def plain_amount(units: int, currency: Currency) -> str:
    """Return an amount as the value of an input, digits only: ``1234.50``."""
    return _digits(units, currency, "").replace("−", "-")


def _digits(units: int, currency: Currency, comma: str) -> str:
    """Return an amount in digits with the currency's decimals. ``comma``: the separator of thousands."""
    whole, part = divmod(abs(units), 10**currency.decimals)
    text = f"{whole:,}".replace(",", comma)
    return f"{'−' if units < 0 else ''}{text}" + (f".{part:0{currency.decimals}}" if currency.decimals else "")


def amount_text(units: int, currency: Currency, *, signed: bool = False) -> str:
    """Return an amount as people write it: ``€2.50``, ``CHF 2.50``, ``3 drinks``. ``signed``: gains have a +."""
    sign = "−" if units < 0 else "+" if signed and units else ""
    digits = _digits(abs(units), currency, ",")
    if currency.code in _SIGNS:
        return f"{sign}{_SIGNS[currency.code]}{digits}"
    if currency.is_iso:
        return f"{sign}{currency.code}\N{NO-BREAK SPACE}{digits}"
    word = currency.singular if abs(units) == 1 else currency.code
    return f"{sign}{digits}\N{NO-BREAK SPACE}{word}" if word else f"{sign}{digits}"


def read_amount(text: str, currency: Currency, *, most: int = MOST_TYPED, may_pay: bool = False) -> int | str:
    """Return the smallest units of a typed amount (``2,50``, ``€2.50``, ``3 drinks``), or a sentence on what is wrong.

    ``may_pay``: whether 0 and negative amounts are accepted, too.
    """
    typed = _without_currency(text.strip(), currency)
    is_below, typed = typed[:1] in ("-", "−", "–"), typed.lstrip("+-−–").strip()
    typed = _THOUSANDS.sub("", _without_currency(typed, currency))
    # With both marks, or one of them several times, only the last mark can be that of decimals.
    if _GROUPED.fullmatch(typed) and (("," in typed and "." in typed) or typed.count(",") > 1 or typed.count(".") > 1):
        mark = "." if typed.rfind(".") > typed.rfind(",") and typed.count(".") == 1 else ","
        mark = mark if typed.count(mark) == 1 else ""
        typed = "".join(letter for letter in typed if letter not in ".," or letter == mark)
    found = _NUMBER.fullmatch(typed)
    if not found:
        fault = f"“{quoted(text.strip())}” is not an amount" if text.strip() else "The amount is missing"
        return f"{fault}; write it like {currency.example}."
    if is_below and not may_pay:
        return "The amount cannot be below 0; write it without a sign."
    whole, part = found[1], (found[2] or "")
    if len(part) > currency.decimals:
        return _too_fine_message(text.strip(), currency, len(part))
    is_long = len(whole.lstrip("0")) > len(str(most))  # converting millions of digits would take long
    units = most + 1 if is_long else int(f"0{whole}{part.ljust(currency.decimals, '0')}")
    if units > most:
        return f"That is too high; {amount_text(most, currency)} is the most."
    if not units and not may_pay:
        return "The amount cannot be 0; give one, or leave it out."
    return -units if is_below else units


def _without_currency(text: str, currency: Currency) -> str:
    """Return a typed amount without the currency's sign, code or word before or after it."""
    for word in (currency.label, currency.code, currency.singular):
        if not word:
            continue
        if text[: len(word)].casefold() == word.casefold():
            return text[len(word) :].strip()
        if text[-len(word) :].casefold() == word.casefold():
            return text[: -len(word)].strip()
    return text


def _too_fine_message(text: str, currency: Currency, there: int) -> str:
    """Return the message about an amount with more decimals than its currency. ``there``: how many the amount has."""
    if currency.decimals:
        return f"{currency.code} has {counted(currency.decimals, 'decimal')}, but {quoted(text)} has {there}."
    if currency.is_iso:
        return f"{currency.code} has no decimals; write a whole number."
    return f"{capitalized(currency.code) or 'Amounts without a currency'} are whole numbers; write a whole number."
