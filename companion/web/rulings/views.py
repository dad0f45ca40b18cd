"""The rulings book of a club: its pages, and recording a ruling."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core import strict_json
from companion.core.entry.fields import Field
from companion.core.entry.kinds import texts_of_all, value_text
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.game.game import Game
from companion.core.game.situation import Situation
from companion.core.house.house_rules import AMENDMENT_LETTERS
from companion.core.house.rulings import MOST_FACTS, MOST_RULES
from companion.core.play.setups import read_options
from companion.core.referee.judging import default_options, read_facts
from companion.core.rules.rules import COMMON_RULES, SECTIONS, Paragraph
from companion.games import SLUGS, game_of
from companion.store.house import house_rules
from companion.store.plays import commands, play_lists
from companion.store.plays.play_state import PlayState
from companion.store.rulings import read_rulings as store
from companion.store.rulings import write_rulings
from companion.store.rulings.read_rulings import PAGE, RulingState
from companion.web.access.guard import current_club_id, current_member, for_writers
from companion.web.plays.pages import play_of
from companion.web.referee.questions import BASES
from companion.web.rules.views import chapters_of
from companion.web.rulings.forms import BookForm, RulingForm, WithdrawRulingForm
from companion.web.support.form_base import MOST_OFFERED, FormRefusedError, choices_of, show_again
from companion.web.support.requests.not_found import or_404

rulings = Blueprint("rulings", __name__, url_prefix="/clubs/<club>/rulings")

BASIS_TEXTS = {**BASES, "": "Decided by the table"}
"""The bases of decisions, in words."""


def paragraph_of(rule: str) -> Paragraph | None:
    """Return the paragraph with this id; None if there is none."""
    slug = rule.partition("/")[0]
    return game_of(slug).rules.by_id.get(rule) if slug in SLUGS else COMMON_RULES.get(rule)


def situation_titles(slug: str) -> dict[str, str]:
    """Return the titles of a game's situations by key."""
    return {situation.key: situation.title for situation in game_of(slug).situations}


# The book.


@rulings.get("")
def index() -> ResponseReturnValue:
    """List the rulings, the newest first."""
    form = BookForm(request.args)
    game, shows_withdrawn = form.game.data if form.game.data in SLUGS else "", form.withdrawn.data
    page = min(max(1, request.args.get("page", 1, type=int)), 10_000)
    found = store.find_rulings(
        current_club_id(), game=game, standing=not shows_withdrawn, limit=PAGE + 1, offset=(page - 1) * PAGE
    )
    gone = store.withdrawn_by_game(current_club_id())
    games = {slug: game_of(slug).name for slug in gone}
    form.game.choices = {"": "All games", **games}
    return render_template(
        "rulings/rulings.html",
        play=commands.load_play(current_club_id(), request.args.get("play", "")),
        items=found[:PAGE],
        game=game,
        games=games,
        form=form,
        shows_withdrawn=shows_withdrawn,
        withdrawn_count=gone.get(game, 0) if game else sum(gone.values()),
        page=page,
        more=len(found) > PAGE,
    )


def _ruling_or_404(key: str) -> RulingState:
    """Return the ruling with this key; abort with 404 if there is none."""
    return or_404(store.ruling_by_key(current_club_id(), key))


@rulings.get("/<key>")
def page(key: str) -> ResponseReturnValue:
    """Show a ruling with its facts and its history."""
    return _ruling_page(_ruling_or_404(key), WithdrawRulingForm())


def _ruling_page(ruling: RulingState, form: WithdrawRulingForm) -> str:
    """Render the page of a ruling. ``form``: to withdraw it, empty or refused."""
    rules_in_force = house_rules.house_rules_in_force(current_club_id(), ruling.game) if ruling.house else None
    return render_template(
        "rulings/ruling.html",
        item=ruling,
        game=game_of(ruling.game),
        basis=BASIS_TEXTS[ruling.basis],
        promote=_promote_url(ruling),
        most_letters=AMENDMENT_LETTERS,
        is_cut=_as_amendment(ruling.decision) != _on_one_line(ruling.decision),
        rules_in_force=rules_in_force,
        form=form,
    )


