"""The page about learning tells what is there."""

from ludoteca import games
from ludoteca.rl.batch import MASKS, RESETS
from ludoteca.rl.dataset.plan import PLAYED_BY
from ludoteca.rl.policy import POLICIES
from ludoteca.rl.reward import REWARDS
from tests.rl.learning import PAGE, names, refreshed

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_tables_are_fresh() -> None:
    """If not: python -m tests.rl.learning."""
    assert refreshed(TEXT) == TEXT


def test_every_game_has_its_tables() -> None:
    wanted = {f"{kind} {name}" for kind in ("tensor", "factors") for name in games.names()}
    assert set(names(TEXT)) == wanted | {"columns"}


def test_every_setting_is_explained() -> None:
    for name in (*MASKS, *POLICIES, *RESETS, *REWARDS, *PLAYED_BY):
        assert f"`{name}`" in TEXT or f'`"{name}"`' in TEXT, name
