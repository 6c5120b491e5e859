"""How fair a game is, and how deep: its study, the study's page, and the search for fair values.

It asks the same of every game; what one game's text says of it is judged in `claims`.
"""
