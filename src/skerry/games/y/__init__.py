"""Y by Craige Schensted and Charles Titus, for comparison with the other games."""
