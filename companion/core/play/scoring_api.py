"""The score sheet as JSON: requests and answers of the scoring API."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.entry.fields import Field, Value
from companion.core.entry.kinds import KINDS, default_of
from companion.core.entry.problems import Problem
from companion.core.entry.record import is_absent
from companion.core.game.game import Game
from companion.core.game.table import Setup, Table
from companion.core.play.fold import Round, Sheet, coming_fields, fold, shared_fields_of
from companion.core.play.setups import REQUEST_KEYS, read_setup, unknown_keys


class NotPlayable(Exception):  # noqa: N818 - it is an answer to the table, not a fault of the program
    """Raised if a request is refused; nothing of it was scored or judged."""

    def __init__(self, problems: Sequence[Problem], number: int | None = None) -> None:
        self.problems = tuple(problems)
        self.number = number
        """The number of the round with the problems; None if they are about the setup."""
        super().__init__(" ".join([f"{self.title}.", *(f"{problem.field}: {problem.message}" for problem in problems)]))

    @property
    def title(self) -> str:
        """What cannot be done, as a sentence without its full stop."""
        return "This game cannot be scored" if self.number is None else f"Round {self.number} cannot be scored"

    def problem_json(self) -> dict[str, Any]:
        """Return the body of an RFC 9457 answer."""
        return {
            "type": "about:blank",
            "title": self.title,
            "status": 422,
            "round": self.number,
            "errors": [{"field": problem.field, "message": problem.message} for problem in self.problems],
        }


def read_request(game: Game[Any], request: Mapping[str, Any]) -> tuple[Setup, list[Any]]:
    """Return the setup and the raw rounds of a scoring request.

    :raises NotPlayable: players, dealer, sides or options are invalid, or the request has an unknown key.
    """
    setup, problems = read_setup(game, request)
    problems = unknown_keys(request, REQUEST_KEYS, "a game") + problems
    rounds: Any = request.get("rounds")
    rounds = [] if is_absent(rounds) else rounds
    if not isinstance(rounds, list):
        problems.append(Problem("rounds", "Give the rounds as a list."))
    if problems or setup is None:
        raise NotPlayable(problems)
    return setup, rounds


def score_request(game: Game[Any], request: Mapping[str, Any]) -> Sheet[Any]:
    """Return the score sheet for a scoring request.

    :raises NotPlayable: the setup or a round is invalid.
    """
    setup, rounds = read_request(game, request)
    sheet = fold(game, setup, rounds)
    if sheet.refusal is not None:
        raise NotPlayable(sheet.refusal.problems, sheet.refusal.number)
    return sheet


def score_json(sheet: Sheet[Any]) -> dict[str, Any]:
    """Return the answer of ``…/score``."""
    table = sheet.table
    return {
        "rounds": [round_json(item) for item in sheet.rounds],
        "totals": dict(table.totals),
        "standings": [{"place": one.place, "names": list(one.names), "total": one.total} for one in sheet.standings],
        "over": table.over,
        "winners": list(table.winners),
        "carry": sheet.game.carry_json(table),
        "next": next_json(sheet.game, table),
    }


def round_json(item: Round[Any]) -> dict[str, Any]:
    """Return one scored round as JSON."""
    answer: dict[str, Any] = {"number": item.number, "dealer": item.dealer, "scores": dict(item.scores)}
    if item.adjusted:
        answer["adjusted"] = dict(item.adjusted)
    answer["lines"] = [line._asdict() for line in item.lines]
    answer["totals"] = dict(item.totals)
    answer["notes"] = list(item.notes)
    return answer


def next_json(game: Game[Any], table: Table[Any]) -> dict[str, Any] | None:
    """Return what the players need to know before the coming round; None if the play is over."""
    if table.over:
        return None
    return {"round": table.number, "dealer": table.dealer, **{one.key: one.value(table) for one in game.next}}


def next_round_json(sheet: Sheet[Any]) -> dict[str, Any]:
    """Return the answer of ``…/next``: whether the play is over, what to know before the coming round, and its fields.

    If the play is over, there are no fields. ``table_fields``: adjustments, and absent players if they may sit out.
    """
    game, table = sheet.game, sheet.table
    common = () if table.over else shared_fields_of(game, table)
    return {
        "over": table.over,
        "next": next_json(game, table),
        "fields": [field_json(field) for field in coming_fields(game, table)],
        "table_fields": [field_json(field) for field in common if field.key == "adjust" or game.seats.come_and_go],
    }


def game_json(game: Game[Any]) -> dict[str, Any]:
    """Return the summary of a game for the catalogue."""
    return {
        "slug": game.slug,
        "name": game.name,
        "summary": game.summary,
        "kind": game.kind,
        "players": {"min": game.seats.fewest, "max": game.seats.most},
        "partners": game.seats.is_in_sides,
        "may_partner": game.seats.is_optionally_in_sides,
        "come_and_go": game.seats.come_and_go,
        "unit": game.totals.unit,
        "better": game.ending.better,
    }


def game_detail_json(game: Game[Any]) -> dict[str, Any]:
    """Return one game with its options and the fields of a first round.

    The fields are those of a table with the fewest players and default options. At other tables their bounds can
    differ; ``…/next`` returns those of a play.
    """
    players = list(game.seats.placeholder_names())
    sheet = score_request(game, {"players": players})
    table = sheet.table
    return {
        **game_json(game),
        "options": [field_json(field) for field in game.options_for(table.players)],
        "fields": [field_json(field) for field in game.scoring.fields(table)],
        "example_players": players,
    }


# Fields.


def field_json(field: Field) -> dict[str, Any]:
    """Return a field as the API shows it: only attributes that matter for its type, and none that only pages use."""
    kind, bounds = KINDS[field.type], field.bounds
    answer: dict[str, Any] = {
        "key": field.key,
        "label": field.label,
        "type": field.type,
        "per": field.per,
        "phase": field.phase,
        "required": bool(field.required),
        "help": field.full_help,
    }
    by, labels = field.asking.named_by
    if by:
        answer["named_by"] = {"key": by, "labels": _choices_json(labels)}
    if kind.is_number:
        answer["minimum"], answer["maximum"] = bounds.least, bounds.most
        if bounds.step != 1:
            answer["multiple_of"] = bounds.step
    if field.choices:
        answer["choices"] = _choices_json((choice.value, choice.label) for choice in field.choices)
    if field.names:
        answer["names"] = list(field.names)
    if field.nobody or field.type in ("choice", "player"):
        answer["nullable"] = bool(field.nobody)
    answer.update({limit: getattr(bounds, limit) for limit in kind.limits})
    if field.columns:
        answer["columns"] = [field_json(column) for column in field.columns]
    if field.deck is not None:
        answer["deck"] = {"name": field.deck.name, "cards": dict(field.deck.copies)}
        if field.deck.open:
            answer["deck"]["open"] = True
    if not field.required:
        answer["default"] = default_of(field)
    return answer


def _choices_json(pairs: Iterable[tuple[Value, str]]) -> list[dict[str, Any]]:
    """Return choices as JSON: each value with its label."""
    return [{"value": value, "label": label} for value, label in pairs]
