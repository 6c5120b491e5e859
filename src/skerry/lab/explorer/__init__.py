"""The explorer: what was played in each position of a collection of games, and how it went.

Games of strong self-play are kept in a collection, positions and their turns are looked up in an
index made from it. Nothing here is drawn, and nothing is judged: that is what studies are for.
"""
