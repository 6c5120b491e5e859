"""The studies of a site, read by a process beside it: without Django, and without writing."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from skerry.errors import OptionError, quoted
from skerry.positions import Position
from skerry.study import Study, apply, edit_from_data
from skerry.study.study import study_from_data
from skerry.web.play.position_keys import FORGOTTEN, FORGOTTEN_OF_GUESTS, KEY_COLUMNS, key_of

BUSY_SECONDS = 5.0  # in which the site may be writing

# Of those that are there; notes in a game that two persons still play are for one of them alone.
_OPEN = """deleted IS NULL AND (notes_of IS NULL OR notes_of NOT IN (
    SELECT id FROM web_savedgame WHERE status != 'over' AND computer IS NULL))"""
_LIST = f"""SELECT id, title, games, updated FROM study_savedstudy WHERE {_OPEN}
    ORDER BY updated DESC"""
_ONE = f"SELECT snapshot, snapshot_version FROM study_savedstudy WHERE id = ? AND {_OPEN}"
ACCOUNT = "account:"  # of a holder, as in base/seats.py, which needs Django
MOMENT = "%Y-%m-%d %H:%M:%S"  # as SQLite has them
_LIVE = f"""SELECT 1 FROM web_savedgame WHERE deleted IS NULL AND updated > CASE
    WHEN first_seat LIKE '{ACCOUNT}%' AND second_seat LIKE '{ACCOUNT}%' THEN :since
    ELSE :since_of_guests END AND (
    {
    " OR ".join(
        f"{column} = :key AND num_turns >= opening_turns + {age}"
        for age, column in enumerate(KEY_COLUMNS)
    )
})"""
_EDITS = "SELECT edit FROM study_savededit WHERE study_id = ? AND number > ? ORDER BY number"


class ReadOnlyStudies:
    """The studies in a database file, of all browsers. Any thread may ask."""

    def __init__(self, file: Path) -> None:
        """A database that is there. Raises OptionError: it is not."""
        if not file.is_file():
            raise OptionError(
                f"There are no studies: {file} is made when the site is started for the first time."
            )
        self._address = f"{file.resolve().as_uri()}?mode=ro"

    def entries(self) -> list[tuple[str, str, str, str]]:
        """Of each study, the one edited last first: id, title, names of its games, when.

        Raises:
            OptionError: the database cannot be read.
        """
        with self._reading() as database:
            return [tuple(map(str, row)) for row in database.execute(_LIST)]  # type: ignore[misc]

    def find(self, study_id: str) -> Study:
        """A study as it is now.

        Raises:
            OptionError: there is none of that id, or the database cannot be read.
            StudyError: it is damaged.
        """
        with self._reading() as database:
            row = database.execute(_ONE, (study_id,)).fetchone()
            if row is None:
                raise OptionError(f"There is no study {quoted(study_id)} here.")
            snapshot, version = row
            edits = [text for (text,) in database.execute(_EDITS, (study_id, version))]
        study = study_from_data(json.loads(snapshot))
        for text in edits:
            study = apply(study, edit_from_data(json.loads(text))).study
        return study

    def is_in_live_game(self, position: Position) -> bool:
        """Whether two persons play a position at this moment, or did so in their last turns.

        Raises:
            OptionError: the database cannot be read.
        """
        now = datetime.now(UTC)
        asked = {
            "key": key_of(position),
            "since": (now - FORGOTTEN).strftime(MOMENT),
            "since_of_guests": (now - FORGOTTEN_OF_GUESTS).strftime(MOMENT),
        }
        with self._reading() as database:
            found = database.execute(_LIVE, asked)
            return found.fetchone() is not None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The database as it is at one moment."""
        try:
            opened = sqlite3.connect(self._address, timeout=BUSY_SECONDS, uri=True)
            with closing(opened) as database:
                database.execute("BEGIN")
                yield database
        except sqlite3.Error as error:
            raise OptionError(f"The studies of the site cannot be read: {error}.") from error
