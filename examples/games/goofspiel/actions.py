"""An action of Goofspiel is the card that is bid, from 1 on; 0 is none."""

from ludoteca.games.goofspiel.layout import MOST_CARDS

ACTIONS = MOST_CARDS + 1
"""Every action is below this number."""
