"""`skerry convert`: game records from one format to another."""

from collections import Counter
from collections.abc import Container, Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from ..errors import OptionError, SkerryError
from ..exchange import FORMATS, Remark, format_named, read, write
from ..record import LARGEST_RECORD, GameRecord

SEVERAL = "sgf"  # the format whose files hold several games


class Written(NamedTuple):
    """A record in the format that is wanted."""

    source: Path
    text: str


def convert_files(files: Sequence[Path], to: str | None, out: Path | None) -> int:
    """Convert records, with remarks on stderr on what was lost.

    Args:
        files: to be read; what they hold is recognised.
        to: a format of `exchange.FORMATS`; None: as the name of `out` ends, else JSON.
        out: a file, or a folder for a file each; None: standard output.

    Returns:
        0, or 2 where a file could not be read or its game not be kept in the format; the others
        are converted nevertheless.

    Raises:
        OptionError: no such format, or the records do not fit into one file.
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
            written += [] if text is None else [Written(file, text)]
    if out is not None and (out.is_dir() or not out.suffix):
        _write_folder(out, written, files, format_named(wanted).suffix)
    else:
        _write_one(out, written, files, wanted)
    return 0 if is_whole else 2


def _wanted(to: str | None, out: Path | None) -> str:
    if to is not None:
        return format_named(to).name
    if out is None or out.is_dir():
        return FORMATS[0].name
    fitting = [one for one in FORMATS if out.name.endswith(one.suffix)]
    return max(fitting, key=lambda one: len(one.suffix)).name if fitting else FORMATS[0].name


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


def _write_one(
    out: Path | None, written: Sequence[Written], files: Sequence[Path], wanted: str
) -> None:
    if len(written) > 1 and wanted != SEVERAL:
        raise OptionError(
            f"There are {len(written)} games, and a file of this format holds one; name a folder, "
            f"as in --out games, or use --to {SEVERAL}."
        )
    text = "".join(one.text for one in written)
    if out is None:
        typer.echo(text.encode(), nl=False)  # UTF-8, as the text says, whatever the terminal has
    elif written:
        _save(out, text, {file.resolve() for file in files})


def _write_folder(
    folder: Path, written: Sequence[Written], files: Sequence[Path], suffix: str
) -> None:
    """A file for each record, named after the file that it comes from."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = {file.resolve() for file in files}
    taken: Counter[str] = Counter()
    for source, text in written:
        stem = source.name.partition(".")[0]
        name = stem
        while name in taken:
            taken[stem] += 1
            name = f"{stem}-{taken[stem]}"
        taken[name] += 1
        _save(folder / f"{name}{suffix}", text, sources)


def _save(path: Path, text: str, sources: Container[Path]) -> None:
    if path.resolve() in sources:
        raise OptionError(f"{path} would be written over, and it is one of the files to read.")
    path.write_text(text, encoding="utf-8", newline="")
