"""The tools that take time, and can be cancelled: chances, proofs; and puzzles."""

from collections.abc import Callable

from skerry.core.numbers import counted, format_count, format_percent
from skerry.errors import OptionError, quoted
from skerry.games.catalogue import info
from skerry.mcp.playing import mover, told
from skerry.players import warm_up
from skerry.positions import Position
from skerry.positions import position as read_position
from skerry.puzzles.judge import Verdict, judge
from skerry.puzzles.judge import warm_up as warm_up_judge
from skerry.puzzles.puzzle import HIGHEST_GRADE, Puzzle, collection
from skerry.search.analysis import AnalysedTurn, Analysis
from skerry.search.analysis import analyse as searched
from skerry.search.solver import Solution
from skerry.search.solver import solve as proved
from skerry.search.solver import warm_up as warm_up_solver

Cancel = Callable[[], bool]

MOST_PLAYOUTS = 1_000_000
MOST_SECONDS = 120.0
MOST_NODES = 100_000_000
MOST_TURNS = 20
MEMORY = 200_000_000  # bytes of one search
TABLE_BYTES = 128 << 20
FEW_PLAYOUTS = 500  # below which chances are a first impression


def analyse(
    position: str,
    playouts: int = 5_000,
    seconds: float = 20.0,
    num_turns: int = 3,
    *,
    cancel: Cancel,
) -> str:
    """Search a position: the chances of who is to act, and the best turns with what may follow.

    Args:
        position: its text.
        playouts: how much to search, 1 to 1,000,000.
        seconds: how long at most, up to 120; what is spent first ends the search.
        num_turns: how many turns to list at most, 1 to 20.
        cancel: asked now and then; the search ends when it says True.

    Raises:
        NotationError: the text is no position.
        GameOverError, OptionError: nothing to search, or a number out of bounds.
    """
    _check("playouts", playouts, MOST_PLAYOUTS)
    _check("num_turns", num_turns, MOST_TURNS)
    _check_seconds(seconds)
    here = read_position(position)
    if not here.is_over:
        warm_up(here.game.name)
    found = searched(
        here,
        playouts=playouts,
        seconds=seconds,
        seed=0,
        num_turns=num_turns,
        memory=MEMORY,
        cancel=cancel,
    )
    return _format_analysis(here, found)


