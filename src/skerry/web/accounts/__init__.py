"""Who plays: accounts beside guests, names, signing in and out, and what is one's own.

A seat is held by a browser or by an account (`base.seats`); this room knows the accounts, and moves
what a browser has to one. It knows no game: what is to be moved, handed out or forgotten, the
modules of the setting PERSONAL_DATA say.
"""
