"""The API of a club in the document for programs: its addresses, and the types of what is sent and answered."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.core.kinds import Schema, any_of
from companion.core.money import MOST_AMOUNT, STAKE_KINDS
from companion.core.numbers_json import MOST_PLAYERS
from companion.games import SLUGS
from companion.store.plays.api_lists import USUALLY
from companion.web.api.schemas import FLAG, INTEGER, NULL, TEXT, list_of, object_of, ref
from companion.web.club_api.shapes import LONGEST_ID, MOST_LISTED, MOST_REVISION

ABOUT = """\
What a club keeps. A program shows the token that an organiser's phone made for it (`Authorization: Bearer …`): the
token names the club, and what the program may do there. Lists are newest first, a page at a time. Every answer to a GET
has a tag by which it can be asked for again (`If-None-Match`).

A write carries a `client_id` of your own: sent twice, it is written once and answered the same. A change of a play
carries its `base`, the revision that you saw; if the play has gone on since, you get a 409 with the play as it stands.
Who is refused may send the write again, mended, under the same id."""

TAG: Final = {"name": "Club", "description": ABOUT}
SECURITY: Final = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token of a program, made by an organiser."}
}
TIME: Final[Schema] = {"type": "string", "format": "date-time", "description": "With the offset of the club's zone."}
ID: Final[Schema] = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_ID,
    "description": "Yours, another one for each write; unique in the club.",
}
REVISION: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": MOST_REVISION}
NAMES: Final = list_of(TEXT)
GAME: Final[Schema] = {"type": "string", "enum": list(SLUGS)}
DAY: Final[Schema] = {"type": "string", "format": "date"}


def _parameter(name: str, place: str, schema: Mapping[str, Any], description: str, *, required: bool) -> Schema:
    return {"name": name, "in": place, "required": required, "description": description, "schema": dict(schema)}


PARAMETERS: Final[dict[str, Schema]] = {
    "PlayKey": _parameter("key", "path", TEXT, "The key of a play.", required=True),
    "NightKey": _parameter("key", "path", TEXT, "The key of a night.", required=True),
    "RoundNumber": _parameter(
        "number", "path", {"type": "integer", "minimum": 1}, "A round, as the sheet numbers it now.", required=True
    ),
    "PersonKey": _parameter("key", "path", TEXT, "The key of somebody of the club.", required=True),
    "Game": _parameter("game", "query", GAME, "Plays of this game.", required=False),
    "From": _parameter("from", "query", DAY, "Plays of this day or later, in the zone of the club.", required=False),
    "To": _parameter("to", "query", DAY, "Plays of this day or earlier.", required=False),
    "With": {
        **_parameter("with", "query", NAMES, "Plays in which all of these took part.", required=False),
        "style": "form",
        "explode": True,
    },
    "Players": _parameter(
        "players", "query", {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS},
        "Plays in which so many took part.", required=False,
    ),
    "PaymentKey": _parameter("payment", "path", TEXT, "The key of a payment.", required=True),
    "Limit": _parameter(
        "limit", "query", {"type": "integer", "minimum": 1, "maximum": MOST_LISTED, "default": USUALLY},
        "How many are wanted.", required=False,
    ),
    "Cursor": _parameter("cursor", "query", TEXT, "The `next` of the page before.", required=False),
    "Base": _parameter("base", "query", REVISION, "The revision of the play that you saw.", required=True),
    "ClientId": _parameter("client_id", "query", ID, "The id of this write.", required=True),
    "AnyClientId": _parameter("client_id", "query", ID, "The id of this write, if you like.", required=False),
}  # fmt: skip

_REFUSED: Final = {
    "400": "NotJson", "401": "NoToken", "403": "MayNot", "404": "NotInClub", "409": "Stale", "413": "TooLarge",
    "422": "Unusable", "429": "TooManyTokens", "503": "NotNow",
}  # fmt: skip
_LOOKING: Final = ("401", "404", "422", "429", "503")
_WRITING: Final = tuple(_REFUSED)


def refusals() -> dict[str, Any]:
    """Return what an answer can be instead."""
    problem = {"application/problem+json": {"schema": ref("Problem")}}
    return {
        "NoToken": {
            "description": "There is no token, or no club has it.",
            "headers": {"WWW-Authenticate": {"schema": TEXT}},
            "content": problem,
        },
        "MayNot": {"description": "The token reads, and does not write.", "content": problem},
        "NotInClub": {"description": "The club has no such thing.", "content": problem},
        "Stale": {
            "description": "It does not fit how things stand, or something else was sent under this `client_id`. "
            "Nothing was written.",
            "content": {"application/problem+json": {"schema": ref("StaleProblem")}},
        },
        "Unusable": {
            "description": "Something that was sent cannot be used; nothing of it was.",
            "content": {"application/problem+json": {"schema": ref("Refusal")}},
        },
        "TooManyTokens": {"description": "Too many wrong tokens came from your address.", "content": problem},
        "NotNow": {"description": "The database or its disk does not take or give it now.", "content": problem},
    }


# Addresses.


def paths() -> dict[str, Any]:
    """Return all addresses of a club, below the prefix of the API."""
    found: dict[str, Any] = {}
    for path, parameters, operations in _addresses():
        shared = {"parameters": [_at(name) for name in parameters]} if parameters else {}
        found[f"/club{path}"] = {**shared, **operations}
    return found


def _addresses() -> Iterator[tuple[str, tuple[str, ...], dict[str, Any]]]:
    page = ("Limit", "Cursor")
    yield "", (), {"get": _looked("getClub", "The club and its people", "Club")}
    yield "/nights", (), {"get": _looked("listNights", "The nights of the club, newest first", "NightList", *page)}
    yield "/nights/{key}", ("NightKey",), {"get": _looked("getNight", "One night", "Night")}
    night, money = "/nights/{key}", "The money of a night"
    yield f"{night}/money", ("NightKey",), {"get": _looked("getNightMoney", money, "NightMoney")}
    yield (
        f"{night}/payments",
        ("NightKey",),
        {"post": _written("pay", "Write a payment down", "PaymentEntry", "Payment", "201")},
    )
    yield (
        f"{night}/payments/{{payment}}",
        ("NightKey", "PaymentKey"),
        {"delete": _written("takePaymentBack", "Take a payment back", None, "Payment", "200", "AnyClientId")},
    )
    yield (
        f"{night}/carry",
        ("NightKey",),
        {"post": _written("carryOver", "Carry what is open over to the next night", "Carry", "NightMoney")},
    )
    filters = ("From", "To", "With", "Players")
    yield (
        "/people/{key}",
        ("PersonKey",),
        {"get": _looked("getPerson", "The numbers of somebody", "PersonNumbers", "Game", *filters)},
    )
    yield (
        "/games/{slug}",
        ("Slug",),
        {"get": _looked("getGameNumbers", "The numbers of a game in this club", "GameNumbers", *filters)},
    )
    yield "/plays", (), {
        "get": _looked("listPlays", "The plays of the club, newest first", "PlayList", *page),
        "post": _written("startPlay", "Start a play", "PlayStart", "ClubPlay", "201"),
    }  # fmt: skip
    yield "/plays/{key}", ("PlayKey",), {
        "get": _looked("getPlay", "One play", "ClubPlay"),
        "patch": _written("changePlay", "What is said about a play beside its rounds", "PlayChange", "ClubPlay"),
    }  # fmt: skip
    rounds = "/plays/{key}/rounds"
    yield (
        rounds,
        ("PlayKey",),
        {"post": _written("writeRound", "Write the coming round down", "RoundEntry", "ClubPlay", "201")},
    )
    yield f"{rounds}/{{number}}", ("PlayKey", "RoundNumber"), {
        "put": _written("correctRound", "Correct a round", "RoundEntry", "ClubPlay"),
        "delete": _written("removeRound", "Take a round off the sheet", None, "ClubPlay", "200", "Base", "ClientId"),
    }  # fmt: skip
    takeover = _written("takeSeat", "Let somebody take over a seat", "Takeover", "ClubPlay")
    yield "/plays/{key}/seats", ("PlayKey",), {"post": takeover}
    for what, summary in (
        ("end", "End a play early"),
        ("reopen", "Go on with a play that the table ended"),
        ("discard", "Discard a play that was begun by mistake"),
    ):
        operation = _written(f"{what}Play", summary, "Step", "ClubPlay")
        yield f"/plays/{{key}}/{what}", ("PlayKey",), {"post": operation}


def _at(parameter: str) -> Schema:
    return {"$ref": f"#/components/parameters/{parameter}"}


def _operation(operation: str, summary: str, parameters: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {"operationId": operation, "summary": summary, "tags": [TAG["name"]]}
    if parameters:
        found["parameters"] = [_at(name) for name in parameters]
    return {**found, "security": [{"token": []}]}


def _looked(operation: str, summary: str, answer: str, *parameters: str) -> dict[str, Any]:
    """Return a GET."""
    return {
        **_operation(operation, summary, parameters),
        "responses": {
            "200": {"description": f"{summary}.", "content": {"application/json": {"schema": ref(answer)}}},
            "304": {"description": "What you have (`If-None-Match`) is still right."},
            **_refused(_LOOKING),
        },
    }


def _written(
    operation: str, summary: str, body: str | None, answer: str, status: str = "200", *parameters: str
) -> dict[str, Any]:
    """Return a write."""
    found = _operation(operation, summary, parameters)
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(body)}}}
    codes = _WRITING if body is not None else tuple(code for code in _WRITING if code not in ("400", "413"))
    done = {"description": "It is written down.", "content": {"application/json": {"schema": ref(answer)}}}
    return {**found, "responses": {status: done, **_refused(codes)}}


def _refused(codes: tuple[str, ...]) -> dict[str, Any]:
    return {code: {"$ref": f"#/components/responses/{_REFUSED[code]}"} for code in codes}


# Types.


def types() -> dict[str, Schema]:
    """Return what is sent and answered."""
    return {**_sent(), **_answered()}


def _sent() -> dict[str, Schema]:
    change = {"base": {**REVISION, "description": "The revision of the play that you saw."}, "client_id": ID}
    start = {
        "game": GAME,
        "players": {
            **NAMES,
            "description": "Seat order, clockwise. A name that is new in the club is added to its people.",
        },
    }
    more = {
        "dealer": {"description": "The first dealer; by default the first player.", **any_of((TEXT, ref("Absent")))},
        "options": {
            "description": "Those that are not given are as the club's house rules have them, else as the book does.",
            **any_of(({"type": "object"}, ref("Absent"))),
        },
        "sides": {"description": "In partnership games.", **any_of((NAMES, ref("Absent")))},
        "stake": _or_null(ref("Stake")),
        "played_at": {
            **_or_null(TIME),
            "description": "When it began at the table, where it is entered later.",
        },
    }
    told = {
        "counts": {**_or_null(FLAG), "description": "Whether the table has it in the statistics."},
        "stake": {**_or_null(ref("Stake")), "description": "What it is played for; null: nothing."},
        "night": {
            "type": ["string", "null"],
            "description": "The key of its night; null: the one that is near its time.",
        },
        "played_at": {
            **_or_null(TIME),
            "description": "When it began at the table; null: when it was written down. "
            "It goes to the night of that time, unless a night is given.",
        },
    }
    payment = {
        "from": {**TEXT, "description": "Who pays: a name, or `kitty`."},
        "to": {**TEXT, "description": "Who gets it: a name, or `kitty`."},
        "amount": {"type": "integer", "minimum": 1, "description": "In the smallest unit of the club's currency."},
    }
    entry = {"type": "object", "description": "The round, as in the scoring request of its game."}
    return {
        "PlayStart": _body("A play to be started.", {**start, "client_id": ID}, more),
        "RoundEntry": _body("A round to be written down or corrected.", {**change, "entry": entry}, {}),
        "Takeover": _body(
            "Somebody who takes over a seat, with all that it holds.",
            {
                **change,
                "player": {**TEXT, "description": "Who sits there."},
                "name": {**TEXT, "description": "Who does from now on; a new name is added to the club's people."},
            },
            {
                "round": {
                    "description": "The first round that they play; by default the coming one.",
                    **_or_null({"type": "integer", "minimum": 1}),
                },
            },
        ),
        "Step": _body("A change of a play that needs no more.", change, {}),
        "PaymentEntry": _body("A payment to be written down.", {**payment, "client_id": ID}, {"at": _or_null(TIME)}),
        "Carry": _body("What is open goes to the next night.", {"client_id": ID}, {}),
        "PlayChange": _body("What is said about a play; what is not given stays.", change, told),
    }


def _body(description: str, required: Mapping[str, Schema], optional: Mapping[str, Schema]) -> Schema:
    """Return something that is sent, with these keys and no others."""
    return {**object_of(description, required, optional), "additionalProperties": False}


def _or_null(schema: Schema) -> Schema:
    return any_of((schema, NULL))


def _answered() -> dict[str, Schema]:
    following = {
        "type": ["string", "null"],
        "description": "The `cursor` of the following page; null: this is the last.",
    }
    club = object_of(
        "A club.",
        {
            "name": TEXT,
            "currency": {**TEXT, "description": "Three letters of ISO 4217, or a word of its own; empty: none."},
            "timezone": {**TEXT, "description": "As IANA names it."},
            "people": list_of(object_of("Somebody who plays in it.", {"key": TEXT, "name": TEXT})),
        },
    )
    head = object_of(
        "A play in short.",
        {
            "key": TEXT,
            "game": GAME,
            "title": {**TEXT, "description": "Like its game, or as the table named it."},
            "night": {"type": ["string", "null"], "description": "The key of its night."},
            "played_at": TIME,
            "over": {**FLAG, "description": "By its game, or ended by the table."},
            "counts": {**FLAG, "description": "Whether it is in the statistics."},
            "discarded": FLAG,
            "players": {**NAMES, "description": "Seat order."},
            "totals": {**ref("Scores"), "description": "Keyed as on the sheet: by player, or by side."},
            "winners": {**NAMES, "description": "Keyed likewise; empty until it is over."},
        },
    )
    more = object_of(
        "Its scoring request, and the answer to that.",
        {
            "dealer": TEXT,
            "options": {"type": "object", "description": "All options, those at their default too."},
            "sides": NAMES,
            "rounds": list_of({"type": "object"}),
            "sheet": {**ref("Sheet"), "description": "What the scoring API answers, up to a round that is to mend."},
            "mend": {"type": ["integer", "null"], "description": "The first round that no longer fits."},
            "stake": _or_null(ref("Stake")),
            "currency": {**TEXT, "description": "What its stake is counted in; empty: nothing was said."},
            "balances": {
                **ref("Scores"),
                "description": "What the stake gives each person; empty until the play is over, and without a stake.",
            },
            "seats": {
                **list_of(
                    object_of(
                        "A seat that was handed on.",
                        {
                            "player": {**TEXT, "description": "Who sits there; rounds name them in all of it."},
                            "sat": list_of(
                                object_of(
                                    "Somebody who sat there.",
                                    {"name": TEXT, "from": {**INTEGER, "description": "Their first round."}},
                                )
                            ),
                        },
                    )
                ),
                "description": "Those that were handed on in mid-play; usually none.",
            },
            "revision": {**REVISION, "description": "Rises with every change."},
        },
    )
    night = object_of(
        "A night.",
        {
            "key": TEXT,
            "date": DAY,
            "name": TEXT,
            "place": TEXT,
            "notes": TEXT,
            "people": {**NAMES, "description": "Who was there."},
            "plays": {**list_of(ref("PlayHead")), "description": "Newest first."},
            "wins": {**ref("Scores"), "description": "Name to how many plays that count were won; most first."},
        },
    )
    stale = object_of(
        "Why something does not fit how things stand.",
        {"type": TEXT, "title": TEXT, "status": INTEGER, "detail": TEXT, "errors": list_of(ref("Error"))},
        {"play": ref("ClubPlay")},
    )
    return {
        "Club": club,
        "PlayHead": head,
        "ClubPlay": {"allOf": [ref("PlayHead"), more]},
        "PlayList": object_of("Plays, newest first.", {"plays": list_of(ref("PlayHead")), "next": following}),
        "Night": night,
        "NightList": object_of("Nights, newest first.", {"nights": list_of(ref("Night")), "next": following}),
        **_money(),
        **_numbers(),
        "StaleProblem": stale,
    }


def _money() -> dict[str, Schema]:
    """Return what is played for, and what comes of it."""
    amount = {"type": "integer", "minimum": 1, "maximum": MOST_AMOUNT}
    kinds = [key for key in STAKE_KINDS if key != "places"]
    told = " ".join(f"`{key}`: {kind.help}" for key, kind in STAKE_KINDS.items())
    places = {
        **list_of({"type": "integer", "minimum": -MOST_AMOUNT, "maximum": MOST_AMOUNT}),
        "description": "Best place first, one for each name; they add up to 0.",
    }
    transfer = {
        "from": {**TEXT, "description": "A name, or `kitty`."},
        "to": {**TEXT, "description": "A name, or `kitty`."},
        "amount": {**INTEGER, "description": "In the smallest unit of the currency."},
    }
    amounts = {**ref("Scores"), "description": "Name to amount, the kitty as `kitty`; together 0."}
    money = {
        "balances": {**amounts, "description": "What the plays of the night gave everybody."},
        "carried": {**amounts, "description": "What was left open at the night before and carried over."},
        "paid": list_of(ref("Payment")),
        "open": {**amounts, "description": "What everybody is still to get; below 0: to pay."},
        "payments": {**list_of(ref("Transfer")), "description": "What would settle that, in few payments."},
    }
    others = {
        "type": "object",
        "description": "The same for plays in other currencies, by currency, where there are any.",
        "additionalProperties": {"type": "object"},
    }
    return {
        "Stake": {
            "description": f"What a play is played for. {told}",
            **any_of(
                (
                    _body("All but by place.", {"kind": {"type": "string", "enum": kinds}, "amount": amount}, {}),
                    _body("By place.", {"kind": {"type": "string", "enum": ["places"]}, "amounts": places}, {}),
                )
            ),
        },
        "Transfer": object_of("Money from one to another.", transfer),
        "Payment": object_of("A payment that was made.", {"key": TEXT, **transfer, "at": TIME}),
        "NightMoney": object_of("The money of a night, in the currency of the club.", money, {"others": others}),
    }


def _numbers() -> dict[str, Schema]:
    """Return what plays add up to."""
    share = {**list_of(INTEGER), "minItems": 2, "maxItems": 2, "description": "A part, and the whole."}
    or_none: Schema = {"type": ["integer", "null"]}
    of_game = object_of(
        "Somebody's plays of a game.",
        {
            "game": GAME, "title": TEXT, "plays": INTEGER, "wins": INTEGER, "best": INTEGER, "worst": INTEGER,
            "average": {**share, "description": "The sum of the totals, and the plays."},
            "best_round": or_none, "worst_round": or_none,
        },
    )  # fmt: skip
    against = object_of(
        "How somebody on another side stood, by place.",
        {"person": TEXT, "plays": INTEGER, "ahead": INTEGER, "level": INTEGER, "behind": INTEGER},
    )
    partner = object_of("Plays on the same side.", {"person": TEXT, "plays": INTEGER, "wins": INTEGER})
    streak = object_of(
        "Runs of plays.",
        {
            "wins": {**INTEGER, "description": "The longest run of wins."},
            "without": {**INTEGER, "description": "The longest run without one."},
            "now": {**INTEGER, "description": "The present run, wins positive; 0 without plays."},
        },
    )
    person = object_of(
        "The numbers of somebody.",
        {
            "key": TEXT,
            "name": TEXT,
            "plays": INTEGER,
            "rounds": {**INTEGER, "description": "In which they were not absent."},
            "wins": INTEGER,
            "shared_wins": {**INTEGER, "description": "Wins with others beside; a partner is none."},
            "places": {**ref("Scores"), "description": "Place to how often."},
            "average_place": {**share, "description": "The sum of the places, and the plays."},
            "streak": streak,
            "games": list_of(of_game),
            "against": list_of(against),
            "with": list_of(partner),
            "bids": _or_null(object_of("Bids of tricks.", {"bids": INTEGER, "made": INTEGER})),
            "penalties": object_of("Adjustments below 0.", {"count": INTEGER, "points": INTEGER}),
        },
    )
    extreme: dict[str, Schema] = {"names": NAMES, "play": {**TEXT, "description": "The key of the play."}}
    total = _or_null(object_of("A total, the earliest of equals.", {"total": INTEGER, **extreme}))
    turn = _or_null(
        object_of("A change in one round, the earliest of equals.", {"points": INTEGER, **extreme, "round": INTEGER})
    )
    seat = {**INTEGER, "description": "0: the first dealer, 1: on their left, and so on."}
    game = object_of(
        "The numbers of a game.",
        {
            "game": GAME,
            "plays": INTEGER,
            "rounds": {**share, "description": "The sum of the rounds, and the plays."},
            "highest": total,
            "lowest": total,
            "highest_round": turn,
            "lowest_round": turn,
            "by_seat": list_of(object_of("Plays from one seat.", {"seat": seat, "plays": INTEGER, "wins": INTEGER})),
            "turned_last": {**INTEGER, "description": "Plays that turned in their last round."},
        },
    )
    return {"PersonNumbers": person, "GameNumbers": game}
