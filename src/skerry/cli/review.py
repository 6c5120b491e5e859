"""`skerry review`: what each turn of a recorded game cost, and what would have been better."""

import json
from pathlib import Path

import typer
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from skerry.cli.common import say_if_cold
from skerry.cli.showing import read_record
from skerry.cli.waiting import progress_on_terminal, stopped_by_hand
from skerry.cli.writing import check_free, write_file
from skerry.core.formatting import counted, format_percent, format_percent_interval
from skerry.record import GameRecord
from skerry.review import Accuracy, Estimate, Review, ReviewedTurn, review, with_evaluations
from skerry.review.reviewing import check_bounds


def review_file(
    file: Path,
    *,
    playouts: int,
    seed: int | None,
    threads: int,
    as_json: bool,
    out: Path | None,
    force: bool = False,
) -> None:
    """Review a game and print what was found; Ctrl-C ends it with the turns judged so far.

    Raises:
        OptionError: no such file, a number out of bounds, or a file to write that is there.
        RecordError: the file holds no game.
    """
    record = read_record(file)
    check_bounds(playouts, threads)  # before there is a bar on the terminal
    check_free([out], force=force)
    say_if_cold()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    with stopped_by_hand() as stopping, progress_on_terminal(*columns, transient=True) as bar:
        task = bar.add_task("Reviewing", total=1.0)
        found = review(
            record,
            playouts=playouts,
            seed=seed,
            threads=threads,
            progress=lambda done: bar.update(task, completed=done),
            cancel=stopping.is_set,
        )
    if out is not None:
        write_file(out, with_evaluations(record, found).to_json(), force=force)
    typer.echo(json.dumps(found.to_data()) if as_json else "\n".join(_lines(record, found)))


def _lines(record: GameRecord, found: Review) -> list[str]:
    lines = [_turn_line(turn, found) for turn in found.turns]
    if not found.is_complete:
        lines.append(f"Stopped after {counted(len(found.turns), 'turn')}.")
    for number, (person, accuracy) in enumerate(zip(record.persons, found.accuracy, strict=True)):
        lines.append(_accuracy_line(person.name or f"Person {number}", accuracy))
    return lines


def _turn_line(turn: ReviewedTurn, found: Review) -> str:
    chance = found.curve[turn.number].chance
    share = "" if chance is None else f"  {format_percent(chance):>4}"
    line = f"{turn.number:3} {turn.played.text:24}{share}  {_points(turn.loss)}"
    if turn.verdict is None:
        return line
    return "\n".join([f"{line}  {turn.verdict}", *(f"      {words}" for words in turn.words)])


def _points(loss: Estimate) -> str:
    if loss.is_exact:
        return f"{format_percent(loss.value, 1):>6}"
    return format_percent_interval(loss.value, loss.low, loss.high, 1)


def _accuracy_line(name: str, accuracy: Accuracy) -> str:
    if accuracy.percent is None:
        return f"{name}: no turn to judge"
    accurate = format_percent(accuracy.percent / 100, 1)
    return (
        f"{name}: accuracy {accurate} in {counted(accuracy.turns, 'turn')}, "
        f"{counted(accuracy.mistakes, 'mistake')}, {counted(accuracy.blunders, 'blunder')}"
    )
