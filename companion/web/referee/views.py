"""The pages of the referee: choose a situation, enter the facts, read the verdict, put it on the sheet.

Questions are asked by GET: a verdict depends on its facts alone, so its address can be shared.
"""

from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, abort, flash, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.core.entry.problems import Problem
from companion.core.game.game import Game
from companion.core.game.situation import Situation, Verdict
from companion.core.game.table import Table
from companion.core.house.house_rules import differing_options
from companion.core.play.fold import with_absent
from companion.core.play.setups import read_options
from companion.core.rules.rules import Paragraph
from companion.core.words import listed, signed
from companion.games import SLUGS, game_of
from companion.search.rules_search import RulesSearch
from companion.search.search_results import SearchResult
from companion.store.house import house_rules
from companion.store.log.write_results import Refused
from companion.store.plays.coming_round import drafts
from companion.store.plays.coming_round.drafts import DraftState
from companion.store.plays.coming_round.findings import finding_from
from companion.store.plays.edits import commands as store
from companion.store.plays.edits.play_results import PlayWritten
from companion.store.plays.play_state import PlayState
from companion.store.rulings import read_rulings, write_rulings
from companion.store.rulings.write_rulings import RulingDraft
from companion.web.access.guard import current_club_id, current_member
from companion.web.forms.entry import EntryForm, Section, read_entry
from companion.web.plays.pages import play_of, refusal_text, response_after_edit
from companion.web.plays.rounds.round_form import table_before
from companion.web.plays.tricks.followed_round import facts_from_cards
from companion.web.referee.forms import PutEffectsForm, RemoveEffectForm
from companion.web.referee.questions import (
    Correction,
    Question,
    QuestionContext,
    ask_question,
    bases_of,
    facts_in_words,
    question_context,
)
from companion.web.rules.club_search import search_of_club, writing_address
from companion.web.rules.indexes import rules_search
from companion.web.rules.views import cacheable_page, search_values
from companion.web.rulings.decision_views import form_for, put_on_round
from companion.web.rulings.forms import DecideForm
from companion.web.support.parsing import parse_whole
from companion.web.support.requests.not_found import or_404

referee = Blueprint("referee", __name__)

OPTION_PREFIX = "o-"
"""The prefix of an option's input on pages that ask for options beside facts."""


def _situation_or_404(game: Game[Any], key: str) -> Situation:
    """Return the situation of a game with this key; abort with 404 if there is none."""
    return or_404(next((situation for situation in game.situations if situation.key == key), None))


# Without a play.


@referee.get("/rules/<slug>/referee")
@referee.get("/clubs/<club>/rules/<slug>/referee")
def situations(slug: str) -> Response:
    """List the questions that the referee of a game answers."""
    game = _game_or_404(slug)
    if "member" not in g:
        return cacheable_page(*_questions_page(game, rules_search()))
    write = writing_address(None, request.args.get("q", ""), game.slug)
    return make_response(*_questions_page(game, search_of_club(current_member()), None, write))


def _questions_page(
    game: Game[Any], index: RulesSearch, state: PlayState | None = None, writing_address: str = ""
) -> tuple[str, int]:
    """Return the page with a game's questions and a search, and its status.

    ``index``: what is searched; ``state``: the play, if any; ``writing_address``: where to write a decision.
    """
    asked = request.args.get("q", "")
    found = index.search(asked, first=game.slug) if asked else SearchResult()
    shared = search_values(found, asked, "", "", game.slug)
    page = render_template(
        "referee/referee.html", **{**shared, "game": game}, state=state, writing_address=writing_address
    )
    return page, 422 if found.fault else 200


@referee.get("/rules/<slug>/referee/<situation>")
@referee.get("/clubs/<club>/rules/<slug>/referee/<situation>")
def ask(slug: str, situation: str) -> Response:
    """Ask a question outside a play, with the options in the address."""
    game = _game_or_404(slug)
    found = _situation_or_404(game, situation)
    context, option_sections = _anonymous_table(game, request.args)
    question = ask_question(game, found, context, request.args)
    page = render_template(
        "referee/ask.html",
        game=game,
        question=question,
        option_sections=option_sections,
        changes=differing_options(game, game.options_for(context.players), context.raw_options or {}),
        bases=bases_of(game),
        differs=any(key.startswith(OPTION_PREFIX) for key in request.args),
    )
    return cacheable_page(page, 422 if question.faults or context.raw_options is None else 200)


