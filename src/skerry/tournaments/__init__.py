"""Tournaments as pure values: who meets whom, what came of it, and who is where.

Round robin, Swiss and ladder, tables with tie-breaks. Nothing here knows a game, a clock or a
database: players are texts, games are pairings with outcomes. Ratings are `skerry.statistics`'s.
"""

from skerry.tournaments.ladder import Challenge, Ladder, LadderRules, Rung
from skerry.tournaments.pairing import enough_rounds, pair_round, round_robin, swiss
from skerry.tournaments.tables import (
    Row,
    ladder_from_data,
    ladder_to_data,
    table,
    tournament_from_data,
    tournament_to_data,
)
from skerry.tournaments.tournament import (
    Entrant,
    Outcome,
    Pairing,
    Rest,
    Resting,
    Round,
    System,
    TieBreak,
    Tournament,
    TournamentError,
)

__all__ = [
    "Challenge",
    "Entrant",
    "Ladder",
    "LadderRules",
    "Outcome",
    "Pairing",
    "Rest",
    "Resting",
    "Round",
    "Row",
    "Rung",
    "System",
    "TieBreak",
    "Tournament",
    "TournamentError",
    "enough_rounds",
    "ladder_from_data",
    "ladder_to_data",
    "pair_round",
    "round_robin",
    "swiss",
    "table",
    "tournament_from_data",
    "tournament_to_data",
]
