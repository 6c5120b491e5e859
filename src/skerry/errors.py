"""The one tree of errors: every message says what was wrong, what is allowed, and why.

Players read these messages, so they hold no rule numbers; `SkerryError.rule` does.
"""

LONGEST_QUOTE = 60  # characters of what somebody gave us that a message repeats


def quoted(value: object, longest: int = LONGEST_QUOTE) -> str:
    """A value for an error message: on one line, in quotes if it is text, cut where it is long.

    Every message that repeats its input uses this, so that no input makes a message long, breaks it
    into lines, or puts control characters into a terminal or a log.
    """
    if not isinstance(value, str):
        try:
            return clipped(repr(value), longest)
        except (ValueError, RecursionError):  # thousands of digits, or lists in lists in lists
            return f"a value of type {type(value).__name__} too long to show"
    cut = value[: longest + 1]
    if len(cut) == len(value) and len(repr(cut)) <= longest + 2:
        return repr(value)
    while len(repr(cut)) > longest - 1:  # one character may take ten: \U0001f600
        cut = cut[:-1]
    return repr(f"{cut}...")


def clipped(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Text without quotes, cut where it is long; what cannot be printed becomes a blank."""
    if not text[: longest + 1].isprintable():
        plain = "".join(sign if sign.isprintable() else " " for sign in text[: longest + 1])
        text = " ".join(plain.split())
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


class SkerryError(ValueError):
    """Anything a user of Skerry can get wrong; catching it catches all of the below.

    Args:
        sentence: what was wrong, what is allowed, and why.
        rule: number of the rule that says so, such as "KIT-2", or several between commas; kept as
            the attribute `rule`. "" where no rule does.
    """

    def __init__(self, sentence: str = "", rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


class OptionError(SkerryError):
    """An unknown game, an unknown option, or a value an option does not allow."""


class NotationError(SkerryError):
    """Text that cannot be read: malformed, or naming a cell the board does not have."""


class IllegalActionError(SkerryError):
    """A well-formed action that the rules forbid here; `rule` says which rule."""


class GameOverError(IllegalActionError):
    """An action after the end of the game."""


class InUseError(SkerryError):
    """An object that one thread at a time may use, asked for by a second one."""


class RecordError(SkerryError):
    """A record that is truncated, altered, or breaks a rule on the way."""


class RecordVersionError(RecordError):
    """A record written by a later version of the format than this one reads."""


def require(condition: bool, sentence: str, rule: str = "") -> None:
    """Refuse text whose content contradicts itself, saying why, and by which rule.

    Raises:
        NotationError: the condition does not hold.
    """
    if not condition:
        raise NotationError(sentence, rule)
