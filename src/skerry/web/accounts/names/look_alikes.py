"""When two names are too much alike: both are drawn almost the same.

After the idea of "skeletons" in Unicode Technical Standard 39: each name becomes a text in which
letters that are hard to tell apart are the same one, and no two names may have the same. It is
coarser than the standard: accents of Latin, Greek and Cyrillic letters, spaces and dots do not
count. So it keeps a few honest names apart from each other, which costs somebody a second try.
"""

import unicodedata
from typing import NamedTuple

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
