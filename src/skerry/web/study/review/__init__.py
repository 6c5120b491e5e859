"""The review of a chapter's line: asked of the engine, kept, shown, and learnt from.

A review is the worker's (`skerry.review`); here it is plain JSON data, so that the site's process
needs no statistics.
"""
