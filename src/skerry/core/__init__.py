"""The lowest layer: compilation, boards, groups, random numbers and the layout of a state."""
