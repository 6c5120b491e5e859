"""Positions of Tide as pictures."""

SHOWCASE = (
    "tide size=4 swap=off | 4/1w3/2bb2/2bww2/1bww2/5/4 | player=1 first=0 turn=5 placed=- allowed=2"
)
