"""PDFs by Typst: a template of this folder, filled with values.

Texts of strangers go in as values, so that nothing in them is ever read as markup; no template
loads a package, so nothing is fetched.
"""

import json
from importlib.resources import as_file, files
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from skerry.canvas.raster import FONT, font_folder
from skerry.errors import OptionError, quoted

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres: width, height
TEMPLATES = "templates"


def checked_paper(paper: str) -> str:
    """The name of a paper. Raises OptionError: there is no such paper."""
    if paper not in PAPERS:
        raise OptionError(f"The paper is {' or '.join(PAPERS)}, not {quoted(paper)}.")
    return paper


def typeset(template: str, values: dict[str, Any]) -> bytes:
    """A PDF.

    Args:
        template: the name of one of the files in `templates`, which reads the values.
        values: what JSON can hold.
    """
    import typst

    folder = files(__package__).joinpath(TEMPLATES)
    with as_file(folder) as root:
        made = typst.compile(
            root / f"{template}.typ",
            root=root,
            font_paths=[font_folder()],
            sys_inputs={"values": json.dumps(values)},
            timestamp=0,  # the same game gives the same bytes
        )
    assert isinstance(made, bytes)
    return made


def vector(root: Element) -> str:
    """A flat picture for a template, its words in the font that pixels have too."""
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("font-family", FONT)
    return ElementTree.tostring(root, encoding="unicode")
