"""Trick by trick: entering the cards of the coming round, and showing those of earlier rounds."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for

from companion.cards.decks import Face, Group
from companion.core.facts import TRUMP
from companion.core.fall import (
    Caught,
    Course,
    Fall,
    Trick,
    Umpire,
    breach_told,
    caught_told,
    fall_from,
    fall_json,
    newly_broken,
    newly_caught,
    tally_told,
)
from companion.core.game import Game
from companion.core.problems import Problem, Problems
from companion.core.rules import Paragraph
from companion.core.situation import Verdict
from companion.store.plays import falls
from companion.store.plays.falls import FallState, Overtaken, PlayWithCards
from companion.store.plays.findings import NamedInRound
from companion.store.plays.states import PlayState, numbers_of
from companion.web.access.guard import club_page, here, new_client_id, writes
from companion.web.forms import NOBODY, trick_text
from companion.web.plays.at_table import Answer, as_sat, marks_at
from companion.web.plays.followed import FollowedRound, by_tricks, follow, is_closed
from companion.web.plays.forms import TrickForm
from companion.web.plays.from_cards import CardsSoFar, so_far
from companion.web.plays.sheet import table_before
from companion.web.support.errors import give_back
from companion.web.support.form_base import name_at
from companion.web.support.initials import at_this_table
from companion.web.support.polling import asking_again, watch

tricks = Blueprint("tricks", __name__, url_prefix="/clubs/<club>/plays/<key>/tricks")

SHOWN_WHOLE = 52
"""Up to so many cards the whole deck lies open; of more only one suit at a time."""


class CardToTap(NamedTuple):
    """A card to tap."""

    card: str
    face: Face
    gone: bool
    """Whether it lies on the table as often as the deck has it."""


@dataclass(frozen=True, slots=True)
class SuitToTap:
    """Cards that are shown together."""

    group: Group
    cards: tuple[CardToTap, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A card on the table."""

    player: str
    face: Face
    wins: bool


@dataclass(frozen=True, slots=True)
class RenegeNotice:
    """A renege, and its remedies."""

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


class BreachNotice(NamedTuple):
    """A card that was played too early."""

    text: str
    fresh: bool
    """Whether it was the last card, or that one has proved it."""

    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class TrickShown:
    """What a page shows of a trick."""

    trick: Trick
    cards: tuple[CardOnTable, ...]
    trump: str
    paragraphs: tuple[Paragraph, ...]


@tricks.app_template_global("by_tricks")
def _by_tricks(game: Game[Any]) -> bool:
    return by_tricks(game)


@tricks.app_template_global("has_cards")
def _has_cards(state: PlayState, slot: int) -> bool:
    return by_tricks(state.game) and falls.has_cards(state, slot)


def _with_cards(key: str) -> PlayWithCards:
    """Return the play with the cards of its coming round; 404 if its game is not played in tricks."""
    found = falls.look(here().club_id, key)
    if found is None or not by_tricks(found.state.game):
        abort(404)
    at_this_table(found.state.setup)
    return found


def _sheet(key: str) -> Answer:
    return redirect(url_for("plays.sheet", club=here().club_key, key=key), 303)


# The page.


@tricks.get("")
@club_page
def page(key: str) -> Answer:
    """Show the round in play: whose turn it is, what was played, and the deck for scorers."""
    found = _with_cards(key)
    return _sheet(key) if is_closed(found.state) else _rendered(follow(found))


