"""Registration of the operations of both APIs, from which their OpenAPI document is made."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint

from companion.web.api.answers import PREFIX
from companion.web.api.bodies import Answer

View = TypeVar("View", bound=Callable[..., Any])


class Operation(NamedTuple):
    """An operation for the OpenAPI document."""

    method: str
    path: str
    """Its path below ``PREFIX``."""

    view: Callable[..., Any]
    """The document has its name, and the first sentence of its docstring as the summary."""

    answer: type[Answer] | None
    """The type of its answer; None: any object."""

    sent: Any = None
    """The type of its body or query, or the name of the schema of its body; None: nothing is sent."""

    status: int = 200


OPERATIONS: list[Operation] = []


def operation(
    blueprint: Blueprint, method: str, path: str, answer: type[Answer] | None, sent: Any = None, status: int = 200,
    *, serve: Callable[[Any], Callable[..., Any]] | None = None,
) -> Callable[[View], View]:  # fmt: skip
    """Register a view as an operation of a blueprint.

    ``answer``, ``sent``, ``status``: as in ``Operation``; ``serve``: turns the view into the function that Flask calls.
    """

    def register(view: View) -> View:
        """Add the view as an operation and return it unchanged."""
        below = f"{blueprint.url_prefix}{path}".removeprefix(PREFIX)
        OPERATIONS.append(Operation(method, below, view, answer, sent, status))
        blueprint.add_url_rule(path, view.__name__, serve(view) if serve else view, methods=[method])
        return view

    return register
