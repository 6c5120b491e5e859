"""Positions of Huddle as pictures."""

SHOWCASE = "huddle size=4 | 4/1w3/2bb2/2bww2/1bww2/5/4 | player=1 first=0 turn=9"
