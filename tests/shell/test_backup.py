"""`tapis backup` of a table that plays, and what is said where none can be made: real processes and files."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest

from controller.backup import snapshot
from controller.backup.checking import journal_reports, together
from controller.backup.manifest import MANIFEST, backups_in, file_digest, read_manifest
from controller.backup.recipient import load_private, make_pair, opened
from controller.backup.refusals import BackupRefused
from controller.backup.taking import Sources, take
from controller.book.at_url import BOOK
from controller.cli.backup import sources_of
from controller.journal.keys import kept_secrets
from controller.journal.reading import read_rows
from controller.settings.table import load_table
from tests.long import long
from tests.shell.bad_disk import BadDisk
from tests.shell.live_table import TAPIS, LiveTable, tapis, typed, write_settings

pytestmark = pytest.mark.slow

TABLE = "UTH-9"


@pytest.fixture(scope="module")
def data_of_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a table that ran once and stopped."""
    folder = tmp_path_factory.mktemp("before")
    table = LiveTable(write_settings(folder))
    assert table.stop(signal.SIGTERM)[0] == 0
    return folder / "data"


@pytest.fixture
def stopped(settings: Path, data_of_before: Path) -> Path:
    """The settings of a table that ran once and stopped."""
    shutil.copytree(data_of_before, settings.parent / "data")
    return settings


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """A table, a stick beside it, and the recipient of its keys, whose private key lies in the safe."""
    path = write_settings(tmp_path)
    (tmp_path / "stick").mkdir()
    recipient = f'recipient = "{make_pair(tmp_path / "safe.pem")}"'
    text = path.read_text(encoding="utf-8")
    path.write_text(
        f'{text}\n[backup]\ntarget = "{tmp_path}/stick"\nkeep = 2\n{recipient}\n', encoding="utf-8"
    )
    return path


def content(folder: Path) -> dict[str, tuple[int, str]]:
    """Every file below the folder, by its hash."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): file_digest(path) for path in files}


DISTURBED: Final = 3
"""So many readings of a backup are disturbed; the next one finds the table standing still."""


@pytest.mark.parametrize("backups", [2, long(200)])
def test_journals_and_book_of_a_table_at_play_are_of_one_instant(
    backups: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No stake is in the book alone, none in the journal alone: it plays on just where it may do harm."""
    data, dice = tmp_path / "data", Random(backups)
    (data / "journals").mkdir(parents=True)
    (tmp_path / "stick").mkdir()
    night = ["simulate", "--rounds", "1000000", "--seed", "3", "--journal", str(data / "journals")]
    process = subprocess.Popen(
        [*TAPIS, *night, "--book", str(data / BOOK)], stdout=subprocess.PIPE, text=True
    )
    at_the_end, readings = snapshot._at_its_end, 0

    def plays() -> None:
        """Some rounds, and then it stands still at any instant: in the middle of an act, too."""
        before = (data / BOOK).stat().st_mtime_ns
        process.send_signal(signal.SIGCONT)
        while (data / BOOK).stat().st_mtime_ns == before:
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.02))
        process.send_signal(signal.SIGSTOP)

    def read(path: Path, kept: ExitStack) -> sqlite3.Connection | None:
        nonlocal readings
        readings += 1
        if readings <= DISTURBED:
            plays()
        found = at_the_end(path, kept)
        if readings <= DISTURBED:
            plays()
        return found

    monkeypatch.setattr(snapshot, "_at_its_end", read)
    monkeypatch.setattr(snapshot, "BUSY_MS", 10)  # who stands still in an act does not end it
    try:
        while not (data / BOOK).exists() or not list((data / "journals").glob("*.journal")):
            time.sleep(0.05)
        name = next((data / "journals").glob("*.journal")).name.rpartition("-")[0]
        at_ms, ends = 0, set()
        while len(ends) < backups:
            at_ms, readings, taken = at_ms + 1, 0, None
            with suppress(BackupRefused):  # it stands in the middle of an act
                taken = take(Sources(name, data), tmp_path / "stick", at_ms, 1, lambda _: None)
            plays()
            if taken is not None:
                assert readings > DISTURBED, "a reading that was disturbed counts for nothing"
                assert taken.manifest.damaged == ()
                assert [one.why for one in journal_reports(taken.folder / "journals", name, print)] == [""]
                assert together(taken.folder) == ()
                ends.add((taken.manifest.sessions[-1].entries, taken.manifest.book_entries))
    finally:
        process.kill()
        process.communicate()
    assert max(ends) > min(ends), "it played meanwhile"