def _promote_url(ruling: RulingState) -> str:
    """Return the address that proposes a ruling as a house rule; empty if that is not possible, or done already."""
    if ruling.state != "stands" or ruling.promotion:
        return ""
    return url_for(
        "house.new_proposal",
        slug=ruling.game,
        amend=_as_amendment(ruling.decision),
        rule=ruling.rules[0] if ruling.rules else None,
        ruling=ruling.key,
    )


def _as_amendment(decision: str) -> str:
    """Return a ruling's text as a written house rule, shortened if necessary."""
    text = _on_one_line(decision)
    if len(text) <= AMENDMENT_LETTERS:
        return text
    room = text[:AMENDMENT_LETTERS]
    return f"{room[:-1].rpartition(' ')[0] or room[:-1]}…"


def _on_one_line(text: str) -> str:
    """Return a text with all whitespace as single blanks."""
    return " ".join(text.split())


@rulings.post("/<key>/withdraw")
def withdraw(key: str) -> ResponseReturnValue:
    """Withdraw a ruling, with a reason; it stays in the book."""
    form = WithdrawRulingForm()
    form.check(lambda: _ruling_page(_ruling_or_404(key), form))
    form.accept(or_404(write_rulings.withdraw(current_member(), key, form.reason.data)))
    return redirect(url_for("rulings.page", key=key), 303)


# Recording.


@dataclass(slots=True)
class NewRuling:
    """A ruling that is being written: its form, its game and its play."""

    form: RulingForm
    game: Game[Any]
    play: PlayState | None
    fact_texts: list[tuple[str, str]] = field(default_factory=list)
    """Label and text of the facts."""


@rulings.route("/new", methods=["GET", "POST"])
@for_writers
def new_ruling() -> ResponseReturnValue:
    """Show the form for a ruling, filled in from the address, or record a ruling."""
    form = RulingForm(request.args if request.method == "GET" else None)
    writing = new_ruling_from(form)
    if not form.is_submitted():
        form.question.data = form.question.data or situation_titles(writing.game.slug).get(form.situation.data, "")
        _, faults = facts_of(writing)
        form.show_problems(faults)
        return (_new_page(writing), 422) if faults else _new_page(writing)
    show_again(lambda: _new_page(writing))
    facts, faults = facts_of(writing)
    if form.more.data:
        form.rule.data = [rule for rule in form.rule.data if rule in writing.game.rules.by_id]
        form.show_problems(faults)
        return _new_page(writing)
    is_fine = form.validate_on_submit()
    draft = ruling_draft(writing, facts)
    if faults or not is_fine:
        form.show_problems([*faults, *write_rulings.check(current_member(), **draft)])
        raise FormRefusedError
    ruled = form.accept(write_rulings.record(current_member(), client_id=form.client_id.data, **draft))
    flash(f"Ruling {ruled.number} is in the book.")
    return redirect(url_for("rulings.page", key=ruled.key), 303)


def new_ruling_from(form: RulingForm) -> NewRuling:
    """Return the ruling that a form describes, with its play and game; without a valid game, the one played last."""
    key = form.play.data
    play = play_of(key) if key else None
    if play is None:
        form.round.process(None)
    slug = form.game.data
    if slug not in SLUGS:
        slug = next(iter(play_lists.recent_games(current_club_id())), SLUGS[0])
    return NewRuling(form, play.game if play else game_of(slug), play)


def ruling_draft(writing: NewRuling, facts: dict[str, Any] | None) -> write_rulings.RulingDraft:
    """Return a ruling that is being written as keyword arguments for the store."""
    form = writing.form
    return {
        "game": writing.game.slug if form.game.data in SLUGS or writing.play else "",
        "situation": form.situation.data,
        "question": form.question.data,
        "facts": facts,
        "told": writing.fact_texts,
        "decision": form.decision.data,
        "rules": form.rule.data,
        "basis": _basis_of(form),
        "agreed_by": form.names,
        "play_key": writing.play.key if writing.play else None,
        "round_number": form.round.data,
    }


