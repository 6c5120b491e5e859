"""What WebSockets need on both sides: who opened one, and how all of them are told of something.

The consumers are in the modules `sockets` of the apps.
"""
