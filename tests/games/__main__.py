"""Commands for games: ``python -m tests.games new "Old Maid"``, ``… write``, ``… expect old-maid``, ``… deal …``.

``new`` creates a game that can be played at once, and the tests list what is still a stub. ``write`` updates what is
generated from all games. ``expect`` writes into the examples of a game what they leave out of its answers, and its
current sentences and verdicts without their outcome; read the difference before you commit it. It leaves a case as it
is that is refused but expects an answer, or the other way round, and says why. ``deal`` adds random
hands to those that are followed trick by trick.
"""

import argparse
import json
import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion import games
from companion.core.play.scoring_api import NotPlayable
from companion.core.words import counted
from companion.games import folder_of, game_of
from tests.games.examples import (
    BESIDE,
    HANDS,
    OUTCOME,
    SAID_IF_ANY,
    SAID_OF_A_PLAY,
    SAID_OF_A_ROUND,
    admitted,
    judged,
    read_cases,
    refusal_of,
    scored,
)
from tests.games.lists import form_fields, readme_table, rule_ids
from tests.games.playing import NoHandError, drawn_hand, settled_by_cards
from tests.games.refusals import fault_text, said_by
from tests.laws import drawn

ROOT = Path(__file__).parent.parent.parent
STUB = "(to be written)"
"""Placeholder in a stub for text to write."""

SENTENCES = {"text", "notes"}
"""Keys of sentences in the answer to a scored request."""

PACKAGE = '''"""{name}: what it is about, in a line {stub}."""
'''

SCORING = '''"""Scoring of {name}: what counts {stub}."""

from companion.core.common import endings
from companion.core.entry import fields as f
from companion.core.entry.keys import Key, PerName
from companion.core.entry.record import Record
from companion.core.game.game import DEALERS_LEFT_LEADS, Game, Scoring
from companion.core.game.seating import Seats
from companion.core.game.table import Line, Scored, Table

POINTS: Key[PerName[int]] = Key("points")

OPTIONS = (f.points(endings.TARGET, "Target", 10_000, least=1, default=100, help="Points that end the game."),)


def fields(table: Table[None]) -> tuple[f.Field, ...]:
    """Return the fields of a round {stub}."""
    return (f.points(POINTS, "Points", 1000, per="player", names=table.players, required=True),)


def score(table: Table[None], entry: Record) -> Scored[None]:
    """Score a round, with a small function for each rule {stub}."""
    points = entry[POINTS]
    lines = [Line(name, made, "{slug}/scoring.points", "points") for name, made in points.items() if made]
    return Scored(tuple(lines), None, tuple(f"{{name}} made no point." for name, made in points.items() if not made))


GAME = Game[None](
    name="{name}",
    summary="What is counted and who wins, in a sentence {stub}.",
    kind="other",
    seats=Seats(2, 6),
    # Source: {slug}/ending.target.
    ending=endings.ending_at_target("at 100 points"),
    options=OPTIONS,
    scoring=Scoring(fields, score),
    next=(DEALERS_LEFT_LEADS,),
)
'''

SAMPLE = '''"""Draw random but believable rounds of {name}."""

from random import Random
from typing import Any

from companion.core.game.table import Table


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a round as it usually goes {stub}."""
    return {{"points": {{name: dice.randrange(0, 30, 5) for name in table.players}}}}
'''

RULES = """version = 1
complete = false

[aim.win]
text = "Who wins, and by what {stub}."

[need.players]
text = "How many play, and how {stub}."

[scoring.points]
text = "What counts how much {stub}."

[ending.target]
text = "When the game is over {stub}."
option = "target"

[quick]
deck = "which cards {stub}"
"""

EXAMPLES = """[
  {{
    "name": "an evening worked out by hand {stub}",
    "request": {{"players": ["Ann", "Bob"], "rounds": [{{"points": {{"Ann": 5, "Bob": 0}}}}]}},
    "expect": {{"totals": {{"Ann": 5, "Bob": 0}}, "over": false}},
    "told": {{"progress": "Ann 5 of 100 points"}}
  }}
]
"""

GLYPH = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="glyph s6" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
    'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">'
    '<path d="M9 9a3 3 0 1 1 4 3c-.7.4-1 1-1 2m0 3v.01"/>'
    "</svg>\n"
)

NOTHING = ""
USUAL = 4
"""The number of players for whom a hand is dealt if nobody says another."""


