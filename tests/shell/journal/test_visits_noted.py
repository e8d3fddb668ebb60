"""What a witness's visit leaves for who watches: when it was, and how far the table was told to have got."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from controller.cli.witness import JOURNALS, VISITS, Caller
from controller.journal.witness import WitnessStore
from controller.screens.unix_socket import Doors
from controller.witness import desk as witness_desk
from controller.witness.desk import WitnessDesk
from controller.witness.table_line import TableLine
from tests.shell.journal.witnessed import SIGNER, TABLE, Writing


class Once(threading.Event):
    """A witness that is asked to end after its first visit."""

    def wait(self, timeout: float | None = None) -> bool:
        return True


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness_desk, "LOOK_S", 0.02)


def test_a_whole_visit_is_noted_by_both_and_one_that_found_nobody_by_none(tmp_path: Path) -> None:
    told, run, kept = (tmp_path / name for name in ("told", "run", JOURNALS))
    for folder in (told, run, kept):
        folder.mkdir()
    store = WitnessStore(tmp_path / "heads.txt")
    store.trust(TABLE, SIGNER.key)
    note = tmp_path / VISITS / TABLE

    def visit() -> None:
        line = TableLine.to_socket
        Caller(TABLE, lambda: line(run / "witness.sock"), store, kept, 2, Once(), "en").call()

    visit()
    assert not note.exists(), "nobody was there"
    desk = WitnessDesk(told, TABLE, Doors(run))
    assert desk.asked() is None
    desk.open()
    writing = Writing(told)
    try:
        writing.play()
        visit()
        asked = desk.asked()
        assert asked is not None
        assert asked[1:] == (1, writing.journal.head.seq)
        assert 0 <= asked[0] < 60_000
        assert note.exists()
    finally:
        writing.close()
        desk.close()
