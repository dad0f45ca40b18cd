"""Views for secret bids: each phone bids for its own player, a scorer's phone also for players without one."""

from flask import Blueprint, flash
from flask.typing import ResponseReturnValue

from companion.core.entry.problems import Problem
from companion.core.entry.record import read_record
from companion.core.play.bids import sealable_fields
from companion.store.log.write_results import Refused
from companion.store.plays.coming_round import secret_bids as store
from companion.store.plays.coming_round.drafts import DraftState, coming_table, is_secret
from companion.store.plays.edits import commands
from companion.store.plays.play_details import SEALED
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_member, for_viewers
from companion.web.forms.entry import read_entry
from companion.web.plays.bids.forms import SecretForm
from companion.web.plays.bids.pages import may_be_secret
from companion.web.plays.pages import (
    play_of,
    play_with_draft_or_404,
    redirect_to_sheet,
    refusal_text,
    response_after_edit,
    sheet_page,
)
from companion.web.plays.rounds.missing_answers import problems_before_hand
from companion.web.support.form_base import SwitchForm, show_again
from companion.web.support.parsing import name_by_index

secret_bids = Blueprint("secret_bids", __name__, url_prefix="/clubs/<club>/plays/<key>")

STALE_TEXT = "The round has gone on meanwhile. This is its present state; your bid was not saved."
OPEN_TEXT = "Bids are open in this game now, so your secret bid was not saved. Enter it with the round."


@secret_bids.post("/draft/secret")
@for_viewers
def save_bid(key: str) -> ResponseReturnValue:
    """Save a secret bid, or take one back; the last bid reveals all."""
    state, draft, _ = play_with_draft_or_404(key)
    form = SecretForm()
    if form.slot.data != str(state.next_slot) or state.over:
        return _late_page(key, STALE_TEXT)
    if not state.details.secret:
        return _late_page(key, OPEN_TEXT)
    if form.back.raw_data:
        return _take_back(state, form)
    fields = sealable_fields(state.game.scoring.fields(coming_table(state, draft)))
    typed = read_entry(fields, form.sent)
    given = {key: value for key, value in typed.items() if value}
    _, problems = read_record([item.of(required=False) for item in fields], given)
    if not given:
        problems = [Problem("", "First tap what is bid.")]
    if problems:
        return sheet_page(state, secret=(given, tuple(problems))), 422
    show_again(lambda: sheet_page(state, secret=(given, ())))
    done = store.enter_secret_bids(
        current_member(), state, slot=state.next_slot, bids=given, client_id=form.client_id.data,
        instead=form.instead.data,
        locks=lambda data: not problems_before_hand(
            state, coming_table(state, DraftState(data, locked=False)), data
        ),
    )  # fmt: skip
    if done is None:
        return _late_page(key, STALE_TEXT)
    if isinstance(done, Refused):
        now = play_with_draft_or_404(key)
        if not is_secret(now.state, now.draft):
            flash(refusal_text(done))
            return sheet_page(now.state), 409
        return sheet_page(now.state, secret=(given, done.problems)), 422
    if done.mark == done.before:
        flash("That bid was saved already; it counts once.")
    return redirect_to_sheet(key)


def _take_back(state: PlayState, form: SecretForm) -> ResponseReturnValue:
    """Take a secret bid back."""
    name = name_by_index(state.setup.players, form.back.data)
    if name not in state.setup.players:
        return _late_page(state.key, STALE_TEXT)
    done = store.take_back_bid(current_member(), state, slot=state.next_slot, name=name)
    if isinstance(done, Refused):
        flash(refusal_text(done))
        return sheet_page(state), 422
    return redirect_to_sheet(state.key) if done else _late_page(state.key, STALE_TEXT)


def _late_page(key: str, text: str) -> ResponseReturnValue:
    """Render the sheet with a message that a bid came too late."""
    flash(text)
    return sheet_page(play_of(key)), 409


@secret_bids.post("/secret")
def switch(key: str) -> ResponseReturnValue:
    """Switch between secret and open bidding."""
    form, state = SwitchForm(), play_of(key)
    about = {SEALED: (form.is_on and may_be_secret(state.game.slug)) or None}
    outcome = commands.edit_details(current_member(), state, about=about, **form.rescore_args)
    return response_after_edit(outcome, key)
