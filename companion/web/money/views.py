"""The pages about money: currency, stakes, settling a night, balances, and the kitty."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.core.money.currency import ISO_CODES, NO_CURRENCY, Currency, currency_of, read_amount
from companion.core.money.stakes import KITTY
from companion.store.log.write import WriteResult
from companion.store.log.write_results import Refused, Written
from companion.store.money import kitty as kitty_module
from companion.store.money import money_log as store
from companion.store.money import payments
from companion.store.money.balances import balances_of_club
from companion.store.money.corrections import plays_corrected_since
from companion.store.money.money_log import NightMoney
from companion.store.money.settings import set_money_settings, settings_of
from companion.store.nights.night_state import NightState, night_of_play
from companion.store.plays.edits.commands import edit_details
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.play_details import STAKE
from companion.store.plays.play_lists import recent_players
from companion.store.plays.play_stakes import MOST_SETTLED, currency_of_play, stake_of, stake_to_log
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_club_id, current_member, for_organisers, for_writers
from companion.web.money.forms import CurrencyForm, KittyForm, PaymentForm, StakeForm, stake_inputs
from companion.web.nights.pages import night_or_404
from companion.web.plays.pages import play_of, refusal_text, response_after_edit
from companion.web.support.form_base import choices_of, show_again
from companion.web.support.requests.not_found import or_404

money = Blueprint("money", __name__, url_prefix="/clubs/<club>")

USUAL_CODES = ("EUR", "USD", "GBP", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK", "CAD", "AUD", "INR", "JPY")
"""The currencies at the top of the list."""


# Currency.


@money.route("/money", methods=["GET", "POST"])
@for_organisers
def settings() -> ResponseReturnValue:
    """Show the form for the club's currency and whether new plays ask for a stake, or save it."""
    saved = settings_of(current_club_id())
    code = saved.currency.code
    kind = "iso" if saved.currency.is_iso else "word" if code else "none"
    word = code if kind == "word" else ""
    form = CurrencyForm(kind=kind, code=code if kind == "iso" else "", word=word, asks=saved.asks_stake)
    codes = [*USUAL_CODES, *sorted(ISO_CODES - {*USUAL_CODES})]
    page = partial(render_template, "money/currency.html", form=form, codes=codes)
    form.check(page)
    set_money_settings(current_member(), form.currency(), form.asks.data)
    flash("Saved. Games that were started before keep their stakes.")
    return redirect(url_for("money.settings"), 303)


# The stake of a play.


def _currency_for(state: PlayState) -> Currency:
    """Return the currency of a play's stake, or the club's if the play has none."""
    return currency_of_play(state) if state.stake else settings_of(current_club_id()).currency


@money.route("/plays/<key>/stake", methods=["GET", "POST"])
@for_writers
def stake(key: str) -> ResponseReturnValue:
    """Show the form for the stake of a play, or change or remove the stake."""
    state = play_of(key)
    currency = _currency_for(state)
    form = StakeForm(**stake_inputs(stake_of(state), currency))
    form.check(lambda: _stake_page(state, form))
    given = form.stake(state.game.totals.unit, currency, len(state.setup.names))
    outcome = edit_details(current_member(), state, about={STAKE: stake_to_log(given, currency)}, **form.edit_args)
    if isinstance(outcome, Refused):
        raise form.refusal("stake_kind", refusal_text(outcome))
    if isinstance(outcome, PlayStale):
        return _stake_page(outcome.state, form, outcome), 409
    return response_after_edit(outcome, key)


def _stake_page(state: PlayState, form: StakeForm, conflict: PlayStale | None = None) -> str:
    """Render the form for a stake. ``conflict``: what somebody else changed in the play meanwhile."""
    kinds = form.offer_stakes(state.game.totals.unit)
    return render_template(
        "money/stake.html",
        state=state,
        form=form,
        conflict=conflict,
        kinds=kinds,
        currency=_currency_for(state),
        places=len(state.setup.names),
    )


# A night.


@money.get("/plays/<key>/money")
def money_of_play(key: str) -> ResponseReturnValue:
    """Redirect from a play to the money of its night."""
    night = or_404(night_of_play(play_of(key)))
    return redirect(url_for("money.night_money", night=night.key), 302)


@money.get("/nights/<night>/money")
def night_money(night: str) -> ResponseReturnValue:
    """Show the open amounts and the payments of a night."""
    return _night_page(night_or_404(night))


def _night_page(night: NightState, form: PaymentForm | None = None) -> str:
    """Render the money of a night. ``form``: a refused payment."""
    shown = store.money_of_night(current_club_id(), night)
    form = PaymentForm.sent_or_blank(form)
    form.payer.choices = form.payee.choices = {**choices_of(_payers(shown), nobody="–"), KITTY: "The kitty"}
    return render_template(
        "money/night.html",
        money=shown,
        reckonings=[(currency_of(code), reckoning) for code, reckoning in shown.reckonings.items()],
        corrected=plays_corrected_since(current_club_id(), shown),
        form=form,
    )


