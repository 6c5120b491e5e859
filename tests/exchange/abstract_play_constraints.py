"""What the published form of Abstract Play's game records asks for, as facts, in our own words.

From `AbstractPlay/recranks`, `gamerecord` version 1-0-0: which keys there are, which must be there,
and of what kind they are.
"""

from typing import Any

MOMENT: dict[str, Any] = {"type": "string", "format": "date-time"}
TEXT: dict[str, Any] = {"type": "string"}
SWITCH: dict[str, Any] = {"type": "boolean"}


def closed(required: list[str], **known: Any) -> dict[str, Any]:
    """An object that may have these keys and no others."""
    return {**open_object(required, **known), "additionalProperties": False}


def open_object(required: list[str], **known: Any) -> dict[str, Any]:
    return {"type": "object", "properties": known, "required": required}


def list_of(items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


GAME = closed(["name"], name=TEXT, variants=list_of(TEXT, uniqueItems=True))
SITE = closed(["name"], name=TEXT, gameid={"type": ["string", "number"]})
PLAYER = open_object(
    ["name", "result"],
    name=TEXT,
    userid=TEXT,
    score={"type": "number"},
    is_ai=SWITCH,
    result={"type": "integer"},
)
HEADER = open_object(
    ["game", "site", "date-start", "date-end", "date-generated", "players"],
    game=GAME,
    event=TEXT,
    round=TEXT,
    site=SITE,
    unrated=SWITCH,
    pied=SWITCH,
    players=list_of(PLAYER, minItems=1, uniqueItems=True),
    startingPosition=TEXT,
    **dict.fromkeys(("date-start", "date-end", "date-generated"), MOMENT),
)
MOVE = closed(
    ["move"],
    sequence={"type": "integer"},
    move=TEXT,
    result={"anyOf": [TEXT, list_of({"type": "object"})]},
)
ENTRY = {"oneOf": [{"type": "null"}, TEXT, MOVE]}
CONSTRAINTS = closed(["header", "moves"], header=HEADER, moves=list_of(list_of(ENTRY)))