def _game_or_404(slug: str) -> Game[Any]:
    """Return a game that has a referee; abort with 404 if there is none with this slug."""
    if slug not in SLUGS or not game_of(slug).situations:
        abort(404)
    return game_of(slug)


def _anonymous_table(game: Game[Any], sent: MultiDict[str, str]) -> tuple[QuestionContext, list[Section]]:
    """Return a table of players named after their seats with the chosen options, and the sections of the options.

    The number of players is the allowed one nearest to ``seats``, by default to 4. If an option is invalid, the table
    has the default options and no ``raw_options``, and the sections show what is wrong.
    """
    count = parse_whole(sent.get("seats", ""), most=99)
    players = game.seats.placeholder_names(game.seats.nearest_allowed(4 if count is None else count))
    fields = game.options_for(players)
    shown = [item.of(key=OPTION_PREFIX + item.key) for item in fields]
    chosen = read_entry(shown, sent)
    raw = {key.removeprefix(OPTION_PREFIX): value for key, value in chosen.items()}
    options, faults = read_options(game, players, raw)
    if faults:
        options, _ = read_options(game, players, None)
    marked = [Problem(OPTION_PREFIX + fault.field, fault.message) for fault in faults]
    values = {OPTION_PREFIX + item.key: raw.get(item.key, item.default) for item in fields}
    sides = ("Players 1 and 3", "Players 2 and 4") if game.seats.is_in_sides else ()
    context = QuestionContext(players, sides, options, None if faults else raw, {})
    return context, EntryForm(shown, data=values).sections(marked)


# From a play.


@referee.get("/clubs/<club>/plays/<key>/referee")
def play_situations(key: str) -> ResponseReturnValue:
    """List the questions that the referee answers in a play."""
    state = play_of(key)
    write = writing_address(state, request.args.get("q", ""))
    return _questions_page(state.game, search_of_club(current_member(), state), state, write)


@referee.get("/clubs/<club>/plays/<key>/referee/<situation>")
def play_ask(key: str, situation: str) -> ResponseReturnValue:
    """Ask a question in a play, with its options and known facts."""
    state = play_of(key)
    return _question_page(state, situation, list(request.args.items(multi=True)))


def _question_page(
    state: PlayState, situation: str, inputs: list[tuple[str, str]], refused: str = ""
) -> tuple[str, int]:
    """Return the page of a question, and its status.

    ``inputs``: names and values of the submitted facts; ``refused``: why the verdict was not put on the sheet.
    """
    found = _situation_or_404(state.game, situation)
    draft = drafts.draft_of(state)
    context = question_context(state, _table_asked_about(state, draft), found, facts_from_cards(state, found), draft)
    question = ask_question(state.game, found, context, MultiDict(inputs))
    verdict = question.verdict
    page = render_template(
        "referee/ask.html",
        game=state.game,
        asked=urlencode(inputs),
        refused=refused,
        state=state,
        precedents=read_rulings.find_rulings(
            current_club_id(), game=state.game.slug, situation=found.key, standing=True, limit=3
        ),
        amendments=_amendments(state, verdict) if verdict else [],
        facts=_facts_as_lines(state, question),
        decide=_decide_form(state, question, verdict, "admitted" in dict(inputs))
        if verdict and current_member().can_write
        else None,
        question=question,
        effects=_rounds_for_effects(state, question.effects, question.effects),
        usual=_rounds_for_effects(state, question.usual, question.usual_last),
        changes=differing_options(state.game, state.game.options_for(state.setup.players), state.options),
        bases=bases_of(state.game),
    )
    return page, 422 if question.faults or refused else 200


def _table_asked_about(state: PlayState, draft: DraftState | None) -> Table[Any]:
    """Return the table of the coming round, or of the last one if the game is over."""
    if not state.sheet.table.over:
        return drafts.coming_table(state, draft)
    last = state.sheet.rounds[-1]
    return with_absent(state.game, table_before(state, last.number), last.absent)


def _rounds_for_effects(
    state: PlayState, coming: list[Correction], last: list[Correction]
) -> list[tuple[str, list[Correction]]]:
    """Return the rounds on which effects can be put, the likelier first, each with the effects.

    They are ``draft``, the coming round, and ``last``. ``coming``, ``last``: the effects on each.
    """
    if not current_member().can_write:
        return []
    rounds = [("draft", coming)] if coming and not state.over else []
    return [*rounds, ("last", last)] if last and state.slots else rounds


