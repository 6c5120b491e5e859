"""Why a game ended: the words for the values of REASON."""

REASONS = (
    "",
    "connection",
    "score",
    "groups",
    "majority",
    "cycle",
    "island",
    "quicksand",
    "both",
    "passes",
    "stall",
)
