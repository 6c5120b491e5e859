"""How whoever runs the site watches it: whether it is well, and numbers for Prometheus.

What is said here names no person, no game and no path.
"""
