"""How fair a game is, and how deep: what is played for it, what was found, in sentences."""

import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import polars as pl

from skerry.games.catalogue import info
from skerry.games.info import Value
from skerry.games.ruleset import format_value
from skerry.lab.claims.texts import matches_of, measure
from skerry.lab.metrics import HALF, Tally, break_even, favoured, skill_trace
from skerry.lab.openings import canonical_turn, drawn_turns, first_stones
from skerry.lab.pages import format_ends, format_interval, format_number, format_wins
from skerry.lab.plans import Cell, match_text, parse_plan
from skerry.lab.plots import FirstMoves
from skerry.lab.results import (
    Counted,
    Results,
    count,
    has_swap,
    plain_rules,
    playouts_of,
    run_of,
)
from skerry.lab.running import Experiment, Runner, Store, checksum, replace_file
from skerry.positions import Game, game
from skerry.statistics import Estimate, difference_of

# What is played for the pages of a game: cells of plans, the quickest first.


@dataclass(frozen=True)
class Size:
    """How much is played."""

    name: str
    ladder: tuple[int, ...]  # playouts a turn, each twice the one before
    strengths: Mapping[str, int]  # contestants that play themselves, the weakest first, and games
    value: Mapping[str, int]  # their games with each value of an option
    opening: Mapping[str, int]  # weaker ones' games after each first turn
    scouted: int  # games of the strongest after each first turn that may matter
    chosen: int  # and then, anew, after those that do
    pair: int  # games of each two that meet
    kept: int  # playouts a turn from which on games from the start are kept
    seed: int = 1  # of all games but those after chosen turns, which have the next one

    @property
    def strongest(self) -> str:
        """The contestant whose word counts most."""
        return list(self.strengths)[-1]

    @property
    def middle(self) -> str:
        """The contestant by whose games first turns are chosen for the strongest."""
        return list(self.opening)[-1]


def searching(playouts: int) -> str:
    """A contestant by its playouts a turn."""
    return f"playouts {playouts}"


FULL = Size(
    "study",
    ladder=(50, 100, 200, 400, 800, 1600),
    strengths={
        "random": 10_000,
        searching(100): 1000,
        searching(1000): 400,
        searching(10_000): 400,
    },
    value={"random": 4000, searching(100): 200, searching(1000): 200, searching(10_000): 200},
    opening={"random": 1000, searching(100): 100, searching(1000): 40},
    scouted=100,
    chosen=400,
    pair=120,
    kept=1000,
)
QUICK = Size(
    "study-quick",
    ladder=(25, 50, 100),
    strengths={"random": 2000, searching(50): 100, searching(100): 60},
    value={"random": 500, searching(50): 40, searching(100): 40},
    opening={"random": 200, searching(50): 20},
    scouted=20,
    chosen=40,
    pair=60,
    kept=100,
)
LEAST_GAMES = 40  # of a board that takes long


def study_cells(name: str, size: Size) -> list[Cell]:
    """What is played whatever is found, the quickest players first.

    Raises:
        OptionError: there is no such game.
    """
    found: dict[str, Cell] = {}
    for text in _matches(info(name).name, size):
        for cell in _cells(text):
            known = found.get(cell.title)
            if known is None or known.games < cell.games:
                found[cell.title] = cell
    return sorted(found.values(), key=lambda cell: max(map(playouts_of, cell.players)))


BEST, WEAKEST, NEAREST, OFTEN = 3, 2, 3, 2  # first turns of each kind that matter


def scouted_cells(results: Results, size: Size) -> list[Cell]:
    """First turns that the strongest tries: those of one stone, and what may matter."""
    if results.info.has_setup:
        return []
    turns = [*first_stones(results.rules), *_turns_that_matter(results, size.middle, size)]
    return _opened(results, size.strongest, size.scouted, list(dict.fromkeys(turns)))