def _amendments(state: PlayState, verdict: Verdict) -> list[tuple[Paragraph, str]]:
    """Return the play's written house rules on the paragraphs that a verdict cites, each with its paragraph."""
    version, known = house_rules.by_id(current_club_id(), state.house_id), state.game.rules.by_id
    cited = [item for item in (version.amendments if version else ()) if item.rule in verdict.rules]
    return [(known[item.rule], item.text) for item in cited if item.rule in known]


def _decide_form(state: PlayState, question: Question, verdict: Verdict, is_admitted: bool) -> DecideForm:
    """Return the form for a different decision of the table, filled in from the question and its verdict."""
    filled = MultiDict({"question": question.situation.title, "situation": question.situation.key})
    filled.setlist("rule", verdict.rules)
    filled.setlist("fact", _facts_as_lines(state, question))
    if is_admitted:
        filled["question"] = f"{question.blamed} {question.situation.fault}."
    if question.blamed in state.setup.names:
        filled["player"] = str(state.setup.names.index(question.blamed))
    return form_for(state, filled)


def _facts_as_lines(state: PlayState, question: Question) -> list[str]:
    """Return the facts of a question in words, as a ruling's form sends them: ``label: text``."""
    fact_texts = facts_in_words(question.situation.facts(state.setup.options), question.facts)
    return [f"{label}: {text}" for label, text in fact_texts]


@referee.post("/clubs/<club>/plays/<key>/referee/put")
def put_effects_on_sheet(key: str) -> ResponseReturnValue:
    """Put the effects of a verdict on the coming round or the last one."""
    state = play_of(key)
    form = PutEffectsForm()
    if not form.validate_on_submit():
        abort(422, " ".join(form.player.errors))
    rows = form.rows
    on_last = form.where.data == "last"
    number = len(state.slots) + (not on_last)
    are_numbers = all(isinstance(row["points"], int) for row in rows)  # otherwise the store refuses the rows
    ruling = _usual_ruling(state, form, number) if form.decided.raw_data and are_numbers else None
    faults = write_rulings.check(current_member(), **ruling) if ruling else []
    if faults:
        abort(422, " ".join(fault.message for fault in faults))
    of_round = form.situation.raw_data and not ruling
    field = _situation_or_404(state.game, form.situation.data).named_in if of_round else ""
    outcome = put_on_round(state, form, rows, on_last=on_last, named_in=field)
    if isinstance(outcome, Refused) and form.question.raw_data:
        facts = parse_qsl(form.asked.data, keep_blank_values=True)
        return _question_page(state, form.question.data, facts, refusal_text(outcome))
    if not isinstance(outcome, PlayWritten):
        return response_after_edit(outcome, key)
    if ruling:
        write_rulings.record(current_member(), client_id=form.client_id.data, **ruling)
    if outcome.repeated:
        flash("That was done already.")
    elif on_last and field:
        names = listed(dict.fromkeys(row["player"] for row in rows))
        flash(f"{names}: marked in {state.game.terms.round} {number}, which is scored again.")
    else:
        flash(f"On the sheet for {state.game.terms.round} {number}: {_effects_text(rows)}.")
    return redirect(url_for("tricks.page" if form.back.data == "tricks" else "plays.sheet", key=key), 303)


def _effects_text(rows: list[dict[str, Any]]) -> str:
    """Describe effects: ``Ann −10, Bob +5``."""
    return listed(dict.fromkeys(f"{row['player']} {signed(row['points'])}" for row in rows))


def _usual_ruling(state: PlayState, form: PutEffectsForm, number: int) -> RulingDraft:
    """Return the ruling to record if a table does what is usual."""
    return {
        "game": state.game.slug,
        "situation": form.situation.data,
        "question": form.decided.data,
        "decision": f"As tables usually do: {_effects_text(form.rows)}.",
        "rules": form.rule.data,
        "basis": "open",
        "agreed_by": state.setup.players,
        "play_key": state.key,
        "round_number": number,
    }


@referee.post("/clubs/<club>/plays/<key>/referee/drop")
def remove_effect(key: str) -> ResponseReturnValue:
    """Remove an effect from the coming round."""
    form = RemoveEffectForm()
    if not form.validate_on_submit():
        abort(422, " ".join(form.player.errors))
    marked: dict[str, Any] = {"field": form.field.data} if form.field.data else {}
    marked.update({mark: True for mark in ("buy", "in_play") if form[mark].data})
    finding = finding_from({**form.rows[0], **marked})
    outcome = store.remove_finding(current_member(), play_of(key), finding=finding, **form.edit_args)
    return response_after_edit(outcome, key)
