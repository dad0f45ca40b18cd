"""What a game says of its tricks: trump, and faults for which the book sets no penalty."""

from dataclasses import replace

from companion.core.entry.record import EMPTY, Record
from companion.core.referee.facts import TRUMP
from companion.core.referee.reasons import Reasons
from companion.core.tricks.records import PLAYED_WRONG, Reneges, Trump, cards_text, suit_text, trump_fact, trump_text


def test_a_trump_is_a_suit_or_none() -> None:
    may_be_none, must_be = trump_fact(), trump_fact("", help="H")
    assert [(one.key, one.label, one.nobody, one.required, one.help) for one in (may_be_none, must_be)] == [
        ("trump", "Trump", "No trump", False, ""), ("trump", "Trump", "", True, "H"),
    ]  # fmt: skip
    assert [(one.value, one.label) for one in must_be.choices] == [("s", "♠"), ("h", "♥"), ("d", "♦"), ("c", "♣")]
    trump = Trump(must_be)
    assert [trump.suit(Record({TRUMP: value}, {})) for value in ("h", None, "H")] == ["h", "", "h"]


def test_the_first_card_may_make_trump() -> None:
    trump = Trump(trump_fact(), led=("play.led",))
    why = Reasons()
    trump.say(why, "h", "h")
    assert (why.verdict("").because, why.verdict("").rules) == (("Hearts are trump.",), ())
    why = Reasons()
    trump.say(why, "", "s")
    told = "Spades were led first in the hand, so they are trump."
    assert (why.verdict("").because, why.verdict("").rules) == ((told,), ("play.led",))
    assert (trump_text("", "s"), trump_text("d", "d")) == (told, "Diamonds are trump.")


def test_cards_and_suits_are_words() -> None:
    assert cards_text(["10h", "As", "Jk"]) == "10♥, A♠ and joker"
    assert cards_text(["10h", "As"], "or") == "10♥ or A♠"
    assert [suit_text(suit) for suit in "shdc"] == ["Spades", "Hearts", "Diamonds", "Clubs"]


def test_a_fault_that_is_admitted_costs_what_tables_usually_take() -> None:
    about = Reneges(
        rules=("play.follow",), penalty="play.renege", fault=PLAYED_WRONG, required="The card is due",
        usual=lambda why, _options, _given, name: why.add_usual_effect(name, -5, "a wrong card"),
    )  # fmt: skip
    found = about.admitted(EMPTY, EMPTY, "Ann")
    assert found.verdict == "Ann played a wrong card. The book sets no penalty."
    assert found.because == ("The table agrees who it was.",)
    assert found.rules == ("play.follow", "play.renege")
    assert found.rests == about.rests == "The card is due. The book sets no penalty: the table decides"
    assert [(one.name, one.points, one.reason) for one in found.usual] == [("Ann", -5, "a wrong card")]
    seen: list[Record] = []
    heard = replace(about, usual=lambda _why, options, given, _name: seen.extend((options, given)))
    options, given = Record({"a": 1}, {}), Record({"b": 2}, {})
    heard.admitted(options, given, "Ann")
    assert seen == [options, given]
    usual = Reneges(rules=(), penalty="play.renege")
    assert usual.rests == "Following is required. The book sets no penalty: the table decides"
    assert usual.admitted(EMPTY, EMPTY, "Bob").verdict == "Bob reneged. The book sets no penalty."