def _basis_of(form: RulingForm) -> str:
    """Return the basis of the verdict if the decision follows it word for word; else none: the table decided.

    Text that names no basis is returned as it is, for the store to refuse.
    """
    return form.basis.data if form.is_verdict or form.basis.data not in BASIS_TEXTS else ""


def _new_page(writing: NewRuling) -> str:
    """Render the form for a ruling."""
    form = writing.form
    people = writing.play.setup.players if writing.play else play_lists.recent_players(current_club_id())[:MOST_OFFERED]
    form.agreed.choices = choices_of([*people, *form.agreed.data[:MOST_OFFERED]])
    form.game.data = writing.game.slug
    form.situation.choices = {"": "None", **situation_titles(writing.game.slug)}
    return render_template(
        "rulings/new.html",
        form=form,
        game=writing.game,
        play=writing.play,
        told=writing.fact_texts,
        chapters=chapters_of(writing.game),
        sections=SECTIONS,
        most_rules=MOST_RULES,
        basis=BASIS_TEXTS.get(form.basis.data, ""),
    )


# Facts.


def facts_of(writing: NewRuling) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Return the facts of a ruling, and what is wrong with them; also set their texts in ``writing.fact_texts``.

    Facts that belong to another situation than the chosen one are only kept as texts.
    """
    form = writing.form
    facts, faults = _read_facts(writing) if form.facts.data else (None, [])
    if not form.situation.data and not writing.fact_texts:
        form.facts.data = ""
        return None, []
    return facts if form.situation.data == form.facts_situation else None, faults


def _read_facts(writing: NewRuling) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Return the facts from their JSON in the form, and what is wrong with them; set ``writing.fact_texts``."""
    key = writing.form.facts_situation
    situation = next((situation for situation in writing.game.situations if situation.key == key), None)
    if situation is None:
        return None, [Problem("facts", "Choose the referee's question to which the facts belong, or leave them out.")]
    body = writing.form.facts.data.encode("utf-8", "replace")
    if len(body) > MOST_FACTS:
        return None, [Problem("facts", "That is far more than a question needs.")]
    try:
        facts = strict_json.read_object(body)
    except strict_json.JsonError:
        fault = "These facts are not as the referee's page writes them. Copy them from there, or leave them out."
        return None, [Problem("facts", fault)]
    fields, faults = _fitting_fields(writing, situation, facts)
    writing.fact_texts = [] if faults else facts_in_words(fields, facts)
    return facts, [Problem("facts", fault.message, fault.name, fault.row) for fault in faults]


def _fitting_fields(
    writing: NewRuling, situation: Situation, facts: Mapping[str, Any]
) -> tuple[tuple[Field, ...], list[Problem]]:
    """Return the fields of the facts under the first options with which these facts are valid.

    If there are none, return the fields under the last options, with the problems.
    """
    fields: tuple[Field, ...] = ()
    faults: list[Problem] = []
    for options in _options_for(writing):
        fields = situation.facts(options)
        _, faults = read_facts(fields, facts, writing.game.seats.can_be_in_sides)
        if not faults:
            break
    return fields, faults


def _options_for(writing: NewRuling) -> Iterable[Record]:
    """Yield the options under which a question can have been asked: the play's, or the club's and the book's."""
    if writing.play is not None:
        yield writing.play.setup.options
        return
    rules = house_rules.house_rules_in_force(current_club_id(), writing.game.slug)
    if rules is not None:
        seats = writing.game.seats.placeholder_names()
        known = {item.key for item in writing.game.options_for(seats)}
        agreed = {key: value for key, value in rules.options.items() if key in known}
        options, problems = read_options(writing.game, seats, agreed)
        if not problems:
            yield options
    yield default_options(writing.game)


def facts_in_words(fields: Sequence[Field], facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return label and text of facts in the order of their fields. ``facts``: as valid JSON."""
    return [(item.label, _fact_text(item, facts[item.key])) for item in fields if item.key in facts]


def _fact_text(item: Field, value: Any) -> str:
    """Format the value of a fact."""
    if item.per == "table" or not value:
        return value_text(item, value)
    return "; ".join(f"{name}: {text}" for name, text in texts_of_all(item, value))
