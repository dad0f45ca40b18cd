"""Pages of house rules from top to bottom: every text in its order, and where each link leads."""

from datetime import UTC, datetime

from companion.store.database.base import clock_at
from tests.web.house.versions import DRINKS, SLUG, agreed, proposed, url
from tests.web.pages import main_of, text_and_links, words
from tests.web.phones import Club

IN_FORCE_ONCE = "It comes into force once an organiser enters who agreed."
PROPOSED = " ".join(f"Version {number} is proposed. {IN_FORCE_ONCE}" for number in (1, 2, 3))
BEGUN = "Games that have begun keep their rules."
AGREED = f"Agreed: version 1 is in force. {BEGUN} Agreed: version 3 holds from 1 April 2026 on. {BEGUN}"

EVENING = datetime(2026, 3, 1, 20, tzinfo=UTC)
PROPOSAL = {
    "target": "40", "amendment.0.text": DRINKS, "amendment.1.text": "No phones.", "amendment.1.rule": "5.3",
    "note": "Since May.",
}  # fmt: skip
PAGES = {
    ("scorer", "Club/house"): (
        (
            "House rules Raise the Stakes version 1, since 1 March 2026 from 1 April 2026 proposed Other "
            "games Ace-Deuce-Jack Aggravation Any other game Brag Burraco Cactus Canasta Chicago Cribbage"
            " Cucumber Écarté Euchre Farmer Fünfzehnern Gin Rummy Hearts Kabu Oh Hell Open-Face Chinese "
            "Poker Pay Me Pitch Polignac Put and Take Rage Razz Reversis Ristiseiska Samba Skat Spades "
            "Speculation Spite and Malice Superfecta Toepen Vazhushal Adopt from a link Look at it The "
            "link that another club shared. Everything is in the link itself; nothing is fetched."
        ),
        [
            (
                "Raise the Stakes version 1, since 1 March 2026 from 1 April 2026 proposed",
                "Club/house/raise-the-stakes",
            ),
            ("Ace-Deuce-Jack", "Club/house/ace-deuce-jack"),
            ("Aggravation", "Club/house/aggravation"),
            ("Any other game", "Club/house/any-other-game"),
            ("Brag", "Club/house/brag"),
            ("Burraco", "Club/house/burraco"),
            ("Cactus", "Club/house/cactus"),
            ("Canasta", "Club/house/canasta"),
            ("Chicago", "Club/house/chicago"),
            ("Cribbage", "Club/house/cribbage"),
            ("Cucumber", "Club/house/cucumber"),
            ("Écarté", "Club/house/ecarte"),
            ("Euchre", "Club/house/euchre"),
            ("Farmer", "Club/house/farmer"),
            ("Fünfzehnern", "Club/house/funfzehnern"),
            ("Gin Rummy", "Club/house/gin-rummy"),
            ("Hearts", "Club/house/hearts"),
            ("Kabu", "Club/house/kabu"),
            ("Oh Hell", "Club/house/oh-hell"),
            ("Open-Face Chinese Poker", "Club/house/open-face-chinese-poker"),
            ("Pay Me", "Club/house/pay-me"),
            ("Pitch", "Club/house/pitch"),
            ("Polignac", "Club/house/polignac"),
            ("Put and Take", "Club/house/put-and-take"),
            ("Rage", "Club/house/rage"),
            ("Razz", "Club/house/razz"),
            ("Reversis", "Club/house/reversis"),
            ("Ristiseiska", "Club/house/ristiseiska"),
            ("Samba", "Club/house/samba"),
            ("Skat", "Club/house/skat"),
            ("Spades", "Club/house/spades"),
            ("Speculation", "Club/house/speculation"),
            ("Spite and Malice", "Club/house/spite-and-malice"),
            ("Superfecta", "Club/house/superfecta"),
            ("Toepen", "Club/house/toepen"),
            ("Vazhushal", "Club/house/vazhushal"),
        ],
    ),
    ("organiser", "Club/house/raise-the-stakes"): (
        (
            "What do we play? House rules of Tuesday Raise the Stakes Target 30 the book: 20 Paragraph § "
            "6.1 Who deals fetches the drinks. Version 1, since 1 March 2026. Agreed by Ann, Bob, Zoë and"
            " Yves . Coming: version 3 Agreed; it holds from 1 April 2026 on, and then replaces"
            " version 1. Target 50 until then: 30 No longer Who deals fetches the drinks. Agreed by Ann ."
            " The whole card of version 3 Withdraw it Why Withdraw Proposed: version 2 Version 2, "
            "proposed, to hold from 1 March 2026 on. Target 40 now: 30 New No phones. Paragraph § 5.3 "
            "Note Since May. The whole card of version 2 Who agrees Ann Bob Zoë Others They agree "
            "Withdraw it Why Withdraw Propose a change Share the card Blank score sheet The rules of "
            "Raise the Stakes House rules of all games"
        ),
        [
            ("Paragraph § 6.1", "Club/rules/raise-the-stakes#ending.target"),
            ("The whole card of version 3", "Club/house/raise-the-stakes/coming"),
            ("Paragraph § 5.3", "Club/rules/raise-the-stakes#scoring.most-tricks"),
            ("The whole card of version 2", "Club/house/raise-the-stakes/proposal"),
            ("Propose a change", "Club/house/raise-the-stakes/new"),
            ("Share the card", "Club/house/raise-the-stakes/share"),
            ("Blank score sheet", "Club/house/raise-the-stakes/sheet"),
            ("The rules of Raise the Stakes", "Club/rules/raise-the-stakes"),
            ("House rules of all games", "Club/house"),
        ],
    ),
    ("viewer", "Club/house/raise-the-stakes"): (
        (
            "What do we play? House rules of Tuesday Raise the Stakes Target 30 the book: 20 Paragraph § "
            "6.1 Who deals fetches the drinks. Version 1, since 1 March 2026. Agreed by Ann, Bob, Zoë and"
            " Yves . Coming: version 3 Agreed; it holds from 1 April 2026 on, and then replaces"
            " version 1. Target 50 until then: 30 No longer Who deals fetches the drinks. Agreed by Ann ."
            " The whole card of version 3 Proposed: version 2 Version 2, proposed, to hold from 1 March "
            "2026 on. Target 40 now: 30 New No phones. Paragraph § 5.3 Note Since May. The whole card of "
            "version 2 It holds once an organiser has entered who agreed. Share the card Blank score "
            "sheet The rules of Raise the Stakes House rules of all games"
        ),
        [
            ("Paragraph § 6.1", "Club/rules/raise-the-stakes#ending.target"),
            ("The whole card of version 3", "Club/house/raise-the-stakes/coming"),
            ("Paragraph § 5.3", "Club/rules/raise-the-stakes#scoring.most-tricks"),
            ("The whole card of version 2", "Club/house/raise-the-stakes/proposal"),
            ("Share the card", "Club/house/raise-the-stakes/share"),
            ("Blank score sheet", "Club/house/raise-the-stakes/sheet"),
            ("The rules of Raise the Stakes", "Club/rules/raise-the-stakes"),
            ("House rules of all games", "Club/house"),
        ],
    ),
    ("scorer", "Club/house/raise-the-stakes/first"): (
        (
            "Version 1 in force House rules of Tuesday Raise the Stakes Target 30 the book: 20 Paragraph "
            "§ 6.1 Who deals fetches the drinks. Version 1, since 1 March 2026. Agreed by Ann, Bob, Zoë "
            "and Yves . Proposed Sun 1 March , agreed Sun 1 March"
        ),
        [("Paragraph § 6.1", "Club/rules/raise-the-stakes#ending.target")],
    ),
    ("scorer", "Club/house/raise-the-stakes/proposal"): (
        (
            "Version 2 proposed House rules of Tuesday Raise the Stakes Target 40 the book: 20 Paragraph "
            "§ 6.1 Who deals fetches the drinks. No phones. Paragraph § 5.3 Since May. Version 2, "
            "proposed, to hold from 1 March 2026 on. Proposed Sun 1 March"
        ),
        [
            ("Paragraph § 6.1", "Club/rules/raise-the-stakes#ending.target"),
            ("Paragraph § 5.3", "Club/rules/raise-the-stakes#scoring.most-tricks"),
        ],
    ),
    ("scorer", "Club/house/raise-the-stakes/new?amend=Hi&rule=raise-the-stakes/play.fold"): (
        (
            "House rules for Raise the Stakes Propose Options Target The points that end the game. The "
            "book: 20. Hand Cards dealt to each. The book: 5 cards. 5 cards 6 cards 7 cards Raises How "
            "often one round may be raised. The book: 1. 1 2 3 4 5 Raised round tied What a tie for most "
            "tricks costs the others when the round was raised. The book: The others lose 1. The others "
            "lose 1 Nobody loses Renege in a raised round 1 in all, or 1 for the renege and 1 for the "
            "round. The book: Costs 1. Costs 1 Costs 2 Variation cards The black cards shuffled in. The "
            "book: none. Spy Take It One Higher Swap Secret Shuffle Trump Twist Short deck The 1s to 5s "
            "are taken out. The book: no. Dealer's bonus The dealer may swap a trump for the card turned "
            "up. The book: no. Written rules One sentence each, of up to 500 letters. Empty the text to "
            "drop a rule. The numbers of paragraphs are those of the rules . Rule 1 Who deals fetches the"
            " drinks. Changes paragraph Rule 2 Hi Changes paragraph Rule 3 Changes paragraph Add another "
            "rule Holds from Games that have begun by then stay as they are. Note Propose"
        ),
        [("the rules", "Club/rules/raise-the-stakes")],
    ),
    ("scorer", "play/house"): (
        (
            "What do we play? House rules of Tuesday Raise the Stakes Target tonight 25 house rule: 30; "
            "the book: 20 Paragraph § 6.1 Who deals fetches the drinks. Version 1, since 1 March 2026. "
            "Agreed by Ann, Bob, Zoë and Yves . The club's house rules today"
        ),
        [
            ("Paragraph § 6.1", "play/rules#ending.target"),
            ("The club's house rules today", "Club/house/raise-the-stakes"),
        ],
    ),
}


def test_every_page_of_house_rules_says_this_and_leads_there(club: Club) -> None:
    with clock_at(EVENING):
        club.organiser.post(f"{club.url}/name", {"name": "Tuesday"})
        names = {"Club": club.url, "first": agreed(club).key}
        names["play"] = club.start(SLUG, ["Ann", "Bob", "Zoë"], {"target": "25"}).url
        names["proposal"] = proposed(club, PROPOSAL).key
        coming = proposed(club, {"target": "50", "holds_from": "2026-04-01"})
        names["coming"] = coming.key
        club.organiser.post(url(club, f"/{coming.key}/agree"), {"agreed": ["Ann"]})
        for phone, messages in ((club.scorer, PROPOSED), (club.organiser, AGREED)):
            assert words(main_of(phone.get(club.url).text)).startswith(f"{messages} Tuesday ")
        for (role, path), expected in PAGES.items():
            address = "/".join(names.get(part, part) for part in path.split("/"))
            assert text_and_links(club.phone(role).get(address).text, names) == expected, (role, path)
