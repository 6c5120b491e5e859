"""What players have done: their ratings, their results, and the pages that tell of both.

A game is rated in the transaction that stores its end. How strong somebody is says
`skerry.statistics`; which games count, `rules`.
"""
