"""A server of the Model Context Protocol, by which an assistant plays, analyses and reads.

Every tool is a function of plain values that gives text: `playing`, `thinking`, `puzzles` and
`records` have them, and know nothing of the protocol. `server` and `lines` alone import its SDK,
which is an optional package.
"""
