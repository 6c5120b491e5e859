"""What the site does when things go wrong: a real server, real clients, real damage.

    python -m bench.faults [--kills 200] [--requests 50000] [--seed 1] [kills caches disk fuzz]

`kills` ends the server and its workers at random moments while games are played, `caches` damages
the compiled kernels, `disk` fills the disk on which games are kept, and `fuzz` sends what no page
would. Each ends with a line of figures, or with the first thing that must never happen: a turn
that was acknowledged and is lost or there twice, an answer that says the server failed, or none.

Everything goes to a server of its own on 127.0.0.1, with its own folders.
"""
