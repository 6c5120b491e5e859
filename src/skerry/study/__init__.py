"""Studies: chapters that are trees of turns with what is said of them, and every edit of them.

Pure values, without a database: `web.study` stores edits and shows what they lead to. A chapter is
made of a `GameRecord` and gives one back.
"""

from .applying import Done, apply
from .chapter import Chapter
from .edit_data import edit_from_data, edit_to_data
from .edits import Edit
from .errors import ConflictError, StudyError
from .study import Study
from .tree import ROOT, Node, Tree

__all__ = [
    "ROOT",
    "Chapter",
    "ConflictError",
    "Done",
    "Edit",
    "Node",
    "Study",
    "StudyError",
    "Tree",
    "apply",
    "edit_from_data",
    "edit_to_data",
]
