"""Finished games as game records of Abstract Play, both ways."""

from skerry.exchange.abstract_play.reading import read_abstract_play
from skerry.exchange.abstract_play.writing import write_abstract_play

__all__ = ["read_abstract_play", "write_abstract_play"]
