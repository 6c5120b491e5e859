"""All that is known of Spry, and nothing of any other game."""
