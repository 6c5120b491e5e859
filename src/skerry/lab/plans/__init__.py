"""What is to be played: experiments as values, read from TOML, their players and their openings.

Nothing is played here: `playing` makes the games of a plan.
"""
