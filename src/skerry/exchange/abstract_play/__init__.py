"""Finished games as game records of Abstract Play, both ways."""

from .reading import read_abstract_play
from .writing import write_abstract_play

__all__ = ["read_abstract_play", "write_abstract_play"]
