"""Trick by trick: the cards of the coming round as they fall, and those of earlier rounds as they fell."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, flash, jsonify, redirect, render_template, request, url_for

from companion.cards.decks import Face, Group
from companion.core.game import Game, Table
from companion.core.hand import (
    TRUMP,
    Caught,
    Course,
    Hand,
    Trick,
    Umpire,
    caught_told,
    hand_from,
    hand_json,
    newly_caught,
    tally_told,
)
from companion.core.problems import Problem, Problems
from companion.core.report import next_json
from companion.core.rules import Paragraph
from companion.core.situation import Situation, Verdict
from companion.store import hands
from companion.store import plays as store
from companion.store.hands import Followed, Laid, Overtaken
from companion.store.notes import Correction, Marked
from companion.store.states import PlayState, numbers_of
from companion.web.at_table import Answer
from companion.web.errors import give_back
from companion.web.form_base import seated
from companion.web.forms import NOBODY, plays_text
from companion.web.guard import club_page, here, new_client_id, writes
from companion.web.play_forms import TrickForm
from companion.web.sheet import table_before

tricks = Blueprint("tricks", __name__, url_prefix="/clubs/<club>/plays/<key>/tricks")

SHOWN_WHOLE = 52
"""Up to so many cards the whole deck lies open; of more only one suit at a time."""


class Tap(NamedTuple):
    """A card to tap."""

    card: str
    face: Face
    gone: bool
    """Whether it lies on the table as often as the deck has it."""


@dataclass(frozen=True, slots=True)
class Suit:
    """Cards that stand together in the deck."""

    group: Group
    cards: tuple[Tap, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class Lain:
    """A card on the table."""

    player: str
    face: Face
    wins: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A renege, and what to do about it."""

    player: str
    text: str
    fresh: bool
    """Whether the last card has proved it."""

    effect: tuple[str, int, str] | None
    settled: str
    """Where its penalty stands already, as a sentence; empty: nowhere."""

    verdict: str
    """The address of the whole verdict."""

    counts_from: int
    """The trick that is the first there, where trump was another before; 0: all tricks are there."""


@dataclass(frozen=True, slots=True)
class Board:
    """All that a page says about one trick."""

    trick: Trick
    cards: tuple[Lain, ...]
    trump: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """The hand at the table of a play, and how it stands."""

    state: PlayState
    table: Table[Any]
    umpire: Umpire
    laid: Laid
    fall: Hand
    course: Course
    mark: int = 0
    """How far the play has come: whoever shows an older one loads anew."""


def by_tricks(game: Game[Any]) -> bool:
    """Whether hands of this game can be followed trick by trick."""
    return any(situation.by_tricks for situation in game.situations)


@tricks.app_template_global("by_tricks")
def _by_tricks(game: Game[Any]) -> bool:
    return by_tricks(game)


@tricks.app_template_global("has_cards")
def _has_cards(state: PlayState, slot: int) -> bool:
    return by_tricks(state.game) and hands.has_cards(state, slot)


def _seat(followed: Followed) -> Seat:
    """The hand of the coming round."""
    state, laid, mark = followed
    table = store.coming_table(state, store.draft_of(state))
    umpire = Umpire(state.game, state.setup.options)
    leads = (next_json(state.game, table) or {}).get("leads")
    players = table.asked
    hand = hand_from(laid.data, players, leads if leads in players else players[0])
    return Seat(state, table, umpire, laid, hand, umpire.follow(table, hand), mark)


def facts_from_cards(state: PlayState, situation: Situation) -> dict[str, Any]:
    """What the cards entered for the coming round answer of a question to the referee, as raw facts."""
    if not by_tricks(state.game) or _is_closed(state):
        return {}
    seat = _seat(Followed(state, hands.coming(state), 0))
    if not seat.fall.tricks:
        return {TRUMP: seat.fall.trump} if seat.fall.asked_trump else {}
    if situation.key == seat.umpire.renege.key:
        return seat.umpire.proof(seat.fall, seat.course)[1]
    shown = seat.course.current
    if situation.key == seat.umpire.trick.key:
        shown = shown or seat.course.tricks[-1]
    return seat.umpire.trick_facts(shown.plays if shown else (), shown.trump if shown else seat.course.trump)


