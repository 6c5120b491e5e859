"""What was found of each sentence of the texts, in one plain sentence for the head of its section.

Numbers are those of the strongest players: shares from 0 to 1, and differences of shares.
"""

from collections.abc import Callable, Sequence

NOTHING = "Nothing has been played yet."


def headline(key: str, numbers: Sequence[float]) -> str:
    """The sentence on a claim, from the numbers that its judgement rests on."""
    return _SENTENCES[key](*numbers) if numbers else NOTHING


def _percent(share: float) -> str:
    """A share in whole percent; what is not quite nothing, or all, is not called so."""
    if share > 0 and round(100 * share) == 0:
        return "fewer than 1%"
    if share < 1 and round(100 * share) == 100:
        return "more than 99%"
    return f"{share:.0%}"


def _games(share: float) -> str:
    """A share of the games."""
    whole = {0.0: "no games", 1.0: "all games"}
    return whole.get(share, f"{_percent(share)} of the games")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _difference(share: float) -> str:
    """A difference of shares of the games."""
    number = f"{abs(100 * share):.0f}"
    games = "game" if number == "1" else "games"
    return f"{number} {games} of 100 {'more' if share >= 0 else 'fewer'}"


def _y_centre(weight: float) -> str:
    return f"In Y a first stone in the centre wins {_difference(weight)} than one on the edge."


def _small_board(difference: float) -> str:
    return f"The centre of Y is worth {_difference(difference)} on a small board than on a large."


def _fix(in_y: float, in_spry: float) -> str:
    return (
        f"Against the edge, the centre wins {_difference(in_y)} in Y, and {_difference(in_spry)} "
        "in Spry."
    )


def _hybrid(fewer: float, more: float) -> str:
    return _sentence(
        f"{_games(fewer)} are won with fewer stones, {_percent(more)} with more groups."
    )


def _penalty(without: float, fewer: float, penalty: float) -> str:
    return (
        f"A side ends with {without:.1f} groups where they cost nothing, and with "
        f"{without - fewer:.1f} where each costs {penalty:.0f}."
    )


def _odd_penalty(drawn: float) -> str:
    return f"Odd penalties draw {_games(drawn)}, even ones none."


def _opening(white: float) -> str:
    if white < 0.45:
        words = "worse off"
    else:
        words = "better off" if white > 0.55 else "about as well off as Black"
    return f"White is {words} after this opening: White wins {_games(white)}."


def _cap(*shares: float) -> str:
    """The shares of White with a cap of 1, 2, 3 and 5."""
    one, two, three, five = map(_percent, shares)
    return f"White wins {three} with a cap of 3, and {one}, {two} and {five} with 1, 2 and 5."


def _groups(bound: float) -> str:
    return f"In {_games(bound)} a side has more than 3 groups, so that the cap binds."


def _ties(drawn: float, alike: float) -> str:
    words = f"{_games(drawn)} are drawn; in {_percent(alike)} the largest groups are alike, and"
    return _sentence(f"{words} smaller ones decide.")


def _length(median: float, long: float) -> str:
    return (
        f"Half of the games on 5×5 take {median:.0f} turns or more, and {_percent(long)} more "
        "than 100."
    )


def _drawn(share: float) -> str:
    return _sentence(f"{_games(share)} on 5×5 are drawn.")


def _long(size: int) -> Callable[[float, float], str]:
    def words(median: float, long: float) -> str:
        return _sentence(
            f"{_games(long)} on {size}×{size} take more than 100 turns, and half of "
            f"all {median:.0f} or more."
        )

    return words


def _cycles(ended: float, again: float) -> str:
    return _sentence(
        f"{_games(ended)} on 5×5 end by too many conversions in a row; in {_percent(again)} a "
        "position had come back."
    )


def _placement(before: float, later: float) -> str:
    return _sentence(
        f"{_percent(before)} of the turns place a stone until the late end-game, and "
        f"{_percent(later)} in it; the others convert."
    )


def _komi(without: float, with_komi: float) -> str:
    return (
        f"On 6×6 komi 0.5 leaves {_games(with_komi)} drawn; without komi it is {_percent(without)}."
    )


def _ways(island: float, quicksand: float, initiative: float) -> str:
    return _sentence(
        f"{_games(island)} end by an island, {_percent(quicksand)} by quicksand and "
        f"{_percent(initiative)} by initiative."
    )


def _stalling(share: float) -> str:
    return _sentence(f"{_games(share)} went on for 100 turns without a sink.")


def _unsunk(share: float) -> str:
    return _sentence(f"{_games(share)} ended by initiative before a tile was sunk.")


def _minor(major: float, minor: float) -> str:
    return f"A game of Syrtis Major takes {major:.0f} turns, one of Syrtis Minor {minor:.0f}."


def _fair(light: float) -> str:
    return f"Light, who moves first, wins {_games(light)}."


_SENTENCES: dict[str, Callable[..., str]] = {
    "spry-y-centre": _y_centre,
    "spry-small-board": _small_board,
    "spry-fix": _fix,
    "sytran-hybrid": _hybrid,
    "sytran-penalty": _penalty,
    "sytran-draws": _odd_penalty,
    "byg-opening": _opening,
    "byg-cap": _cap,
    "byg-groups": _groups,
    "byg-ties": _ties,
    "kitaran-length": _length,
    "kitaran-draws": _drawn,
    "kitaran-6x6": _long(6),
    "kitaran-7x7": _long(7),
    "kitaran-cycles": _cycles,
    "kitaran-placement": _placement,
    "kitaran-komi": _komi,
    "syrtis-three-ways": _ways,
    "syrtis-stalling": _stalling,
    "syrtis-unsunk": _unsunk,
    "syrtis-minor": _minor,
    "syrtis-fair": _fair,
}
