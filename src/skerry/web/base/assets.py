"""Style sheets, scripts and pictures of the pages: their addresses, and what a script imports.

Their folder is named after a hash of all that they are made of, so a browser keeps them for good
and asks for nothing twice, and an edit moves them to new addresses. Modules import each other by
relative names and so move along.
"""

import hashlib
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from posixpath import dirname, normpath

KEEP = "public, max-age=31536000, immutable"  # a year, as long as there is a use in saying
# Python, since it writes the boards' and the lab's sheets; pages, since one lies among them.
KINDS = {".css", ".html", ".js", ".png", ".py", ".svg"}

_APPS = Path(__file__).parent.parent  # each with its static files in static/ and its own name
_PACKAGE = _APPS.parent
_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.\.?/[\w./-]+\.js)["'];""", re.MULTILINE)


@cache
def folder() -> str:
    """Where all of them lie, as "static/HASH/"."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in KINDS:
            digest.update(path.name.encode() + path.read_bytes())
    return f"static/{digest.hexdigest()}/"


def folder_of(package: str, *parts: str) -> Path:
    """A folder of an installed package, which is not imported for it."""
    spec = find_spec(package)
    assert spec is not None, f"{package} is not installed"
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0], *parts)


@cache
def modules(script: str) -> tuple[str, ...]:
    """A script, such as "play/game.js" among the static files, and all that it imports."""
    found = [script]
    for path in found:
        text = (_APPS / path.split("/")[0] / "static" / path).read_text(encoding="utf-8")
        near = (normpath(f"{dirname(path)}/{name}") for name in _IMPORT.findall(text))
        found += [one for one in dict.fromkeys(near) if one not in found]
    return tuple(found)
