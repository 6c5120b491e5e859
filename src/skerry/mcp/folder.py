"""The one folder that the server may write to, if it was started with one."""

import re
from pathlib import Path

from skerry.errors import OptionError, quoted
from skerry.exchange import read, write

# A plain name: what has no separators, and does not begin with a dot, leads nowhere else.
_NAME = re.compile(r"[^\W_][\w .-]{0,99}\.(json|sgf)")


class Folder:
    """Where records are saved: new files with plain names, nothing else."""

    def __init__(self, path: Path) -> None:
        """A folder that is there. Raises OptionError: it is not."""
        if not path.is_dir():
            raise OptionError(f"There is no folder {quoted(str(path))} to write to.")
        self._path = path.resolve()  # what the name leads to now is meant, whatever comes later

    def save_record(self, path: str, record: str) -> str:
        """Save a record as a new file in the folder that the server may write to.

        Args:
            path: the file's name, without folders; .json or .sgf at its end says the format.
            record: its text, as `record` or `open_record` gave it.

        Raises:
            OptionError: no plain name, a file that is there already, or a full disk.
            RecordError: the text is no record.
        """
        name = _NAME.fullmatch(path)
        if name is None:
            raise OptionError(
                f"{quoted(path)} cannot be the name of a file here: it must have only letters, "
                "digits, blanks, dots, - and _, no folders, and end with .json or .sgf."
            )
        records = read(record).records
        if len(records) != 1:
            raise OptionError("The text holds several games; save them one by one.")
        text = write(records[0], name.group(1)).text
        file = self._path / path
        try:
            # "x" makes a new file or none: it follows no link, even one that leads nowhere yet.
            with file.open("x", encoding="utf-8", newline="") as opened:
                opened.write(text)
        except FileExistsError:
            raise OptionError(
                f"There is a file {quoted(path)} already; choose another name."
            ) from None
        except OSError as error:
            raise OptionError(f"{quoted(path)} cannot be written: {error.strerror}.") from error
        return f"The record is in {file}."
