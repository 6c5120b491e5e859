"""How results are shown: the frame of a page, plots, maps of first moves, and a plan's report.

Of no game in particular, and without conclusions: those are drawn in `claims` and `studies`.
"""
