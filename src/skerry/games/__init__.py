"""The rules: one folder a game, which imports no other, and rooms for what games share.

`contract.py` lists all that a game may say, `defaults.py` what holds where it says nothing,
`catalogue.py` which games there are. The other files have what any game is asked for or made of.
"""