def _followed(key: str) -> Followed:
    """The play with the cards of its coming round, if its game goes by tricks."""
    followed = hands.look(here().club_id, key)
    if followed is None or not by_tricks(followed.state.game):
        abort(404)
    return followed


def _sheet(key: str) -> Answer:
    return redirect(url_for("plays.sheet", club=here().club_key, key=key), 303)


def _is_closed(state: PlayState) -> bool:
    """Whether there is no coming round to play."""
    return state.over or state.sheet.refusal is not None


# The page.


@tricks.get("")
@club_page
def page(key: str) -> Answer:
    """The hand that is being played: whose turn it is, what lies there, and the deck for those who write."""
    followed = _followed(key)
    return _sheet(key) if _is_closed(followed.state) else _rendered(_seat(followed))


def _rendered(
    seat: Seat, problems: Sequence[Problem] = (), said: str = "", typed: str = "", typed_card: str = ""
) -> str:
    """``said``: why nothing was written; ``typed``: a trump that was not taken; ``typed_card``: a card."""
    umpire, hand, course = seat.umpire, seat.fall, seat.course
    boards = [_board(seat, trick) for trick in course.tricks]
    last = hand.tricks[-1][-1].card if hand.tricks else ""
    number = course.current.number if course.current else len(course.tricks) + 1
    return render_template(
        "tricks.html",
        member=here(),
        state=seat.state,
        table=seat.table,
        seat=seat,
        by=umpire.by,
        last=boards[-1] if boards else None,
        boards=boards,
        number=number,
        length=umpire.by.length(seat.table),
        notices=_notices(seat),
        announcement=_announcement(seat),
        trump=_trump_told(umpire, course.trump),
        trumps=_trumps(umpire),
        asks_trump=umpire.trump is not None and not hand.asked_trump,
        names_trump=last in umpire.by.naming and number not in (hand.turned or {}),
        suits=_suits(seat),
        is_open=umpire.deck.open,
        outs=hand.out or {},
        mark=seat.mark,
        about_card=[problem.message for problem in problems if problem.field != TRUMP],
        about_trump=[problem.message for problem in problems if problem.field == TRUMP],
        said=said,
        typed=typed,
        typed_card=typed_card,
        strangers=_strangers(seat),
        client_id=new_client_id(),
    )


def _strangers(seat: Seat) -> list[str]:
    """Who of the coming round and who of the hand are not in the other, as sentences."""
    asked, players = seat.table.asked, seat.fall.players
    gone = [name for name in players if name not in asked]
    late = [name for name in asked if name not in players]
    said = [f"{name} sits this round out, but was in this hand from its first card." for name in gone]
    said += [f"{name} is in this round, but was not in this hand at its first card." for name in late]
    return [*said, "The players of a hand stay as they are: take all its cards back to begin it anew."] if said else []


@tricks.get("/state")
@club_page
def poll(key: str) -> Answer:
    """Whether the hand stands as a phone shows it, so that it knows whether to load anew."""
    state, _, mark = _followed(key)
    if request.args.get("mark") == str(mark):
        return Response(status=204)
    return jsonify(mark=str(mark), revision=state.revision, changes=[])


def _board(seat: Seat, trick: Trick) -> Board:
    verdict = trick.verdict
    winning = verdict.outcome.get("card") if verdict else None
    cards = tuple(
        Lain(
            play.player,
            seat.umpire.deck.face(play.card),
            play.card == winning and play.player == trick.winner,
        )
        for play in trick.plays
    )
    return Board(trick, cards, _trump_told(seat.umpire, trick.trump), _paragraphs(seat.state.game, verdict))


def _paragraphs(game: Game[Any], verdict: Verdict | None) -> tuple[Paragraph, ...]:
    return tuple(game.rules.by_id[rule] for rule in verdict.rules if rule in game.rules.by_id) if verdict else ()


def _announcement(seat: Seat) -> str:
    """What has just happened, in one breath, for the live region."""
    course = seat.course
    said = [notice.text for notice in _notices(seat) if notice.fresh]
    last = course.tricks[-1] if course.tricks else None
    if last and last.verdict:
        said.append(last.verdict.verdict if last.complete else f"{last.winner} wins so far.")
    if course.over:
        said.append(f"The hand is over: {tally_told(course.taken)}.")
    elif course.turn:
        said.append(f"{course.turn} {'leads' if course.leads else 'plays'}.")
    return " ".join(said)


