"""Names of players: which are allowed, when two are too much alike, and those of guests."""

import re
import secrets
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from skerry.web.base.errors import RequestError

_ONES, _MORE = 100, 10_000  # numbers below; the larger ones where many names are gone
# Names of guests: two plain words and a number, such as "Quiet Harbour 27".
#
# Any pair of the words can be said to anybody, and with the number none is longer than a name may
# be.

_SHORT_TRIES = 5


@cache
def words() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The first words, and the second ones."""
    text = Path(__file__).with_name("guest_words.txt").read_text(encoding="ascii")
    first, second = text.split("\n\n")
    return tuple(first.split()), tuple(second.split())


def guest_names() -> Callable[[], str]:
    """A function that gives a random name at each call, with longer numbers after a few."""
    tried = 0

    def name() -> str:
        nonlocal tried
        tried += 1
        number = 2 + secrets.randbelow((_ONES if tried <= _SHORT_TRIES else _MORE) - 2)
        first, second = map(secrets.choice, words())
        return f"{first} {second} {number}"

    return name


# When two names are too much alike: both are drawn almost the same.
#
# After the idea of "skeletons" in Unicode Technical Standard 39: each name becomes a text in which
# letters that are hard to tell apart are the same one, and no two names may have the same. It is
# coarser than the standard: accents of Latin, Greek and Cyrillic letters, spaces and dots do not
# count. So it keeps a few honest names apart from each other, which costs somebody a second try.

# Letters of other scripts, and rarer ones of the Latin script, with the Latin ones they look like.
# Capitals stand beside small letters where the two look like different ones: ν and Ν.
_PAIRS = (
    # Latin
    "ıl łl đd ðd ħh øo œo əe ɛe ɩl ʋu ŋn ɣy ƙk ɓb ɗd ƴy ſf "
    # Greek
    "αa βb γy εe ζz ηn θo ιl κk νv οo ρp σo τt υu χx ωw "
    "ΑA ΒB ΕE ΖZ ΗH ΘO ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX "
    # Cyrillic
    "аa вb еe кk мm нh оo рp сc тt уy хx ѕs іl јj ԁd һh ԛq ԝw ӏl ґr гr пn зe ьb "
    "АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԀD ҺH ԚQ ԜW ӀI "
    # Armenian
    "օo ոn սu հh ցg գq յj լl քp ՕO ՍU ՏS ԼL "
    # Hebrew and Arabic
    "סo וl ןl اl هo "
    # Within Arabic
    "کك یي ىي ہه ھه "
    # Within Japanese: Katakana beside Kanji and Hiragana
    "エ工 カ力 ロ口 ニ二 ハ八 タ夕 ト卜 ヘへ リり ー一"
)
_LIKE = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}
_SAME = {ord("i"): "l", ord("1"): "l", ord("|"): "l", ord("0"): "o"}
_DIACRITICS = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF))


class Keys(NamedTuple):
    """What of a name must be no other one's."""

    folded: str  # the name without differences of case and width; by it one signs in
    skeleton: str  # what it looks like


def keys_of(name: str) -> Keys:
    """Both keys of a name; of any text, also one that is not allowed as a name."""
    return Keys(_fold(name), _skeleton(name))


def _fold(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _skeleton(name: str) -> str:
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name))
    bare = "".join(letter for letter in apart if not _is_diacritic(letter))
    latin = bare.translate(_LIKE).casefold().translate(_LIKE).translate(_SAME)
    kept = "".join(letter for letter in latin if letter.isalnum() or not letter.isascii())
    return kept.replace("rn", "m").replace("vv", "w")


def _is_diacritic(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in _DIACRITICS)


SHORTEST, LONGEST = 3, 20  # characters
# Which names are allowed: letters that can be read, of one script, with nothing that is not seen.
#
# Scripts are those that Unicode Standard Annex 31 recommends for names (its table 5).

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

    Raises NameRefusedError: it is not allowed; says why.
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
