"""Skerry on a home screen, and the pages visited last when the server cannot be reached.

It knows pages as text alone: what they show is kept as it came, and nothing of it is read.
"""
