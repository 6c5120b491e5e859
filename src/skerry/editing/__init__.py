"""Setting up positions: drafts, which may be wrong, edits of them, and what is wrong.

    draft = draft_of(position)           or `read_draft(text)`, of text that may not fit together
    draft = put(draft, tool, cell)       and the other edits
    checked(draft)                       a Position, or the problems: sentences, cells, mends

What a game has to say to it stands in `editing.py` of its folder. No page is known here.
"""

from skerry.editing.checking import Checked, checked, sketch
from skerry.editing.drafts import (
    cleared,
    colours_to_move,
    draft_of,
    format_draft,
    has_content,
    put,
    read_draft,
    with_colour,
    with_control,
    with_options,
)

__all__ = [
    "Checked",
    "checked",
    "cleared",
    "colours_to_move",
    "draft_of",
    "format_draft",
    "has_content",
    "put",
    "read_draft",
    "sketch",
    "with_colour",
    "with_control",
    "with_options",
]
