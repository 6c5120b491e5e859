"""The site: play, keep and replay games in the browser."""
