"""Long measurements: speed against OpenSpiel, strength against random play."""
