"""Words that were replaced in what people read, and styles of numbers that are not ours."""

import re

ODD = (
    "You now lack",
    "What stays as it is you can turn",
    "by lot",
    "Other colour",
    "Other boards",
    "about as many points",
    "Everybody everybody else",
    "as many as find a winner",
    "Make it<",
    "choose the same, and be paired",
    "Nobody asks for a game",
    "passwords that many have",
    "May stay empty",
    "Password forgotten",
    "Show it<",
    "Password now",
    "By letter",
    "No more letters",
    "Notices",
    "That did not work",
    "hang together",
    "Anything else waits",
    "you have played a game or two",
    "you want no mercy",
    "Owners<",
    "of the points",
    "points of 100",
    "percentage point",
    "playouts a turn meet",
    "times the playouts",
    "Twice the playouts",
    "nearest to even",
    "comes nearest",
    "To be offered for a swap",
    "Where a swap is played",
    "games of a cell",
    "A verdict is that of",
    "In brackets stand",
    "people need not do",
    "so that the cap binds",
    "end-game, and",
    "The centre's weight",
    "points worse",
)
RULE = re.compile(r"\b(SPRY|BYG|SYT|KIT|SYR|HEX|Y|HAV|C)-\d+\b")
SPACED_PERCENT = re.compile(r"\d[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]%")
SPACED_THOUSANDS = re.compile(
    r"\b\d{1,3}[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}]\d{3}\b"
)
LONG_NUMBER = re.compile(r"(?<![\w.,#/-])\d{5,}(?= (?:games|playouts|turns|positions)\b)")


def odd_words(text: str) -> list[str]:
    """Words of the list that a text has."""
    return [one for one in ODD if one in text]


def odd_numbers(text: str) -> list[str]:
    """Numbers of a text that are not written as 63% or 785,880."""
    styles = (SPACED_PERCENT, SPACED_THOUSANDS, LONG_NUMBER)
    return [found[0] for style in styles for found in style.finditer(text)]
