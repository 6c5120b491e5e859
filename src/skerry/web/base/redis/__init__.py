"""Redis, and how the site goes on while it is away: the cache, and whether Redis is there.

Channels has connections of its own; what is said when they fail is in `websockets`.
"""
