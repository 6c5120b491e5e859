"""Words of our own in templates."""
