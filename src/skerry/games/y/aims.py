"""What the colours of Y are after (Y-3)."""

from ..showing.arc_aims import SHOW, aims, changes, ending, goal, legend

__all__ = ["SHOW", "aims", "changes", "ending", "goal", "legend"]
