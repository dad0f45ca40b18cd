"""The rulings book of a club: what its tables decided, recorded freely or from a verdict of the referee."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Flask, abort, current_app, flash, redirect, render_template, request, url_for

from companion.core import strict_json
from companion.core.entry import Record
from companion.core.fields import Field
from companion.core.fold import read_options
from companion.core.game import Game
from companion.core.problems import Problem
from companion.core.referee import default_options, read_facts
from companion.core.rules import SECTIONS, TABLE_RULES, Paragraph
from companion.core.situation import Situation
from companion.core.telling import sentence, value_text
from companion.games import SLUGS, all_games, game_of
from companion.store import house
from companion.store import plays as played
from companion.store import rulings as store
from companion.store.house import AMENDMENT_LETTERS, House
from companion.store.rulings import MOST_FACTS, MOST_RULES, PAGE, Ruled
from companion.store.states import PlayState
from companion.web.errors import give_back
from companion.web.forms import Submitted, is_fall
from companion.web.guard import club_page, here, new_client_id, writes
from companion.web.plays import Answer, client_id_of, play_of
from companion.web.referee import BASES
from companion.web.rules import chapters_of

rulings = Blueprint("rulings", __name__, url_prefix="/clubs/<club>/rulings")

RESTS_ON = {**BASES, "": "Decided by the table"}
"""What a decision rests on, in words."""

MOST_CHIPS = 24
"""The most players offered for tapping."""


def register(app: Flask) -> None:
    """Make what the pages of rulings need known to the templates."""
    for function in (has_rulings, paragraph_of, situation_titles, page_url):
        app.add_template_global(function)


def has_rulings() -> bool:
    """Whether the club has ever recorded a ruling."""
    return store.has_any(here().club_id)


def paragraph_of(rule: str) -> Paragraph | None:
    """The paragraph with this id; None: there is none."""
    slug = rule.partition("/")[0]
    rules = game_of(slug).rules if slug in SLUGS else TABLE_RULES
    return rules.by_id.get(rule)


def situation_titles(slug: str) -> dict[str, str]:
    """The questions of a game's referee, key to title."""
    return {situation.key: situation.title for situation in game_of(slug).situations}


def page_url(endpoint: str, **values: Any) -> str:
    """The address of a page; empty: there is no such page."""
    return url_for(endpoint, **values) if endpoint in current_app.view_functions else ""


# The book.


@rulings.get("")
@club_page
def index() -> Answer:
    """The book, the newest ruling first."""
    game = request.args.get("game", "")
    game = game if game in SLUGS else ""
    everything = "withdrawn" in request.args
    page = min(max(1, request.args.get("page", 1, type=int)), 10_000)
    found = store.listed(here().club_id, game=game, standing=not everything, limit=PAGE + 1, offset=(page - 1) * PAGE)
    counts = store.counted(here().club_id)
    play = request.args.get("play", "")
    return render_template(
        "rulings.html",
        member=here(),
        play=played.load(here().club_id, play) if play and "\0" not in play else None,
        items=found[:PAGE],
        game=game,
        games={count.game: game_of(count.game).name for count in counts},
        everything=everything,
        withdrawn=sum(count.withdrawn for count in counts if game in ("", count.game)),
        page=page,
        more=len(found) > PAGE,
    )


def _ruling(key: str) -> Ruled:
    found = store.by_key(here().club_id, key)
    if found is None:
        abort(404)
    return found


@rulings.get("/<key>")
@club_page
def one(key: str) -> Answer:
    """One ruling: its facts, what became of it, and what can be done with it."""
    return _one(_ruling(key))


def _one(found: Ruled, reason: str = "", problems: Sequence[Problem] = ()) -> str:
    """``reason``: why it was to be withdrawn, and what is wrong with that."""
    return render_template(
        "rulings_one.html",
        member=here(),
        item=found,
        game=game_of(found.game),
        basis=RESTS_ON[found.basis],
        promote=_promote_url(found),
        most_letters=AMENDMENT_LETTERS,
        is_cut=_as_amendment(found.decision) != _on_one_line(found.decision),
        kept=_kept_house(found),
        reason=reason,
        problems=problems,
        client_id=new_client_id(),
    )


def _promote_url(found: Ruled) -> str:
    """Where the ruling is proposed as a house rule; empty: it cannot be, or was already."""
    if found.state != "stands" or found.promotion or not here().can_write:
        return ""
    return page_url(
        "house.new",
        club=here().club_key,
        slug=found.game,
        amend=_as_amendment(found.decision),
        rule=found.rules[0] if found.rules else None,
        ruling=found.key,
    )


