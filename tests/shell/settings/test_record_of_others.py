"""A record of settings that root made under a table: named with its owner, and the table plays on."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.settings.types import HouseSettings, SettingChange, SettingsAct
from controller.installed import ROOT
from controller.journal.file_faults import account
from controller.settings.draft import SettingsDesk
from controller.settings.record import NotOurs, Record
from controller.settings.worker import SettingsWorker
from tests.drivers.opening_faults import NOBODY, as_nobody
from tests.patience import PATIENCE_S
from tests.shell.live_table import write_settings

CHANGES = (SettingChange("pace.betting_ms", "45000", "60000"),)
OWNER = account(os.geteuid())
"""Whose the file is that the table may not open: root's; without root it is ours and closed to us."""


@pytest.fixture
def place() -> Iterator[Path]:
    """A table's folder that nobody may look into, its data nobody's own."""
    folder = Path(tempfile.mkdtemp(prefix="tapis"))
    os.chmod(folder, 0o755)
    (folder / "data").mkdir()
    if os.geteuid() == 0:
        os.chown(folder / "data", NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder)


def closed_to_the_table(path: Path) -> None:
    path.touch()
    os.chmod(path, 0o600 if os.geteuid() == 0 else 0)


def accept(before: object, after: object) -> None:
    """The book takes any settings."""


def worker_of(path: Path) -> tuple[SettingsWorker, Queue[Any]]:
    heard: Queue[Any] = Queue()
    desk = SettingsDesk(path, accept)
    return SettingsWorker(desk, "d" * 64, HouseSettings(), SystemClock(), heard.put), heard


def test_a_record_that_is_not_the_tables_refuses_acts_by_name_and_stops_no_thread(
    place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = write_settings(place)
    worker, heard = worker_of(path)
    record = place / "data" / "settings.log"
    closed_to_the_table(record)
    with as_nobody():
        worker.start()
        try:
            worker.ask(r.CheckDraft(CHANGES))
            checked = heard.get(timeout=PATIENCE_S)
            worker.ask(r.WriteSettings(SettingsAct.PROPOSE, "dir-1", "authorisation", CHANGES, 1))
            refused = heard.get(timeout=PATIENCE_S)
            record.unlink()
            told = heard.get(timeout=PATIENCE_S)
        finally:
            worker.stop()
    assert (checked.code, checked.detail) == ("record_not_ours", f"settings.log, {OWNER}")
    assert (refused.code, refused.detail) == ("record_not_ours", f"settings.log, {OWNER}")
    assert isinstance(told, i.SettingsObserved), "it begins when the file is put right"
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 1, said
    assert f"{record}: belongs to {OWNER}" in said[0]
    assert f"chown {account(NOBODY) if os.geteuid() == 0 else OWNER}: {record}" in said[0]


@pytest.mark.parametrize("name", ["settings.lock", "settings.log"])
def test_a_file_that_may_be_read_and_not_written_is_named_too(
    place: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_settings(place)
    # Those of the checkout may lie in a closed home, where nobody reads them.
    shutil.copytree(ROOT / "config", place / "config")
    monkeypatch.setenv("TAPIS_CONFIG", str(place / "config"))
    closed = place / "data" / name
    closed.touch()
    os.chmod(closed, 0o644 if os.geteuid() == 0 else 0o444)
    desk = SettingsDesk(path, accept)
    with as_nobody(), pytest.raises(NotOurs, match=f"{name}: belongs to {OWNER}"):
        desk.act(SettingsAct.PROPOSE, "dir-1", 1, reason="authorisation", changes=CHANGES)
    assert Record(place / "data").lines() == []


def test_a_record_put_right_at_the_moment_it_is_refused_is_named_as_it_was(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(place)
    closed_to_the_table(place / "data" / "settings.log")
    opened = Path.open

    def open_and_take_away(path: Path, *words: Any, **named: Any) -> Any:
        try:
            return opened(path, *words, **named)
        except PermissionError:
            path.unlink()
            raise

    monkeypatch.setattr(Path, "open", open_and_take_away)
    with as_nobody(), pytest.raises(NotOurs, match=f"belongs to {OWNER}, and"):
        Record(place / "data").lines()
