"""Positions of Y as pictures."""

SHOWCASE = "y size=5 swap=off | 5/6/7/2b5/1bw3b2/3wwwbw/1bwbbb1/2w3/3w1 | player=0 first=0 turn=16"