def _as_amendment(decision: str) -> str:
    """A decision as a house rule begins: what there is room for, cut between two words."""
    text = _on_one_line(decision)
    if len(text) <= AMENDMENT_LETTERS:
        return text
    room = text[:AMENDMENT_LETTERS]
    return f"{room[:-1].rpartition(' ')[0] or room[:-1]}…"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _kept_house(found: Ruled) -> House | None:
    """The house rules that hold, where the ruling was made one: they stay as they are when it is withdrawn."""
    return house.in_force(here().club_id, found.game) if found.house else None


@rulings.post("/<key>/withdraw")
@writes
def withdraw(key: str) -> Answer:
    """Take a ruling back, with the reason; it stays in the book."""
    reason = Submitted(request.form.items(multi=True)).first("reason")
    give_back(lambda: _one(_ruling(key), reason))
    outcome = store.withdraw(here(), key, reason)
    if outcome is None:
        abort(404)
    if isinstance(outcome, Ruled):
        return redirect(url_for("rulings.one", club=here().club_key, key=key), 303)
    return _one(_ruling(key), reason, outcome), 422


# Recording.


@dataclass(slots=True)
class Written:
    """A ruling as somebody wrote it."""

    game: Game[Any]
    play: PlayState | None
    situation: str
    question: str
    decision: str
    rules: list[str]
    basis: str
    agreed: list[str]
    others: str
    """More names, with commas between them."""

    round: str
    facts: str
    """The facts as JSON, as the referee was given them."""

    asked: str
    """The situation that the facts answer."""

    verdict: str
    """What the referee said, where the decision began with that."""

    told: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def faults(self, key: str) -> list[str]:
        """What is wrong with one input."""
        return [problem.message for problem in self.problems if problem.field == key]


@rulings.get("/new")
@writes
def new() -> Answer:
    """The page that records a ruling, with what its address says filled in."""
    written = _read(Submitted(request.args.items(multi=True)))
    titles = situation_titles(written.game.slug)
    written.question = written.question or titles.get(written.situation, "")
    _, written.told, written.problems = _facts_of(written)
    return (_new_page(written), 422) if written.problems else _new_page(written)


@rulings.post("/new")
@writes
def create() -> Answer:
    """Record the ruling, or show what to change."""
    form = Submitted(request.form.items(multi=True))
    written = _read(form)
    facts, written.told, faults = _facts_of(written)
    if "more" in form:
        written.rules = [rule for rule in written.rules if rule in written.game.rules.by_id]
        written.problems = faults
        return _new_page(written)
    number, round_faults = _round_of(written)
    wish: store.Wish = {
        "game": written.game.slug if form.first("game") in SLUGS or written.play else "",
        "situation": written.situation,
        "question": written.question,
        "facts": facts,
        "told": written.told,
        "decision": written.decision,
        "rules": written.rules,
        "basis": _basis_of(written),
        "agreed_by": [*written.agreed, *re.split(r"[,;\n]", written.others)],
        "play_key": written.play.key if written.play else None,
        "round_number": number,
    }
    faults += round_faults
    if faults:
        written.problems = [*faults, *store.check(here(), **wish)]
        return _new_page(written), 422
    give_back(lambda: _new_page(written))
    outcome = store.record(here(), client_id=client_id_of(form), **wish)
    if not isinstance(outcome, Ruled):
        written.problems = outcome
        return _new_page(written), 422
    flash(f"Ruling {outcome.number} is in the book.")
    return redirect(url_for("rulings.one", club=here().club_key, key=outcome.key), 303)


def _basis_of(written: Written) -> str:
    """What the decision rests on: what the verdict did if it is that, word for word; else the table decided."""
    is_verdict = written.decision.split() == written.verdict.split()
    return written.basis if is_verdict or written.basis not in RESTS_ON else ""


def _new_page(written: Written) -> str:
    people = written.play.setup.players if written.play else played.recent_players(here().club_id)[:MOST_CHIPS]
    asked = {"game", "situation", "question", "decision", "rules", "agreed", "round", "facts"}
    return render_template(
        "rulings_new.html",
        member=here(),
        written=written,
        games=all_games(),
        titles=situation_titles(written.game.slug),
        people=list(dict.fromkeys([*people, *written.agreed[:MOST_CHIPS]])),
        chapters=chapters_of(written.game),
        sections=SECTIONS,
        most_rules=MOST_RULES,
        basis=RESTS_ON.get(written.basis, ""),
        elsewhere=[problem.message for problem in written.problems if problem.field not in asked],
        client_id=new_client_id(),
    )