def _rendered(
    followed: FollowedRound, problems: Sequence[Problem] = (), said: str = "", typed: str = "", typed_card: str = ""
) -> str:
    """Render the page. ``said``: why nothing was written; ``typed``, ``typed_card``: what was refused."""
    umpire, fall, course = followed.umpire, followed.fall, followed.course
    boards = [_shown(followed, trick) for trick in course.tricks]
    before = umpire.follow(followed.table, umpire.back(fall))
    notices, breaches = _notices(followed, before), _breaches(followed, before)
    news = [one.text for one in notices if one.fresh] + [one.text for one in breaches if one.fresh]
    last = fall.tricks[-1][-1].card if fall.tricks else ""
    number = course.current.number if course.current else len(course.tricks) + 1
    return render_template(
        "plays/tricks.html",
        member=here(),
        state=followed.state,
        table=followed.table,
        followed=followed,
        by=umpire.by,
        last=boards[-1] if boards else None,
        boards=boards,
        number=number,
        length=umpire.by.length(followed.table),
        notices=notices,
        breaches=breaches,
        announcement=_announcement(course, news),
        trump=_trump_told(umpire, course.trump),
        trumps=_trumps(umpire),
        asks_trump=umpire.says_trump and not fall.asked_trump,
        can_declare=umpire.can_declare(fall),
        names_trump=last in umpire.by.naming and number not in (fall.turned or {}),
        suits=_suits(followed),
        is_open=umpire.deck.open,
        outs=fall.out or {},
        mark=followed.mark,
        about_card=[problem.message for problem in problems if problem.field != TRUMP],
        about_trump=[problem.message for problem in problems if problem.field == TRUMP],
        said=said,
        typed=typed,
        typed_card=typed_card,
        strangers=_strangers(followed),
        client_id=new_client_id(),
    )


def _strangers(followed: FollowedRound) -> list[str]:
    """Return sentences about players of the round who are not in its cards, and the other way round."""
    asked, players = followed.table.asked, followed.fall.players
    gone = [name for name in players if name not in asked]
    late = [name for name in asked if name not in players]
    said = [f"{name} sits this round out, but was in this hand from its first card." for name in gone]
    said += [f"{name} is in this round, but was not in this hand at its first card." for name in late]
    return [*said, "The players of a hand stay as they are: take all its cards back to begin it anew."] if said else []


@tricks.get("/state")
@club_page
def poll(key: str) -> Answer:
    """Answer whether the cards have changed since a phone loaded the page."""
    marks = marks_at(key)
    if request.args.get("mark") == str(marks.all):
        return asking_again(Response(status=204), key)
    state, _, mark = _with_cards(key)
    return asking_again(jsonify(mark=str(mark), revision=state.revision, changes=[]), key)


def _shown(followed: FollowedRound, trick: Trick) -> TrickShown:
    verdict = trick.verdict
    winning = verdict.outcome.get("card") if verdict else None
    cards = tuple(
        CardOnTable(
            play.player,
            followed.umpire.deck.face(play.card),
            play.card == winning and play.player == trick.winner,
        )
        for play in trick.plays
    )
    umpire = followed.umpire
    trump = trick.trump_after if umpire.rules.trump_led else trick.trump
    told = f"trump {_trump_told(umpire, trump).lower()}" if trump else _trump_told(umpire, trump).lower()
    return TrickShown(trick, cards, told, _paragraphs(followed.state.game, verdict))


def _paragraphs(game: Game[Any], verdict: Verdict | None) -> tuple[Paragraph, ...]:
    return game.rules.cited(verdict.rules) if verdict else ()


def _announcement(course: Course, news: Sequence[str]) -> str:
    """Return what has just happened for the live region. ``news``: what it revealed."""
    said = [*news]
    last = course.tricks[-1] if course.tricks else None
    if last and last.verdict:
        said.append(last.verdict.verdict if last.complete else f"{last.winner} wins so far.")
    if course.over:
        said.append(f"The hand is over: {tally_told(course.taken)}.")
    elif course.turn:
        said.append(f"{course.turn} {'leads' if course.leads else 'plays'}.")
    return " ".join(said)


# Reneges.


def _notices(followed: FollowedRound, before: Course) -> list[RenegeNotice]:
    """Return reneges that the cards prove, the newest first. ``before``: without the last card."""
    fresh = newly_caught(followed.course, before)
    return [_notice(followed, item, item in fresh) for item in reversed(followed.course.caught)]


