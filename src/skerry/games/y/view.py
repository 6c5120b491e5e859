"""Positions of Y as pictures."""

from skerry.canvas.geometry import PITCH
from skerry.games.arc_view import aims as aims
from skerry.games.arc_view import changes as changes
from skerry.games.arc_view import describe as describe
from skerry.games.arc_view import ending as ending
from skerry.games.arc_view import goal as goal
from skerry.games.arc_view import legend as legend
from skerry.games.arc_view import marks as marks
from skerry.games.arc_view import paint as paint
from skerry.games.arc_view import scene as scene

OUTSIDE = PITCH  # the cells of the sides
SHOWCASE = "y size=5 swap=off | 5/6/7/2b5/1bw3b2/3wwwbw/1bwbbb1/2w3/3w1 | player=0 first=0 turn=16"
