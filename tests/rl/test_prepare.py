"""What is prepared is all there is."""

from ludoteca.core import kernel
from ludoteca.rl import loader, prepare
from tests.playing import GAMES


def test_every_kernel_is_called_once_for_each_game() -> None:
    """Compiled functions know for which types they were compiled: for some, after this."""
    ids = [game.id for game in GAMES]
    assert [prepare.prepare(game_id) for game_id in ids] == [f"{name}: learning" for name in ids]
    if kernel.best_mode() == "interpreted":
        return
    for game in GAMES:
        functions = loader.loaded(game).functions
        assert all(getattr(functions, entry.__name__).signatures for entry in loader.ENTRIES)


def test_several_processes_share_the_games() -> None:
    ids = [game.id for game in GAMES]
    assert sorted(prepare.prepare_all(ids, 2)) == sorted(f"{name}: learning" for name in ids)
