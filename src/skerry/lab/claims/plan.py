"""The games that the claims need: one plan, written from what is asked of each game."""

from collections.abc import Sequence

from skerry.lab.claims.claims import Size
from skerry.lab.claims.texts import TEXTS, Text
from skerry.lab.plans.plan import Plan, parse_plan

QUICK = Size("claims-quick", (("random", 2000), ("playouts 100", 160), ("playouts 1000", 80)), 4)
FULL = Size(
    "claims",
    (("random", 12_000), ("playouts 100", 600), ("playouts 1000", 600), ("playouts 5000", 120)),
    5,
)


def claims_plan(size: Size, texts: Sequence[Text] = TEXTS) -> Plan:
    """The plan of a size, for the claims of all texts or of some."""
    return parse_plan(plan_text(size, texts), size.name)


def plan_text(size: Size, texts: Sequence[Text] = TEXTS) -> str:
    """The same as TOML."""
    lines = [f'name = "{size.name}"', f"seed = {size.seed}", "count_turns = 0"]
    # Larger boards take longer, so they have fewer games.
    for match in (match for text in texts for match in text.matches(size)):
        for player, games in size.players:
            number = max(1, round(games * match.part / 2)) * 2
            lines += [
                "",
                "[[match]]",
                f'game = "{match.game}"',
                f"options = {{ {match.options} }}",
                f'players = ["{player}"]',
                f"games = {number}",
                *([f"openings = {match.openings}"] if match.openings else []),
            ]
    return "\n".join(lines) + "\n"
