"""Money: the club's currency, stakes, settling a night, and the kitty."""

from flask import Blueprint, abort, flash, redirect, render_template, url_for

from companion.core.currency import ISO_CODES, NO_CURRENCY, Currency, amount_text, currency_of, read_amount
from companion.core.stakes import KITTY
from companion.core.words import begun
from companion.store.log.results import Refused, Written
from companion.store.money import kitty as kitty_module
from companion.store.money import money_log as store
from companion.store.money import payments
from companion.store.money.balances import balances_of_club
from companion.store.money.money_log import MoneyStep, NightMoney
from companion.store.money.play_stakes import MOST_SETTLED, currency_of_play, stake_of
from companion.store.money.settings import set_money_settings, settings_of
from companion.store.money.settings import set_stake as store_stake
from companion.store.nights.find_night import NightRow, night_of_play, night_row
from companion.store.plays.play_lists import recent_players
from companion.store.plays.play_state import PlayState
from companion.store.plays.results import PlayStale
from companion.web.access.guard import club_page, here, new_client_id, organises, writes
from companion.web.money.forms import CurrencyForm, KittyForm, PaymentForm, StakeForm, stake_typed
from companion.web.plays.at_table import Answer, after_edit, play_of, why_refused
from companion.web.support.errors import give_back
from companion.web.support.form_base import each

money = Blueprint("money", __name__, url_prefix="/clubs/<club>")