def _check(name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        raise OptionError(f"{name} must be a whole number from 1 to {most:,}, not {quoted(value)}.")


def _check_seconds(seconds: float) -> None:
    if not 0 < seconds <= MOST_SECONDS:
        raise OptionError(
            f"seconds must be greater than 0 and at most {MOST_SECONDS:g}, not {seconds:g}."
        )


def _format_analysis(here: Position, found: Analysis) -> str:
    who = mover(here)
    lines = [f"{who} to act. {_chances(who, found.value, found.proven)}"]
    if found.scores is not None:
        expected = zip(here.game.info.colours, found.scores, strict=True)
        lines.append(f"Expected {', '.join(f'{colour} {score:g}' for colour, score in expected)}.")
    lines += ["", "Best turns:"]
    lines += [f"{rank}. {_format_turn(one)}" for rank, one in enumerate(found.turns, start=1)]
    lines += ["", f"{format_count(found.playouts)} playouts in {found.seconds:.1f} s."]
    if found.playouts < FEW_PLAYOUTS and found.proven is None:
        lines.append("So few playouts give only a first impression.")
    return "\n".join(lines)


def _chances(who: str, value: float, proven: str | None) -> str:
    if proven is not None:
        return f"Proven: {who} {_will(proven)} with best play."
    return f"{who}'s chances are {format_percent(value)} (a win counts 1, a draw 0.5: {value:.3f})."


def _will(value: str) -> str:
    return {"win": "wins", "draw": "draws", "loss": "loses"}[value]


def _format_turn(turn: AnalysedTurn) -> str:
    known = format_percent(turn.value) if turn.proven is None else f"proven {turn.proven}"
    line = f"{turn.text}: {known} ({turn.value:.3f}, {counted(turn.visits, 'visit')})"
    follows = "; ".join(turn.variation[1:])
    return f"{line}, then {follows}" if follows else line


def solve(position: str, seconds: float = 30.0, nodes: int = MOST_NODES, *, cancel: Cancel) -> str:
    """Prove who wins a small board or an endgame, and by which turn; or say that it is not proven.

    Args:
        position: its text.
        seconds: how long at most, up to 120.
        nodes: how many states to look into at most, up to 100,000,000.
        cancel: asked now and then; the search ends when it says True.

    Raises:
        NotationError: the text is no position.
        GameOverError, OptionError: nothing to search, or a number out of bounds.
    """
    _check_seconds(seconds)
    _check("nodes", nodes, MOST_NODES)
    here = read_position(position)
    warm_up_solver(here)
    found = proved(here, max_nodes=nodes, seconds=seconds, table_bytes=TABLE_BYTES, cancel=cancel)
    return _format_solution(here, found)


def _format_solution(here: Position, found: Solution) -> str:
    who = mover(here)
    if found.value is None:
        lines = [f"Not proven: the budget was not enough to tell what {who}, to act, can reach."]
        if (found.at_least, found.at_most) != ("loss", "win"):
            lines.append(
                f"Proven so far: at least a {found.at_least}, at most a {found.at_most} for {who}."
            )
    else:
        lines = [f"Proven: {who}, to act, {_will(found.value)} with best play of both."]
        if found.turn is not None:
            text = here.game.format_turn(found.turn)
            only = "Every turn loses, for example" if found.value == "loss" else "A turn that does"
            lines.append(f"{only}: {text}")
    lines.append(f"{found.nodes:,} nodes in {found.seconds:.2f} s.")
    return "\n".join(lines)


JUDGE_SECONDS = 60.0  # for each answer of the solver


def puzzle(game: str, number: int | None = None, grade: int | None = None) -> str:
    """A puzzle of a game, without its solution: exactly one turn wins.

    Args:
        game: its name, as `games` lists it.
        number: of the puzzle; 1 is the easiest.
        grade: in place of a number, the first puzzle of this difficulty, 1 (easiest) to 5.

    Raises:
        OptionError: there is no such game or puzzle.
    """
    known = _collection(game)
    if grade is not None:
        if number is not None:
            raise OptionError("Give a number or a grade, not both.")
        if not 1 <= grade <= HIGHEST_GRADE:
            raise OptionError(f"Grades go from 1 to {HIGHEST_GRADE}, not {quoted(grade)}.")
        graded = (rank for rank, one in enumerate(known, start=1) if one.grade == grade)
        number = next(graded, None)
        if number is None:
            raise OptionError(f"{info(game).title} has no puzzle of grade {grade}.")
    number = 1 if number is None else number
    chosen = numbered(game, number)
    here = chosen.position
    return (
        f"{info(game).title}, puzzle {number} of {len(known)}, grade {chosen.grade} of "
        f"{HIGHEST_GRADE}. {mover(here)} to act: exactly one of "
        f"{counted(chosen.num_turns, 'turn')} wins. Which?\n\n{told(here)}"
    )


def _collection(game: str) -> tuple[Puzzle, ...]:
    known = collection(game)
    if not known:
        raise OptionError(f"There are no puzzles of {info(game).title}.")
    return known


def numbered(game: str, number: int) -> Puzzle:
    """The puzzle of a number. Raises OptionError: there is no such game or puzzle."""
    known = _collection(game)
    if not 1 <= number <= len(known):
        there_are = f"{info(game).title} has puzzles 1 to {len(known)}"
        raise OptionError(f"{there_are}, so there is no puzzle {quoted(number)}.")
    return known[number - 1]


def check_puzzle(game: str, number: int, turn: str, *, cancel: Cancel) -> str:
    """Whether a turn solves a puzzle, and what follows it; a wrong turn's refutation is proven.

    Args:
        game: its name.
        number: of the puzzle, as `puzzle` said.
        turn: all of the turn.
        cancel: asked now and then; the proof is given up when it says True.

    Raises:
        OptionError: there is no such game or puzzle.
        NotationError, IllegalActionError, UndecidedError: as `puzzles.judge.judge`.
    """
    chosen = numbered(game, number)
    chosen.position.play_turn(turn)  # refuses what is no turn before anything is compiled
    warm_up_judge(game)
    verdict = judge(chosen, turn, seconds=JUDGE_SECONDS, cancel=cancel)
    return _format_verdict(mover(chosen.position), verdict)


def _format_verdict(who: str, verdict: Verdict) -> str:
    if verdict.right:
        line = f"Right: {verdict.turn} wins for {who}."
    else:
        line = f"Wrong: with best play {verdict.turn} leads to a {verdict.value} for {who}."
    follows = "; ".join(verdict.line)
    return f"{line} It goes on: {follows}." if follows else line
