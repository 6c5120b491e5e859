"""Names: which are allowed, and which are too much alike to be two players'."""

import re

import pytest

from skerry.web.accounts.names import (
    LONGEST,
    NameRefusedError,
    checked_name,
    guest_names,
    keys_of,
    words,
)

ALLOWED = (
    *("Ann", "Anneliese", "J. R. Ewing", "O'Neill", "mary-jane_7", "Ærøskøbing", "Nguyễn Thị Hoa"),
    *("Вера", "Дмитрий Ж", "Ελένη", "Հայկ", "דָּוִד", "محمد 7", "अनीता", "สมชาย", "ქეთი", "አበበ"),
    *("山田太郎", "ひろしくん", "サトシー", "Tom山田", "김철수", "Kim철수", "李小龙", "佐々木"),
)
REFUSED = {
    "too short": ("", "Jo", "  Jo  ", "李白"),
    "too long": ("x" * 21, "ﷺﷺ"),
    "digits alone": ("12345",),
    "HTML": ("<b>Ann</b>", "Ann&nbsp;", '"Ann"', "Ann`", "<script>"),
    "turned order": ("Ann\u202eafa", "\u2067Ann\u2069", "\u200fAnn", "An\u061cn"),
    "not seen": ("Ann\u200b", "A\u00adnn", "An\u2060n", "Ann\ufeff", "A\u034fnn", "ㅤㅤㅤ", "A\u200dnn"),
    "blanks": ("Ann\u3164Lee", "\u115f\u115f\u115f", "⠀⠀⠀"),
    "line breaks": ("Ann\nLee", "Ann\tLee", "Ann\u2028Lee"),
    "two scripts": ("Аnn", "Annа", "pаypаl", "Ελenη", "Annα", "Вerа", "ქnn", "אnn"),
    "signs": ("Ann!", "Ann😀", "@Ann", "A/B/C", "Ann;--", "a%20b", "A\\nn", "…Ann"),
    "signs at the ends": ("-Ann", "Ann-", ".Ann", "Ann'", "_Ann_"),
    "many signs": ("A--nn", "A  nn", "A._nn"),
    "many accents": ("A\u0301\u0302\u0303\u0304nn", "\u0301Ann"),
    "look of other letters": ("ᴀnn", "ǀǀǀ", "ᎪᏴᏟ", "𓀀𓀀𓀀", "ⲁⲃⲅ", "ɪnn"),
    "digits of another script": ("Ann٣", "अनीता३"),
    "the site's own": ("Skerry", "admin", "ADM1N", "Аdmin", "C0mputer", "Deleted player 7", "root"),
    "half a letter": ("Ann\ud800", "\x00\x00\x00", "Ann\x1b[31m"),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_names_of_many_scripts_are_allowed(name: str) -> None:
    assert keys_of(checked_name(f" {name} ")) == keys_of(name)


@pytest.mark.parametrize("name", [one for names in REFUSED.values() for one in names], ids=ascii)
def test_names_that_deceive_are_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(NameRefusedError, match=r"\w.*\.$") as refused:
        checked_name(name)
    assert str(refused.value).isprintable()


def test_full_width_letters_become_plain_ones() -> None:
    assert checked_name("\uff21\uff4e\uff4e") == "Ann"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Anna", "ANNA"), ("Anna", "\uff21nna"), ("Strasse", "Straße"), ("Anna", "Änna")),
        *(("Bill", "BiIl"), ("Bill", "B1ll"), ("Bobo", "B0b0"), ("Bernard", "Bemard")),
        *(("Ann Lee", "Ann-Lee"), ("Ann Lee", "annlee"), ("O'Neill", "O.Neill")),
        *(("pac", "рас"), ("PACE", "РАСЕ"), ("Hac", "Нас"), ("ABE", "ΑΒΕ"), ("vov", "νον")),
        *(("Ivvan", "Iwan"), ("Łukasz", "lukasz"), ("カト", "力卜"), ("محمدی", "محمدي")),
        ("ΝΑΝ", "NAN"),
    ],
)
def test_names_that_look_the_same_have_the_same_skeleton(one: str, other: str) -> None:
    assert keys_of(one).skeleton == keys_of(other).skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("Вера", "Лера"),
        ("山田", "山口"),
        ("Ann 1", "Ann 2"),
        ("김철수", "김철희"),
    ],
)
def test_other_names_have_others(one: str, other: str) -> None:
    assert keys_of(one).skeleton != keys_of(other).skeleton


def test_names_that_differ_by_case_alone_fold_to_the_same() -> None:
    assert keys_of("ναν").folded == keys_of("ΝΑΝ").folded
    assert keys_of("Ann  Lee").folded == keys_of("ann lee").folded


def test_all_names_of_guests_are_allowed() -> None:
    for some in words():
        assert len(set(some)) == len(some) > 100
        assert all(re.fullmatch(r"[A-Z][a-z]{2,6}", word) for word in some)
    next_name = guest_names()
    for _ in range(50):
        name = next_name()
        assert checked_name(name) == name
        assert len(name) <= LONGEST


def test_no_two_words_of_guests_look_the_same() -> None:
    for some in words():
        assert len({keys_of(word).skeleton for word in some}) == len(some)
