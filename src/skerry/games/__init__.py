"""The rules: one folder a game, which imports no other, and rooms for what games share.

Here lies what a reader looks for first: which games there are, what a folder offers, options, rule
sets, and the kernels of all games by the type of the rules. What is asked of any game lies in
`running`, `showing` and `text`; what only some are made of in `shared`.
"""