def chosen_cells(results: Results, size: Size) -> list[tuple[Cell, Estimate]]:
    """The first turns that matter, which the strongest plays anew, with the shares they had.

    What was played so far chooses them, and is then replaced.
    """
    if results.info.has_setup:
        return []
    shares = dict(_scouted(results, size.strongest))
    turns = [turn for turn in _turns_that_matter(results, size.strongest, size) if turn in shares]
    cells = _opened(results, size.strongest, size.chosen, turns)
    return [(cell, shares[" ".join(cell.opening)]) for cell in cells]


def _scouted(results: Results, player: str) -> list[tuple[str, Estimate]]:
    """First turns, and the first player's share by the games that choose among them."""
    return [
        (cell.opening, cell.chosen_by or cell.tally.first_mover) for cell in results.opened(player)
    ]


def _turns_that_matter(results: Results, player: str, size: Size) -> list[str]:
    """By a contestant's games the best, the weakest and those nearest to even, mirror images aside.

    Also those that the strongest plays most often, without a swap and with it.
    """
    ranked = sorted(_scouted(results, player), key=lambda one: (-one[1].value, one[0]))
    nearest = sorted(ranked, key=lambda one: abs(one[1].value - HALF))[:NEAREST]
    found = [turn for turn, _ in (*ranked[:BEST], *ranked[-WEAKEST:], *nearest)]
    for options in ({}, {"swap": True}) if has_swap(results.game) else ({},):
        cell = results.cell(size.strongest, options=options)
        found += list(cell.first_turns)[:OFTEN] if cell is not None else []
    return list(dict.fromkeys(canonical_turn(results.rules, turn) for turn in found))


def _opened(results: Results, player: str, games: int, turns: Sequence[str]) -> list[Cell]:
    if not turns:
        return []
    return list(_cells(_match(results.game, {}, games, player, json.dumps(turns))))


Tell = Callable[[Cell, Experiment], None]  # how far the games of a cell are


def play_study(
    known: Results,
    size: Size,
    folder: Path,
    runner: Runner,
    keep: Callable[[Results], None],
    tell: Tell = lambda *_: None,
    most: int | None = None,
    games: Path | None = None,
) -> Results:
    """Play what is missing in some results; they are kept after each cell.

    Args:
        known: results of the game, perhaps empty.
        size: how much is to be there.
        folder: for the games of cells that are being played: what was stopped goes on there.
        runner: plays them.
        keep: is given all results whenever there are new ones.
        tell: is told after each job.
        most: players of more playouts a turn don't play; None: all play.
        games: a folder for the games from the start of strong players, by which they are counted
            again when something else is asked of them; None: no games are kept.

    Raises:
        StoreError: another process is adding games, or the folder cannot be used.
    """
    if games is not None:
        known = _recounted(known, games)
        keep(known)

    def is_too_strong(*players: str) -> bool:
        return most is not None and max(map(playouts_of, players)) > most

    def play(cell: Cell, seed: int) -> Counted:
        rows = play_cell(cell, size, seed, folder, runner, tell)
        if games is not None and min(map(playouts_of, cell.players)) >= size.kept:
            _keep_games(games, cell, rows)
        return count(cell, rows, run_of(seed), measure)

    def add(counted: Counted) -> None:
        nonlocal known
        known = known.plus(counted)
        keep(known)

    for cell in study_cells(known.game, size):
        if not known.has(cell) and not is_too_strong(*cell.players):
            add(play(cell, size.seed))
    if is_too_strong(size.strongest):
        return known
    for cell in scouted_cells(known, size):
        if not known.has(cell):
            add(play(cell, size.seed))
    for cell, share in chosen_cells(known, size):
        found = known.cell(size.strongest, opening=" ".join(cell.opening))
        if found is None or found.chosen_by is None or not known.has(cell):
            add(replace(play(cell, size.seed + 1), chosen_by=share))
    return known