def test_a_backup_holds_all_and_the_keys_for_their_recipient_alone(settings: Path, tmp_path: Path) -> None:
    table = LiveTable(settings)
    done = tapis("backup", "--lang", "en", "--settings", str(settings))
    assert done.returncode == 0
    (folder,) = backups_in(tmp_path / "stick", TABLE)
    manifest = read_manifest(folder)
    entries = len(list(read_rows(folder / "journals" / f"{TABLE}-000001.journal")))
    assert manifest.sessions[-1][:2] == (1, entries)
    assert f"1 session (session 1 to entry {entries}), book to entry 1, 2 keys" in done.stdout
    listed = {one.path: (one.size, one.sha256) for one in manifest.files}
    there = content(folder)
    assert {**there, MANIFEST: ()} == {**listed, MANIFEST: ()}, "every file by its hash, and no other"
    table.stop(signal.SIGTERM)
    secrets = kept_secrets(tmp_path / "data")
    assert opened((folder / "keys.json").read_bytes(), load_private(tmp_path / "safe.pem")) == secrets
    for path in folder.rglob("*"):
        raw = path.read_bytes() if path.is_file() else b""
        assert not any(bytes(key) in raw or bytes(key).hex().encode() in raw for key in secrets.values())
        assert not path.stat().st_mode & 0o077
    last = json.loads((tmp_path / "data-backup" / "last.json").read_text(encoding="utf-8"))
    assert (last["table"], last["at_ms"], last["keys"]) == (TABLE, manifest.at_ms, True)


def test_so_many_stay_and_the_oldest_goes(stopped: Path, tmp_path: Path) -> None:
    sources = sources_of(load_table(stopped))
    made = [take(sources, tmp_path / "stick", at_ms, 2, print) for at_ms in (1, 2, 3)]
    kept = backups_in(tmp_path / "stick", TABLE)
    assert [one.name for one in sorted((tmp_path / "stick").iterdir())] == [one.name for one in kept]
    assert [one.folder for one in made[1:]] == kept
    assert made[2].removed == (made[0].folder.name,)


def test_a_damaged_journal_is_kept_as_it_is_and_removes_no_older_backup(
    stopped: Path, tmp_path: Path
) -> None:
    take(sources_of(load_table(stopped)), tmp_path / "stick", 1, 2, print)
    assert typed("backup", "--lang", "en", "--settings", str(stopped)).returncode == 0
    last = (tmp_path / "data-backup" / "last.json").read_text(encoding="utf-8")
    path = tmp_path / "data" / "journals" / f"{TABLE}-000001.journal"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("DROP TRIGGER journal_never_changes")
        conn.execute("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 2")
        conn.commit()
    done = typed("backup", "--lang", "en", "--settings", str(stopped))
    assert done.returncode == 1
    assert f"does not verify: {path.name}: " in done.stderr
    assert "no older was removed" in done.stderr
    assert len(backups_in(tmp_path / "stick", TABLE)) == 3
    assert (tmp_path / "data-backup" / "last.json").read_text(encoding="utf-8") == last, "none that is sound"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (errno.ENOSPC, "has no room left: free some"),
        long(errno.EROFS, "is read-only: mount it for writing"),
        long(errno.EIO, "has an error: take another"),
        long(errno.EACCES, "may not be written by this account"),
    ],
)
def test_a_target_that_cannot_take_it_is_named_with_the_next_step(
    code: int, told: str, stopped: Path, tmp_path: Path
) -> None:
    stick, before = tmp_path / "stick", content(tmp_path / "data")
    take(sources_of(load_table(stopped)), stick, 1, 1, print)
    whole = backups_in(stick, TABLE)
    disk = BadDisk(stick, tmp_path / "orders")
    disk.be(write=code)
    done = tapis("backup", "--lang", "en", "--settings", str(stopped), **disk.environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"no backup: {stick} {told}" in done.stderr
    assert "Traceback" not in done.stderr
    assert [one.name for one in stick.iterdir()] == [one.name for one in whole]
    assert content(tmp_path / "data") == before


def test_no_directory_is_made_where_a_stick_belongs(stopped: Path, tmp_path: Path) -> None:
    """It would fill the table's own disk, unseen; and a copy within the data is none."""
    sources, stick = sources_of(load_table(stopped)), tmp_path / "stick"
    stick.rmdir()
    with pytest.raises(BackupRefused, match="is not there: plug it in"):
        take(sources, stick, 1, 1, print)
    assert not stick.exists()
    with pytest.raises(BackupRefused, match="belongs on another disk"):
        take(sources, tmp_path / "data" / "journals", 1, 1, print)


def test_a_backup_that_was_cut_off_is_none_and_the_next_clears_it_away(stopped: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    command = [*TAPIS, "backup", "--settings", str(stopped)]
    cut, dice = 0, Random(5)
    for _ in range(12):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and not list(stick.glob(".*.unfinished")):
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.01))
        process.kill()
        process.wait()
        left = list(stick.glob(".*.unfinished"))
        cut += len(left)
        assert len(left) <= 1
        for folder in backups_in(stick, TABLE):
            manifest = read_manifest(folder)
            assert {one.path: file_digest(folder / one.path) for one in manifest.files} == {
                one.path: (one.size, one.sha256) for one in manifest.files
            }
        if cut:
            break
    assert cut, "it was never cut off in its middle"
    take(sources_of(load_table(stopped)), stick, 1, 9, print)
    assert not list(stick.glob(".*")), os.listdir(stick)
