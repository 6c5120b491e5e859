"""What a JSON Schema finds wrong, in words."""

import json
from typing import TYPE_CHECKING, Any

from skerry.errors import clipped

if TYPE_CHECKING:
    from jsonschema import ValidationError

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
