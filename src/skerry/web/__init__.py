"""The site: play, keep and replay games in the browser. Each room is a Django app, for one concern.

site > analysis > puzzles > play | lab | rules > thinking > board > base
"""
