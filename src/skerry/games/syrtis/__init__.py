"""All that is known of Syrtis, and nothing of any other game.

A module for each part that a game may have, and some more so that none grows long: the kernels
take four (`state`, `targets`, `legal`, `kernels`); `info` reads `frames` without any of them.
"""
