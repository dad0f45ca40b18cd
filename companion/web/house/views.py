"""House rules: what applies, proposing and agreeing, and sharing them with another club."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from companion.core.game import Game
from companion.core.house import (
    AMENDMENT_LETTERS,
    DAYS_AHEAD,
    NOTE_LETTERS,
    REASON_LETTERS,
    Amendment,
    Difference,
    HouseRules,
    check,
    differing,
    in_order,
)
from companion.core.kinds import default_of
from companion.core.problems import Problem
from companion.games import SLUGS, all_games, game_of
from companion.store.access import members
from companion.store.house import house_rules as store
from companion.store.plays import play_lists
from companion.web.access.guard import club_page, device_token, here, new_client_id, organises, writes
from companion.web.forms import entry_form
from companion.web.house import sharing
from companion.web.house.forms import AdoptForm, AgreeForm, AmendmentForm, LookForm, ProposalForm, WithdrawVersionForm
from companion.web.house.pages import (
    FIRST_WORDS,
    CardRule,
    card_of,
    house_card,
    number_typed,
    option_fields,
    rule_typed,
    written_of,
)
from companion.web.house.sharing import BadLinkError, Shared
from companion.web.plays.at_table import Answer
from companion.web.support.errors import give_back
from companion.web.support.links import outside, qr_picture

house = Blueprint("house", __name__)

MOST_IN_CODE = 900
"""The longest link that a phone's camera reads from a screen, in letters."""

MOST_SHOWN = 60
"""The most rules that a form shows again; twice what can be agreed on."""


AT_ONCE = 500
"""How many rulings are read at once."""


@dataclass(frozen=True, slots=True)
class News:
    """What a version changes compared with the one before it."""

    house: HouseRules
    before: HouseRules | None
    """What it takes the place of; None: the book."""

    options: tuple[Difference, ...]
    added: tuple[CardRule, ...]
    dropped: tuple[CardRule, ...]
    followed: HouseRules | None = None
    """What takes its own place on the very day from which it would hold."""


@house.app_template_filter("dated")
def dated(day: date) -> str:
    """Return a day with its year: ``2 May 2026``."""
    return f"{day.day} {day:%B} {day.year}"


# The club's cards.


@house.get("/clubs/<club>/house")
@club_page
def index() -> Answer:
    """List the games with house rules or proposals."""
    return _index(LookForm())


def _index(form: LookForm) -> str:
    known: dict[str, list[HouseRules]] = {}
    for version in store.all_versions(here().club_id):
        if version.state in ("in force", "proposed", "agreed"):
            known.setdefault(version.game, []).append(version)
    recent = play_lists.recent_games(here().club_id)
    games = sorted(all_games(), key=lambda game: recent.index(game.slug) if game.slug in recent else len(recent))
    return render_template(
        "house/index.html",
        member=here(),
        known=[(game, known[game.slug]) for game in games if game.slug in known],
        others=[game for game in games if game.slug not in known],
        recent=recent,
        form=form,
    )


def _game(slug: str) -> Game[Any]:
    if slug not in SLUGS:
        abort(404)
    return game_of(slug)


@house.get("/clubs/<club>/house/<slug>")
@club_page
def card(slug: str) -> Answer:
    """Show the house rules of a game, proposals, and earlier versions."""
    return _card_page(_game(slug))


def _card_page(
    game: Game[Any], key: str = "", agreeing: AgreeForm | None = None, withdrawing: WithdrawVersionForm | None = None
) -> str:
    """Render that page. ``key``: the version whose form was sent."""
    sent = agreeing or withdrawing
    versions = store.versions(here().club_id, game.slug)
    holds = next((one for one in versions if one.state == "in force"), None)
    open_keys = {one.key for one in versions if one.state in ("proposed", "agreed")}
    return render_template(
        "house/card.html",
        member=here(),
        game=game,
        card=house_card(game, holds),
        proposals=[_news(game, one, holds) for one in versions if one.state == "proposed"],
        coming=_coming(game, versions, holds),
        late=(sent.form_errors if key in open_keys else chain(*sent.errors.values())) if sent else [],
        late_text=sent.text if sent else "",
        older=[one for one in versions if one.state in ("past", "withdrawn")],
        sent_key=key,
        agreeing=agreeing,
        withdrawing=withdrawing,
        agree=AgreeForm(blank=True),
        withdraw=WithdrawVersionForm(blank=True),
        reason_letters=REASON_LETTERS,
    )


