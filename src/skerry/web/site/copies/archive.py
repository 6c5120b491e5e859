"""The file of a backup: a database's copy, the secret key, and a page that says what they are."""

import hashlib
import io
import json
import shutil
import tarfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from skerry.errors import OptionError
from skerry.web.site.machine.whole_files import whole_file

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE, SECRET = "database", "secret-key"  # the parts
LONGEST_MANIFEST = 1_000_000  # bytes
SQLITE, POSTGRESQL = "sqlite", "postgresql"
PACKING = 3  # of 9: records are text and shrink to a fifth soon

Migration = tuple[str, str]  # an app's label and the name of one of its migrations


@dataclass(frozen=True)
class Manifest:
    """What a backup holds."""

    database: str  # SQLITE or POSTGRESQL
    skerry: str  # version that made it
    made: str  # when, in ISO 8601
    migrations: tuple[Migration, ...]  # that its database has gone through
    parts: dict[str, str] = field(default_factory=dict)  # SHA-256 of each, by name
    format: int = FORMAT


def write(file: Path, manifest: Manifest, parts: dict[str, Path]) -> None:
    """Write a backup in one step, readable by its owner alone, as it holds the key.

    Raises:
        OSError: it cannot be written.
    """
    digests = {name: _digest(part) for name, part in parts.items()}
    page = json.dumps({**asdict(manifest), "parts": digests}, indent=1).encode()
    with (
        whole_file(file) as out,
        tarfile.open(fileobj=out, mode="w:gz", compresslevel=PACKING) as archive,
    ):
        entry = tarfile.TarInfo(MANIFEST)
        entry.size, entry.mode = len(page), 0o600
        archive.addfile(entry, io.BytesIO(page))
        for name, part in parts.items():
            archive.add(part, arcname=name, recursive=False)


def read(file: Path, folder: Path) -> Manifest:
    """Read a backup, and put its parts into a folder by their names.

    Raises:
        OptionError: it is none, or damaged.
        OSError: it cannot be read, or the folder not be written.
    """
    try:
        with tarfile.open(file, mode="r:gz") as archive:
            manifest = _read_manifest(archive)
            for name, digest in manifest.parts.items():
                # By name and as bytes: nothing of what the file says of places is believed.
                with (folder / name).open("wb") as out:
                    shutil.copyfileobj(_member(archive, name), out)
                if _digest(folder / name) != digest:
                    raise _bad(file, f"its part {name} is damaged")
    except (tarfile.TarError, EOFError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, OptionError):
            raise
        raise _bad(file, "it is cut short, or was never one") from error
    return manifest


def _read_manifest(archive: tarfile.TarFile) -> Manifest:
    fields: dict[str, Any] = json.loads(_member(archive, MANIFEST).read(LONGEST_MANIFEST))
    if fields["format"] != FORMAT:
        raise OptionError("The backup was made by a later version of Skerry; use that version.")
    migrations = tuple((str(app), str(name)) for app, name in fields.pop("migrations"))
    manifest = Manifest(migrations=migrations, **fields)
    if not {DATABASE} <= set(manifest.parts) <= {DATABASE, SECRET}:
        raise ValueError("other parts")
    return manifest


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    opened = archive.extractfile(name)
    if opened is None:  # a folder, or a link
        raise ValueError(name)
    return opened


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _bad(file: Path, why: str) -> OptionError:
    return OptionError(f"The file {file} is no backup that can be put back: {why}.")
