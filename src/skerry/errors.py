"""The one tree of errors: every message says what was wrong, what is allowed, and why."""


class SkerryError(ValueError):
    """Anything a user of Skerry can get wrong; catching it catches all of the below."""


class OptionError(SkerryError):
    """An unknown game, an unknown option, or a value an option does not allow."""


class NotationError(SkerryError):
    """Text that cannot be read: malformed, or naming a cell the board does not have."""


class IllegalActionError(SkerryError):
    """A well-formed action that the rules forbid here; the message names the rule."""


class GameOverError(IllegalActionError):
    """An action after the end of the game."""


class RecordError(SkerryError):
    """A record that is truncated, altered, or breaks a rule on the way."""


class RecordVersionError(RecordError):
    """A record written by a later version of the format than this one reads."""


def require(condition: bool, sentence: str) -> None:
    """Refuse text whose content contradicts itself, saying why.

    Raises:
        NotationError: the condition does not hold.
    """
    if not condition:
        raise NotationError(sentence)


__all__ = [
    "GameOverError",
    "IllegalActionError",
    "NotationError",
    "OptionError",
    "RecordError",
    "RecordVersionError",
    "SkerryError",
    "require",
]
