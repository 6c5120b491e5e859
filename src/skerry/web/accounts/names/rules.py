"""Which names are allowed: letters that can be read, of one script, with nothing that is not seen.

Scripts are those that Unicode Standard Annex 31 recommends for names (its table 5).
"""

import re
import unicodedata

from skerry.web.accounts.names.look_alikes import keys_of
from skerry.web.base.errors import RequestError

SHORTEST, LONGEST = 3, 20  # characters
DELETED = "Deleted player"  # with a number: whose account is gone
RULE = (
    f"A name has {SHORTEST} to {LONGEST} characters: letters of one script, the digits 0 to 9, and "
    "between them single spaces, dots, hyphens, apostrophes or underscores."
)

_SCRIPTS = frozenset(
    (
        *("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW", "ARABIC", "THAANA", "DEVANAGARI"),
        *("BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM"),
        *("SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "GEORGIAN", "HANGUL", "ETHIOPIC"),
        *("KHMER", "CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO"),
    )
)
# Scripts that are written together; their letters cannot be mistaken for Latin ones.
_TOGETHER = (
    frozenset(("LATIN", "CJK", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "CJK", "BOPOMOFO")),
    frozenset(("LATIN", "CJK", "HANGUL")),
)
_INHERITED = "COMBINING"  # an accent belongs to the script of its letter
_WITH_ACCENTS = frozenset(("LATIN", "GREEK", "CYRILLIC", "HIRAGANA", "KATAKANA"))
# First words of the names that Unicode gives to characters, where they are not the script.
_SCRIPT_OF = {"IDEOGRAPHIC": "CJK", "KATAKANA-HIRAGANA": "KATAKANA"}
# Letters of living languages; phonetic signs and small capitals are left out, since they look like
# other letters.
_LATIN = re.compile("[A-Za-z\u00aa-\u01bf\u01c4-\u024f\u1e00-\u1eff\u0253\u0256\u0257\u0259\u025b"
                    "\u0263\u0268\u0269\u0254\u0283\u028a\u028b\u0292]")  # fmt: skip
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")  # count as letters or marks
_SEPARATORS = " .-_'"
_RUN_OF_SEPARATORS = re.compile(rf"[{re.escape(_SEPARATORS)}]{{2,}}")
_MOST_MARKS = 2  # on one letter

_RESERVED = frozenset(
    keys_of(word).skeleton
    for word in (
        *("Skerry", "Admin", "Administrator", "Moderator", "Mod", "Staff", "Support", "System"),
        *("Computer", "Engine", "Bot", "Guest", "Player", "Nobody", "Somebody", "Anonymous"),
        *("You", "Friend", "Deleted", "Server", "Root"),
    )
)
_NEVER_BEGINS = keys_of(DELETED).skeleton


class NameRefusedError(RequestError):
    """A name that nobody may have."""


class NameTakenError(RequestError):
    """A name that another player has, or one that looks the same."""

    status = 409


def checked_name(text: str) -> str:
    """A name as it is kept: compatible forms made plain, spaces at its ends left out.

    Raises:
        NameRefusedError: it is not allowed; says why.
    """
    name = unicodedata.normalize("NFKC", text.strip())
    if not SHORTEST <= len(name) <= LONGEST:
        raise NameRefusedError(f"{RULE} This one has {len(name)}.")
    strange = [letter for letter in name if not _is_allowed(letter)]
    if strange:
        raise NameRefusedError(f"{RULE} This one has {_describe(strange[0])}.")
    if not (name[0].isalnum() and _base_letters(name)[-1].isalnum()):
        raise NameRefusedError("A name begins and ends with a letter or a digit.")
    if _RUN_OF_SEPARATORS.search(name.replace(". ", " ")) or _has_many_marks(name):
        raise NameRefusedError(f"{RULE} This one has too many signs or accents beside each other.")
    _check_scripts(name)
    skeleton = keys_of(name).skeleton
    if skeleton in _RESERVED or skeleton.startswith(_NEVER_BEGINS):
        raise NameRefusedError("That name could be taken for a part of the site; choose another.")
    return name


def _is_allowed(letter: str) -> bool:
    if letter in _SEPARATORS or (letter.isascii() and letter.isdigit()):
        return True
    if letter in _BLANK or unicodedata.category(letter) not in ("Lu", "Ll", "Lo", "Lm", "Mn", "Mc"):
        return False
    script = _script_of(letter)
    if script == "LATIN":
        return _LATIN.fullmatch(letter) is not None
    if script == "HANGUL":
        return unicodedata.name(letter).startswith("HANGUL SYLLABLE")
    return script == _INHERITED or script in _SCRIPTS


def _script_of(letter: str) -> str:
    first = unicodedata.name(letter, "").partition(" ")[0]
    return _SCRIPT_OF.get(first, first)


def _describe(letter: str) -> str:
    """A character by its number, since it may be one that is not seen."""
    seen = f" ({letter})" if letter.isprintable() and not unicodedata.combining(letter) else ""
    return f"the character U+{ord(letter):04X}{seen}"


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def _base_letters(name: str) -> str:
    return "".join(letter for letter in name if not _is_mark(letter)) or " "


def _has_many_marks(name: str) -> bool:
    run = 0
    for letter in unicodedata.normalize("NFD", name):
        run = run + 1 if _is_mark(letter) else 0
        if run > _MOST_MARKS:
            return True
    return False


def _check_scripts(name: str) -> None:
    scripts = {_script_of(letter) for letter in name if letter.isalpha() or _is_mark(letter)}
    letters = scripts - {_INHERITED}
    if not letters:
        raise NameRefusedError("A name has at least one letter.")
    mixed = len(letters) > 1 and not any(letters <= together for together in _TOGETHER)
    if mixed or (_INHERITED in scripts and not letters & _WITH_ACCENTS):
        raise NameRefusedError(
            "A name is written in one script, since letters of different ones can look the same."
        )
