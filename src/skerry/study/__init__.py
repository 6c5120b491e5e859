"""Studies: chapters that are trees of turns with what is said of them, and every edit of them.

Pure values, without a database: `web.study` stores edits and shows what they lead to. A chapter is
made of a `GameRecord` and gives one back.
"""

from skerry.study.edits import Done, Edit, apply, edit_from_data, edit_to_data
from skerry.study.study import Chapter, Study
from skerry.study.tree import ROOT, ConflictError, Node, StudyError, Tree

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
