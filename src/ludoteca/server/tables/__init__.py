"""Tables that are awake: each has one actor, its only writer."""
