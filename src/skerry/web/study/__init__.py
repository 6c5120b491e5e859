"""Studies on the site: stored edit by edit, shown as a tree beside the board.

What an edit does is `skerry.study`'s business; this room stores it, and knows who may look, and who
may edit.
"""
