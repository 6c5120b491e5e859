"""What any picture of a board is made of: elements, shapes, stones, colours. It knows no game."""
