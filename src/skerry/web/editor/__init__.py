"""The editor: any position of any game set up on a page, said what is wrong with it, and used.

It saves nothing: the address has the draft. What drafts are is said in `skerry.editing`.
"""
