"""Tables that are awake: each has one keeper, its only writer."""