# Reneges.


def _notices(seat: Seat) -> list[Notice]:
    """What the cards prove against somebody, the newest first."""
    before = seat.umpire.follow(seat.table, seat.umpire.back(seat.fall))
    fresh = newly_caught(seat.course, before)
    return [_notice(seat, item, item in fresh) for item in reversed(seat.course.caught)]


def _notice(seat: Seat, item: Caught, fresh: bool) -> Notice:
    effect = (item.player, item.effect.points, item.effect.reason or "renege") if item.effect else None
    settled = _settled(seat, effect) if effect else ""
    first, _ = seat.umpire.proof(seat.fall, seat.course, item)
    told = caught_told(item, seat.umpire.by)
    return Notice(item.player, told, fresh, effect, settled, _verdict_url(seat, item), first if first > 1 else 0)


def _settled(seat: Seat, effect: tuple[str, int, str]) -> str:
    """Where a penalty stands already: beside the coming round, or as a mark in it."""
    player = effect[0]
    for found in seat.state.waiting:
        if found.player == player and (isinstance(found, Marked) or found == Correction(*effect)):
            return "It is on the sheet for this round."
    return ""


def _verdict_url(seat: Seat, item: Caught) -> str:
    """The referee's page with these tricks as its facts."""
    _, facts = seat.umpire.proof(seat.fall, seat.course, item)
    query: dict[str, Any] = {key: NOBODY if value is None else value for key, value in facts.items()}
    query["tricks"] = "\n".join(plays_text(rows) for rows in facts["tricks"])
    return url_for(
        "referee.play_ask",
        club=here().club_key,
        key=seat.state.key,
        situation=seat.umpire.renege.key,
        ask=1,
        **query,
    )


# The deck.


def _suits(seat: Seat) -> list[Suit]:
    """The deck, by suits; open is the suit that is to be followed."""
    umpire = seat.umpire
    current = seat.course.current
    offered = umpire.offered(current.plays if current else ())
    gone = umpire.gone(seat.fall, offered)
    suits: dict[Group, list[Tap]] = {}
    for card in offered:
        face = umpire.deck.face(card)
        suits.setdefault(face.group, []).append(Tap(card, face, card in gone))
    ordered = sorted(suits, key=lambda group: not group.key)
    whole = len(offered) <= SHOWN_WHOLE
    first = umpire.deck.face(current.plays[0].card).group.key if current else ""
    outcome = current.verdict.outcome if current and current.verdict else {}
    likely = outcome.get("lead", first)
    return [Suit(group, tuple(suits[group]), whole or group.key == (likely or ordered[0].key)) for group in ordered]


# Trump.


def _trumps(umpire: Umpire) -> list[tuple[str, str]]:
    """What can be trump, to tap: value and label."""
    item = umpire.trump
    if item is None:
        return []
    pairs = [(str(choice.value), choice.label) for choice in item.choices]
    pairs += [(word, word.capitalize()) for word in item.suggested]
    return [*pairs, (NOBODY, item.nobody)] if item.nobody else pairs


def _trump_told(umpire: Umpire, trump: str | None) -> str:
    return dict(_trumps(umpire)).get(trump or NOBODY, str(trump or "").capitalize())


# What the table does.


@tricks.post("")
@writes
def act(key: str) -> Answer:
    """Enter a card, take one back, name the trump, end a trick or the hand, or let somebody leave it."""
    followed = _followed(key)
    state = followed.state
    form = TrickForm()
    if _is_closed(state):
        return _sheet(key)
    seat = _seat(followed)
    if form.slot.data != str(state.next_slot):
        said = "The round was written down meanwhile. This is the next one."
        return _rendered(seat, said=said, typed_card=form.typed_card), 409
    tap = form.client_id.data
    if form.revision != seat.laid.mark:
        repeated = seat.laid.tap == tap
        return redirect(request.path, 303) if repeated else (_overtaken(seat, form.typed_card), 409)
    changed = _changed(seat, form)
    if not isinstance(changed, Hand):
        return _rendered(seat, changed, typed=form.typed.again, typed_card=form.typed_card), 422
    give_back(lambda: _rendered(seat, typed=form.typed.again, typed_card=form.typed_card))
    done = hands.put(here(), state, slot=state.next_slot, mark=seat.laid.mark, data=hand_json(changed), client_id=tap)
    if done is None:
        return _sheet(key)
    if isinstance(done, Overtaken):
        return _overtaken(_seat(_followed(key)), form.typed_card), 409
    return redirect(request.path, 303)


