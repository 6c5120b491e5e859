"""Names of persons, such that they can be shown in a line of text without changing the rest."""

import unicodedata

# Drawn as nothing at all though they count as letters, marks or symbols.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS = "\u200c\u200d"  # in the middle of words of many languages, and of emoji
# Right-to-left letters and numbers; a name without any cannot change its surroundings' order.
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


def clean_name(text: str) -> str:
    """A name without what nobody can see, above all marks that turn the order of letters.

    Line breaks and runs of spaces become one space. Joiners stay between what they join.
    """
    seen = "".join(
        letter
        for place, letter in enumerate(text)
        if (letter in _JOINERS and _joins(text, place)) or _is_seen(letter)
    )
    return " ".join(seen.split())


def _is_seen(letter: str) -> bool:
    """Whether something is drawn, or space left; spaces of all kinds are made one later."""
    category = unicodedata.category(letter)
    return letter.isspace() or not (category.startswith("C") or letter in _BLANK)


def _joins(text: str, place: int) -> bool:
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return len(around) == 2 and all(_is_seen(one) and not one.isspace() for one in around)


def isolate_name(name: str) -> str:
    """A name for the middle of a sentence: written from right to left, it stays within itself."""
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in name):
        return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"
    return name
