"""Studies: chapters that are trees of turns with what is said of them, and every edit of them.

Pure values, without a database: `web.study` stores edits and shows what they lead to. A chapter is
made of a `GameRecord` and gives one back.
"""

from skerry.study.applying import Done, apply
from skerry.study.chapter import Chapter
from skerry.study.edit_data import edit_from_data, edit_to_data
from skerry.study.edits import Edit
from skerry.study.errors import ConflictError, StudyError
from skerry.study.study import Study
from skerry.study.tree import ROOT, Node, Tree

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
