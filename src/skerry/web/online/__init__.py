"""Playing with somebody elsewhere: challenges, and live pages by WebSockets."""
