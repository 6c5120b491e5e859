"""What the colours of Spry are after (SPRY-4)."""

from ..showing.arc_aims import BUTTON, aims, changes, ending, goal, legend

__all__ = ["BUTTON", "aims", "changes", "ending", "goal", "legend"]
