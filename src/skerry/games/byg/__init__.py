"""All that is known of Byg, and nothing of any other game."""
