"""The pages of statistics (people, games, a person, a game, a year), and of changing names."""

from collections.abc import Callable

from flask import (
    Blueprint,
    flash,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from companion.core.statistics.numbers_json import FILTERS
from companion.games import game_of
from companion.store.people import edit_people as store
from companion.store.people.ledger import KnownPerson, Ledger, ledger_of
from companion.web.access.guard import PageReader, current_club_id, current_member, page_reader
from companion.web.people.club_statistics import index_statistics, year_statistics
from companion.web.people.forms import MergeForm, QueryItems, RenameForm, is_valid_filter, page_filter
from companion.web.people.game_statistics import game_statistics
from companion.web.people.person_statistics import person_statistics
from companion.web.people.sorting import Sorting
from companion.web.support.form_base import IdempotentForm, PageForm
from companion.web.support.page_cache import cached_page
from companion.web.support.parsing import parse_whole
from companion.web.support.requests.not_found import game_or_404, or_404

people = Blueprint("people", __name__, url_prefix="/clubs/<club>")


def _ledger() -> Ledger:
    """Return the statistics of the club."""
    return ledger_of(current_club_id())


def _person_or_404(ledger: Ledger, key: str) -> KnownPerson:
    """Return the person with this key; abort with 404 if there is none."""
    return or_404(ledger.person(key))


def _mark(ledger: Ledger) -> tuple[object, ...]:
    """Return the mark with which pages of statistics are cached: the club's change counter and its time zone."""
    return ledger.mark, ledger.zone


def _filtered_page(
    ledger: Ledger, render: Callable[[PageReader, int, str, QueryItems, str], str], about: str
) -> ResponseReturnValue:
    """Return the cached page of a person or game over the plays of the filters in the address.

    ``render``: makes it from the club's id, ``about`` (the key of the person or the slug of the game), the filters and
    the order of its tables.
    """
    query = tuple((key, text) for key in FILTERS for text in request.args.getlist(key))
    if not is_valid_filter(ledger, query):
        return render(page_reader(), current_club_id(), about, query, ""), 422
    return cached_page(render, _mark(ledger), current_club_id(), about, query, _order_in_query())


def _order_in_query() -> str:
    """Return by which column the address sorts a table; see ``Sorting.by``."""
    return request.args.get("by", "")[:20]


@people.get("/people")
def index() -> ResponseReturnValue:
    """List everybody in the club, and every game that it has played."""
    return cached_page(_index_page, _mark(_ledger()), current_club_id(), _order_in_query())


def _index_page(reader: PageReader, club: int, by: str) -> str:
    """Render the list of everybody and every game. ``by``: its order."""
    shown = index_statistics(ledger_of(club))
    return render_template("people/people.html", member=reader, shown=shown, order=Sorting(by))


@people.get("/people/<key>")
def person(key: str) -> ResponseReturnValue:
    """Show the statistics of a person."""
    ledger = _ledger()
    return _filtered_page(ledger, _person_page, _person_or_404(ledger, key).key)


def _person_page(reader: PageReader, club: int, key: str, query: QueryItems, by: str) -> str:
    """Render the page of a person. ``query``: the filters; ``by``: the order of its tables."""
    ledger = ledger_of(club)
    person = _person_or_404(ledger, key)
    filters = page_filter(ledger, query, "people.person", person.id, key=person.key)
    return render_template(
        "people/person.html",
        member=reader,
        person=person,
        filters=filters,
        order=Sorting(by, query),
        shown=person_statistics(ledger, person.id, filters.play_filter),
        aliases=sorted(store.aliases_of(person.id).values()),
        known_years=sorted({play.day.year for play in ledger.plays_of_person(person.id)}, reverse=True),
    )


@people.get("/games/<slug>")
def game(slug: str) -> ResponseReturnValue:
    """Show the statistics of a game."""
    return _filtered_page(_ledger(), _game_page, game_or_404(slug).slug)


def _game_page(reader: PageReader, club: int, slug: str, query: QueryItems, by: str) -> str:
    """Render the page of a game. ``query``: the filters; ``by``: the order of its tables."""
    ledger = ledger_of(club)
    filters = page_filter(ledger, query, "people.game", slug=slug)
    shown = game_statistics(ledger, slug, filters.play_filter)
    values = {"filters": filters, "shown": shown, "order": Sorting(by, query)}
    return render_template("people/game.html", member=reader, game=game_of(slug), **values)


@people.get("/years/<int(max=9999):year>")
def year(year: int) -> ResponseReturnValue:
    """Show the statistics of a year."""
    ledger = _ledger()
    or_404(year in ledger.years)
    return cached_page(_year_page, _mark(ledger), current_club_id(), year, _order_in_query())


def _year_page(reader: PageReader, club: int, year: int, by: str) -> str:
    """Render the page of a year. ``by``: the order of its tables."""
    ledger = ledger_of(club)
    shown = year_statistics(ledger, year)
    return render_template("people/year.html", member=reader, shown=shown, years=ledger.years, order=Sorting(by))


# Changing names.


def _name_page(person: KnownPerson, sent: PageForm) -> str:
    """Render the page that changes a name. ``sent``: the form that is new or was refused."""
    merge = MergeForm.sent_or_blank(sent)
    others = {str(other.id): other.name for other in _ledger().listed_people() if other.id != person.id}
    merge.into.choices = {"": "Choose", **others}
    return render_template(
        "people/name.html",
        person=person,
        aliases=store.aliases_of(person.id),
        steps=store.name_changes(person.id),
        rename=RenameForm.sent_or_blank(sent, name=person.name),
        merge=merge,
    )


@people.route("/people/<key>/name", methods=["GET", "POST"])
def name_page(key: str) -> ResponseReturnValue:
    """Show a person's name and earlier names, with the forms to change them, or rename the person."""
    person = _person_or_404(_ledger(), key)
    form = RenameForm(name=person.name)
    form.check(lambda: _name_page(person, form))
    form.accept(store.rename(current_member(), person.id, form.name.data, form.client_id.data))
    if form.name.data != person.name:
        flash(f"{person.name} is now called {form.name.data}, also in everything that was saved before.")
    return _redirect_to_name(person)


@people.post("/people/<key>/merge")
def merge(key: str) -> ResponseReturnValue:
    """Merge a person with another name under which they have played."""
    ledger, form = _ledger(), MergeForm()
    person = _person_or_404(ledger, key)
    form.check(lambda: _name_page(person, form))
    into = parse_whole(form.into.data, most=2_147_483_647) or 0
    form.accept(store.merge(current_member(), person.id, into, form.client_id.data))
    known = _person_or_404(_ledger(), str(into))
    flash(f"{person.name} is {known.name}: their games are counted together. You can undo this here.")
    return _redirect_to_name(known)


@people.post("/people/<key>/part/<int(max=2147483647):other>")
def undo_merge(key: str, other: int) -> ResponseReturnValue:
    """Undo a merge, unless that has been done already."""
    person, form = _person_or_404(_ledger(), key), IdempotentForm()
    if other not in store.aliases_of(person.id):
        return _redirect_to_name(person)
    store.undo_merge(current_member(), other, form.client_id.data)
    flash(f"{_person_or_404(_ledger(), str(other)).name} and {person.name} are two people again.")
    return _redirect_to_name(person)


@people.post("/people/<key>/<any(hide, show):what>")
def set_listed(key: str, what: str) -> ResponseReturnValue:
    """Hide a person from lists, or show them again."""
    person = _person_or_404(_ledger(), key)
    store.set_listed(current_member(), person.id, what == "show", IdempotentForm().client_id.data)
    hidden = "is no longer listed. Their games count as before."
    flash(f"{person.name} {hidden if what == 'hide' else 'is listed again.'}")
    return _redirect_to_name(person)


def _redirect_to_name(person: KnownPerson) -> ResponseReturnValue:
    """Redirect to the page of a person's name."""
    return redirect(url_for("people.name_page", key=person.key), 303)
