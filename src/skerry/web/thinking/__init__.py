"""The engine: jobs, the worker processes that do them, and the computer's turns.

It has no page and reads no saved game; what is asked of it comes from the rooms above. `worker` is
what runs in the processes that it starts.
"""