def _news(game: Game[Any], version: HouseRules, holds: HouseRules | None, followed: HouseRules | None = None) -> News:
    before = holds.amendments if holds else ()
    return News(
        version,
        holds,
        tuple(differing(game, game.options, version.options, holds.options if holds else None)),
        written_of(game, (one for one in version.amendments if one not in before)),
        written_of(game, (one for one in before if one not in version.amendments)),
        followed,
    )


def _coming(game: Game[Any], versions: Iterable[HouseRules], holds: HouseRules | None) -> list[News]:
    """Return the versions agreed for later days, each with what it changes."""
    found = []
    coming = [one for one in in_order(versions) if one.state == "agreed"]
    for number, one in enumerate(coming, start=1):
        same_day = [other for other in coming[number:] if other.holds_from == one.holds_from]
        followed = same_day[-1] if same_day else None
        found.append(_news(game, one, holds, followed))
        holds = holds if followed else one
    return found


@house.get("/clubs/<club>/house/<slug>/<key>")
@club_page
def version(slug: str, key: str) -> Answer:
    """Show a version, whatever became of it."""
    found = _version(slug, key)
    game = game_of(slug)
    return render_template("house/version.html", member=here(), game=game, card=house_card(game, found), house=found)


def _version(slug: str, key: str) -> HouseRules:
    found = store.by_key(here().club_id, key)
    if found is None or found.game != slug:
        abort(404)
    return found


# Proposing, agreeing, withdrawing.


@house.get("/clubs/<club>/house/<slug>/new")
@writes
def new(slug: str) -> Answer:
    """Show the form for a proposal, starting from what applies; with one more rule where one is given."""
    game = _game(slug)
    holds = store.in_force(here().club_id, slug)
    written = [{"text": one.text, "rule": one.rule} for one in holds.amendments] if holds else []
    text, rule = request.args.get("amend", "").strip(), request.args.get("rule", "")
    if text:
        written.append({"text": text, "rule": rule if rule in game.rules.by_id else ""})
    form = ProposalForm(
        amendment=written,
        note=holds.note if holds else "",
        holds_from=store.today(),
        ruling=request.args.get("ruling", ""),
    )
    return _proposal_page(game, form, holds.options if holds else {})


def _proposal_page(
    game: Game[Any], form: ProposalForm, options: Mapping[str, Any], problems: Sequence[Problem] = ()
) -> str:
    """Render the form for a proposal. ``problems``: what was refused."""
    fields = option_fields(game)
    keys = {item.key for item in fields}
    form.blame(one for one in problems if one.field not in keys)
    defaults = {item.key: default_of(item) for item in fields}
    rows = (*form.written[:MOST_SHOWN], AmendmentForm())
    for number, row in enumerate(rows):
        row.rule.data = number_typed(game, row.rule.data)
        row.text.name, row.rule.name = f"amendment.{number}.text", f"amendment.{number}.rule"
    return render_template(
        "house/new.html",
        member=here(),
        game=game,
        form=form,
        refused=bool(problems or form.errors),
        first_day=store.today().isoformat(),
        last_day=(store.today() + timedelta(days=DAYS_AHEAD)).isoformat(),
        sections=entry_form(fields, data={**defaults, **options}).sections(problems),
        rows=rows,
        words=FIRST_WORDS,
        amendment_letters=AMENDMENT_LETTERS,
        note_letters=NOTE_LETTERS,
        client_id=new_client_id(),
    )


@house.post("/clubs/<club>/house/<slug>/new")
@writes
def propose(slug: str) -> Answer:
    """Propose a version, or show what to change."""
    game = _game(slug)
    form = ProposalForm()
    options = entry_form(game.options, formdata=form.sent).entry()
    amendments = [Amendment(rule_typed(game, row.rule.data), row.text.data) for row in form.written]
    if form.more.data:
        return _proposal_page(game, form, options)
    if not form.validate_on_submit():
        problems = check(game, options, amendments, form.note.data).problems
        return _proposal_page(game, form, options, problems), 422
    give_back(lambda: _proposal_page(game, form, options))
    done = store.propose(
        here(),
        game=slug,
        options=options,
        amendments=amendments,
        note=form.note.data,
        holds_from=form.holds_from.data or store.today(),
        client_id=form.client_id.data,
        ruling=form.ruling_key,
    )
    return _proposed(done) if isinstance(done, HouseRules) else (_proposal_page(game, form, options, done), 422)


