"""Which of a table's backups is the newest, and which go: by what they hold, whatever the clock said."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from controller.backup.finding import find_backup, shelf_of
from controller.backup.manifest import MANIFEST, backups_in, read_manifest
from controller.backup.refusals import BackupRefused
from controller.backup.taking import Sources, Taken, take
from controller.clock import wall_ms
from controller.settings.record import Record
from tests.shell.journal.journals import OPENING, START_MS, by_hand, create, reopen, steps_of, write_rounds
from tests.shell.live_table import typed, write_settings

TABLE = OPENING.table
DAY_MS = 86_400_000
NOW_MS = 1_800_000_000_000


class Night:
    """A table that plays a round before each backup, and a stick beside it."""

    def __init__(self, folder: Path) -> None:
        self.data, self.stick = folder / "data", folder / "stick"
        self.journal = self.data / "journals" / f"{TABLE}-000001.journal"
        self.journal.parent.mkdir(parents=True)
        self.stick.mkdir()
        create(self.journal).close()
        self.rounds = 0

    def plays(self) -> None:
        self.rounds += 1
        with reopen(self.journal) as journal:
            write_rounds(journal, [self.rounds])

    def backed_up(self, at_ms: int, keep: int = 9) -> Taken:
        return take(Sources(TABLE, self.data), self.stick, at_ms, keep, lambda _: None)


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


@pytest.mark.parametrize("clock", list(permutations((NOW_MS - 9 * DAY_MS, NOW_MS, NOW_MS + 900 * DAY_MS))))
def test_the_backup_that_was_made_last_is_the_newest_whatever_the_clock_said(
    clock: tuple[int, ...], night: Night
) -> None:
    for at_ms in clock:
        night.plays()
        made = night.backed_up(at_ms, keep=2)
        assert made.folder.is_dir()
        assert made.folder.name not in made.removed
        assert find_backup(night.stick, TABLE) == made.folder
        assert [one.folder for one in shelf_of(night.stick).kept][-1] == made.folder
        assert len(backups_in(night.stick, TABLE)) <= 2
        assert [one.manifest.at_ms > at_ms for one in shelf_of(night.stick).kept].count(True) == len(
            set(made.later) - set(made.removed)
        )


def test_where_nothing_was_played_the_one_just_made_stays_although_its_clock_is_behind(night: Night) -> None:
    for at_ms in (NOW_MS, NOW_MS + 1, NOW_MS - DAY_MS, NOW_MS - 2 * DAY_MS):
        made = night.backed_up(at_ms, keep=1)
        assert backups_in(night.stick, TABLE) == [made.folder]


def test_no_backup_goes_into_the_tables_own_data_by_whatever_way_it_is_named(night: Night) -> None:
    inside, link = night.data / "backups", night.stick / "link"
    inside.mkdir()
    link.symlink_to(inside)
    night.plays()
    for target in (inside, link, night.stick / ".." / "data" / "backups"):
        with pytest.raises(
            BackupRefused, match="is in the table's own data; a backup belongs on another disk"
        ):
            take(Sources(TABLE, night.data), target, NOW_MS, 9, lambda _: None)
    assert not list(inside.iterdir())


def test_a_backup_that_is_dated_later_is_told(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    settings.write_text(settings.read_text("utf-8").replace("UTH-9", TABLE), "utf-8")
    night = Night(tmp_path)
    ahead = night.backed_up(wall_ms() + DAY_MS).folder.name
    done = typed("backup", str(night.stick), "--lang", "en", "--settings", str(settings))
    assert (done.returncode, f"{ahead} is dated later than this one: the clock is wrong" in done.stderr) == (
        0,
        True,
    )


def test_a_stick_is_checked_as_the_page_says_on_a_table_and_on_a_machine_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a table its own newest is looked at; elsewhere the newest of any table, and it is named."""
    (tmp_path / "none").mkdir()
    monkeypatch.setattr("controller.settings.files.config_directories", lambda: (tmp_path / "none",))
    night = Night(tmp_path)
    empty = typed("restore", str(night.stick), "--check", "--lang", "en")
    assert (empty.returncode, "no whole backup is here" in empty.stderr) == (2, True)
    night.plays()
    own = night.backed_up(NOW_MS).folder
    (tmp_path / "other" / "journals").mkdir(parents=True)
    other = take(Sources("UTH-3", tmp_path / "other"), night.stick, NOW_MS + 1, 9, lambda _: None).folder
    for newest, table in ((other, "UTH-3"), (own, TABLE)):
        done = typed("restore", str(night.stick), "--check", "--lang", "en")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"{table}: {newest}: ")
        settings = write_settings(tmp_path / "none" if newest == other else tmp_path)
        settings.write_text(settings.read_text("utf-8").replace("UTH-9", TABLE), "utf-8")
    assert not (tmp_path / "none" / "data").exists()


