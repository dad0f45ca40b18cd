"""What the pages of a night show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from companion.core.game.ranking import leaders
from companion.core.house.house_rules import HouseRules
from companion.core.statistics.play_summary import margin_text, sheet_decision_sentences, totals_by_round
from companion.core.words import COUNTS_AS, counted, figure, listed, on_one_line, wins
from companion.store.club.zones import local_time, zone_of
from companion.store.house.house_rules import by_id
from companion.store.nights import night_state
from companion.store.nights.move_plays import has_money, plays_in
from companion.store.nights.night_state import NightState, day_text
from companion.store.plays import play_lists
from companion.store.plays.play_state import PlayState, load_play
from companion.store.rulings import read_rulings
from companion.store.rulings.read_rulings import RulingState
from companion.web.access.guard import current_club_id
from companion.web.people.statistics import Chart, totals_chart
from companion.web.support.requests.not_found import or_404

NEAR = timedelta(hours=12)
"""How long after the last round of a night a ruling still belongs to it."""

FEWEST_ROUNDS = 2
"""The fewest rounds for which a chart is drawn."""


@dataclass(frozen=True, slots=True)
class NightPlay:
    """A play of a night."""

    state: PlayState
    begun: datetime
    """When it began, in the club's time zone."""

    minutes: int
    """How long it took; 0 if unknown."""

    house: HouseRules | None
    """The house rules that it began under."""

    @property
    def result(self) -> str:
        """Who won, or which round is being played."""
        state = self.state
        if not state.over:
            return f"{state.game.terms.round} {len(state.slots) + 1}"
        won = wins(state.winners, bool(state.setup.sides)) or "ended"
        return f"{won} ({COUNTS_AS[state.games]})" if state.games > 1 else won

    @property
    def standings_text(self) -> str:
        """The standings in words: ``1. Ann 45, 2. Bob 42``."""
        rows = [(standing.place, name) for standing in self.state.standings for name in standing.names]
        return ", ".join(on_one_line(f"{place}. {name}", figure(self.state.totals[name])) for place, name in rows)


@dataclass(frozen=True, slots=True)
class ShownNight:
    """A night as its pages show it."""

    night: NightState
    plays: tuple[NightPlay, ...]
    discarded: tuple[NightPlay, ...]
    names_present: tuple[str, ...]
    """Who was there without playing."""

    wins: tuple[tuple[str, int], ...]
    """Names and numbers of games won, most first."""

    rulings: tuple[RulingState, ...]
    is_for_money: bool
    """Whether any play had a stake, or anything was paid."""

    @property
    def most_wins_text(self) -> str:
        """Who won most, in a sentence; empty if nobody won anything."""
        return most_wins_sentence(self.wins, sum(play.state.games for play in self.plays if play.state.counts))

    @property
    def match_scores(self) -> list[str]:
        """The games won in each title that the same people played several times: ``Cribbage: Ann 3, Bob 1``."""
        found: dict[tuple[str, frozenset[str]], list[PlayState]] = {}
        for play in self.plays:
            if play.state.counts:
                found.setdefault((play.state.title, frozenset(play.state.setup.names)), []).append(play.state)
        return [_match_score(title, states) for (title, _), states in found.items() if len(states) > 1]

    @property
    def title(self) -> str:
        """The name of the night, or its date."""
        return self.night.details.name or day_text(self.night.date)


def night_or_404(key: str) -> NightState:
    """Return the night with this key; abort with 404 if the club has none."""
    return or_404(night_state.night_by_key(current_club_id(), key))


def _match_score(title: str, states: Sequence[PlayState]) -> str:
    """Return how many games each player won in plays of the same people: ``Cribbage: Ann 3, Bob 1``."""
    names = states[0].setup.names
    won = {name: sum(state.games for state in states if name in state.winners) for name in names}
    return f"{title}: {', '.join(on_one_line(name, games) for name, games in play_lists.sort_by_number(won))}"


def most_wins_sentence(won: Sequence[tuple[str, int]], games: int) -> str:
    """Return who won most: ``Ann won most: 2 of 3 games.``; empty if nobody won anything.

    ``won``: names and numbers of games won, most first; ``games``: how many there were.
    """
    if not won:
        return ""
    best = leaders(dict(won))
    share = f"{won[0][1]} of {counted(games, 'game')}"
    return f"{best[0]} won most: {share}." if len(best) == 1 else f"{listed(best)} each won {share}."


def shown_night(night: NightState) -> ShownNight:
    """Return what the pages of a night show."""
    zone = zone_of(night.club_id)
    keys = [key for _, key in plays_in(night.id)]
    states = [state for state in (load_play(night.club_id, key) for key in keys) if state is not None]
    shown = [_shown_play(state, zone) for state in states]
    plays = tuple(play for play in shown if not play.state.details.discarded)
    seated = {sitter.name for play in plays for seat in play.state.seats for sitter, _ in seat.sitters}
    begin = min((play.state.played_at for play in plays), default=night.began_at)
    end = max((play.state.until for play in plays), default=night.began_at) + NEAR
    return ShownNight(
        night,
        plays,
        tuple(play for play in shown if play.state.details.discarded),
        tuple(night_state.present_names(night, seated)),
        play_lists.wins_of(play_lists.plays_of_night(night.id)),
        tuple(read_rulings.rulings_of_night(night.club_id, [state.id for state in states], begin, end)),
        any(state.stake for state in states) or has_money(night),
    )


def _shown_play(state: PlayState, zone: tzinfo) -> NightPlay:
    """Return what the pages of a night show of a play. ``zone``: the time zone of the club."""
    minutes = round((state.until - state.played_at).total_seconds() / 60)
    return NightPlay(state, local_time(state.played_at, zone), minutes, by_id(state.club_id, state.house_id))


def chart_of(play: NightPlay, number: int) -> Chart | None:
    """Return the chart of a play's totals, or None if its rounds are too few or do not explain the result.

    ``number``: the play's position in its night, from 1.
    """
    if not _rounds_explain_result(play.state) or len(play.state.sheet.rounds) < FEWEST_ROUNDS:
        return None
    title = f"Game {number}, {play.state.title}: how it went"
    return totals_chart(f"chart-{play.state.key}", title, totals_by_round(play.state.sheet), play.state.game.terms)


def decision_sentences(state: PlayState) -> tuple[str, ...]:
    """Return sentences on how a play was decided, mainly how the lead changed (see ``sheet_decision_sentences``).

    Empty if its rounds do not explain the result; but without rounds, they can say that it counts as several games.
    """
    if state.has_only_totals and state.games > 1:
        return (f"The game {COUNTS_AS[state.games]}.",)
    return sheet_decision_sentences(state.sheet, state.outcome) if _rounds_explain_result(state) else ()


def margin_of_play(state: PlayState) -> str:
    """Return by how much a play was won, in words; empty if the totals do not show it."""
    return margin_text(state.standings, state.winners, state.game.better_for(state.setup), state.game.totals.unit)


def _rounds_explain_result(state: PlayState) -> bool:
    """Return whether the rounds explain the result: not if one is invalid, or the result is kept from older rules."""
    return bool(state.sheet.rounds) and state.sheet.refusal is None and not state.rescoring_notice
