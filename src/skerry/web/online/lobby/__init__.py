"""The lobby: challenges that are open to all, the computer's levels, and games by pairing."""
