"""Many live games at once on PostgreSQL, Redis and real web processes.

`load` measures how fast they are, and `kill` ends processes at random moments and looks for what is
lost; `site` starts what both need, `pages` plays as the pages of two people do.
"""
