"""The terminal program: full screen, keyboard or mouse, both games, in three languages."""
