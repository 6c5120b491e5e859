"""How the games' networks learn: games of a network against itself, and what it takes from them."""
