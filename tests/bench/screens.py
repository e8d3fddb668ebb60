"""A live table and a real screen, two processes: from a tap to the pixels, and what both weigh."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.boot.sessions import open_session, table_facts
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.felt import SEATS
from controller.game.session_terms import TableFacts
from controller.game.state import Phase
from controller.journal.seal import create_master
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.table.table import Table
from tests.bench.figures import Figure, middle, point, runs_s
from tests.bench.memory import rss_mb
from tests.shell.live_table import LiveTable, write_settings

CHILD_PATIENCE_S = 60


def screens(folder: Path) -> Iterator[Figure]:
    """Tap to repaint, first frame and memory, of one table and its dealer's console."""
    settings = write_settings(folder)
    take_bets(folder / "data")
    table = LiveTable(settings)
    try:
        table.tap("ConfirmFelt")
        socket = str(table.socket_path)
        told = child("taps", socket)
        lasted = told["taps_ms"]
        note = f"{len(lasted)} taps: QML, socket, core, disk, socket, words, QML"
        yield point("tap to durable to repainted, p50", lasted, 50, "ms", note=note)
        yield point("tap to durable to repainted, p99", lasted, 99, "ms", 50)
        yield Figure("memory of the table, RSS", rss_mb(table.process.pid), "MB", 120)
        yield Figure("memory of the dealer's console, RSS", told["rss_mb"], "MB", 200)
        for role in ("dealer", "pit", "jackpot"):
            path = str(table.socket_path.with_name(f"{role}.sock"))
            took = runs_s(lambda role=role, path=path: child("first", path, role), runs=3)
            note = "a new process, to its end"
            yield middle(f"start to first frame, {role}", took, "s", 0.6, note=note, against="starts")
    finally:
        table.stop(signal.SIGTERM)


def start() -> Iterator[Figure]:
    """The command line itself: how long `tapis --help` takes."""
    command = [sys.executable, "-m", "controller.cli", "--help"]
    took = runs_s(lambda: subprocess.run(command, check=True, capture_output=True))
    yield middle("start of the command line", took, "s")


def take_bets(data: Path) -> None:
    """The table of the settings stands in the middle of its bets, with seven players."""
    journals = data / "journals"
    journals.mkdir(parents=True)
    master = create_master(data / "seal.key")

    def facts(session: int, first_round: int) -> TableFacts:
        return table_facts("UTH-9", session, load_profile("fr-55-20-2021"), load_jackpot(), simulated=False)

    session = open_session(journals, facts, "UTH-9", SystemClock(), master, durable=True)
    table = Table(session.state, session.journal, SystemClock(), show=lambda _: None, ask=lambda _: None)
    table.start()
    for given in (i.OpenTable(), i.BadgeObserved("Chef", i.Role.CHEF), i.ConfirmOpening(), i.BadgeGone()):
        table.take(given)
    for seat in SEATS:
        table.take(i.SetStakes(seat, 1000, 0))
    assert table.state.phase is Phase.BETTING
    session.journal.close()


def child(what: str, socket: str, role: str = "dealer") -> dict[str, Any]:
    """What the screen's own process measured.

    Raises:
        RuntimeError: it did not come to an end; the last thing it said.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.screen_process", what, socket, role],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"},
        capture_output=True,
        text=True,
        timeout=CHILD_PATIENCE_S,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1])
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told