def _proposed(done: HouseRules) -> Answer:
    flash(f"Version {done.number} is proposed. It holds once an organiser's phone says who agreed.")
    return _to_card(done.game)


@house.post("/clubs/<club>/house/<slug>/<key>/agree")
@organises
def agree(slug: str, key: str) -> Answer:
    """Agree to a version, which applies from its day on."""
    _version(slug, key)
    form = AgreeForm()
    give_back(lambda: _card_page(game_of(slug), key, agreeing=form))
    done = store.agree(here(), key, form.names) if form.validate_on_submit() else None
    if isinstance(done, HouseRules):
        when = "is in force" if done.state == "in force" else f"holds from {dated(done.holds_from)} on"
        flash(f"Agreed: version {done.number} {when}. Games that have begun stay as they are.")
        return _to_card(slug)
    form.blame(done or ())
    return _card_page(game_of(slug), key, agreeing=form), 422


@house.post("/clubs/<club>/house/<slug>/<key>/withdraw")
@organises
def withdraw(slug: str, key: str) -> Answer:
    """Withdraw a proposal or a version for a later day, with a reason."""
    _version(slug, key)
    form = WithdrawVersionForm()
    give_back(lambda: _card_page(game_of(slug), key, withdrawing=form))
    done = None
    if form.validate_on_submit():
        done = store.withdraw(here(), key, form.reason.data, agreed=form.coming.data)
    if isinstance(done, HouseRules):
        flash(f"Version {done.number} is withdrawn.")
        return _to_card(slug)
    form.blame(done or ())
    return _card_page(game_of(slug), key, withdrawing=form), 422


def _to_card(slug: str) -> Answer:
    return redirect(url_for("house.card", club=here().club_key, slug=slug), 303)


# Handing on.


@house.get("/clubs/<club>/house/<slug>/share")
@club_page
def share(slug: str) -> Answer:
    """Show the link and QR code for the house rules that apply."""
    game, link = _game(slug), _link(slug)
    return render_template("house/share.html", member=here(), game=game, link=link, fits=len(link) <= MOST_IN_CODE)


@house.get("/clubs/<club>/house/<slug>/share.svg")
@club_page
def picture(slug: str) -> Answer:
    """Send the QR code for the house rules that apply."""
    link = _link(slug)
    if len(link) > MOST_IN_CODE:
        abort(404)
    return qr_picture(link)


def _link(slug: str) -> str:
    holds = store.in_force(here().club_id, slug)
    if holds is None:
        abort(404)
    return outside(url_for("house.shared", payload=sharing.payload_of(holds, here().club_name)))


@house.post("/clubs/<club>/house/look")
@writes
def look() -> Answer:
    """Redirect to the house rules in a pasted link; no request is made to where it came from."""
    form = LookForm()
    if not form.validate_on_submit():
        return _index(form), 422
    return redirect(url_for("house.shared", payload=form.payload), 303)


@house.get("/house/<payload>")
def shared(payload: str) -> Answer:
    """Show the house rules in a link, to everybody, with a button for each club of this phone."""
    try:
        found = sharing.shared_in(payload)
    except BadLinkError as fault:
        return _unreadable(str(fault)), 404
    return _shared_page(found, payload)


def _unreadable(problem: str) -> str:
    return render_template("house/shared.html", found=None, card=None, problem=problem, clubs=[])


def _shared_page(found: Shared, payload: str, problem: str = "") -> str:
    token = device_token()
    clubs = [one for one in members.clubs_of(token) if one.role != "viewer"] if token else []
    return render_template(
        "house/shared.html",
        found=found,
        card=card_of(found.game, found.terms.options, found.terms.amendments, found.terms.note),
        payload=payload,
        clubs=clubs,
        problem=problem,
        client_id=new_client_id(),
    )


@house.post("/clubs/<club>/house/adopt")
@writes
def adopt() -> Answer:
    """Propose another club's house rules here."""
    form = AdoptForm()
    if not form.validate_on_submit():
        return _unreadable(" ".join(form.payload.errors)), 422
    found = form.found
    done = store.propose(
        here(),
        game=found.game.slug,
        options=found.terms.options,
        amendments=found.terms.amendments,
        note=found.terms.note,
        holds_from=store.today(),
        client_id=form.client_id.data,
        source=sharing.whose(found.club),
    )
    if not isinstance(done, HouseRules):
        return _shared_page(found, form.payload.data, " ".join(problem.message for problem in done)), 422
    return _proposed(done)


# Inside a play.