def play_cell(
    cell: Cell, size: Size, seed: int, folder: Path, runner: Runner, tell: Tell = lambda *_: None
) -> pl.DataFrame:
    """All games of a cell; arguments as of `play_study`. Raises StoreError."""
    text, commit = cell_text(cell, size, seed), run_of(seed).commit
    # By its commit too: what other code has played does not count as this code's.
    store = Store.create(folder / checksum(f"{commit}\n{text}".encode()), text)
    experiment = Experiment(parse_plan(text, size.name), store)
    tell(cell, experiment)
    experiment.run(runner, lambda played: tell(cell, played))
    return experiment.rows().collect()


def games_file(folder: Path, rules: Game, player: str) -> Path:
    """Where games of a contestant against itself by these rules are kept."""
    usual = dict(plain_rules(rules.name).options)
    given = {name: value for name, value in rules.options if value != usual[name]}
    words = [f"{name}={format_value(value)}" for name, value in given.items()]
    return folder / f"{'-'.join([rules.name, str(playouts_of(player)), *words])}.parquet"


def _keep_games(folder: Path, cell: Cell, rows: pl.DataFrame) -> None:
    """Keep the games of a cell, if they are a contestant's against itself by the main rules."""
    name = cell.game.name
    main = [plain_rules(name, **given) for given in ({}, *_swapping(name))]
    if cell.opening or cell.players[0] != cell.players[1] or cell.game not in main:
        return
    folder.mkdir(parents=True, exist_ok=True)
    content = io.BytesIO()
    rows.write_parquet(content, compression="zstd", compression_level=19)
    replace_file(games_file(folder, cell.game, cell.players[0]), content.getvalue())


def _recounted(known: Results, folder: Path) -> Results:
    """The same, with what is counted now in the games that are kept."""
    for counted in known.cells:
        rules, player = game(known.game, **counted.options), counted.players[0]
        file = games_file(folder, rules, player)
        if not counted.opening and counted.players[1] == player and file.is_file():
            measures = measure(rules, pl.read_parquet(file), counted.run.seed)
            known = known.plus(replace(counted, measures=measures))
    return known


def cell_text(cell: Cell, size: Size, seed: int) -> str:
    """The plan of a cell alone, as TOML."""
    first, second = cell.players
    players = first if first == second else [first, second]
    openings = json.dumps([" ".join(cell.opening)]) if cell.opening else ""
    head = f'name = "{size.name}"\nseed = {seed}\ncount_turns = 0\n'
    options = dict(cell.game.options)
    return head + _match(cell.game.name, options, cell.games, players, openings)


def _cells(match: str) -> tuple[Cell, ...]:
    return parse_plan(f'name = "study"\n{match}', "study").cells


def _matches(name: str, size: Size) -> Iterator[str]:
    """Tables of plans; of like playouts, what counts most is played first."""
    study, more = info(name).study, matches_of(name)
    for player, games in size.strengths.items():
        yield _match(name, {}, games, player)
    for player, games in size.value.items():
        for given in _swapping(name) if playouts_of(player) else ():
            yield _match(name, given, max(games, size.strengths[player]), player)
        for option in study.options:
            for value in option.values:
                given = {option.name: value}
                yield _match(name, given, _fewer(name, given, games), player)
        for match in more:
            if not match.openings:
                fewer = _fewer(name, match.options, games)
                yield _match(name, match.options, fewer, player)
    for weaker, stronger in pairs(size):
        yield _match(name, {}, size.pair, [weaker, stronger])
    handicap = study.handicap_option
    if handicap is not None:
        for weaker, stronger in handicapped(size):
            for value in handicap.values:
                yield _match(name, {handicap.name: value}, size.pair, [weaker, stronger])
    # Who only finds out which first turns the strongest should try needs no weaker ones beside it.
    has_claims = any(match.openings for match in more)
    trying = size.opening if has_claims else {size.middle: size.opening[size.middle]}
    for player, games in trying.items():
        for openings in _openings(name):
            yield _match(name, {}, games, player, openings)
    for match in more:
        if match.openings:
            for player, games in {**size.opening, size.strongest: size.scouted}.items():
                fewer = _fewer(name, match.options, games)
                yield _match(name, match.options, fewer, player, match.openings)


