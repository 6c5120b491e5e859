"""Records as JSON: text within limits, checked quickly, and by the schema where that fails."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from itertools import chain
from types import NoneType
from typing import TYPE_CHECKING, Any

from skerry.errors import RecordError, RecordVersionError, clipped
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.record.parts import AGREEMENT, Data

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

# What a JSON Schema finds wrong, in words.

_WORDS = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
}


def place_of(error: "ValidationError") -> str:
    """Where it is: a path such as turns[3].comment, nothing for the whole."""
    path = "".join(
        f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path
    )
    return clipped(path.lstrip("."), 80)


def fault_of(error: "ValidationError") -> str:
    """What is wrong there, and what is allowed."""
    rule: Any = error.validator_value
    value: Any = error.instance
    match error.validator:
        case "required":
            return f"lacks {', '.join(repr(name) for name in rule if name not in value)}"
        case "additionalProperties":
            schema_here: Any = error.schema
            known = list(schema_here["properties"])
            unknown = next(name for name in value if name not in known)
            return f"has an unknown key {as_json(unknown)}; it may have {', '.join(known)}"
        case "type":
            kinds = [rule] if isinstance(rule, str) else rule
            return f"must be {' or '.join(_WORDS[kind] for kind in kinds)}, not {as_json(value)}"
        case "enum":
            choices = ", ".join(json.dumps(choice) for choice in rule)
            return f"must be one of {choices}, not {as_json(value)}"
        case "const":
            return f"must be {json.dumps(rule)}, not {as_json(value)}"
        case "pattern":
            return f"must be a day such as 2026-01-31, not {as_json(value)}"
        case "maxLength" | "minLength":
            return f"must have at {_bound(error)} characters, not {len(value)}"
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            return f"must be {_BOUNDS[error.validator]} {rule:,}, not {as_json(value)}"
        case _:  # maxItems, minItems, maxProperties
            return f"must have at {_bound(error)} entries, not {len(value)}"


def _bound(error: "ValidationError") -> str:
    most = str(error.validator).startswith("max")
    return f"{'most' if most else 'least'} {error.validator_value}"


def as_json(value: object) -> str:
    """A JSON value on one line, cut where it is long."""
    return clipped(json.dumps(value))


# Whether data have the form that the schema asks for, by functions made from it once.
#
# jsonschema takes most of the time of reading a record. It alone says what is wrong; here that is
# only noticed, and what is not plainly right is left to it. A test compares both.

Check = Callable[[Any], bool]

# As in the schema, for whoever makes what a record is to hold.
LONGEST_TEXT, LONGEST_COMMENT = 1_000, 20_000  # characters of a turn and of a comment
LONGEST_LABEL = 8  # of a mark's label
LONGEST_PERSON, LONGEST_LEVEL = 200, 40  # of a person's name, and of a computer's level
MOST_MARKS = 500


def fits(value: object, *path: str) -> bool:
    """Whether a value is plainly as a part of the schema has it, such as "$defs", "marks"."""
    return _check_at(path)(value)


@cache
def _check_at(path: tuple[str, ...]) -> Check:
    rule = schema()
    for step in path:
        rule = rule[step]
    return _check(rule)


def _check(rule: Data) -> Check:
    """The check of one rule, by those of its keywords that `schema.json` uses."""
    if "if" in rule:
        always = _check({name: inner for name, inner in rule.items() if name != "if"})
        case, then, otherwise = (_check(rule[word]) for word in ("if", "then", "else"))
        return lambda value: always(value) and (then if case(value) else otherwise)(value)
    if "$ref" in rule:
        path = tuple(rule["$ref"].split("/")[1:])
        return lambda value: _check_at(path)(value)  # when it is asked: turns hold turns
    choices = [rule["const"]] if "const" in rule else rule.get("enum")
    if choices is not None:
        return lambda value: type(value) in (str, int, NoneType) and value in choices
    kinds = rule.get("type", "object")
    checks = [_KINDS[kind](rule) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    if len(checks) == 1:
        return checks[0]
    return lambda value: any(check(value) for check in checks)


def _object(rule: Data) -> Check:
    required, most = set(rule.get("required", ())), rule.get("maxProperties", math.inf)
    checks = {name: _check(inner) for name, inner in rule.get("properties", {}).items()}
    given = rule.get("additionalProperties", True)
    other: Check = (lambda _: given) if isinstance(given, bool) else _check(given)

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and len(value) <= most
            and required <= value.keys()
            and all(checks.get(name, other)(inner) for name, inner in value.items())
        )

    return check


def _array(rule: Data) -> Check:
    least, most = rule.get("minItems", 0), rule.get("maxItems", math.inf)
    check = _check(rule["items"])
    return lambda value: (
        isinstance(value, list) and least <= len(value) <= most and all(map(check, value))
    )


def _string(rule: Data) -> Check:
    least, most = rule.get("minLength", 0), rule.get("maxLength", math.inf)
    pattern = re.compile(rule.get("pattern", ""))
    return lambda value: (
        isinstance(value, str) and least <= len(value) <= most and pattern.search(value) is not None
    )


def _number(rule: Data) -> Check:
    least, most = rule.get("minimum", -math.inf), rule.get("maximum", math.inf)
    is_whole = rule.get("type") == "integer"

    def check(value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return least <= value <= most and (not is_whole or float(value).is_integer())

    return check


_KINDS: dict[str, Callable[[Data], Check]] = {
    "object": _object,
    "array": _array,
    "string": _string,
    "number": _number,
    "integer": _number,
    "boolean": lambda _: lambda value: isinstance(value, bool),
    "null": lambda _: lambda value: value is None,
}


FORMAT = "skerry-record"
FORMAT_VERSION = 4  # grows when a reader of the version before could not read the text
FIRST_VERSION = 1  # what is written where a reader of that version can read it
RULES_VERSION = 1  # grows when a rule changes what is legal or who wins

NOTE_KEYS = ("marks", "evaluation", "continuations")  # since version 3
NOTES_VERSION, AGREEMENT_VERSION = 3, 4

LARGEST_RECORD = 5_000_000  # bytes of UTF-8
MOST_OBJECTS = 20_000  # a turn is one
LONGEST_NUMBER = 300  # digits: it must fit a float
DEEPEST = 64  # objects and lists within one another: twenty variations in variations


def schema() -> Data:
    """The published JSON Schema of records (draft 2020-12).

    The file `schema.json` says what holds for any games; the names of ours, and what lies on the
    cells of a start that is drawn, are filled in here.
    """
    text = files(__package__).joinpath("schema.json").read_text(encoding="utf-8")
    loaded: Data = json.loads(text)
    known = loaded["properties"]
    known["game"] = {"enum": [info.name for info in GAMES]}
    drawn = chain(*(game_module(info.name).SETUP_KINDS for info in GAMES if info.has_setup))
    known["setup"]["additionalProperties"] = {"enum": list(dict.fromkeys(drawn))}
    return loaded


@cache
def _validator() -> "Draft202012Validator":
    # Imported here: it takes a quarter of a second, and only reading and writing records need it.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema())


def version_of(data: Data) -> int:
    """The first version of the format whose readers understand a record's data."""
    if data["result"] is not None and data["result"]["reason"] == AGREEMENT:
        return AGREEMENT_VERSION
    turns = chain(data["turns"], *data.get("continuations", []))
    if any(key in data for key in NOTE_KEYS) or _have_notes(turns):
        return NOTES_VERSION
    return 2 if "position" in data else FIRST_VERSION