def _breaches(followed: FollowedRound, before: Course) -> list[BreachNotice]:
    """Return cards played too early, the newest first. ``before``: without the last card."""
    fresh = newly_broken(followed.course, before)
    known = followed.state.game.rules.by_id
    return [
        BreachNotice(
            breach_told(item, followed.umpire.by),
            item in fresh,
            tuple(known[rule] for rule in item.duty.rules if rule in known),
        )
        for item in reversed(followed.course.breaches)
    ]


def _notice(followed: FollowedRound, item: Caught, fresh: bool) -> RenegeNotice:
    effect = (item.player, item.effect.points, item.effect.reason or "renege") if item.effect else None
    settled = _settled(followed, effect) if effect else ""
    first, _ = followed.umpire.proof(followed.fall, followed.course, item)
    told = caught_told(item, followed.umpire.by)
    return RenegeNotice(
        item.player, told, fresh, effect, settled, _verdict_url(followed, item), first if first > 1 else 0
    )


def _settled(followed: FollowedRound, effect: tuple[str, int, str]) -> str:
    """Return where a penalty is already: beside the coming round, or as a mark in it."""
    for found in followed.state.waiting:
        is_marked = isinstance(found, NamedInRound) and found.player == effect[0]
        if is_marked or (found.player, found.points, found.reason) == effect:
            return "It is on the sheet for this round."
    return ""


def _verdict_url(followed: FollowedRound, item: Caught) -> str:
    """Return the address of the referee's page with these tricks as facts."""
    _, facts = followed.umpire.proof(followed.fall, followed.course, item)
    query: dict[str, Any] = {key: NOBODY if value is None else value for key, value in facts.items()}
    query["tricks"] = "\n".join(trick_text(rows) for rows in facts["tricks"])
    return url_for(
        "referee.play_ask",
        club=here().club_key,
        key=followed.state.key,
        situation=followed.umpire.renege.key,
        ask=1,
        **query,
    )


# The deck.


def _suits(followed: FollowedRound) -> list[SuitToTap]:
    """Return the deck by suits, the suit to be followed opened."""
    umpire = followed.umpire
    current = followed.course.current
    offered = umpire.offered(current.plays if current else ())
    gone = umpire.gone(followed.fall, offered)
    suits: dict[Group, list[CardToTap]] = {}
    for card in offered:
        face = umpire.deck.face(card)
        suits.setdefault(face.group, []).append(CardToTap(card, face, card in gone))
    ordered = sorted(suits, key=lambda group: not group.key)
    whole = len(offered) <= SHOWN_WHOLE
    first = umpire.deck.face(current.plays[0].card).group.key if current else ""
    outcome = current.verdict.outcome if current and current.verdict else {}
    likely = outcome.get("lead", first)
    return [
        SuitToTap(group, tuple(suits[group]), whole or group.key == (likely or ordered[0].key)) for group in ordered
    ]


# Trump.


def _trumps(umpire: Umpire) -> list[tuple[str, str]]:
    """Return the possible trumps, as value and label."""
    item = umpire.trump
    if item is None:
        return []
    pairs = [(str(choice.value), choice.label) for choice in item.choices]
    pairs += [(str(word), str(word).capitalize()) for word in item.hints.quick]
    return [*pairs, (NOBODY, item.nobody)] if item.nobody else pairs


def _trump_told(umpire: Umpire, trump: str | None) -> str:
    return dict(_trumps(umpire)).get(trump or NOBODY, str(trump or "").capitalize())


# What the table does.


