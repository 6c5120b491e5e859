"""What the two players of a game write to each other; nobody else reads it."""