def _overtaken(seat: Seat, typed_card: str = "") -> str:
    said = "Another phone was quicker: this is how the hand stands now. Nothing was changed by you."
    return _rendered(seat, said=said, typed_card=typed_card)


def _changed(seat: Seat, form: TrickForm) -> Hand | Problems:
    """The hand after what the form asks for, or why it stays as it is."""
    umpire, table, hand = seat.umpire, seat.table, seat.fall
    acts: Mapping[str, Callable[[], Hand | Problems]] = {
        "back": lambda: umpire.back(hand),
        "close": lambda: umpire.close(table, hand),
        "over": lambda: replace(hand, over=True),
        "leave": lambda: umpire.leave(table, hand, seated(hand.players, form.player.data)),
        "trump": lambda: _say_trump(seat, form),
    }
    found = acts.get(form.do.data)
    if found is not None:
        return found()
    player = seated(hand.players, form.player.data) or seat.course.turn or hand.leader
    typed = "-".join(form.typed.data.split())
    return umpire.play(table, hand, player, form.card.data or typed, form.same.data)


def _say_trump(seat: Seat, form: TrickForm) -> Hand | Problems:
    text = form.trump.data or form.typed.data
    item = seat.umpire.trump
    value = None if item is not None and item.nobody and text == NOBODY else text
    current = seat.course.current
    now = current.number if current else len(seat.course.tricks) + 1
    return seat.umpire.say_trump(seat.fall, value, now if form.when.data == "now" else None)


@tricks.post("/count")
@writes
def count(key: str) -> Answer:
    """Put what the cards settle into the form of the coming round."""
    followed = _followed(key)
    state = followed.state
    form = TrickForm()
    if _is_closed(state):
        return _sheet(key)
    seat = _seat(followed)
    if form.slot.data != str(state.next_slot) or form.revision != seat.laid.mark:
        return _overtaken(seat), 409
    fields = state.game.fields(seat.table)
    settled = seat.umpire.settled(seat.table, fields, seat.fall)
    draft = store.draft_of(state)
    known = draft.data if draft else {}
    given = [item.label.lower() for item in fields if settled.get(item.key) is not None]
    left = [item.label.lower() for item in fields if item.key in settled and settled[item.key] is None]
    left = left if any(settled[name] is None and name in known for name in settled) else []
    if not given and not left:
        problem = Problem("card", "The cards settle nothing of the round yet.")
        return _rendered(seat, [problem]), 422
    if store.patch_draft(here(), key, slot=state.next_slot, patch=_patch(settled, known)) is None:
        return _overtaken(_seat(_followed(key))), 409
    flash(
        f"From the cards: {', '.join(given)}. Look at them, fill in the rest, and save the round."
        if given
        else f"The cards do not settle this any more: {', '.join(left)}."
    )
    return _sheet(key)


def _patch(settled: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """What the cards settle as a patch of the draft, which takes out the names that they say nothing of."""
    patch: dict[str, Any] = {}
    for key, value in settled.items():
        there = known.get(key)
        names = there if isinstance(value, dict) and isinstance(there, dict) else ()
        patch[key] = {**dict.fromkeys(names), **value} if isinstance(value, dict) else value
    return patch


# Looking back.


@tricks.get("/<int:slot>")
@club_page
def fell(key: str, slot: int) -> Answer:
    """The cards of an earlier round, as they fell."""
    state = _followed(key).state
    number = numbers_of(state.slots).get(slot)
    cards = hands.fallen(state, slot) if number is not None else None
    if number is None or cards is None:
        abort(404)
    table = table_before(state, min(number, len(state.sheet.rounds) + 1))
    umpire = Umpire(state.game, state.setup.options)
    hand = hand_from(cards, (), "")
    seat = Seat(state, table, umpire, Laid(slot, cards, 0), hand, umpire.follow(table, hand))
    boards = [_board(seat, trick) for trick in seat.course.tricks]
    caught: Iterable[str] = (caught_told(item, umpire.by) for item in seat.course.caught)
    return render_template(
        "fell.html", member=here(), state=state, slot=slot, number=number, boards=boards, seat=seat, caught=list(caught)
    )
