"""What the colours of Spry are after (SPRY-4)."""

from ..showing.arc_aims import SHOW, aims, changes, ending, goal, legend

__all__ = ["SHOW", "aims", "changes", "ending", "goal", "legend"]
