"""The rulings book of a club: its pages, and recording a ruling."""

import re
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.game.game import Game
from companion.core.house.house_rules import AMENDMENT_LETTERS
from companion.core.house.rulings import MOST_RULES
from companion.core.rules.rules import COMMON_RULES, SECTIONS, Paragraph
from companion.games import SLUGS, game_of
from companion.store.house import house_rules
from companion.store.plays import play_lists
from companion.store.plays.play_state import PlayState, load_play
from companion.store.rulings import read_rulings as store
from companion.store.rulings import write_rulings
from companion.store.rulings.read_rulings import PAGE, RulingState
from companion.web.access.guard import current_club_id, current_member, for_writers
from companion.web.plays.pages import play_of
from companion.web.referee.questions import BASES
from companion.web.rules.views import chapters_of
from companion.web.rulings.forms import BookForm, RulingForm, WithdrawRulingForm
from companion.web.support.form_base import MOST_OFFERED, FormRefusedError, choices_of, names_in, show_again
from companion.web.support.requests.not_found import or_404

rulings = Blueprint("rulings", __name__, url_prefix="/clubs/<club>/rulings")

BASIS_TEXTS = {**BASES, "": "Decided by the table"}
"""The bases of decisions, in words."""

POINTS_OF_SOMEBODY = re.compile(r"\n[^\n]+ (?:gets|get|loses|lose) [\d,]+ \w+\.$")
"""The last line of a decision that also changed somebody's points: ``Bob loses 5 points.``"""


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
        play=load_play(current_club_id(), request.args.get("play", "")),
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


def _as_house_rule(decision: str) -> str:
    """Return a decision as the text of a house rule: in one line, without whose points changed that night."""
    return " ".join(POINTS_OF_SOMEBODY.sub("", decision).split())


def _ruling_page(ruling: RulingState, form: WithdrawRulingForm) -> str:
    """Render the page of a ruling. ``form``: to withdraw it, empty or refused."""
    rules_in_force = house_rules.house_rules_in_force(current_club_id(), ruling.game) if ruling.house else None
    return render_template(
        "rulings/ruling.html",
        item=ruling,
        game=game_of(ruling.game),
        basis=BASIS_TEXTS[ruling.basis],
        house_rule=_as_house_rule(ruling.decision),
        most_letters=AMENDMENT_LETTERS,
        rules_in_force=rules_in_force,
        form=form,
    )


@rulings.post("/<key>/withdraw")
def withdraw(key: str) -> ResponseReturnValue:
    """Withdraw a ruling, with a reason; it stays in the book."""
    form = WithdrawRulingForm()
    form.check(lambda: _ruling_page(_ruling_or_404(key), form))
    form.accept(or_404(write_rulings.withdraw(current_member(), key, form.reason.data)))
    return redirect(url_for("rulings.page", key=key), 303)


# Recording.


@rulings.route("/new", methods=["GET", "POST"])
@for_writers
def new_ruling() -> ResponseReturnValue:
    """Show the form for a ruling, filled in from the address, or record a ruling."""
    form = RulingForm(request.args if request.method == "GET" else None)
    play = play_of(form.play.data) if form.play.data else None
    if play is None:
        form.round.process(None)
    game = play.game if play else _chosen_game(form)
    if not form.is_submitted():
        form.question.data = form.question.data or situation_titles(game.slug).get(form.situation.data, "")
        return _new_page(form, game, play)
    show_again(lambda: _new_page(form, game, play))
    if form.more.data:
        form.rule.data = [rule for rule in form.rule.data if rule in game.rules.by_id]
        return _new_page(form, game, play)
    is_fine = form.validate_on_submit()
    draft = ruling_draft(form, game, play)
    if not is_fine:
        form.show_problems(write_rulings.check(current_member(), **draft))
        raise FormRefusedError
    ruled = form.accept(write_rulings.record(current_member(), client_id=form.client_id.data, **draft))
    flash(f"Ruling {ruled.number} is in the book.")
    return redirect(url_for("rulings.page", key=ruled.key), 303)


def _chosen_game(form: RulingForm) -> Game[Any]:
    """Return the game that a form names; if it names none, the game played last, or else the first of all."""
    known = (form.game.data, *play_lists.recent_games(current_club_id()), SLUGS[0])
    return game_of(next(slug for slug in known if slug in SLUGS))


def ruling_draft(form: RulingForm, game: Game[Any], play: PlayState | None) -> write_rulings.RulingDraft:
    """Return a ruling that is being written as keyword arguments for the store."""
    return {
        "game": game.slug if form.game.data in SLUGS or play else "",
        "situation": form.situation.data,
        "question": form.question.data,
        "fact_texts": form.fact_texts,
        "decision": form.decision.data,
        "rules": form.rule.data,
        "basis": _basis_of(form),
        "agreed_by": names_in(form.agreed, form.others),
        "play_key": play.key if play else None,
        "round_number": form.round.data,
    }


def _basis_of(form: RulingForm) -> str:
    """Return the basis of the verdict if the decision follows it word for word; else none: the table decided.

    Text that names no basis is returned as it is, for the store to refuse.
    """
    is_verdict = form.decision.data.split() == form.verdict_text.split()
    return form.basis.data if is_verdict or form.basis.data not in BASIS_TEXTS else ""


def _new_page(form: RulingForm, game: Game[Any], play: PlayState | None) -> str:
    """Render the form for a ruling."""
    people = play.setup.players if play else play_lists.recent_players(current_club_id())[:MOST_OFFERED]
    form.agreed.choices = choices_of([*people, *form.agreed.data[:MOST_OFFERED]])
    form.game.data = game.slug
    form.situation.choices = {"": "None", **situation_titles(game.slug)}
    return render_template(
        "rulings/new.html",
        form=form,
        game=game,
        play=play,
        chapters=chapters_of(game),
        sections=SECTIONS,
        most_rules=MOST_RULES,
        basis=BASIS_TEXTS.get(form.basis.data, ""),
    )
