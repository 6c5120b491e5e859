"""Lines of chat as they are kept: such that they can be shown without changing the rest."""

import unicodedata

from skerry.web.base.errors import RequestError
from skerry.web.board.names import clean_name
from skerry.web.online.chat.models import LONGEST

LONGEST_SENT = 1000  # characters that are looked at, before what nobody sees is taken out
MOST_MARKS = 4  # on one letter; more of them are drawn over the lines around


def clean_line(text: object) -> str:
    """A line without what nobody can see, and without towers of accents.

    Raises:
        RequestError: no text, nothing that can be seen, or too long.
    """
    if not isinstance(text, str):
        raise RequestError("'text' must be what you want to say, as a text.")
    if len(text) > LONGEST_SENT:
        raise _too_long(len(text))
    line = _with_few_marks(clean_name(text))
    if not line:
        raise RequestError("Nothing can be seen in this line.")
    if len(line) > LONGEST:
        raise _too_long(len(line))
    return line


def _too_long(length: int) -> RequestError:
    return RequestError(f"A line has at most {LONGEST} characters, and this one has {length:,}.")


def _with_few_marks(text: str) -> str:
    kept, run = [], 0
    for letter in text:
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if run <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
