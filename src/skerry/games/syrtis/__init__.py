"""All that is known of Syrtis, and nothing of any other game."""
