"""Programs that play: tokens by which they act, and the HTTP API that they use."""
