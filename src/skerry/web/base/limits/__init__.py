"""How much a client may ask of a public server."""
