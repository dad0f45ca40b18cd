"""The pages of house rules: what applies, proposing and agreeing, and sharing with other clubs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.entry.kinds import with_defaults
from companion.core.entry.problems import Problem
from companion.core.game.game import Game
from companion.core.house.house_rules import (
    AMENDMENT_LETTERS,
    DAYS_AHEAD,
    Amendment,
    HouseRules,
    agreed_versions,
    check_terms,
    differing_options,
)
from companion.dates import day_with_year
from companion.games import all_games, game_of
from companion.store.access import members
from companion.store.house import house_rules as store
from companion.store.log.write_results import Refused
from companion.store.plays import play_lists
from companion.web.access.guard import current_club_id, current_member, device_token, for_organisers, for_writers
from companion.web.forms.entry import EntryForm, read_entry
from companion.web.house import sharing
from companion.web.house.forms import AdoptForm, AgreeForm, AmendmentForm, LinkForm, ProposalForm, WithdrawVersionForm
from companion.web.house.pages import (
    HouseCard,
    house_card,
    option_fields,
    rule_id_from,
    rule_number_from,
)
from companion.web.house.sharing import BadLinkError, SharedHouseRules
from companion.web.support.faults import Fault, faults_in_field_order
from companion.web.support.form_base import names_in, show_again
from companion.web.support.links import absolute_url
from companion.web.support.requests.not_found import game_or_404, or_404

house = Blueprint("house", __name__)

MOST_IN_CODE = 900
"""The longest link in a QR code that phones can read from a screen, in characters."""

MOST_SHOWN = 60
"""How many written rules a form shows again; twice as many as are allowed."""


def _today() -> date:
    """Return today in the time zone of the club."""
    return store.today(store.zone_of_days(current_club_id()))


# The club's cards.


@house.get("/clubs/<club>/house")
def index() -> ResponseReturnValue:
    """List the games that have house rules or proposals, and the others."""
    return _index_page(LinkForm())


def _index_page(form: LinkForm) -> str:
    """Render the list of games. ``form``: the form for a link."""
    versions: dict[str, list[HouseRules]] = {}
    for version in store.all_versions(current_club_id()):
        if version.state in ("in force", "proposed", "agreed"):
            versions.setdefault(version.game, []).append(version)
    recent = play_lists.recent_games(current_club_id())
    games = sorted(all_games(), key=lambda game: recent.index(game.slug) if game.slug in recent else len(recent))
    return render_template(
        "house/index.html",
        known=[(game, versions[game.slug]) for game in games if game.slug in versions],
        others=[game for game in games if game.slug not in versions],
        recent=recent,
        form=form,
    )


@house.get("/clubs/<club>/house/<slug>")
def card(slug: str) -> ResponseReturnValue:
    """Show the house rules of a game, its proposals, and earlier versions."""
    return _card_page(game_or_404(slug))


def _card_page(game: Game[Any], key: str = "", sent: AgreeForm | WithdrawVersionForm | None = None) -> str:
    """Render the page of a game's house rules. ``key``: the version that the form ``sent`` is about."""
    versions = store.versions_of_game(current_club_id(), game.slug)
    in_force = next((version for version in versions if version.state == "in force"), None)
    return render_template(
        "house/card.html",
        game=game,
        card=house_card(game, in_force),
        proposals=[_version_diff(game, version, in_force) for version in versions if version.state == "proposed"],
        coming=list(_coming_versions(game, versions, in_force)),
        form_errors=sent.form_errors if sent else [],
        typed=sent.text if sent else "",
        older=[version for version in versions if version.state in ("past", "withdrawn")],
        sent_key=key,
        sent=sent,
        agree=AgreeForm(blank=True),
        withdraw=WithdrawVersionForm(blank=True),
    )


def _version_diff(
    game: Game[Any], version: HouseRules, before: HouseRules | None, replaced_by: HouseRules | None = None
) -> dict[str, Any]:
    """Return what a version changes.

    ``version``; ``before``: the version that applies before it, None for the book; ``options``: those that differ;
    ``added``, ``dropped``: written rules; ``replaced_by``: a later version that begins on the same day, so that this
    one is never played; None if there is none.
    """
    earlier = before.amendments if before else ()
    return {
        "version": version,
        "before": before,
        "options": tuple(differing_options(game, game.options, version.options, before.options if before else None)),
        "added": [amendment for amendment in version.amendments if amendment not in earlier],
        "dropped": [amendment for amendment in earlier if amendment not in version.amendments],
        "replaced_by": replaced_by,
    }


