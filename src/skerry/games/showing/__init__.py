"""How positions look and are told: what a game's view and words offer, and what several share.

No kernels, nor anything that they need (see `core/kernel_cache.py`). Pictures are put together in
`skerry.draw`, sentences on pages by those who show them.
"""