USUAL_CODES = ("EUR", "USD", "GBP", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK", "CAD", "AUD", "INR", "JPY")


# What the club plays for.


@money.get("/money")
@organises
def settings() -> Answer:
    """Show the settings: currency, and whether new plays ask for a stake."""
    found = settings_of(here().club_id)
    currency = found.currency
    kind = "iso" if currency.is_iso else "word" if currency.code else "none"
    form = CurrencyForm(
        blank=True,
        kind=kind,
        code=currency.code if kind == "iso" else "",
        word=currency.code if kind == "word" else "",
        asks=found.asks,
    )
    return _settings_page(form)


def _settings_page(form: CurrencyForm) -> str:
    codes = [*USUAL_CODES, *sorted(ISO_CODES - {*USUAL_CODES})]
    return render_template("money/money.html", member=here(), form=form, codes=codes)


@money.post("/money")
@organises
def set_settings() -> Answer:
    """Save the settings."""
    form = CurrencyForm()
    currency = form.currency()
    if currency is None:
        return _settings_page(form), 422
    give_back(lambda: _settings_page(form))
    set_money_settings(here(), currency, form.asks.data)
    flash("Saved. Games that are there already keep what they are played for.")
    return redirect(url_for("money.settings", club=here().club_key), 303)


# The stake of a play.


def _currency_for(state: PlayState) -> Currency:
    """Return the currency of a play's stake: its own, or the club's."""
    return currency_of_play(state) if state.stake else settings_of(here().club_id).currency


@money.get("/plays/<key>/stake")
@writes
def stake(key: str) -> Answer:
    """Show the stake of a play, to be changed."""
    state = play_of(key)
    return _stake_page(state, StakeForm(blank=True, **stake_typed(stake_of(state), _currency_for(state))))


def _stake_page(state: PlayState, form: StakeForm, conflict: PlayStale | None = None) -> str:
    kinds = form.offer_stakes(state.game.totals.unit)
    return render_template(
        "money/stake.html",
        member=here(),
        state=state,
        form=form,
        conflict=conflict,
        kinds=kinds,
        currency=_currency_for(state),
        places=len(state.setup.names),
        client_id=new_client_id(),
    )


@money.post("/plays/<key>/stake")
@writes
def set_stake(key: str) -> Answer:
    """Change the stake of a play, or remove it."""
    state, form = play_of(key), StakeForm()
    currency = _currency_for(state)
    found = form.stake(state.game.totals.unit, currency, len(state.setup.names))
    if form.errors or form.form_errors:
        return _stake_page(state, form), 422
    give_back(lambda: _stake_page(state, form))
    outcome = store_stake(
        here(), state, base=form.revision, stake=found, currency=currency, client_id=form.client_id.data
    )
    if isinstance(outcome, Refused):
        form.refuse("stake_kind", why_refused(outcome))
        return _stake_page(state, form), 422
    if isinstance(outcome, PlayStale):
        return _stake_page(outcome.state, form, outcome), 409
    return after_edit(outcome, key)


# A night.


@money.get("/plays/<key>/money")
@club_page
def of_play(key: str) -> Answer:
    """Redirect from a play to the money of its night."""
    night = night_of_play(play_of(key))
    if night is None:
        abort(404)
    return redirect(url_for("money.night", club=here().club_key, night=night.key), 302)


def _night(key: str) -> NightRow:
    night = night_row(here().club_id, key)
    if night is None:
        abort(404)
    return night


@money.get("/nights/<night>/money")
@club_page
def night(night: str) -> Answer:
    """Show the open amounts and payments of a night."""
    return _night_page(_night(night))


def _night_page(night: NightRow, form: PaymentForm | None = None) -> str:
    found = store.money_of_night(here().club_id, night)
    form = form or PaymentForm(blank=True)
    form.payer.choices = form.payee.choices = {**each(_names(found), nobody="–"), KITTY: "The kitty"}
    return render_template(
        "money/night.html",
        member=here(),
        money=found,
        reckonings=[(currency_of(code), one) for code, one in found.reckonings.items()],
        steps=_steps_of_night(found),
        corrected=store.plays_corrected_since(here().club_id, found),
        form=form,
        client_id=new_client_id(),
    )


def _steps_of_night(found: NightMoney) -> list[tuple[MoneyStep, str]]:
    """Return all events of a night in words, the latest first."""
    return [(step, told(step)) for step in found.steps]


def told(step: MoneyStep) -> str:
    """Return an event in words: ``Bob paid Ann €2.50``."""
    if step.kind == "carried":
        return "What was open was carried over to the next night"
    text = amount_text(step.transfer.amount, currency_of(step.currency))
    payer, payee = step.transfer.payer, step.transfer.payee
    if step.kind == "kitty":
        who, verb = (payer, f"put {text} in") if payee == KITTY else (payee, f"took {text} out")
        return f"{who} {verb}{f': {step.reason}' if step.reason else ''}"
    return f"{begun('the kitty') if payer == KITTY else payer} paid {'the kitty' if payee == KITTY else payee} {text}"


def _names(found: NightMoney) -> list[str]:
    """Return who can pay and be paid: those of the night first, then everybody."""
    there = [name for one in found.reckonings.values() for name in one.open if name != KITTY]
    return list(dict.fromkeys([*there, *recent_players(here().club_id)]))


@money.post("/nights/<night>/payments")
@writes
def pay(night: str) -> Answer:
    """Record a payment."""
    found, form = _night(night), PaymentForm()
    currency = currency_of(form.currency.data) if form.currency.raw_data else settings_of(here().club_id).currency
    if form.units.raw_data:
        amount = read_amount(form.units.data, NO_CURRENCY, most=MOST_SETTLED)
    else:
        amount = read_amount(form.amount.data, currency)
    if isinstance(amount, str):
        form.refuse("amount", amount)
        return _night_page(found, form), 422
    give_back(lambda: _night_page(found, form))
    outcome = payments.pay(
        here(),
        found,
        payer=form.payer.data,
        payee=form.payee.data,
        amount=amount,
        currency=currency,
        is_suggested=bool(form.units.raw_data),
        client_id=form.client_id.data,
    )
    if not isinstance(outcome, Written) and form.units.raw_data:
        flash(outcome.problems[0].message)
        return _night_page(found), 409
    if not isinstance(outcome, Written):
        form.blame(outcome.problems)
        return _night_page(found, form), 422
    flash("That was written down already." if outcome.repeated else "Written down.")
    return redirect(url_for("money.night", club=here().club_key, night=night), 303)


@money.post("/nights/<night>/payments/back")
@writes
def take_back(night: str) -> Answer:
    """Take back a payment or an amount carried over."""
    found, form = _night(night), PaymentForm()
    outcome = payments.take_back(here(), form.key.data, form.client_id.data)
    if not isinstance(outcome, Written):
        flash(outcome.problems[0].message)
        return _night_page(found), 422
    flash("Taken back; it stays readable below.")
    return redirect(url_for("money.night", club=here().club_key, night=night), 303)


@money.post("/nights/<night>/carry")
@writes
def carry(night: str) -> Answer:
    """Carry open amounts over to the next night."""
    found, form = _night(night), PaymentForm()
    outcome = payments.carry(here(), found, form.client_id.data)
    if not isinstance(outcome, Written):
        flash(outcome.problems[0].message)
        return _night_page(found), 422
    flash("Carried over: it is settled with the next night.")
    return redirect(url_for("money.night", club=here().club_key, night=night), 303)


# The kitty.


@money.get("/balances")
@club_page
def balances() -> Answer:
    """Show what everybody has won and lost, night by night."""
    found = balances_of_club(here().club_id)
    own = settings_of(here().club_id).currency.code
    codes = sorted(found, key=lambda code: (code != own, code))
    return render_template(
        "money/balances.html", member=here(), balances=[(currency_of(code), found[code]) for code in codes]
    )


@money.get("/kitty")
@club_page
def kitty() -> Answer:
    """Show the kitty and its history."""
    return _kitty_page(KittyForm(blank=True))


def _kitty_page(form: KittyForm) -> str:
    found = kitty_module.kitty_of(here().club_id)
    return render_template(
        "money/kitty.html",
        member=here(),
        holds=[(currency_of(code), amount) for code, amount in found.holds.items()],
        steps=[(step, told(step)) for step in found.steps],
        currency=settings_of(here().club_id).currency,
        form=form,
        client_id=new_client_id(),
    )


@money.post("/kitty")
@writes
def move_kitty() -> Answer:
    """Put money into the kitty, or take some out."""
    form = KittyForm()
    currency = settings_of(here().club_id).currency
    amount = read_amount(form.amount.data, currency)
    if not form.validate_on_submit() or isinstance(amount, str):
        if isinstance(amount, str):
            form.refuse("amount", amount)
        return _kitty_page(form), 422
    give_back(lambda: _kitty_page(form))
    outcome = kitty_module.move_kitty(
        here(),
        into=form.way.data == "in",
        who=form.who.data,
        amount=amount,
        reason=form.reason.data,
        client_id=form.client_id.data,
    )
    if not isinstance(outcome, Written):
        form.blame(outcome.problems)
        return _kitty_page(form), 422
    flash("That was written down already." if outcome.repeated else "Written down.")
    return redirect(url_for("money.kitty", club=here().club_key), 303)


@money.post("/kitty/back")
@writes
def take_back_kitty() -> Answer:
    """Take back a move of the kitty's money."""
    form = KittyForm()
    outcome = payments.take_back(here(), form.key.data, form.client_id.data, ("kitty",))
    if not isinstance(outcome, Written):
        flash(outcome.problems[0].message)
        return _kitty_page(KittyForm(blank=True)), 422
    flash("Taken back; it stays readable below.")
    return redirect(url_for("money.kitty", club=here().club_key), 303)
