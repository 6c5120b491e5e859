"""The lab's pages: studies, claims, and experiments of this machine.

It only shows; experiments are planned, played and measured in `skerry.lab`.
"""
