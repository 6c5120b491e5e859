"""What helps with a position of a study: the engine, and the games that were played.

It knows studies as values and their positions; who may be helped is `notes.py`'s business.
"""
