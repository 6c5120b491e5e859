"""The figures in the games' guides: from the store of results, and whether the text still fits.

A guide is `guide.md` in a game's folder. A figure in it is a link, whose address is a question to
the store, whose words are the answer, and whose title says of which games it is:

    [93 of 100 games (91 to 95)](figure:larger-group-at-half?over=60 "400 games, ...")

    figure:NAME            what was counted by this name, with hyphens for blanks, or one of COUNTED
    figure:playouts        how strong the players are
    figure:after/c3,d4     the first colour's wins after this first turn
    figure:opens/c3,d4     how many games begin with it
    figure:ended/passes    how many games end for this reason
    figure:mistake/join    how many games of learners have a mistake of this kind (lab/mistakes.py)
    by=1000                of players of so many playouts a turn, 0 at random; else of the strongest
    NAME=VALUE             with an option of the game, such as swap=on
    as=number              how it is written: games (else), share, number, count, playouts
    over=60, under=40      what the sentence needs: the whole interval beyond it, in written units

A map of first turns is a fence (rulebook.py) whose first line says which ones: `least=2` of so many
stones at least, `most=1` at most, `by=1000`, `over=60` and `under=40` as above, of all cells. All
turns that were tried are on it, so none was chosen for how it went; it needs LEAST_GAMES games
together.

`refreshed` writes words, titles and maps anew. The sentences around them are written by hand;
`faults` says where one is not true any more.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from skerry.core.numbers import counted, format_count
from skerry.errors import OptionError
from skerry.games.info import Options
from skerry.games.ruleset import parse_value
from skerry.lab.claims.claims import format_mean
from skerry.lab.metrics import Tally
from skerry.lab.openings import canonical_turn
from skerry.lab.pages import describe_player, format_ends, format_share, format_wins
from skerry.lab.results import Counted, Mistakes, Results, playouts_of
from skerry.lab.studies import cells_of_map, first_moves_map, searching
from skerry.positions import Game
from skerry.rulebook import FIGURE, FIRST_TURNS, parse_first_turns
from skerry.search.symmetry import rule_symmetries
from skerry.statistics import Estimate

AFTER, OPENS, ENDED, MISTAKE = "after", "opens", "ended", "mistake"
COUNTED: Mapping[str, Callable[[Tally], Estimate]] = {
    "first-colour": lambda tally: tally.colour,  # its wins
    "first-player": lambda tally: tally.first_mover,
    "drawn": lambda tally: tally.drawn,
    "swapped": lambda tally: Estimate.share(tally.swapped, tally.total),
    "games": lambda tally: Estimate(tally.total, tally.total, tally.total, tally.total),
}
PLAYOUTS = "playouts"  # a turn, of the players

FORMS: Mapping[str, Callable[[Estimate], str]] = {
    "games": lambda share: f"{format_wins(share)} {format_ends(share)}",
    "share": format_share,
    "number": format_mean,
    "count": lambda count: counted(round(count.value), "game"),
    PLAYOUTS: lambda number: counted(round(number.value), "playout"),
}
PERCENT = ("games", "share")  # whose limits are in hundredths


@dataclass(frozen=True)
class Figure:
    """A question to the store."""

    name: str
    of: str  # a turn of AFTER and OPENS, a reason of ENDED, a kind of MISTAKE; else ""
    player: str | None  # None: the strongest
    options: Options
    form: str
    over: float | None
    under: float | None


def parse_figure(address: str) -> Figure:
    """The question of an address. Raises OptionError: it is none."""
    path, _, query = address.partition("?")
    name, _, of = path.partition("/")
    given = dict(parse_qsl(query, keep_blank_values=True))
    by, form = given.pop("by", None), given.pop("as", FORM_OF.get(name, "games"))
    limits = [given.pop(key, None) for key in ("over", "under")]
    if form not in FORMS or bool(of) != (name in (AFTER, OPENS, ENDED, MISTAKE)):
        raise OptionError(f"figure:{address} is no question; see lab/guides.py.")
    over, under = (None if limit is None else float(limit) for limit in limits)
    player = None if by is None else (searching(int(by)) if int(by) else "random")
    options = {key: parse_value(value) for key, value in given.items()}
    return Figure(name, of, player, options, form, over, under)


FORM_OF = {"games": "count", PLAYOUTS: PLAYOUTS}  # names that are written in a way of their own


def find_figure(results: Results, figure: Figure) -> tuple[Estimate, Counted | Mistakes] | None:
    """What the store says, and what in it says so; None: nothing."""
    if figure.name == MISTAKE:
        known = results.mistakes
        if known is None:
            return None
        return Estimate.share(known.kinds.get(figure.of, 0), known.games), known
    player = figure.player or results.strengths[-1]
    opening = canonical_turn(results.rules, figure.of) if figure.name == AFTER else ""
    cell = results.cell(player, opening=opening, options=figure.options)
    if cell is None:
        return None
    found = _value(cell, figure)
    return None if found is None else (found, cell)


def _value(cell: Counted, figure: Figure) -> Estimate | None:
    if figure.name == AFTER:
        return cell.tally.colour
    if figure.name == OPENS:
        return Estimate.share(cell.first_turns.get(figure.of, 0), cell.tally.total)
    if figure.name == ENDED:
        return Estimate.share(cell.tally.reasons.get(figure.of, 0), cell.tally.total)
    if figure.name == PLAYOUTS:
        playouts = playouts_of(cell.players[0])
        return Estimate(playouts, playouts, playouts, cell.tally.total)
    if figure.name in COUNTED:
        return COUNTED[figure.name](cell.tally)
    names = {name.replace(" ", "-"): value for name, value in cell.measures.items()}
    return names.get(figure.name)


def evidence(value: Estimate, source: Counted | Mistakes) -> str:
    """Of which games a figure is, in words."""
    if isinstance(source, Mistakes):
        first, *_, last = source.levels
        return f"{counted(source.games, 'game')} of levels {first} to {last}, {source.run.date}"
    return (
        f"{counted(value.games, 'game')}, {describe_player(source.players[0])}, {source.run.date}"
    )


LEAST_GAMES = 400  # after the first turns of a map together


def write_first_turns(claims: str, results: Results) -> str:
    """The lines of a map of first turns, without the fence; "" if too few games are known.

    Raises:
        OptionError: something is asked for that no map is asked.
    """
    asked = _asked_of_map(claims)
    least, most = int(asked.get("least", "1")), float(asked.get("most", math.inf))
    by = asked.get("by")
    players = reversed(results.strengths) if by is None else [searching(int(by))]
    player, used = next(
        ((one, cells) for one in players if (cells := cells_of_map(results, one, least, most))),
        ("", []),
    )
    games = sum(cell.tally.total for cell in used)
    if games < LEAST_GAMES:
        return ""
    found = first_moves_map(results, player, least, most).points
    lines = (
        f"{format_share(Estimate.share(*found[alike[0]]))} of {format_count(found[alike[0]][1])} "
        f"games: {' '.join(results.rules.board.names[cell] for cell in alike)}"
        for alike in _mirror_images(results.rules)
        if alike[0] in found
    )
    latest = max(cell.run.date for cell in used)
    about = f"{counted(games, 'game')}, {describe_player(player)}, {latest}"
    return "\n".join((results.rules.start().text, about, *lines))


def _asked_of_map(claims: str) -> dict[str, str]:
    asked = dict(parse_qsl("&".join(claims.split())))
    unknown = set(asked) - {"least", "most", "by", "over", "under"}
    if unknown:
        raise OptionError(f"A map of first turns is not asked {', '.join(sorted(unknown))}.")
    return asked


def _mirror_images(rules: Game) -> list[tuple[int, ...]]:
    """The cells that are mirror images of each other, each ascending."""
    maps, cells = rule_symmetries(rules), range(rules.rules.num_cells)
    return sorted({tuple(sorted({int(images[cell]) for images in maps})) for cell in cells})


def refreshed(markdown: str, results: Results) -> str:
    """A guide with the words, titles and maps made anew; what is not known stays."""

    def write(link: re.Match[str]) -> str:
        figure = parse_figure(link["address"])
        found = find_figure(results, figure)
        if found is None:
            return link[0]
        words = FORMS[figure.form](found[0])
        return f'[{words}](figure:{link["address"]} "{evidence(*found)}")'

    def draw(fence: re.Match[str]) -> str:
        lines = write_first_turns(fence["claims"], results) or fence["text"]
        return f"```first-turns{fence['claims']}\n{lines}\n```"

    return FIRST_TURNS.sub(draw, FIGURE.sub(write, markdown))


def faults(markdown: str, results: Results) -> Iterator[str]:
    """What is wrong with the figures of a guide, in sentences."""
    for link in FIGURE.finditer(markdown):
        figure, where = parse_figure(link["address"]), f"figure:{link['address']}"
        found = find_figure(results, figure)
        if found is None:
            yield f"{where}: nothing of the kind was counted."
            continue
        value, words = found[0], FORMS[figure.form](found[0])
        if link[0] != refreshed(link[0], results):
            yield f"{where}: the guide says {link['words']}, and it is {words}."
        unit = 100 if figure.form in PERCENT else 1
        if figure.over is not None and unit * value.low <= figure.over:
            yield f"{where}: it is to be over {figure.over:g}, and is {words}."
        if figure.under is not None and unit * value.high >= figure.under:
            yield f"{where}: it is to be under {figure.under:g}, and is {words}."
    for fence in FIRST_TURNS.finditer(markdown):
        yield from _map_faults(fence["claims"], fence["text"], results)


def _map_faults(claims: str, text: str, results: Results) -> Iterator[str]:
    lines, asked, where = (
        write_first_turns(claims, results),
        _asked_of_map(claims),
        f"first-turns{claims}",
    )
    if not lines:
        yield f"{where}: fewer than {LEAST_GAMES} games were played after them."
        return
    if lines != text:
        yield f"{where}: the map is out of date."
    over, under = float(asked.get("over", -1)), float(asked.get("under", 101))
    for cell, one in parse_first_turns(lines, claims).shares.items():
        if not over < one.low <= one.high < under:
            yield f"{where}: {cell} is {one.share} ({one.low} to {one.high})."
