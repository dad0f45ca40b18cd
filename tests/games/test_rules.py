"""The rules texts that are complete: whoever never saw the book can play from them."""

import pytest

from companion.games import all_games, game_of
from tests.games.rule_ids import ADD, published, there

COMPLETE = tuple(game.slug for game in all_games() if game.rules.complete)
"""Those that say so themselves."""

OPEN = {
    "lower counts in a deal with a 16": "farmer/scoring.lower-counts",
    "a bust player and the closest": "farmer/scoring.bust-only",
    "everybody is bust": "farmer/scoring.all-bust",
    "several closest, nobody lower": "farmer/scoring.nobody-lower",
    "a farmer with 16, but with more cards": "farmer/scoring.farmer-with-more",
    "drawing at 16": "farmer/play.at-sixteen",
    "cards drawn after going bust": "farmer/play.extra-cards",
    "no card is left to draw": "farmer/play.stock",
    "the farm at the end": "farmer/ending.last-farm",
    "a player cannot pay": "farmer/scoring.negative",
    "a dealer's bid once the others exceed the hand": "oh-hell/play.hook-exceeded",
    "a bid made out of turn": "oh-hell/play.bid-out-of-turn",
    "not following, in Oh Hell": "oh-hell/penalties.renege",
    "level on the highest total": "rage/ending.winner",
    "a change after Out Rage": "rage/play.change-after-out",
    "the third to a trick without a colour": "rage/play.action-led-again",
    "how many action cards": "rage/need.action-numbers",
    "how many Bonus Rage cards": "rage/need.bonus-cards",
    "how many Mad Rage cards": "rage/need.mad-cards",
    "not following, in Rage": "rage/penalties.renege",
    "the first card of the round": "rage/play.only-actions-trick",
    "a raised round is tied": "raise-the-stakes/scoring.raised-tie",
    "a reneger in a raised round": "raise-the-stakes/penalties.raised-renege",
    "reneging twice in a hand": "raise-the-stakes/penalties.renege-again",
    "several reach the target": "raise-the-stakes/ending.winner",
    "raised twice, then all fold": "raise-the-stakes/scoring.raisers-folded",
    "all who stayed reneged": "raise-the-stakes/scoring.all-reneged",
    "One Higher after the card it stands for": "raise-the-stakes/variations.one-higher-after",
    "a trick after the Secret Shuffle": "raise-the-stakes/variations.shuffle-and-renege",
    "when the new pot is formed": "reversis/deal.new-pot-when",
    "level on most points": "reversis/scoring.losing-tie",
    "the party after a reversis": "reversis/scoring.reversis-party",
    "all four level": "reversis/scoring.all-level",
    "exactly 10,000": "samba/ending.exactly",
    "exactly the minimum": "samba/play.minimum-exact",
    "one natural card and two wild ones": "samba/play.naturals",
    "canastas and the minimum": "samba/play.minimum-cards",
    "the pile and the minimum": "samba/play.minimum-pile",
    "black threes at the end": "samba/play.black-threes-end",
    "going out against a no": "samba/penalties.refused-out-undone",
    "the top card taken without use": "samba/penalties.bad-upcard-undone",
    "no stock, but a pile": "samba/play.no-stock-must",
    "the last red three": "samba/play.last-red-three-out",
    "sides level at the end": "samba/ending.level",
    "knocking twice in a row": "toepen/play.knock-again",
    "two run out together": "toepen/ending.several-losers",
    "who wins where one loses": "toepen/ending.winners",
    "not following, in Toepen": "toepen/penalties.not-following",
}
"""What the books leave open, and the paragraph that says so and gives the usual answer."""

LONGEST = 700
"""Letters in a paragraph that is still read at the table."""

GAMES = pytest.mark.parametrize("slug", COMPLETE)


@GAMES
def test_every_option_has_a_paragraph(slug: str) -> None:
    game = game_of(slug)
    keys = {option.key for option in game.options}
    told = {paragraph.option for paragraph in game.rules.paragraphs if paragraph.option}
    assert told == keys


@GAMES
def test_every_link_leads_to_another_paragraph(slug: str) -> None:
    rules = game_of(slug).rules
    for paragraph in rules.paragraphs:
        assert set(paragraph.see) <= set(rules.by_id), paragraph.id
        assert paragraph.id not in paragraph.see
        assert len(set(paragraph.see)) == len(paragraph.see), paragraph.id


@GAMES
def test_paragraphs_are_short_and_whole_sentences(slug: str) -> None:
    for paragraph in game_of(slug).rules.paragraphs:
        assert len(paragraph.text) <= LONGEST, paragraph.id
        assert paragraph.text.endswith("."), paragraph.id


@GAMES
def test_open_points_are_told_where_the_game_has_any(slug: str) -> None:
    assert any(paragraph.open for paragraph in game_of(slug).rules.paragraphs)


@pytest.mark.parametrize("question", OPEN)
def test_every_open_point_has_its_paragraph(question: str) -> None:
    rule = OPEN[question]
    assert game_of(rule.partition("/")[0]).rules.by_id[rule].open


@GAMES
def test_there_are_worked_examples(slug: str) -> None:
    keys = [paragraph.id.split(".")[1] for paragraph in game_of(slug).rules.paragraphs]
    assert any(key.split("-")[0] == "example" for key in keys)


def test_no_rule_id_that_was_ever_published_vanishes() -> None:
    vanished = sorted(set(published()) - there())
    assert not vanished, (
        f"sheets and rulings may name {', '.join(vanished)}: add the paragraph back, or keep its old id"
    )


def test_the_golden_list_has_every_rule_id() -> None:
    new = sorted(there() - set(published()))
    assert not new, f"{', '.join(new)}: new rule ids; put them on the golden list with: {ADD}"


def test_the_golden_list_is_sorted_and_has_nothing_twice() -> None:
    assert published() == sorted(set(published())), f"do not edit the golden list by hand; run: {ADD}"