def _coming_versions(
    game: Game[Any], versions: Iterable[HouseRules], in_force: HouseRules | None
) -> Iterator[dict[str, Any]]:
    """Yield the versions agreed for later days, each as ``_version_diff``. ``in_force``: the version of today.

    Each is compared with the version played before it. If several begin on the same day, only the last is ever played.
    """
    coming, before = [version for version in agreed_versions(versions) if version.state == "agreed"], in_force
    for number, version in enumerate(coming, start=1):
        same_day = [later for later in coming[number:] if later.holds_from == version.holds_from]
        replaced_by = same_day[-1] if same_day else None
        yield _version_diff(game, version, before, replaced_by)
        before = before if replaced_by else version


@house.get("/clubs/<club>/house/<slug>/<key>")
def version(slug: str, key: str) -> ResponseReturnValue:
    """Show one version of the house rules, whether it is proposed, in force, past or withdrawn."""
    found = _version_or_404(slug, key)
    game = game_of(slug)
    return render_template("house/version.html", game=game, card=house_card(game, found), house=found)


def _version_or_404(slug: str, key: str) -> HouseRules:
    """Return a version by its game and key; abort with 404 if there is none."""
    found = or_404(store.by_key(current_club_id(), key))
    or_404(found.game == slug)
    return found


# Proposing, agreeing, withdrawing.


@house.route("/clubs/<club>/house/<slug>/new", methods=["GET", "POST"])
@for_writers
def new_proposal(slug: str) -> ResponseReturnValue:
    """Show the form for a proposal, or propose a version.

    The form is filled in with the rules in force, and with a written rule from the query: its text is ``amend``, its
    paragraph ``rule``.
    """
    game = game_or_404(slug)
    in_force = store.house_rules_in_force(current_club_id(), slug)
    agreed = in_force.amendments if in_force else ()
    written = [{"text": amendment.text, "rule": amendment.rule} for amendment in agreed]
    text, rule = request.args.get("amend", "").strip(), request.args.get("rule", "")
    if text:
        written.append({"text": text, "rule": rule if rule in game.rules.by_id else ""})
    form = ProposalForm(
        amendment=written,
        note=in_force.note if in_force else "",
        holds_from=_today(),
        ruling=request.args.get("ruling", ""),
    )
    if not form.is_submitted():
        return _proposal_page(game, form, in_force.options if in_force else {})
    options = read_entry(game.options, form.sent)
    amendments = [Amendment(rule_id_from(game, row.rule.data), row.text.data) for row in form.filled_rows]
    if form.more.data:
        return _proposal_page(game, form, options)
    if not form.validate_on_submit():
        problems = check_terms(game, options, amendments, form.note.data).problems
        return _proposal_page(game, form, options, problems), 422
    show_again(lambda: _proposal_page(game, form, options))
    done = store.propose(
        current_member(),
        game=slug,
        options=options,
        amendments=amendments,
        note=form.note.data,
        holds_from=form.holds_from.data or _today(),
        client_id=form.client_id.data,
        ruling=form.ruling.data,
    )
    if not isinstance(done, HouseRules):
        return _proposal_page(game, form, options, done.problems), 422
    return _after_proposal(done)


def _proposal_page(
    game: Game[Any], form: ProposalForm, options: Mapping[str, Any], problems: Sequence[Problem] = ()
) -> str:
    """Render the form for a proposal. ``problems``: why it was refused."""
    fields = option_fields(game)
    keys = {item.key for item in fields}
    form.show_problems(problem for problem in problems if problem.field not in keys)
    rows = (*form.filled_rows[:MOST_SHOWN], AmendmentForm())
    for number, row in enumerate(rows):
        row.rule.data = rule_number_from(game, row.rule.data)
        row.text.name, row.rule.name = f"amendment.{number}.text", f"amendment.{number}.rule"
        row.text.id = f"amendment-{number}"
        row.rule.id = f"{row.text.id}-rule"
    of_options = (problem for problem in problems if problem.field in keys)
    of_rows = [Fault(str(error), field.id) for row in rows for field in row for error in field.errors]
    return render_template(
        "house/new.html",
        game=game,
        form=form,
        refused=bool(problems or form.errors),
        faults=[*faults_in_field_order(fields, of_options), *of_rows],
        first_day=_today().isoformat(),
        last_day=(_today() + timedelta(days=DAYS_AHEAD)).isoformat(),
        sections=EntryForm(fields, data=with_defaults(fields, options)).sections(problems),
        rows=rows,
        amendment_letters=AMENDMENT_LETTERS,
    )


