"""What a challenge asks for, in words."""

from skerry.sessions import TimeControl, format_control
from skerry.web.online.models import Challenge
from skerry.web.play import forms
from skerry.web.ratings.shown import ShownRating, ratings_of


def options_in_words(found: Challenge) -> list[tuple[str, str]]:
    """The options that are not usual, and the board's, which always is told."""
    given = dict(found.wanted.options)
    told = []
    for number, option in enumerate(found.info.options):
        value = given[option.name]
        if number == 0 or value != option.default_given(given):
            text = forms.field_text(value) or "off"
            told.append((option.label, text))
    return told


def short_time(control: TimeControl | None) -> str:
    """A clock in few words: how much vacation there is, the challenge's own page tells."""
    return format_control(control).partition(",")[0]


def side_in_words(found: Challenge, *, is_maker: bool) -> str:
    """What who looks will be, in a sentence."""
    if found.side == "random":
        return "Random: either of you may move first."
    info = found.info
    maker = ("first", "second").index(found.side)
    mine = maker if is_maker else 1 - maker
    if info.parts and not found.prepared:
        return f"You: who {info.parts[mine].short}."
    return f"You play {info.colours[mine]}, and move {('first', 'second')[mine]}."


def rating_of(found: Challenge) -> ShownRating | None:
    """How strong the maker is at such games; None: a guest, who has no rating."""
    maker = found.maker
    return None if maker.is_guest else ratings_of([maker.pk], found.game, found.speed)[maker.pk]
