"""All that is known of Sytran, and nothing of any other game."""
