"""The engine: jobs, the worker processes that do them, and the computer's turns.

It has no page and reads no saved game; what is asked of it comes from the rooms above. It holds
more files than other rooms because both processes' halves speak to each other alone.
"""