def _swapping(name: str) -> list[Mapping[str, Value]]:
    """Options with which the second person may swap: the usual ones, and the fair board's."""
    if not has_swap(name):
        return []
    fair, usual = {"swap": True, **info(name).fair.options}, {"swap": True}
    return [usual] if fair == usual else [usual, fair]


def _fewer(name: str, options: Mapping[str, Any], games: int) -> int:
    """Fewer games on boards larger than the usual one, where each takes longer; an even number."""
    usual, here = (plain_rules(name, **given).rules.num_cells for given in ({}, options))
    share = min(1.0, (usual / here) ** 2)
    return max(min(games, LEAST_GAMES), round(games * share / 2) * 2)


def pairs(size: Size) -> list[tuple[str, str]]:
    """Who meets whom, the weaker first: each two next to each other on the ladder, and others."""
    neighbours = [(searching(one), searching(two)) for one, two in pairwise(size.ladder)]
    return list(dict.fromkeys(neighbours + handicapped(size)))


def handicapped(size: Size) -> list[tuple[str, str]]:
    """Pairs of unequal strength: the ladder's second against all that are stronger."""
    weaker, *stronger = size.ladder[1:]
    return [(searching(weaker), searching(playouts)) for playouts in stronger]


def _openings(name: str) -> Iterator[str]:
    """First turns, as TOML."""
    if info(name).has_setup:
        return
    yield '"each stone"'
    num_drawn = info(name).study.turns_drawn
    if num_drawn:
        yield json.dumps(drawn_turns(plain_rules(name), num_drawn))


def _match(
    name: str,
    options: Mapping[str, Any],
    games: int,
    players: str | list[str],
    openings: str = "",
) -> str:
    """A table of the plan; without a swap unless it says so."""
    given = {"swap": False, **options} if has_swap(name) else options
    words = ", ".join(f"{key} = {json.dumps(value)}" for key, value in given.items())
    key = "players" if isinstance(players, str) else "pairs"
    return match_text(name, words, f"{key} = [{json.dumps(players)}]", games, openings)


# What was found.

DRAWS = 4000  # of the shares, for the interval of the skill trace
ENDS = (2.5, 97.5)  # percentiles of a 95% interval
SECOND, EITHER, FIRST = "moves second", "alternates", "moves first"

Name = TypeVar("Name")


def by_strength(results: Results) -> list[tuple[str, Tally]]:
    """Each contestant against itself from the start, the weakest first."""
    return _there((player, results.find(player)) for player in results.strengths)


def with_swap(results: Results) -> dict[str, list[tuple[str, Tally]]]:
    """The same where swapping is allowed, by the options in words; none in a game without it."""
    found = {
        _swapping_in_words(results, given): _there(
            (player, results.find(player, options=given)) for player in results.strengths
        )
        for given in _swapping(results.game)
    }
    return {words: tallies for words, tallies in found.items() if tallies}


def by_option(results: Results, option: str, player: str) -> list[tuple[Value, Tally]]:
    """A contestant against itself with each value of an option, the usual one among them.

    Numbers ascend; other values stand as in the catalogue, as far as they were played.
    """
    usual = results.rules.option(option)
    studied = results.info.study.option(option)
    values: list[Value] = [usual, *(studied.values if studied else ())]
    if not isinstance(usual, str):
        values.sort(key=float)
    return _there((value, results.find(player, options={option: value})) for value in values)


def _there(found: Iterable[tuple[Name, Tally | None]]) -> list[tuple[Name, Tally]]:
    return [(name, tally) for name, tally in found if tally is not None]


def fair_value(results: Results, option: str, player: str) -> Estimate | None:
    """The number at which the first colour gets one half; None where there is none, or several."""
    measured = [(float(value), tally.colour) for value, tally in by_option(results, option, player)]
    if len(measured) < 2:
        return None
    return break_even(measured, falling=results.info.study.lowers_first(option))


# ---- first moves ----


