"""How a plan is played: its jobs, who runs them, one row a game, and the folder that keeps rows.

Rows are written here and not understood: `measures` makes numbers of them.
"""
