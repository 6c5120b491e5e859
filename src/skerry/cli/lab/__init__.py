"""`skerry lab`: what its commands print, and where they keep what.

Experiments are made in `skerry.lab`; commands on one game or position lie a room above.
"""