def _have_notes(turns: Iterable[Data]) -> bool:
    """Whether any of some turns, or of the lines in place of them, has marks or an evaluation."""
    waiting = [turns]
    while waiting:
        for turn in waiting.pop():
            if any(key in turn for key in NOTE_KEYS):
                return True
            waiting += turn.get("variations", ())
    return False


def write(data: Data) -> str:
    """JSON text of a record's data, ending with a line break.

    Raises:
        RecordError: data that `read` would refuse.
    """
    _check_form(data)
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    _check_size(_encoded(text))
    return text


def read(text: str | bytes) -> Data:
    """A record's data, of this version and fitting the schema.

    Raises:
        RecordVersionError: a later version of the format or of the rules.
        RecordError: too large, no JSON, or not of the record's form; says where and what.
    """
    data = parse_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(
            f'This is not a Skerry record: a record is a JSON object with "format": "{FORMAT}".'
        )
    _check_version("format", data.get("version"), FORMAT_VERSION)
    _check_version("rules", data.get("rules"), RULES_VERSION)
    _check_form(data)
    return data


def parse_json(text: str | bytes) -> object:
    """What a JSON text holds. Raises RecordError: too large, or no JSON; says where and what."""
    encoded = text if isinstance(text, bytes) else _encoded(text)
    _check_size(encoded)
    try:
        return json.loads(
            encoded.decode("utf-8-sig"),
            object_pairs_hook=_without_doubles,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_countable,
        )
    except UnicodeDecodeError as error:
        raise RecordError(f"The record is not UTF-8 text (byte {error.start}).") from None
    except json.JSONDecodeError as error:
        raise RecordError(
            f"The record is not complete JSON, it may be cut short or altered: {error.msg} "
            f"(line {error.lineno}, column {error.colno})."
        ) from None
    except RecursionError:
        raise _too_deep() from None


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(f"The record holds half a character (at {error.start}).") from None


