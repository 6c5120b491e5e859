"""What the colours of Spry are after (SPRY-4)."""

from skerry.games.arc_view import aims, changes, ending, goal, legend

__all__ = ["aims", "changes", "ending", "goal", "legend"]
