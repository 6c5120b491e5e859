"""What the colours of Y are after (Y-3)."""

from ..showing.arc_aims import BUTTON, aims, changes, ending, goal, legend

__all__ = ["BUTTON", "aims", "changes", "ending", "goal", "legend"]
