"""What is generated from the messages is current."""

import typing
from pathlib import Path

from ludoteca import games
from ludoteca.protocol import typescript
from ludoteca.protocol.from_client import FromClient
from ludoteca.protocol.to_client import ToClient
from tests.conventions.tree import ROOT

STALE = "run python -m ludoteca.protocol.typescript"


def test_all_files_are_current_and_written_by_the_command(tmp_path: Path) -> None:
    typescript.main(tmp_path)
    for path in typescript.written():
        assert (tmp_path / path).read_bytes() == (ROOT / path).read_bytes(), STALE


def test_every_game_with_a_board_has_the_types_of_its_view() -> None:
    for game in games.names():
        text = (ROOT / typescript.VIEWS.format(game=game)).read_text(encoding="utf-8")
        assert "  seats: " in text


def test_the_page_types_no_answer_by_hand() -> None:
    """Nothing is declared twice, and nothing is forced into another type, outside tests."""
    for path in (ROOT / "web" / "src").rglob("*"):
        if path.suffix in (".ts", ".svelte") and ".test." not in path.name:
            assert " as unknown as " not in path.read_text(encoding="utf-8"), path


def test_every_message_is_an_interface_in_its_union() -> None:
    text = typescript.typescript()
    for union in (FromClient, ToClient):
        for kind in typing.get_args(union):
            assert f"export interface {kind.__name__} {{\n" in text
            assert f"\n  | {kind.__name__}" in text


def test_a_client_may_leave_out_what_has_a_default() -> None:
    text = typescript.typescript()
    assert '  setting: Needs<TableSetting, "game">;' in text
    assert "  contribution?: Contribution | null;" in text
    assert "  public: boolean;" in text, "parts are always sent whole"


def test_every_answer_is_named() -> None:
    text = typescript.typescript()
    assert "  play_move: Accepted;\n" in text
    assert "  ready: Done;\n" in text
