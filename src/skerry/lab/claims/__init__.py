"""What the games' own texts claim: the games that test it, the judgements, and their page.

The lab's only room that may name games; how fair a game is, is asked in `studies`.
"""
