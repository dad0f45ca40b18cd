"""The pages trick by trick: entering the cards of the coming round, and showing those of earlier rounds."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.core.entry.problems import Problems
from companion.core.referee.facts import TRUMP
from companion.core.tricks.course_texts import breach_text, proved_renege_text
from companion.core.tricks.recorded_cards import RecordedCards, recorded_from_json, recorded_json
from companion.core.tricks.recorder import Recorder
from companion.store.database.runtime import runtime
from companion.store.log.write_results import Stale
from companion.store.plays.coming_round import round_cards
from companion.store.plays.coming_round.drafts import PlayWithDraft
from companion.store.plays.coming_round.round_cards import RoundCards
from companion.store.plays.edits.slots import round_numbers
from companion.web.access.guard import current_member
from companion.web.forms.table_field import NOBODY
from companion.web.plays.pages import (
    marks_or_404,
    play_with_draft_or_404,
    redirect_to_sheet,
    show_as_of_round,
)
from companion.web.plays.rounds.round_form import table_before
from companion.web.plays.tricks.card_values import CardValues, values_from_cards
from companion.web.plays.tricks.followed_round import FollowedRound, follow_round, is_entered_by_tricks
from companion.web.plays.tricks.forms import TrickForm
from companion.web.plays.tricks.pages import (
    breach_notices,
    renege_notices,
    roster_warnings,
    shown_calls,
    suits_to_tap,
    trump_in_words,
    trumps_to_tap,
    unfolded_suits,
)
from companion.web.support.form_base import show_again
from companion.web.support.parsing import name_by_index
from companion.web.support.requests.not_found import or_404
from companion.web.support.requests.polling import with_poll_interval

tricks = Blueprint("tricks", __name__, url_prefix="/clubs/<club>/plays/<key>/tricks")


def _play_or_404(key: str) -> PlayWithDraft:
    """Return the play with its draft and the counter of all changes; abort with 404 if it is not played in tricks."""
    marks = marks_or_404(key)  # read first, so that the page shows at least what they count
    found = play_with_draft_or_404(key)._replace(mark=marks.all)
    or_404(is_entered_by_tricks(found.state.game))
    return found


# The page.


@tricks.route("", methods=["GET", "POST"])
def page(key: str) -> ResponseReturnValue:
    """Show the coming round trick by trick: whose turn it is, the cards played, and the deck for scorers.

    Or carry out a step: play a card, take one back, name trump, end a trick, and so on.
    """
    found = _play_or_404(key)
    state, form = found.state, TrickForm()
    if not state.has_coming_round:
        return redirect_to_sheet(key)
    followed = follow_round(*found)
    if not form.is_submitted():
        return _render_page(followed)
    if form.slot.data != str(state.next_slot):
        message = "The round was saved meanwhile. This is the next one."
        return _render_page(followed, form, message), 409
    client_id = form.client_id.data
    if form.revision != followed.stored_cards.mark:
        repeated = followed.stored_cards.client_id == client_id
        return redirect(request.path, 303) if repeated else (_conflict_page(followed, form), 409)
    changed = _apply_action(followed, form)
    if not isinstance(changed, RecordedCards):
        for problem in changed:
            form.refuse(problem.field if problem.field in (TRUMP, "call") else "card", problem.message)
        return _render_page(followed, form), 422
    show_again(lambda: _render_page(followed, form))
    done = round_cards.save_cards(
        current_member(), state, slot=state.next_slot, mark=followed.stored_cards.mark, data=recorded_json(changed),
        client_id=client_id, on_sheet=_shown_on_sheet(followed) != _shown_on_sheet(followed.with_cards(changed)),
    )  # fmt: skip
    if done is None:
        return redirect_to_sheet(key)
    runtime().polls.note_activity(key)
    if isinstance(done, Stale):
        return _conflict_page(follow_round(*_play_or_404(key)), form), 409
    return redirect(request.path, 303)


def _render_page(followed: FollowedRound, form: TrickForm | None = None, conflict: str = "") -> str:
    """Render the coming round trick by trick. ``form``: the refused step; ``conflict``: why it came too late."""
    recorder, recorded, course = followed.recorder, followed.recorded, followed.course
    before = recorder.follow(followed.table, recorder.undo(recorded))
    last = recorded.tricks[-1][-1].card if recorded.tricks else ""
    number = course.current.number if course.current else len(course.tricks) + 1
    suits = suits_to_tap(followed)
    return render_template(
        "plays/tricks/tricks.html",
        state=followed.state,
        followed=followed,
        number=number,
        notices=renege_notices(followed, before),
        breaches=breach_notices(followed, before),
        trump=trump_in_words(recorder, course.trump),
        trumps=trumps_to_tap(recorder),
        asks_trump=recorder.asks_trump and not recorded.is_trump_known,
        calls=shown_calls(followed),
        can_declare=recorder.can_declare(recorded),
        names_trump=last in recorder.by_tricks.forms.naming_trump and number not in recorded.trumps_entered,
        suits=suits,
        unfolded=unfolded_suits(followed, suits),
        gone=recorder.used_up_cards(recorded, [card for cards in suits.values() for card in cards]),
        conflict=conflict,
        form=form or TrickForm(blank=True),
        roster_warnings=roster_warnings(followed),
    )


@tricks.get("/state")
def poll(key: str) -> ResponseReturnValue:
    """Answer a poll: whether the cards have changed since the phone loaded the page."""
    marks = marks_or_404(key)
    if request.args.get("mark") == str(marks.all):
        return with_poll_interval(Response(status=204), key)
    state, _, mark = _play_or_404(key)
    return with_poll_interval(jsonify(mark=str(mark), revision=state.revision, changes=[]), key)


# Steps.


def _shown_on_sheet(followed: FollowedRound) -> CardValues | None:
    """Return what the sheet shows of the cards; None before the first card or call."""
    return values_from_cards(followed) if followed.recorded.tricks or followed.recorded.calls else None


def _conflict_page(followed: FollowedRound, form: TrickForm) -> str:
    """Render the page with the message that another phone was faster."""
    message = "Another phone was quicker. This is the present hand; your card was not saved."
    return _render_page(followed, form, message)


def _apply_action(followed: FollowedRound, form: TrickForm) -> RecordedCards | Problems:
    """Apply the action chosen in the form to the cards of the round; return the new cards, or the problems.

    Without an action, the card that was tapped or typed is played.
    """
    recorder, table, recorded = followed.recorder, followed.table, followed.recorded
    acts: Mapping[str, Callable[[], RecordedCards | Problems]] = {
        "back": lambda: (
            recorder.undo(recorded)
            if recorded.tricks or not recorded.calls
            else recorder.take_call_back(table, recorded)
        ),
        "call": lambda: recorder.add_call(table, recorded, form.call.data),
        "close": lambda: recorder.close_trick(table, recorded),
        "over": lambda: replace(recorded, over=True),
        "leave": lambda: recorder.toggle_leaving(table, recorded, name_by_index(recorded.players, form.player.data)),
        "trump": lambda: _name_trump(followed, form),
        "declare": lambda: recorder.toggle_declaration(recorded),
    }
    act = acts.get(form.do.data)
    if act is not None:
        return act()
    player = name_by_index(recorded.players, form.player.data) or followed.course.turn or recorded.leader
    typed = "-".join(form.typed.data.split())
    return recorder.add_card(table, recorded, player, form.card.data or typed, form.same.data)


def _name_trump(followed: FollowedRound, form: TrickForm) -> RecordedCards | Problems:
    """Return the cards after trump is named, or the problems with it."""
    text = form.trump.data or form.typed.data
    field = followed.recorder.trump
    value = None if field is not None and field.nobody and text == NOBODY else text
    current = followed.course.current
    now = current.number if current else len(followed.course.tricks) + 1
    return followed.recorder.set_trump(followed.recorded, value, now if form.when.data == "now" else None)


# Earlier rounds.


@tricks.get("/<int:slot>")
def earlier_round(key: str, slot: int) -> ResponseReturnValue:
    """Show the cards of an earlier round."""
    state = show_as_of_round(_play_or_404(key).state, slot)
    number = or_404(round_numbers(state.slots).get(slot))
    cards = round_cards.cards_of_round(state, slot)
    if cards is None:
        abort(404)
    table = table_before(state, min(number, len(state.sheet.rounds) + 1))
    recorder = Recorder(state.game, state.setup.options, state.setup.players, state.setup.sides)
    recorded = recorded_from_json(cards, (), "")
    followed = FollowedRound(state, table, recorder, RoundCards(cards, 0), recorded, recorder.follow(table, recorded))
    reneges = [proved_renege_text(proved, recorder.by_tricks) for proved in followed.course.proved_reneges]
    early_cards = [breach_text(breach, recorder.by_tricks) for breach in followed.course.breaches]
    return render_template(
        "plays/tricks/cards_played.html",
        state=state,
        slot=slot,
        number=number,
        calls=shown_calls(followed),
        followed=followed,
        breaches=[*reneges, *early_cards],
    )