def test_of_two_histories_a_person_names_one(night: Night) -> None:
    """The table was restored from its first backup and played on: the second is no past of the third."""
    night.plays()
    first = night.backed_up(NOW_MS)
    night.plays()
    night.plays()
    second = night.backed_up(NOW_MS + DAY_MS)
    shutil.copy(first.folder / "journals" / night.journal.name, night.journal)
    with reopen(night.journal) as journal:
        for step in steps_of(2):
            journal.append(step, START_MS + DAY_MS + journal.head.seq)
    third = night.backed_up(NOW_MS + 2 * DAY_MS)
    with pytest.raises(BackupRefused, match="is of another history: the table was restored between") as said:
        find_backup(night.stick, TABLE)
    assert second.folder.name in str(said.value)
    assert third.folder.name in str(said.value)
    assert find_backup(third.folder, TABLE) == third.folder


def test_a_backup_that_cannot_be_read_is_left_and_nobody_guesses(night: Night) -> None:
    made = [night.backed_up(NOW_MS + number) for number in range(3)]
    (made[1].folder / MANIFEST).write_text("{", encoding="utf-8")
    with pytest.raises(BackupRefused, match="is damaged, so that nobody knows"):
        find_backup(night.stick, TABLE)
    last = night.backed_up(NOW_MS + 9, keep=1)
    assert backups_in(night.stick, TABLE) == [made[1].folder, last.folder]


def test_a_damaged_one_that_was_made_later_is_not_passed_over_in_silence(night: Night) -> None:
    night.plays()
    night.backed_up(NOW_MS)
    with by_hand(night.journal) as connection:
        connection.execute("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 3")
    damaged = night.backed_up(NOW_MS + 1)
    assert damaged.manifest.damaged
    with pytest.raises(BackupRefused, match="did not verify when it was made"):
        find_backup(night.stick, TABLE)


def test_a_removal_that_is_cut_off_leaves_no_half_of_a_backup(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = night.backed_up(NOW_MS).folder
    real: Callable[..., None] = shutil.rmtree
    monkeypatch.setattr(
        shutil, "rmtree", lambda place, **_: (place / "journals" / night.journal.name).unlink()
    )
    made = night.backed_up(NOW_MS + 1, keep=1)
    rest = old.with_name(f".{old.name}.unfinished")
    assert (made.removed, made.left) == ((), (rest,)), "it is not said to be gone"
    assert backups_in(night.stick, TABLE) == [made.folder], "and it is no backup any more"
    monkeypatch.setattr(shutil, "rmtree", real)
    night.backed_up(NOW_MS + 2)
    assert not list(night.stick.glob(".*")), "the next one clears it away"


def test_every_name_of_a_backup_is_on_the_disk_before_its_manifest(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append(Path(os.readlink(f"/proc/self/fd/{handle}")).name)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    made = night.backed_up(NOW_MS)
    assert {Path(one.path).name for one in made.manifest.files} | {"journals"} <= set(
        synced[: synced.index(MANIFEST)]
    )
    assert synced[synced.index(MANIFEST) + 1 :] == [f".{made.folder.name}.unfinished", "stick"]


@pytest.mark.parametrize("content", [b"", b'{"numb', b"\n", b'{"number":1}\n{"numb'])
def test_of_a_line_that_was_being_written_nothing_is_kept(content: bytes, night: Night) -> None:
    (night.data / "settings.log").write_bytes(content)
    kept = night.backed_up(NOW_MS).folder / "settings.log"
    whole = content[: content.rfind(b"\n") + 1]
    assert (kept.read_bytes() if kept.exists() else b"") == whole


def test_a_record_whose_first_line_was_cut_off_is_read_after_it_is_put_back(
    night: Night, tmp_path: Path
) -> None:
    (night.data / "settings.log").write_bytes(b'{"numb')
    taken = night.backed_up(NOW_MS).folder
    (tmp_path / "back").mkdir()
    if (taken / "settings.log").exists():
        shutil.copy(taken / "settings.log", tmp_path / "back")
    assert Record(tmp_path / "back").lines() == Record(night.data).lines()


def test_a_newest_journal_that_cannot_be_read_is_kept_with_the_log_of_its_last_rows(night: Night) -> None:
    log = night.journal.with_name(f"{night.journal.name}-wal")
    night.journal.write_bytes(b"not what a table wrote")
    log.write_bytes(b"rows that are here alone")
    made = night.backed_up(NOW_MS)
    assert (made.folder / "journals" / log.name).read_bytes() == b"rows that are here alone"
    assert f"journals/{log.name}" in {one.path for one in read_manifest(made.folder).files}
    (said,) = made.manifest.damaged
    assert said.startswith(f"{night.journal.name}: ")
    assert not [word for word in (".unfinished", str(night.stick)) if word in said], said
