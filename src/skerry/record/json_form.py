"""Records as JSON text: limits, versions and the schema. What the text means is not asked here."""

import json
import math
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import TYPE_CHECKING

from skerry.errors import RecordError, RecordVersionError
from skerry.games.catalogue import GAMES
from skerry.games.contract import part
from skerry.record.data import Data
from skerry.record.parts import AGREEMENT
from skerry.record.quick_check import Known, are_turns, is_record
from skerry.record.schema_errors import as_json, fault_of, place_of

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

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
    drawn = chain(*(part(info.name, "setup").KINDS for info in GAMES if info.has_setup))
    known["setup"]["additionalProperties"] = {"enum": list(dict.fromkeys(drawn))}
    return loaded


@cache
def _known() -> Known:
    properties = schema()["properties"]
    return Known(
        frozenset(properties["game"]["enum"]),
        frozenset(properties["setup"]["additionalProperties"]["enum"]),
        frozenset(properties["result"]["properties"]["reason"]["enum"]),
    )


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
    except RecordError:
        raise


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
    if is_record(data, _known()):
        return
    checked = {**data, "turns": []} if are_turns(data.get("turns")) else data
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
