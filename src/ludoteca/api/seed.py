"""The seed of a match and the id that goes with it."""

import hashlib
import secrets

from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.shuffle import SEED_BYTES


def seed_bytes(seed: int | bytes | None) -> bytes:
    """Return the 32 bytes that a shuffle wants."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, int):
        return hashlib.sha256(f"seed {seed}".encode()).digest()
    if len(seed) != SEED_BYTES:
        raise UsageError(f"a seed is a number or {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def usual_id(game: Game, seed: int | bytes | None) -> str:
    """Name a match by its game and seed, or at random."""
    return f"{game.id}-{seed}" if isinstance(seed, int) else secrets.token_hex(8)
