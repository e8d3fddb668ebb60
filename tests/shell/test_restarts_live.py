"""A real table started and ended again and again under a real witness: `tapis run`, `tapis witness pull`."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from random import Random

import pytest

from controller.journal.heads import heads_path, read_heads
from controller.journal.reading import read_rows
from tests.long import long
from tests.shell.live_table import LiveTable, tapis, write_settings

ENDS = {signal.SIGTERM: 0, signal.SIGINT: 0, signal.SIGKILL: -9}


@pytest.mark.slow
@pytest.mark.parametrize("restarts", [long(200)])
def test_a_real_table_restarted_in_every_way_is_never_refused(restarts: int, tmp_path: Path) -> None:
    """At any instant, in a write or between two, with and without a pull; the short form is in test_run."""
    dice, settings = Random(14), write_settings(tmp_path)
    store, kept, run = tmp_path / "heads.txt", tmp_path / "kept", tmp_path / "run"
    room = tmp_path / "room.toml"
    room.write_text(f'[[table]]\nname = "UTH-9"\nsocket = "{run}/pit.sock"\n', encoding="utf-8")
    for restart in range(restarts):
        table = LiveTable(settings)
        if restart == 0:
            key = tapis("keys", "show", "--lang", "en", "--settings", str(settings)).stdout.split()[3]
            assert tapis("witness", "trust", str(store), "UTH-9", key).returncode == 0
        if dice.random() < 0.3:
            table.tap("OpenTable")
        if dice.random() < 0.3:
            words = dice.choice((["--from", str(run)], ["--journals", str(kept), "--room", str(room)]))
            done = tapis("witness", "pull", str(store), *words)
            assert (done.returncode, done.stderr) == (0, ""), restart
        time.sleep(dice.uniform(0, 0.3))
        end = dice.choice(list(ENDS))
        assert table.stop(end)[0] == ENDS[end]
    table = LiveTable(settings)
    done = tapis("witness", "pull", str(store), "--journals", str(kept), "--room", str(room))
    assert (done.returncode, done.stderr) == (0, "")
    assert table.stop(signal.SIGTERM)[0] == 0
    journals = tmp_path / "data" / "journals"
    for path in journals.glob("*.journal"):
        assert read_heads(heads_path(path))[-1].size == len(list(read_rows(path))), path.name
    assert tapis("journal", "verify", str(journals), "--witness", str(store)).returncode == 0
