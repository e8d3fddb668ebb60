"""A journal that somebody moves away while it is written is an alarm at once, and its return ends it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.clock import SystemClock
from controller.game.inputs import HostObserved, HostTrouble
from controller.journal.heads import Signer
from controller.journal.signing import SignedJournal
from controller.table.host_watch import HostWatch
from tests.shell.journal.journals import START_MS, create, write_rounds


@pytest.mark.parametrize("name", ["{}", "{}-wal", "{}.heads"])
@pytest.mark.parametrize("gone", [Path.unlink, lambda path: path.rename(path.with_name("elsewhere"))])
def test_a_journal_moved_away_while_it_is_written_is_told_and_its_return_too(
    name: str, gone: Callable[[Path], object], tmp_path: Path
) -> None:
    """21 contributions were once taken into a file that nobody had any more."""
    path = tmp_path / "UTH-2-000001.journal"
    seen: list[object] = []
    with create(path) as journal:
        write_rounds(journal, [1])
        signed = SignedJournal(journal, path, Signer(b"\1" * 32), at_ms=START_MS, durable=False)
        watch = HostWatch(tmp_path, SystemClock(), seen.append, low_bytes=0, journal=path)
        assert watch.look() == []
        moved = path.with_name(name.format(path.name))
        gone(moved)
        told = [HostObserved(HostTrouble.JOURNAL_MOVED, detail=moved.name)]
        assert watch.look() == told
        assert watch.look() == []
        moved.write_bytes(b"another file of that name")
        assert watch.look() == [], "it is not the one that is written"
        moved.unlink()
        if (tmp_path / "elsewhere").exists():
            (tmp_path / "elsewhere").rename(moved)
            assert watch.look() == [HostObserved(HostTrouble.JOURNAL_MOVED, active=False)]
        signed.close()
