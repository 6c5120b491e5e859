"""Why a game ended: names and sentences for the values of REASON."""

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

WIN_WORDS = {  # as they follow "White wins"
    "connection": "by connecting yellow, blue and red",
    "score": "on points",
    "groups": "with the larger groups",
    "majority": "with more stones",
    "island": "by connecting an island",
    "quicksand": "by sinking four tiles in a row",
    "both": "by the initiative, as both sides had won",
    "passes": "by the initiative, after passes",
    "stall": "by the initiative, after the stall limit",
}
DRAW_WORDS = {  # as they follow "Drawn"
    "score": "with equal points",
    "majority": "with equal points",
    "cycle": "at the cycle limit",
}