class NameTakenError(ValueError):
    """No game can have this name; the message says what to do."""


def slug_of(name: str) -> str:
    """Return the slug of a name: ``Écarté`` becomes ``ecarte``.

    :raises NameTakenError: nothing of the name is left, or it is taken.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", "").lower()))
    if not re.match("[a-z]", slug):
        raise NameTakenError(
            f"“{name}” has no letter to begin an address with: give the name as it is said at a table."
        )
    if slug in games.SLUGS or (ROOT / "companion" / "games" / folder_of(slug)).exists():
        raise NameTakenError(f"There is a game called {slug} already: take another name, or change that one.")
    if keyword.iskeyword(folder_of(slug)):
        raise NameTakenError(f"“{folder_of(slug)}” means something in Python: take a longer name.")
    return slug


def begin(name: str) -> Iterator[Path]:
    """Create a game with this name; return the files that were written.

    :raises NameTakenError: none can be begun by this name.
    """
    slug = slug_of(name)
    folder = folder_of(slug)
    home, tests = ROOT / "companion" / "games" / folder, ROOT / "tests" / "games" / folder
    stubs = {
        home / "__init__.py": PACKAGE, home / "scoring.py": SCORING, home / "sample.py": SAMPLE,
        home / "rules.toml": RULES, home / "glyph.svg": GLYPH,
        tests / "__init__.py": NOTHING, tests / "examples.json": EXAMPLES,
    }  # fmt: skip
    for path, stub in stubs.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(stub.format(name=name, slug=slug, folder=folder, stub=STUB), "utf-8")
        yield path
    line = ROOT / "companion" / "games" / "__init__.py"
    text = line.read_text("utf-8")
    listed = "".join(f'    "{one}",\n' for one in sorted((*games.SLUGS, slug)))
    begins, ends = text.index("SLUGS: tuple[str, ...] = (\n"), text.index(")\n", text.index("SLUGS: tuple"))
    head = "SLUGS: tuple[str, ...] = (\n"
    line.write_text(f"{text[:begins]}{head}{listed}{text[ends:]}", "utf-8")
    yield line


def stubs_left(slug: str) -> list[str]:
    """Return every line of a game that still is as in the stub, with what to do about it."""
    found, folder = [], folder_of(slug)
    for home in (ROOT / "companion" / "games" / folder, ROOT / "tests" / "games" / folder):
        for path in sorted(home.glob("*.*")):
            for number, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
                if STUB in text:
                    where = f"{game_of(slug).name}: {path.relative_to(ROOT).as_posix()}, line {number}"
                    found.append(f"{where} is the stub's. Write it, and take “{STUB}” out: {text.strip()}")
    return found


def expect(slug: str, faults: list[str]) -> Iterator[Path]:
    """Write what a game answers now into its examples; return the files that were written.

    ``faults``: gets a text for each case that stays as it is, because it is refused or answered against expectation.
    """
    for path in sorted((ROOT / "tests" / "games" / folder_of(slug)).glob("*.json")):
        cases = read_cases(path)
        for case in cases:
            try:
                fill_in(slug, case)
            except NotPlayable as refusal:
                faults.append(f"{path.name}: {fault_text(slug, case, refusal)}")
            except AssertionError as fault:
                faults.append(f"{path.name}: {fault_text(slug, case, fault)}\n{fault}")
        write_cases(path, cases)
        yield path


def write_cases(path: Path, cases: Iterable[dict[str, Any]]) -> None:
    """Write the cases of a file, each in a line."""
    lines = ",\n".join(f"  {json.dumps(case, ensure_ascii=False)}" for case in cases)
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


def fill_in(slug: str, case: dict[str, Any]) -> None:
    """Add to an example what it leaves out of an answer, and update sentences and verdicts.

    Points, ends and outcomes that are there were written by hand from the book, and stay.
    """
    if "refused" in case:
        for key, said in said_by(refusal_of(slug, case)).items():
            case["refused"].pop(key, None)
            case["refused"] |= {key: said} if said else {}
    elif "hand" in case:
        case["settled"] = settled_by_cards(slug, case)
    elif "expect" in case and "situation" in case:
        answer = admitted(slug, case) if "admitted" in case else judged(slug, case)
        outcome = completed(case["expect"].get(OUTCOME, answer[OUTCOME]), answer[OUTCOME])
        for key in SAID_IF_ANY:
            case["expect"].pop(key, None)
        case["expect"] |= answer | {OUTCOME: outcome}
    elif "expect" in case:
        found = scored(slug, case)
        said = {key: found["expect"][key] for key in SAID_OF_A_PLAY}
        said["rounds"] = [{key: one[key] for key in SAID_OF_A_ROUND} for one in found["expect"]["rounds"]]
        for key in BESIDE:
            case.pop(key, None)
        case |= found | {"expect": completed(case["expect"], said)}


def deal(slug: str, players: int, options: dict[str, Any], seed: int) -> Iterator[str]:
    """Add two random hands to ``hands.json``; return their names. Hands that have these names are replaced.

    One is played by the rules; in the other one somebody plays a wrong card, and a later card proves it.

    :raises NoHandError: there are no such hands.
    :raises NotPlayable: the game cannot be played like that.
    """
    path = ROOT / "tests" / "games" / folder_of(slug) / HANDS
    request = {"players": list(drawn.NAMES[:players]), **({"options": options} if options else {})}
    hands = {case["name"]: case for case in (read_cases(path) if path.exists() else [])}
    for case in [drawn_hand(slug, request, seed), drawn_hand(slug, request, seed, wrong=True)]:
        hands[case["name"]] = case
        yield case["name"]
    write_cases(path, hands.values())


def completed(expected: Any, found: Any) -> Any:
    """Return what is expected of an answer, with everything that it leaves out; sentences are those that were found."""
    if isinstance(expected, dict) and isinstance(found, dict):
        kept = {
            key: found[key] if key in SENTENCES else completed(value, found.get(key)) for key, value in expected.items()
        }
        return found | kept
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        return [completed(*pair) for pair in zip(expected, found, strict=True)]
    return expected


def main(arguments: Sequence[str] | None = None) -> None:
    """Create a game, update generated files, or fill in expected verdicts."""
    parser = argparse.ArgumentParser(prog="python -m tests.games", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("new", help="make folder, stubs, tests and the line in the list of games")
    new.add_argument("name", help="as it is said at a table: “Old Maid”")
    commands.add_parser(
        "write", help="write README's table, lists of rule ids and fields, the API's document and plays of new games"
    )
    told = commands.add_parser("expect", help="write what a game answers now into its examples")
    told.add_argument("slug", choices=games.SLUGS, metavar="GAME", help="its slug: rage")
    dealt = commands.add_parser(
        "deal", help=f"add two random hands to {HANDS}: one by the rules, one with a wrong card"
    )
    dealt.add_argument("slug", choices=games.SLUGS, metavar="GAME", help="its slug: rage")
    dealt.add_argument("--players", type=int, help="how many; without it four, or as near to that as the game allows")
    dealt.add_argument("--options", type=json.loads, default={}, help="of the play, as JSON: '{\"target\": 50}'")
    dealt.add_argument("--seed", type=int, default=1, help="another number gives other hands")
    asked = parser.parse_args(arguments)
    if asked.command == "deal":
        players = asked.players or game_of(asked.slug).seats.nearest_allowed(USUAL)
        try:
            print(*deal(asked.slug, players, asked.options, asked.seed), sep="\n")
        except (NoHandError, NotPlayable) as fault:
            parser.exit(2, f"{fault}\n")
        return
    if asked.command == "expect":
        faults: list[str] = []
        print(*(path.relative_to(ROOT) for path in expect(asked.slug, faults)), sep="\n")
        if faults:
            parser.exit(1, "\n\n".join(["", f"Left as they are: {counted(len(faults), 'case')}.", *faults, ""]))
        return
    if asked.command == "write":
        from tests.golden.__main__ import main as record  # it draws plays by the laws, which know these tests
        from tests.web.api import recorded_document

        readme_table.write_table()
        recorded_document.write()
        unfinished = {slug for slug in games.SLUGS if stubs_left(slug)}
        rule_ids.main(unfinished)
        form_fields.write_fields()
        record([], unfinished)
        for slug in sorted(unfinished):
            print(f"{game_of(slug).name} still has lines of the stub, so its rule ids and plays are not recorded yet.")
        return
    try:
        written = list(begin(" ".join(asked.name.split())))
    except NameTakenError as fault:
        parser.exit(2, f"{fault}\n")
    print(*(path.relative_to(ROOT) for path in written), sep="\n")
    print(
        f"{counted(len(written), 'file')} written. “pytest tests/games/{written[0].parent.name}” lists what is missing."
    )


if __name__ == "__main__":
    main()
