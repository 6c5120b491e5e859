"""What `convert` and `review` do with records of games."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import typer
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from skerry.cli.running import progress_on_terminal, say_if_cold, stopped_by_hand
from skerry.cli.shared import check_free, check_place, write_file
from skerry.cli.showing import read_record
from skerry.core.numbers import counted, format_percent, format_percent_interval
from skerry.errors import OptionError, SkerryError
from skerry.exchange import FORMATS, Remark, format_named, read, write
from skerry.record import LARGEST_RECORD, GameRecord
from skerry.review import (
    ACCURACY,
    Accuracy,
    Estimate,
    Review,
    ReviewedTurn,
    accuracy_words,
    names_of,
    review,
    with_review,
)
from skerry.review.reviewing import check_bounds
from skerry.text import spaced

SEVERAL = "sgf"  # the format whose files hold several games


Written = tuple[Path, str]  # a source, and a record of it in the format that is wanted


def convert_files(
    files: Sequence[Path], to: str | None, out: Path | None, *, force: bool = False
) -> int:
    """Convert records; remarks on stderr say what was lost. Nothing is written if it does not fit.

    Args:
        files: to be read; what they hold is recognised.
        to: a format of `exchange.FORMATS`; None: as the name of `out` ends, else JSON.
        out: a file, or a folder for a file each; None: standard output.
        force: whether files that are there already are written over.

    Returns:
        0, or 2 where a file could not be read or its game not be kept; the others are converted.
    """
    wanted = _wanted(to, out)
    written: list[Written] = []
    is_whole = True
    for file in files:
        records, were_read = _read(file)
        is_whole &= were_read
        for record in records:
            text = _write(file, record, wanted)
            is_whole &= text is not None
            written += [] if text is None else [(file, text)]
    folder = out if out is not None and (out.is_dir() or not out.suffix) else None
    if folder is not None:
        contents = _in_folder(folder, written, format_named(wanted).suffix)
    else:
        contents = _in_one_file(out, written, wanted)
    _check(contents, files, force=force)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for path, text in contents.items():
        write_file(path, text, force=force)
    return 0 if is_whole else 2


def _wanted(to: str | None, out: Path | None) -> str:
    if to is not None:
        return format_named(to).name
    if out is None or out.is_dir():
        return FORMATS[0].name
    fitting = (one for one in FORMATS if out.name.endswith(one.suffix))
    return max(fitting, key=lambda one: len(one.suffix), default=FORMATS[0]).name


def _read(file: Path) -> tuple[tuple[GameRecord, ...], bool]:
    """The records of a file, and whether there are any; says what could not be read."""
    try:
        if not file.is_file():
            is_folder = file.is_dir()
            raise OptionError(f"{'this is a folder' if is_folder else 'there is no such file'}.")
        with file.open("rb") as opened:
            imported = read(opened.read(LARGEST_RECORD + 1))
    except SkerryError as error:
        _say(f"skerry: {file}: {error}")
        return (), False
    except OSError as error:  # it may not be read: the others may
        _say(f"skerry: {file}: {error.strerror}.")
        return (), False
    _say_all(file, imported.remarks)
    return imported.records, True


def _write(file: Path, record: GameRecord, wanted: str) -> str | None:
    """A record as text; None where the format cannot hold it, which is said."""
    try:
        exported = write(record, wanted)
    except SkerryError as error:
        _say(f"skerry: {file}: {error}")
        return None
    _say_all(file, exported.remarks)
    return exported.text


def _say_all(file: Path, remarks: Sequence[Remark]) -> None:
    for remark in remarks:
        _say(f"{file}: {remark}")


def _say(sentence: str) -> None:
    typer.echo(" ".join(sentence.split()), err=True)


def _in_one_file(out: Path | None, written: Sequence[Written], wanted: str) -> dict[Path, str]:
    """All records together; without a file they are printed. Raises OptionError: they don't fit."""
    if len(written) > 1 and wanted != SEVERAL:
        raise OptionError(
            f"There are {len(written)} games, and a file of this format holds one; name a folder, "
            f"as in --out games, or use --to {SEVERAL}."
        )
    text = "".join(text for _, text in written)
    if out is not None:
        return {out: text} if written else {}
    typer.echo(text.encode(), nl=False)  # UTF-8, as the text says, whatever the terminal has
    return {}


def _in_folder(folder: Path, written: Sequence[Written], suffix: str) -> dict[Path, str]:
    """A file for each record, named after the file that it comes from."""
    taken: Counter[str] = Counter()
    contents = {}
    for source, text in written:
        stem = source.name.partition(".")[0]
        name = stem
        while name in taken:
            taken[stem] += 1
            name = f"{stem}-{taken[stem]}"
        taken[name] += 1
        contents[folder / f"{name}{suffix}"] = text
    return contents


def _check(paths: Collection[Path], files: Iterable[Path], *, force: bool) -> None:
    """Refuse to write over what is read, or what is there already. Raises OptionError."""
    sources = {file.resolve() for file in files}
    for path in paths:
        if path.resolve() in sources:
            raise OptionError(f"{path} would be written over, and it is one of the files to read.")
    check_free(paths, force=force)


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
    """Review a game and print what was found; Ctrl-C ends it with the turns judged so far."""
    record = read_record(file)
    check_bounds(playouts, threads)  # before there is a bar on the terminal
    check_free([out], force=force)
    check_place(out)
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
    # First what is printed: it is not lost where the file cannot be written.
    typer.echo(json.dumps(found.to_data()) if as_json else "\n".join(_lines(record, found)))
    if out is not None:
        exported = write(with_review(record, found), _wanted(None, out))
        _say_all(out, exported.remarks)
        write_file(out, exported.text, force=force)


def _lines(record: GameRecord, found: Review) -> list[str]:
    names = names_of(record)
    lines = [
        f"Each turn with {names[0]}’s chance to win after it, and with what it cost its player.",
        *(_turn_line(turn, found) for turn in found.turns),
    ]
    if not found.is_complete:
        lines.append(f"Stopped after {counted(len(found.turns), 'turn')}.")
    return [*lines, *map(_accuracy_line, names, found.accuracy), ACCURACY]


def _turn_line(turn: ReviewedTurn, found: Review) -> str:
    chance = found.curve[turn.number].chance
    share = "" if chance is None else f"  {format_percent(chance):>4}"
    line = f"{turn.number:3} {turn.played.text:24}{share}  {_points(turn.loss)}"
    if turn.verdict is None or turn.better is None:
        return line
    said = [turn.summary, turn.why, f"Better: {_moves(turn.better.line)}"]
    if len(turn.played.line) > 1:
        said.append(f"The answer: {_moves(turn.played.line[1:])}")
    return "\n".join([f"{line}  {turn.verdict}", *(f"      {one}" for one in (*said, *turn.words))])


def _moves(line: Sequence[str]) -> str:
    """Turns in a row: "c3 d4 · e5"."""
    return " · ".join(map(spaced, line))


def _points(loss: Estimate) -> str:
    if loss.is_exact:
        return f"{format_percent(loss.value, 1):>6}"
    return format_percent_interval(loss.value, loss.low, loss.high, 1)


def _accuracy_line(name: str, accuracy: Accuracy) -> str:
    if accuracy.percent is None:
        return f"{name}: {accuracy_words(accuracy)}"
    return (
        f"{name}: accuracy {accuracy.percent:.0f} in {counted(accuracy.turns, 'turn')}, "
        f"{counted(accuracy.mistakes, 'mistake')}, {counted(accuracy.blunders, 'blunder')}"
    )