def first_moves_map(
    results: Results, player: str, least: int = 1, most: float = math.inf
) -> FirstMoves:
    """What the first colour gets after first turns of so many stones, by their cells.

    A cell has the mean over those of the turns that were tried (`cells_of_map`).
    """
    moves = FirstMoves(results.rules, player)
    for cell in cells_of_map(results, player, least, most):
        played = cell.tally
        stones = stones_of(results.rules, cell.opening)
        moves.add(stones, played.colour.value * played.total, played.total)
    return moves


def cells_of_map(
    results: Results, player: str, least: int = 1, most: float = math.inf
) -> list[Counted]:
    """What a contestant played after first turns of so many stones, for a map of them.

    The turns are those of the weakest contestant that tried any. Others may have gone on from
    turns that were picked because they win, and would flatter the cells of these; so a contestant
    that has not tried all of the same turns has no map.
    """

    def cells_after(by: str) -> dict[str, Counted]:
        cells = {cell.opening: cell for cell in results.opened(by)}
        stones = {turn: len(stones_of(results.rules, turn)) for turn in cells}
        return {turn: cell for turn, cell in cells.items() if least <= stones[turn] <= most}

    wanted = next(filter(None, map(cells_after, results.strengths)), {})
    found = cells_after(player)
    return [found[turn] for turn in wanted] if wanted.keys() <= found.keys() else []


def stones_of(rules: Game, turn: str) -> list[int]:
    """The cells on which a turn places stones."""
    return [cell for cell in rules.parse_turn(turn) if cell < rules.rules.num_cells]


class ChosenTurn(NamedTuple):
    """A first turn that matters."""

    turn: str
    by: Estimate  # the first player's share in games by which the best are chosen
    tally: Tally  # of the games that were played afterwards


def chosen_turns(results: Results) -> list[ChosenTurn]:
    """The first turns that the strongest played once more, the best for the first player first.

    What is best of many by the games that choose it would be flattered by them; so others tell.
    """
    found = [
        ChosenTurn(cell.opening, cell.chosen_by, cell.tally)
        for cell in results.cells
        if cell.chosen_by is not None
    ]
    return sorted(found, key=lambda one: -one.by.value)


def fairest_turn(results: Results) -> ChosenTurn | None:
    """The chosen first turn nearest to even; None where none was chosen."""
    return min(chosen_turns(results), key=lambda one: abs(one.by.value - HALF), default=None)


# ---- strength ----


def ladder(results: Results) -> list[tuple[int, Estimate]]:
    """Fewer playouts of two neighbours on the ladder, and what twice as many take against them."""
    return [
        (fewer, opposite(tally.player))
        for (fewer, more), tally in _unequal(results).items()
        if more == 2 * fewer
    ]


def _unequal(
    results: Results, options: Mapping[str, Value] | None = None
) -> dict[tuple[int, int], Tally]:
    """The counts of games between searches of unequal strength, by playouts, the fewer first."""
    found = {}
    for cell in results.cells:
        one, other = map(playouts_of, cell.players)
        if 0 < one < other and (tally := results.find(*cell.players, options=options)):
            found[one, other] = tally
    return dict(sorted(found.items()))


def weaker_side(results: Results) -> int | None:
    """The playouts of who is given a handicap: it met the most that are stronger."""
    met = Counter(one for one, _ in _unequal(results))
    return max(met, key=lambda one: (met[one], one), default=None)


def skill(results: Results) -> Estimate | None:
    """The skill trace of the ladder; its interval is that of a parametric bootstrap.

    Percentiles of DRAWS skill traces whose shares come from binomial distributions with those that
    were measured (Efron, "Bootstrap methods: another look at the jackknife", 1979).
    """
    shares = [share for _, share in ladder(results)]
    if not shares:
        return None
    rng = np.random.Generator(np.random.PCG64(1))
    drawn = np.stack(
        [rng.binomial(share.games, share.value, DRAWS) / share.games for share in shares], axis=1
    )
    low, high = np.percentile([skill_trace(one) for one in drawn.tolist()], ENDS)
    value = skill_trace([share.value for share in shares])
    return Estimate(
        value, min(value, float(low)), max(value, float(high)), sum(one.games for one in shares)
    )