def _read(form: Submitted) -> Written:
    """What an address or a submitted form says; with a play the game is the play's."""
    key = form.first("play")
    if "\0" in key:
        abort(404)
    play = play_of(key) if key else None
    slug = form.first("game")
    if slug not in SLUGS:
        slug = next(iter(played.recent_games(here().club_id)), SLUGS[0])
    situation, basis, decision = (form.first(key) for key in ("situation", "basis", "decision"))
    return Written(
        game=play.game if play else game_of(slug),
        play=play,
        situation=situation,
        question=form.first("question"),
        decision=decision,
        rules=list(dict.fromkeys(form.all("rule"))),
        basis=basis,
        agreed=list(dict.fromkeys(form.all("agreed"))),
        others=form.first("others"),
        round=form.first("round") if play else "",
        facts=form.first("facts"),
        asked=form.first("asked") if "asked" in form else situation,
        verdict=form.first("verdict") if "verdict" in form else decision if basis else "",
    )


def _round_of(written: Written) -> tuple[int | None, list[Problem]]:
    text = written.round
    if not text:
        return None, []
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text), []
    return None, [Problem("round", "Give the round as a number, or leave it out.")]


# Facts.


def _facts_of(written: Written) -> tuple[dict[str, Any] | None, list[tuple[str, str]], list[Problem]]:
    """The facts of a ruling, the same in words, and what is wrong with them.

    Another question than they answer, or none, knows nothing of them: then they are kept in words alone.
    """
    facts, told, faults = _facts_read(written) if written.facts else (None, [], [])
    if not written.situation and not told:
        written.facts = ""
        return None, [], []
    return facts if written.situation == written.asked else None, told, faults


def _facts_read(written: Written) -> tuple[dict[str, Any] | None, list[tuple[str, str]], list[Problem]]:
    situation = next((one for one in written.game.situations if one.key == written.asked), None)
    if situation is None:
        return None, [], [Problem("facts", "Facts belong to a question of the referee; choose it, or leave them out.")]
    body = written.facts.encode("utf-8", "replace")
    if len(body) > MOST_FACTS:
        return None, [], [Problem("facts", "That is far more than one question can need.")]
    try:
        facts = strict_json.read_object(body)
    except strict_json.JsonError:
        fault = "This is not how the referee's page writes facts. Take them from there, or leave them out."
        return None, [], [Problem("facts", fault)]
    fields, faults = _fields_for(written, situation, facts)
    problems = [Problem("facts", one.message, one.name, one.row) for one in faults]
    return facts, told_facts(fields, facts) if not problems else [], problems


def _fields_for(
    written: Written, situation: Situation, facts: Mapping[str, Any]
) -> tuple[tuple[Field, ...], list[Problem]]:
    """The fields that the facts answer, by the options they were judged under, and what is wrong with the facts."""
    fields: tuple[Field, ...] = ()
    faults: list[Problem] = []
    for options in _options_for(written):
        fields = situation.facts(options)
        faults = read_facts(fields, facts)[1]
        if not faults:
            break
    return fields, faults


def _options_for(written: Written) -> Iterable[Record]:
    """The options that a question can have been asked under: the play's, or the club's, or the book's."""
    if written.play is not None:
        yield written.play.setup.options
        return
    rules = house.in_force(here().club_id, written.game.slug)
    if rules is not None:
        seats = tuple(f"Player {seat}" for seat in range(1, written.game.fewest + 1))
        known = {item.key for item in written.game.options_for(seats)}
        agreed = {key: value for key, value in rules.options.items() if key in known}
        options, problems = read_options(written.game, seats, agreed)
        if not problems:
            yield options
    yield default_options(written.game)


def told_facts(fields: Sequence[Field], facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The facts in words, as label and text, in the order of the fields. ``facts``: as JSON, without problems."""
    return [(item.label, _told(item, facts[item.key])) for item in fields if item.key in facts]


def _told(item: Field, value: Any) -> str:
    if item.per != "table" and isinstance(value, Mapping):
        return "; ".join(f"{name}: {_told(item.of(per='table'), own)}" for name, own in value.items())
    if value is None:
        return item.nobody or "—"
    if value in ([], {}):
        return "none"
    if item.type == "list" and isinstance(value, list):
        kind = item.columns[0]
        if kind.type in ("rows", "list", "object", "cards"):
            return "; ".join(f"{kind.label} {number}: {_told(kind, one)}" for number, one in enumerate(value, start=1))
        return ", ".join(_told(kind, one) for one in value)
    if item.type == "rows" and isinstance(value, list):
        if is_fall(item):
            return ", ".join(
                " ".join(_one_told(column, row.get(column.key)) for column in item.columns) for row in value
            )
        return "; ".join(sentence(item, row) for row in value)
    if item.type == "object" and isinstance(value, Mapping):
        return ", ".join(f"{part.label}: {_told(part, value[part.key])}" for part in item.columns if part.key in value)
    return _one_told(item, value)


def _one_told(item: Field, value: Any) -> str:
    """One value in words; cards as one says them: ``red 7``."""
    text = value_text(item, value) or "—"
    return text.replace("-", " ") if item.type in ("card", "cards") else text
