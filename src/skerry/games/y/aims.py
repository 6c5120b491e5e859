"""What the colours of Y are after (Y-3)."""

from skerry.games.arc_view import aims, changes, ending, goal, legend

__all__ = ["aims", "changes", "ending", "goal", "legend"]