@dataclass(frozen=True)
class Handicap:
    """What the weaker one gets, and its share of the points by the stronger one's playouts."""

    words: str
    shares: dict[int, Estimate]  # by how many times the playouts of the weaker one


def handicaps(results: Results) -> list[Handicap]:
    """What the weaker one may get, and how far it helps."""
    columns = [
        Handicap(SECOND, _by_ratio(results, "player_second")),
        Handicap(EITHER, _by_ratio(results, "player")),
        Handicap(FIRST, _by_ratio(results, "player_first")),
    ]
    given = results.info.study.handicap_option
    if given is not None:
        colour = results.info.colours[1].capitalize()
        columns += [
            Handicap(
                f"{colour}, {given.name} {value:g}",
                _by_ratio(results, "player_second", {given.name: value}),
            )
            for value in given.values
        ]
    return [column for column in columns if column.shares]


def _by_ratio(
    results: Results, share: str, options: dict[str, Value] | None = None
) -> dict[int, Estimate]:
    weaker = weaker_side(results)
    found: dict[int, Estimate] = {}
    for (fewer, more), tally in _unequal(results, options).items():
        estimate: Estimate | None = getattr(tally, share)
        if fewer == weaker and estimate is not None:
            found[more // fewer] = estimate
    return found


def worth_of_moving_first(results: Results) -> Estimate | None:
    """How many times the playouts of the first mover make its opponent an equal of it.

    Found where the first mover's share falls to one half, the playouts' doublings being the scale;
    None where the share is below one half from the beginning, or above it to the end.
    """
    weaker = weaker_side(results)
    alone = None if weaker is None else results.find(searching(weaker))
    first = _by_ratio(results, "player_first")
    if alone is None or not first:
        return None
    measured = [(0.0, alone.first_mover)]
    measured += [(math.log2(ratio), share) for ratio, share in first.items()]
    found = break_even(measured, falling=True)
    return None if found is None else found.mapped(_times)


def _times(doublings: float) -> float:
    return 2.0**doublings if math.isfinite(doublings) else doublings


def opposite(share: Estimate) -> Estimate:
    """The other side's share."""
    return Estimate(1 - share.value, 1 - share.high, 1 - share.low, share.games)


class Part(NamedTuple):
    """A piece of a sentence."""

    text: str
    is_strong: bool = False


Sentence = tuple[Part, ...]


def title_of(results: Results) -> str:
    """Of the page."""
    return f"{results.info.title}: is it fair?"


def headline(results: Results) -> str:
    """The study in a sentence of plain text."""
    _, tally = by_strength(results)[-1]
    first, second = (colour.capitalize() for colour in results.info.colours)
    share = tally.colour
    return (
        f"{first} wins {format_wins(share)} between two equal computers: "
        f"{_judged(share, first, second)}."
    )


def verdicts(results: Results) -> Iterator[Sentence]:
    """The main findings, their figures strong."""
    for words in _verdicts(results):
        yield tuple(Part(text, bool(place % 2)) for place, text in enumerate(words.split("*")))


def _verdicts(results: Results) -> Iterator[str]:
    """The sentences, what is strong in them between asterisks."""
    player, tally = by_strength(results)[-1]
    first, second = (colour.capitalize() for colour in results.info.colours)
    yield (
        f"{first}, who moves first, wins {_strong(tally.colour)} between two equal computers: "
        f"{_judged(tally.colour, first, second)}.{_trend(results, first)}"
    )
    if results.info.has_setup:
        share = tally.first_mover
        yield (
            f"Whoever sets up the board wins {_strong(share)} against whoever chooses the colour: "
            f"{_judged(share, 'setting up', 'choosing')}."
        )
    yield from _verdicts_on_balance(results, player, tally)
    fairest = fairest_turn(results)
    if fairest is not None:
        share = fairest.tally.first_mover
        yield (
            f"Fairest first turn when swapping is allowed: *{format_turn(fairest.turn)}*. After "
            f"it, {first} wins {format_wins(share)} {format_ends(share)}."
        )
    yield from _verdicts_on_strength(results)
    if tally.drawn.value > 0:
        yield f"{_strong(tally.drawn)} between two equal computers are drawn."


def _trend(results: Results, first: str) -> str:
    """How the first colour's share changes with strength, in a sentence; "" if none search."""
    searching = [one for player, one in by_strength(results) if playouts_of(player)]
    if len(searching) < 2:
        return ""
    change = difference_of(searching[-1].colour, searching[0].colour)
    if change.low > 0:
        return f" The better they play, the more {first} wins."
    if change.high < 0:
        return f" The better they play, the less {first} wins."
    return " How well they play hardly matters for that."


def balances(results: Results, player: str) -> list[tuple[str, Estimate]]:
    """What may balance a game, in words, and the first person's share by it."""
    found = [
        (f"{option.heading.lower()} {format_value(value)}", tally)
        for option in results.info.study.options
        for value, tally in by_option(results, option.name, player)
        if value != results.rules.option(option.name)
    ]
    for given in _swapping(results.game):
        swapped = results.find(player, options=given)
        if swapped is not None:
            found.append((_swapping_in_words(results, given), swapped))
    return [(words, tally.first_mover) for words, tally in found]


def _swapping_in_words(results: Results, given: Mapping[str, Value]) -> str:
    """Options with which the second person may swap, in words."""
    others = (
        option.phrase.format(given[option.name])
        for option in results.info.options
        if option.name in given and option.phrase
    )
    return ", ".join(("swapping allowed", *others))


def _verdicts_on_balance(results: Results, player: str, usual: Tally) -> Iterator[str]:
    """The fair value of the option that is to balance the game, and what makes it even."""
    option = results.info.study.tuned_option
    fair = None if option is None else fair_value(results, option.name, player)
    if option is not None and fair is not None:
        yield (
            f"The fair {option.heading.lower()} is *{format_number(fair.value)}* "
            f"({format_interval(fair)})."
        )
    tried = balances(results, player)
    if not tried or favoured(usual.first_mover) == 0:
        return
    even = [words for words, share in tried if favoured(share) == 0]
    if even:
        listed = ", ".join(f"*{words}*" for words in even)
        yield f"With {listed}, neither side is clearly better off."
    else:
        lowest, highest = (f"{100 * pick(s.value for _, s in tried):.0f}" for pick in (min, max))
        yield (
            f"Nothing that was tried balances it: the first player wins {lowest} to {highest} of "
            "100 games."
        )


def _verdicts_on_strength(results: Results) -> Iterator[str]:
    """What the first move and more thinking are worth."""
    worth = worth_of_moving_first(results)
    if worth is not None:
        times = f"*{worth.value:.1f} times* as long ({format_interval(worth)})"
        yield f"Moving first is like thinking {times}."
    depth = skill(results)
    if depth is not None:
        shares = [share for _, share in ladder(results)]
        mean = sum(share.value for share in shares) / len(shares)
        yield (
            f"Thinking twice as long wins *{100 * mean:.0f} of 100 games* on average. How much "
            "skill counts, from 0 (chance) to 1 (the better side always wins): "
            f"*{depth.value:.2f}* ({depth.low:.2f} to {depth.high:.2f})."
        )


def _judged(share: Estimate, one: str, other: str) -> str:
    """Whom a share favours, in words."""
    side = favoured(share)
    if side:
        return f"{one if side > 0 else other} is better off"
    return "neither side is clearly better off"


def _strong(share: Estimate) -> str:
    """A number of games of 100, strong, and its interval."""
    return f"*{format_wins(share)}* {format_ends(share)}"


def first_colour(results: Results) -> str:
    """The name of the colour that moves first."""
    return results.info.colours[0].capitalize()


def format_turn(turn: str) -> str:
    """A turn's stones with blanks between them."""
    return turn.replace(",", " ")