def _payers(night_money: NightMoney) -> list[str]:
    """Return the people who can pay and be paid: first those with an open amount in this night, then recent players."""
    names = [name for reckoning in night_money.reckonings.values() for name in reckoning.open_balances]
    involved = [name for name in names if name != KITTY]
    return list(dict.fromkeys([*involved, *recent_players(current_club_id())]))


@money.post("/nights/<night>/payments")
def record_payment(night: str) -> ResponseReturnValue:
    """Record a payment that was typed, or a suggested one, whose amount is sent as ``units``."""
    state, form = night_or_404(night), PaymentForm()
    show_again(lambda: _night_page(state, form))
    currency = currency_of(form.currency.data) if form.currency.raw_data else settings_of(current_club_id()).currency
    is_suggested = bool(form.units.raw_data)
    if is_suggested:
        amount = read_amount(form.units.data, NO_CURRENCY, most=MOST_SETTLED)
    else:
        amount = read_amount(form.amount.data, currency)
    outcome = payments.pay(
        current_member(),
        state,
        payer=form.payer.data,
        payee=form.payee.data,
        amount=form.accept(amount, "amount"),
        currency=currency,
        is_suggested=is_suggested,
        client_id=form.client_id.data,
    )
    if not isinstance(outcome, Written) and is_suggested:
        flash(outcome.problems[0].message)
        return _night_page(state), 409
    _flash_written(form.accept(outcome))
    return redirect(url_for("money.night_money", night=night), 303)


def _flash_written(done: Written) -> None:
    """Flash that a form was saved, now or by an earlier request with the same key."""
    flash("That was saved already." if done.repeated else "Written down.")


@money.post("/nights/<night>/payments/back")
def undo_money_step(night: str) -> ResponseReturnValue:
    """Undo a payment or a carry-over."""
    state, form = night_or_404(night), PaymentForm()
    outcome = payments.take_back(current_member(), form.key.data, form.client_id.data)
    return _redirect_or_refuse(outcome, lambda: _night_page(state), UNDONE_TEXT, "money.night_money", night=night)


@money.post("/nights/<night>/carry")
def carry_over(night: str) -> ResponseReturnValue:
    """Carry open amounts over to the next night."""
    state, form = night_or_404(night), PaymentForm()
    outcome = payments.carry(current_member(), state, form.client_id.data)
    message = "Carried over: this will be settled with the next night."
    return _redirect_or_refuse(outcome, lambda: _night_page(state), message, "money.night_money", night=night)


UNDONE_TEXT = "Undone; it stays in the list below."


def _redirect_or_refuse(
    outcome: WriteResult, page: Callable[[], Any], message: str, endpoint: str, **values: Any
) -> ResponseReturnValue:
    """Flash a message and redirect if something was written; else flash why not, and return the page with 422.

    ``page``: renders the page; ``endpoint``, ``values``: where to redirect.
    """
    if not isinstance(outcome, Written):
        flash(outcome.problems[0].message)
        return page(), 422
    flash(message)
    return redirect(url_for(endpoint, **values), 303)


# The kitty.


@money.get("/balances")
def balances() -> ResponseReturnValue:
    """Show what everybody has won and lost, night by night."""
    by_code = balances_of_club(current_club_id())
    usual_code = settings_of(current_club_id()).currency.code
    codes = sorted(by_code, key=lambda code: (code != usual_code, code))
    return render_template("money/balances.html", balances=[(currency_of(code), by_code[code]) for code in codes])


def _kitty_page(form: KittyForm) -> str:
    """Render the page of the kitty."""
    kitty = kitty_module.kitty_of(current_club_id())
    return render_template(
        "money/kitty.html",
        holds=[(currency_of(code), amount) for code, amount in kitty.holds.items()],
        steps=kitty.steps,
        currency=settings_of(current_club_id()).currency,
        form=form,
    )


@money.route("/kitty", methods=["GET", "POST"])
def kitty() -> ResponseReturnValue:
    """Show the kitty and its history, or put money into it or take some out."""
    form = KittyForm()
    form.check(lambda: _kitty_page(form))
    outcome = kitty_module.move_kitty(
        current_member(),
        into=form.way.data == "in",
        who=form.who.data,
        amount=form.units,
        reason=form.reason.data,
        client_id=form.client_id.data,
    )
    _flash_written(form.accept(outcome))
    return redirect(url_for("money.kitty"), 303)


@money.post("/kitty/back")
def undo_kitty_move() -> ResponseReturnValue:
    """Undo a move of the kitty's money."""
    form = KittyForm()
    outcome = payments.take_back(current_member(), form.key.data, form.client_id.data, (store.IN_KITTY,))
    return _redirect_or_refuse(outcome, lambda: _kitty_page(KittyForm(blank=True)), UNDONE_TEXT, "money.kitty")
