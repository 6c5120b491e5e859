"""What the colours of Spry are after (SPRY-4)."""

from skerry.games.showing.arc_aims import aims, changes, ending, goal, legend

__all__ = ["aims", "changes", "ending", "goal", "legend"]
