"""The Django project: settings, addresses, how the site is started and what guards it.

It puts the other rooms together; none of them imports it. Games, puzzles and pages lie in them.
"""
