"""Tournaments of the site: who enters, whose games begin when, and the pages that show it.

Who meets whom, and the tables, are `skerry.tournaments`'s, which knows no game and no database.
`organising` makes one and lets players in, `tasks` carries it on as its games end.
"""
