"""What is kept of each game: one row, the same columns for all games.

The names of the columns stand here and nowhere else; docs/metrics.md says what is made of them.
"""

import polars as pl

DRAW = -1  # winner and colour of a drawn game

SCHEMA: dict[str, pl.DataType] = {
    # which game it is
    "cell": pl.String(),  # the title of the plan's cell: rules, players, opening
    "number": pl.UInt32(),  # of the game in its cell, from 0: like numbers have like seeds
    "first": pl.String(),  # who has person 0's seat: random, playouts 200, ...
    "second": pl.String(),
    # how it ended
    "winner": pl.Int8(),  # person 0 or 1, or DRAW
    "colour": pl.Int8(),  # that has won: 0 the first one, 1 the second one, or DRAW
    "reason": pl.String(),  # of the end, as Outcome.reason
    "swapped": pl.Boolean(),  # whether person 1 swapped (C-3)
    "score_0": pl.Float32(),  # of the persons, as Outcome.scores; null where there are none
    "score_1": pl.Float32(),
    # how long it was, from the end of its opening on
    "actions": pl.UInt32(),
    "turns": pl.UInt32(),
    "stones": pl.UInt32(),  # placed; 0 where none ever are
    # how much there was to choose
    "decisions": pl.UInt32(),  # actions with an alternative
    "log_actions": pl.Float64(),  # sum over actions of log10 of the number of legal ones
    "log_turns": pl.Float64(),  # sum over turns of log10 of the number of whole turns, or null
    "covered": pl.UInt32(),  # cells whose contents ever changed
    "repeated": pl.UInt32(),  # actions that led to a position seen before in this game
    "first_turn": pl.String(),  # its text; empty after an opening
    # what the players thought, null where nobody searched
    "drama": pl.Float64(),
    "lead_changes": pl.Float64(),
    "stability": pl.Float64(),
    "threshold": pl.Float64(),
    "decided": pl.Float64(),
    "clarity": pl.Float64(),
    "narrowness": pl.Float64(),
    # the game itself
    "played": pl.List(pl.Int16()),  # actions
    "values": pl.List(pl.Float32()),  # person 0's chances before each turn, null: nobody searched
}  # fmt: skip
