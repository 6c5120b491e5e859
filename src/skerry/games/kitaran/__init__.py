"""All that is known of Kitaran, and nothing of any other game."""
