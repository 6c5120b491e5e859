"""What every app stands on: requests and answers, seats, errors, assets, the frame of all pages.

It has a module for each of these, and knows no game and no app; what is drawn or said of a position
lies in `board`.
"""
