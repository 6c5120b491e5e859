"""A solver's table in a file, so that a long proof may stop and go on another day."""

import hashlib
import os
import zipfile
from pathlib import Path

import numpy as np

from skerry.core.layout import IntArray64
from skerry.errors import OptionError, SkerryError, clipped
from skerry.positions import Position
from skerry.positions import position as parse_position
from skerry.search.solver.budget import Spent
from skerry.search.solver.solve import Solver
from skerry.search.solver.symmetry import build_keys

FORMAT = 1


def save_table(solver: Solver, position: Position, spent: Spent, path: Path) -> None:
    """Write what is proven so far; the file is the old one or the whole new one at any moment.

    Retrograde analysis is a matter of seconds: it is not kept, but done again.

    Raises:
        OSError: the file cannot be written.
    """
    entries = solver.table.entries
    used = entries[entries[:, 2] != 0]
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            np.savez(
                file,
                format=np.array(FORMAT),
                position=np.array(position.text),
                keys=np.array(_fingerprint(solver)),
                entries=used,
                nodes=np.array(spent.nodes),
                seconds=np.array(spent.seconds),
            )
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def load_table(solver: Solver, position: Position, path: Path) -> Spent:
    """Put a file's entries into the solver's table; returns what they have taken so far.

    A smaller table than the file's keeps the entries that took the most work.

    Raises:
        OptionError: the file is no solver's table, or one of another position or version.
        OSError: the file cannot be read.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            version, text = int(stored["format"]), str(stored["position"])
            keys, entries = str(stored["keys"]), stored["entries"]
            spent = Spent(int(stored["nodes"]), float(stored["seconds"]))
    except (ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise OptionError(f"{path} holds no table of the solver.") from error
    if not _is_text_of(position, text):
        raise OptionError(f"{path} belongs to another position: {clipped(text, 200)}")
    if version != FORMAT or keys != _fingerprint(solver) or not _is_well_formed(entries):
        raise OptionError(f"{path} was written by another version; begin again in a new file.")
    solver.take_in(entries)
    return spent


def _is_text_of(position: Position, text: str) -> bool:
    """Whether a text, perhaps of an older version with fewer options, means the position."""
    try:
        return parse_position(text) == position
    except SkerryError:
        return False


def _fingerprint(solver: Solver) -> str:
    """Changes when keys are made in another way."""
    keys = build_keys(solver.game)
    return hashlib.sha256(b"".join(np.asarray(part).tobytes() for part in keys)).hexdigest()


def _is_well_formed(entries: IntArray64) -> bool:
    return entries.dtype == np.int64 and entries.ndim == 2 and entries.shape[1] == 3
