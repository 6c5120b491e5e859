"""A Django app whose consumer tells who opened a WebSocket, and says again what it hears."""
