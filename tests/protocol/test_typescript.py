"""What is generated from the messages is current."""

import typing
from pathlib import Path

from ludoteca.protocol import typescript
from ludoteca.protocol.from_client import FromClient
from ludoteca.protocol.to_client import ToClient
from tests.conventions.tree import ROOT

STALE = "run python -m ludoteca.protocol.typescript"


def test_the_types_of_the_page_are_current() -> None:
    written = (ROOT / typescript.TYPESCRIPT).read_text(encoding="utf-8")
    assert written == typescript.typescript(), STALE


def test_both_files_are_written_by_the_command(tmp_path: Path) -> None:
    typescript.main(tmp_path)
    for path in (typescript.TYPESCRIPT, typescript.REFERENCE):
        assert (tmp_path / path).read_bytes() == (ROOT / path).read_bytes(), STALE


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