def _check_size(encoded: bytes) -> None:
    if len(encoded) > LARGEST_RECORD:
        raise RecordError(
            f"The record has {len(encoded):,} bytes; a record may have at most {LARGEST_RECORD:,}."
        )


def _without_doubles(pairs: list[tuple[str, object]]) -> Data:
    data = dict(pairs)
    if len(data) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        double = next(name for name in data if counts[name] > 1)
        raise RecordError(f"The record gives {as_json(double)} twice in one object.")
    return data


def _refuse_constant(word: str) -> object:
    raise RecordError(f"The record holds {word}, which is not a JSON number.")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise RecordError("The record holds a number that is too long.")
    return number


def _countable(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise RecordError("The record holds a number that is too long.")
    return int(text)


def _check_version(what: str, version: object, newest: int) -> None:
    if isinstance(version, int | float) and not isinstance(version, bool) and version > newest:
        raise RecordVersionError(
            f"The record has {what} version {as_json(version)}, this Skerry reads up to {newest}; "
            f"a newer Skerry can read it."
        )


def _check_form(data: Data) -> None:
    """Limits first, so that the schema is never applied to something endless."""
    _check_limits(data)
    if fits(data):
        return
    checked = {**data, "turns": []} if fits(data.get("turns"), "properties", "turns") else data
    error = next(iter(_validator().iter_errors(checked)), None)
    if error is not None:
        raise RecordError(
            f"The record's {place_of(error) or 'outermost object'} {fault_of(error)}."
        )


def _check_limits(data: Data) -> None:
    num_objects = 0
    level: list[object] = [data]
    for depth in range(DEEPEST + 1):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                num_objects += 1
                inner += value.values()
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, str):
                _encoded(value)
        if num_objects > MOST_OBJECTS:
            raise RecordError(
                f"The record holds more than {MOST_OBJECTS:,} objects (turns, for the most part)."
            )
        if not inner:
            return
        level = inner
        if depth == DEEPEST:
            raise _too_deep()


def _too_deep() -> RecordError:
    return RecordError(
        f"The record nests variations too deeply; there can be at most {DEEPEST} objects and "
        f"lists within one another."
    )