@tricks.post("")
@writes
def act(key: str) -> Answer:
    """Change the cards: play one, take one back, name trump, end a trick, and so on."""
    found = _with_cards(key)
    state = found.state
    form = TrickForm()
    if is_closed(state):
        return _sheet(key)
    followed = follow(found)
    if form.slot.data != str(state.next_slot):
        said = "The round was written down meanwhile. This is the next one."
        return _rendered(followed, said=said, typed_card=form.typed_card), 409
    tap = form.client_id.data
    if form.revision != followed.laid.mark:
        repeated = followed.laid.tap == tap
        return redirect(request.path, 303) if repeated else (_overtaken(followed, form.typed_card), 409)
    changed = _changed(followed, form)
    if not isinstance(changed, Fall):
        return _rendered(followed, changed, typed=form.typed.again, typed_card=form.typed_card), 422
    give_back(lambda: _rendered(followed, typed=form.typed.again, typed_card=form.typed_card))
    done = falls.put(
        here(), state, slot=state.next_slot, mark=followed.laid.mark, data=fall_json(changed), client_id=tap,
        on_sheet=_shown_on_sheet(followed) != _shown_on_sheet(followed.but(changed)),
    )  # fmt: skip
    if done is None:
        return _sheet(key)
    watch().stir(key)
    if isinstance(done, Overtaken):
        return _overtaken(follow(_with_cards(key)), form.typed_card), 409
    return redirect(request.path, 303)


def _shown_on_sheet(followed: FollowedRound) -> CardsSoFar | None:
    """Return what the sheet shows of the cards: nothing before the first one."""
    return so_far(followed) if followed.fall.tricks else None


def _overtaken(followed: FollowedRound, typed_card: str = "") -> str:
    said = "Another phone was quicker: this is how the hand stands now. Nothing was changed by you."
    return _rendered(followed, said=said, typed_card=typed_card)


def _changed(followed: FollowedRound, form: TrickForm) -> Fall | Problems:
    """Return the cards after what the form asks for, or why it is refused."""
    umpire, table, fall = followed.umpire, followed.table, followed.fall
    acts: Mapping[str, Callable[[], Fall | Problems]] = {
        "back": lambda: umpire.back(fall),
        "close": lambda: umpire.close(table, fall),
        "over": lambda: replace(fall, over=True),
        "leave": lambda: umpire.leave(table, fall, name_at(fall.players, form.player.data)),
        "trump": lambda: _say_trump(followed, form),
        "declare": lambda: umpire.declare(fall),
    }
    found = acts.get(form.do.data)
    if found is not None:
        return found()
    player = name_at(fall.players, form.player.data) or followed.course.turn or fall.leader
    typed = "-".join(form.typed.data.split())
    return umpire.play(table, fall, player, form.card.data or typed, form.same.data)


def _say_trump(followed: FollowedRound, form: TrickForm) -> Fall | Problems:
    text = form.trump.data or form.typed.data
    item = followed.umpire.trump
    value = None if item is not None and item.nobody and text == NOBODY else text
    current = followed.course.current
    now = current.number if current else len(followed.course.tricks) + 1
    return followed.umpire.say_trump(followed.fall, value, now if form.when.data == "now" else None)


# Looking back.


@tricks.get("/<int:slot>")
@club_page
def fell(key: str, slot: int) -> Answer:
    """Show the cards of an earlier round."""
    state = as_sat(_with_cards(key).state, slot)
    number = numbers_of(state.slots).get(slot)
    cards = falls.fallen(state, slot) if number is not None else None
    if number is None or cards is None:
        abort(404)
    table = table_before(state, min(number, len(state.sheet.rounds) + 1))
    umpire = Umpire(state.game, state.setup.options)
    fall = fall_from(cards, (), "")
    followed = FollowedRound(state, table, umpire, FallState(slot, cards, 0), fall, umpire.follow(table, fall))
    boards = [_shown(followed, trick) for trick in followed.course.tricks]
    caught: Iterable[str] = (caught_told(item, umpire.by) for item in followed.course.caught)
    breaches = (breach_told(item, umpire.by) for item in followed.course.breaches)
    return render_template(
        "plays/fall.html",
        member=here(),
        state=state,
        slot=slot,
        number=number,
        boards=boards,
        followed=followed,
        caught=[*caught, *breaches],
    )
