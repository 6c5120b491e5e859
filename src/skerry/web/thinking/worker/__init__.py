"""What runs in a worker process: `__main__` reads orders, `work` does several at once."""
