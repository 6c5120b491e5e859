"""The page of a player: ratings, results, games, as far as who looks may see them."""
