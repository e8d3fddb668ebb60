"""A restore whose power is cut, anywhere: no table starts on half of it, and typing it again goes on."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.backup.durable import Home
from controller.backup.manifest import (
    RESTORING,
    KeptFile,
    Manifest,
    file_digest,
    write_manifest,
)
from controller.backup.refusals import BackupRefused
from controller.backup.restoring import Checked, check, put_back
from controller.journal.seal import Master
from controller.words.money import EN
from tests.drivers.opening_faults import NOBODY

CHANGES = frozenset({"os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.chmod", "os.chown"})
KEYS = {"seal.key": Master(b"k" * 32)}
BACK = {
    "jackpot.book": b"new book",
    "settings.log": b"new log",
    "journals/UTH-9-000001.journal.heads": b"new heads",
}
BEFORE = {
    "jackpot.book": b"old book",
    "seal.key": b"old key",
    "journals/UTH-9-000001.journal.heads": b"old heads",
    "journals/UTH-9-000002.journal.heads": b"more of the old heads",
}


def silent(_: str) -> None:
    """Nobody waits for it."""


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def backup(place: Path, files: dict[str, bytes]) -> Checked:
    (place / "journals").mkdir(parents=True)
    write(place, files)
    kept = tuple(KeptFile(name, *file_digest(place / name)) for name in files)
    manifest = Manifest("UTH-9", 1, (), False, "", "", 0, "", (), kept)
    write_manifest(place, manifest)
    return Checked(place, manifest, {})


def content(folder: Path) -> dict[str, bytes]:
    """Every file below the folder."""
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def cut_off(act: Callable[[], object], after: int) -> bool:
    """The act ran in a process that is killed before so many changes of the disk; whether it was."""
    child = os.fork()
    if not child:
        left = after

        def look(event: str, args: tuple[object, ...]) -> None:
            nonlocal left
            writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR)
            if event in CHANGES or writes:
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(look)
        act()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    return status != 0


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another file system than the table's data, which lie in memory or on the disk."""
    here = tmp_path.stat().st_dev
    place = next(one for one in ("/dev/shm", "/var/tmp") if Path(one).stat().st_dev != here)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        yield Path(folder)


def test_wherever_it_is_cut_off_no_record_is_lost_and_the_same_again_goes_on(
    tmp_path: Path, other_disk: Path
) -> None:
    """Register and pepper lie on another disk, with a log that SQLite left beside the old register."""
    assert other_disk.stat().st_dev != tmp_path.stat().st_dev
    checked = backup(tmp_path / "stick", {**BACK, "people.db": b"new people"})
    apart = {"people.db": b"old people", "people.db-journal": b"old pages", "pepper": b"old pepper"}
    cuts = 0
    while True:
        data, house = tmp_path / str(cuts) / "data", other_disk / str(cuts) / "house"
        write(data, BEFORE)
        write(house, apart)
        home = Home(data, os.geteuid(), os.getegid(), house / "people.db", house / "pepper")

        def again(home: Home = home) -> Path | None:
            return put_back(checked, home, KEYS, "first", silent)

        whole = not cut_off(again, cuts)
        there, beside = content(data), content(house)
        starts = not (data / RESTORING).exists()
        is_back = starts and {name: there.get(name) for name in BACK} == BACK
        as_it_was = {name: there.get(name) for name in BEFORE} == BEFORE and beside.items() >= apart.items()
        assert is_back or as_it_was or not starts, "a table starts on half of it"
        assert {*BEFORE.values(), *apart.values()} <= {*there.values(), *beside.values()}, "nothing is lost"
        if not is_back:
            again()
        there = content(data)
        assert {name: there[name] for name in BACK} == BACK
        assert content(house) == {"people.db": b"new people"}
        assert not (data / RESTORING).exists()
        aside = content(data / "aside" / "first")
        assert aside["pepper"] == b"old pepper"
        assert {name: aside[name] for name in (*BEFORE, "people.db", "people.db-journal")} == {
            **BEFORE,
            **{name: apart[name] for name in ("people.db", "people.db-journal")},
        }
        if whole:
            break
        cuts += 1
    assert cuts > 50, "it was cut off at each change of the disk"