def _after_proposal(done: HouseRules) -> ResponseReturnValue:
    """Flash that a version is proposed, and redirect to the game's house rules."""
    flash(f"Version {done.number} is proposed. It comes into force once an organiser enters who agreed.")
    return _redirect_to_card(done.game)


@house.post("/clubs/<club>/house/<slug>/<key>/agree")
@for_organisers
def agree(slug: str, key: str) -> ResponseReturnValue:
    """Record who agreed to a version, which then applies from its first day on."""
    _version_or_404(slug, key)
    form = AgreeForm()
    form.check(lambda: _card_page(game_of(slug), key, form))
    done = form.accept(store.agree(current_member(), key, names_in(form.agreed, form.others)) or Refused(()))
    when = "is in force" if done.state == "in force" else f"holds from {day_with_year(done.holds_from)} on"
    flash(f"Agreed: version {done.number} {when}. Games that have begun keep their rules.")
    return _redirect_to_card(slug)


@house.post("/clubs/<club>/house/<slug>/<key>/withdraw")
@for_organisers
def withdraw(slug: str, key: str) -> ResponseReturnValue:
    """Withdraw a proposal, or a version agreed for a later day, with a reason."""
    _version_or_404(slug, key)
    form = WithdrawVersionForm()
    form.check(lambda: _card_page(game_of(slug), key, form))
    result = store.withdraw(current_member(), key, form.reason.data, agreed=form.coming.data)
    done = form.accept(result or Refused(()))
    flash(f"Version {done.number} is withdrawn.")
    return _redirect_to_card(slug)


def _redirect_to_card(slug: str) -> ResponseReturnValue:
    """Redirect to the house rules of a game."""
    return redirect(url_for("house.card", slug=slug), 303)


# Sharing.


@house.get("/clubs/<club>/house/<slug>/share")
def share(slug: str) -> ResponseReturnValue:
    """Show the link and the QR code for the house rules in force; abort with 404 if there are none."""
    game = game_or_404(slug)
    in_force = or_404(store.house_rules_in_force(current_club_id(), slug))
    payload = sharing.payload_of(in_force, current_member().club_name)
    link = absolute_url(url_for("house.shared_house_rules", payload=payload))
    return render_template("house/share.html", game=game, link=link, fits=len(link) <= MOST_IN_CODE)


@house.post("/clubs/<club>/house/look")
def open_link() -> ResponseReturnValue:
    """Redirect from a pasted link to its house rules; the server does not request the link."""
    form = LinkForm()
    form.check(lambda: _index_page(form))
    return redirect(url_for("house.shared_house_rules", payload=form.payload), 303)


@house.get("/house/<payload>")
def shared_house_rules(payload: str) -> ResponseReturnValue:
    """Show the house rules in a link to anybody, with a button to adopt them in each club of this phone."""
    try:
        found = sharing.read_payload(payload)
    except BadLinkError as fault:
        return _shared_page(None, problem=str(fault)), 404
    return _shared_page(found, payload)


def _shared_page(found: SharedHouseRules | None, payload: str = "", problem: str = "") -> str:
    """Render the house rules of a link. ``problem``: why they are invalid or could not be proposed."""
    shown: dict[str, Any] = {}
    if found is not None:
        token, terms = device_token(), found.terms
        options = differing_options(found.game, found.game.options, terms.options)
        shown["card"] = HouseCard(found.game, options, terms.amendments, terms.note)
        shown["clubs"] = [club for club in members.clubs_of(token) if club.role != "viewer"] if token else []
    return render_template("house/shared.html", found=found, payload=payload, problem=problem, member=None, **shown)


@house.post("/clubs/<club>/house/adopt")
def adopt() -> ResponseReturnValue:
    """Propose the house rules of another club in this one."""
    form = AdoptForm()
    if not form.validate_on_submit():
        return _shared_page(None, problem=" ".join(form.payload.errors)), 422
    found = form.found
    done = store.propose(
        current_member(),
        game=found.game.slug,
        options=found.terms.options,
        amendments=found.terms.amendments,
        note=found.terms.note,
        holds_from=_today(),
        client_id=form.client_id.data,
        source=found.club or "another club",
    )
    if not isinstance(done, HouseRules):
        return _shared_page(found, form.payload.data, " ".join(problem.message for problem in done.problems)), 422
    return _after_proposal(done)