def test_a_restore_that_cannot_be_finished_before_anything_is_moved_leaves_all_as_it_was(
    tmp_path: Path,
) -> None:
    checked = backup(tmp_path / "stick", BACK)
    data = tmp_path / "data"
    write(data, BEFORE)
    (tmp_path / "stick" / "settings.log").write_bytes(b"NEW LOG")
    with pytest.raises(BackupRefused, match="changed while it was copied"):
        put_back(checked, Home(data, os.geteuid(), os.getegid()), {}, "first", silent)
    assert content(data) == BEFORE
    assert not (data / RESTORING).exists()


def test_what_is_moved_to_another_disk_is_synced_there_before_it_is_gone_here(
    tmp_path: Path, other_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = backup(tmp_path / "stick", {"people.db": b"new people"})
    write(other_disk, {"people.db": b"old people"})
    acts: list[str] = []
    fsync, unlink, rename = os.fsync, Path.unlink, Path.rename

    def synced(handle: int) -> None:
        acts.append(f"sync {os.readlink(f'/proc/self/fd/{handle}')}")
        fsync(handle)

    def unlinked(one: Path, *, missing_ok: bool = False) -> None:
        acts.append(f"unlink {one}")
        unlink(one, missing_ok=missing_ok)

    def renamed(one: Path, place: Path) -> Path:
        told = rename(one, place)
        acts.append(f"rename {place}")
        return told

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "unlink", unlinked)
    monkeypatch.setattr(Path, "rename", renamed)
    data = tmp_path / "data"
    home = Home(data, os.geteuid(), os.getegid(), other_disk / "people.db", other_disk / "pepper")
    put_back(checked, home, {}, "first", silent)
    aside = data / "aside" / "first"
    for one, place in (
        (other_disk / "people.db", aside),
        (data / RESTORING / "files" / "people.db", other_disk),
    ):
        draft = place / f".people.db{RESTORING}"
        order = [f"sync {draft}", f"rename {place / 'people.db'}", f"sync {place}", f"unlink {one}"]
        at = [acts.index(order[0])]
        for act in order[1:]:
            at.append(acts.index(act, at[-1]))
    assert acts.index(f"rename {data / RESTORING}") < acts.index(f"rename {aside / 'people.db'}")
    noted = acts.index(f"sync {data}", acts.index(f"rename {data / RESTORING}"))
    assert noted < acts.index(f"rename {aside / 'people.db'}")
    assert acts[-1] == f"sync {data}"


def test_every_folder_that_a_restore_makes_is_the_accounts_that_the_data_are(tmp_path: Path) -> None:
    """Root restores for the table's account; an ordinary user can give nothing away, and has his own."""
    owner = NOBODY if os.geteuid() == 0 else os.geteuid()
    group = NOBODY if os.geteuid() == 0 else os.getegid()
    checked = backup(tmp_path / "stick", {**BACK, "people.db": b"new people"})
    made = tmp_path / "machine"
    home = Home(
        made / "lib" / "data", owner, group, made / "house" / "of" / "people.db", made / "keys" / "pepper"
    )
    put_back(checked, home, {**KEYS, "people.pepper": Master(bytes(32))}, "", silent)
    put_back(checked, home, KEYS, "first", silent)
    found = [made, *made.rglob("*")]
    assert {one.name for one in found} >= {"house", "of", "people.db", "keys", "aside", "first", "seal.key"}
    assert {(one.stat().st_uid, one.stat().st_gid) for one in found} == {(owner, group)}
    assert not [one for one in found if one.stat().st_mode & 0o077]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("journals/UTH-9-000009.journal", "is none of this backup's files"),
        ("people.db-wal", "is none of this backup's files"),
        ("people.db-journal", "is none of this backup's files"),
    ],
)
def test_a_file_that_would_be_read_with_the_backups_is_named(name: str, told: str, tmp_path: Path) -> None:
    checked = backup(tmp_path / "stick", {"people.db": b"", "version": b"1\n"})
    write(checked.folder, {"._version": b"of somebody's desk", ".DS_Store": b"too", "note.txt": b"hers"})
    assert not [one for one in check(checked.folder, silent).faults if one not in checked.whole]
    write(checked.folder, {name: b""})
    found = check(checked.folder, silent).faults
    assert list(found) == [name]
    assert told in found[name][EN]


def test_a_backup_without_its_folder_of_journals_is_told(tmp_path: Path) -> None:
    checked = backup(tmp_path / "stick", {"version": b"1\n"})
    (checked.folder / "journals").rmdir()
    assert "journals" in check(checked.folder, silent).faults
