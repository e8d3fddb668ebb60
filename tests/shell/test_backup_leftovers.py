"""What root left in a target: the table's backup is made all the same, and what root types is said."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.backup.finding import find_backup
from controller.backup.manifest import MANIFEST, backups_in
from controller.backup.refusals import BackupRefused
from controller.book.at_url import BOOK
from controller.journal.file_faults import account
from tests.drivers.opening_faults import NOBODY, as_nobody
from tests.shell.live_table import typed, write_settings
from tests.shell.test_backup_order import NOW_MS, TABLE, Night

OWNER = account(os.geteuid())
"""Whose what lies there is: root's; without root it is ours and closed to us."""
ME = account(NOBODY) if os.geteuid() == 0 else OWNER


@pytest.fixture
def night() -> Iterator[Night]:
    """A table of nobody's with a stick, where anybody may look."""
    folder = Path(tempfile.mkdtemp(prefix="tapis"))
    os.chmod(folder, 0o755)
    night = Night(folder)
    settings = write_settings(folder)
    settings.write_text(settings.read_text("utf-8").replace("UTH-9", TABLE), "utf-8")
    # What a command imports when it is typed, before: nobody may not look into a closed home.
    assert typed("backup", str(night.stick), "--settings", str(settings)).returncode == 0
    shutil.rmtree(backups_in(night.stick, TABLE)[0])
    (folder / "data-backup" / "last.json").unlink()
    if os.geteuid() == 0:
        for one in folder.rglob("*"):
            os.chown(one, NOBODY, NOBODY)
    yield night
    for one in night.stick.iterdir():
        one.chmod(0o700)
    shutil.rmtree(folder)


def of_root(folder: Path, *names: str) -> Path:
    """A directory that the table's account may neither look into nor remove."""
    (folder / "journals").mkdir(parents=True)
    for name in names:
        (folder / name).write_text("{}", "utf-8")
    folder.chmod(0o700 if os.geteuid() == 0 else 0)
    return folder


def backed_up(night: Night, *more: str) -> tuple[int, list[str]]:
    """`tapis backup` as the table's account: its exit, and what it says on stderr of what lies there."""
    settings = str(night.data.parent / "table.toml")
    with as_nobody():
        done = typed("backup", str(night.stick), "--lang", "en", "--settings", settings, *more)
    return done.returncode, [line for line in done.stderr.splitlines() if str(night.stick) in line]


def test_what_root_left_unfinished_is_named_each_time_and_the_backup_is_made(night: Night) -> None:
    lies = of_root(night.stick / f".{TABLE}-20260101-000000-000.unfinished", "version")
    own = night.stick / f".{TABLE}-20260102-000000-000.unfinished"
    of_another_table = night.stick / f".{TABLE}-7-20260101-000000-000.unfinished"
    of_another_table.mkdir()
    with as_nobody():
        (own / "journals").mkdir(parents=True)
    for number in (1, 2):
        exit_code, said = backed_up(night)
        assert (exit_code, len(backups_in(night.stick, TABLE))) == (0, number)
        assert said == [
            f"{TABLE}: what is left of {lies} belongs to {OWNER}, takes room and cannot be removed by {ME};"
            f" as root: rm -r -- {lies}"
        ]
    assert (own.exists(), of_another_table.exists()) == (False, True)


def test_a_link_or_a_file_that_is_called_like_a_backup_cut_off_goes_and_what_it_names_stays(
    night: Night,
) -> None:
    link, file = (night.stick / f".{TABLE}-20260101-000000-00{n}.unfinished" for n in (1, 2))
    link.symlink_to(night.data)
    file.touch()
    assert backed_up(night) == (0, [])
    assert [one.name for one in backups_in(night.stick, TABLE)] == os.listdir(night.stick)
    assert night.journal.exists()


def test_a_whole_backup_of_root_stops_no_backup_of_the_table_and_is_named(night: Night) -> None:
    """It was 'no backup: may not be written', with the backup made, none remembered and none removed."""
    roots = of_root(night.stick / f"{TABLE}-20260101-000000-000", MANIFEST)
    step = f"as root: chown -R {ME}: {roots}"
    if OWNER == ME:
        step = f"look at it (tapis restore {roots} --check) and remove it by hand"
    for _ in range(3):
        exit_code, said = backed_up(night, "--keep", "1")
        assert exit_code == 0
        assert said == [
            f"{TABLE}: {roots}: it belongs to {OWNER}, and {ME} may not read it; it is neither counted nor"
            f" ever removed; {step}"
        ]
    assert len(backups_in(night.stick, TABLE)) == 2, "one of the table stays, and that of root"
    assert (night.data.parent / "data-backup" / "last.json").exists()
    with as_nobody(), pytest.raises(BackupRefused, match=f"belongs to {OWNER}, and {ME} may not read it"):
        find_backup(night.stick, TABLE)


def test_a_backup_whose_manifest_is_damaged_is_named_each_time(night: Night) -> None:
    with as_nobody():
        damaged = night.backed_up(NOW_MS).folder
        (damaged / MANIFEST).write_text("{", "utf-8")
    exit_code, said = backed_up(night)
    assert exit_code == 0
    assert said == [
        f"{TABLE}: {damaged}: its {MANIFEST} is damaged; it is neither counted nor ever removed; look at it"
        f" (tapis restore {damaged} --check) and remove it by hand"
    ]


def test_where_no_backup_can_be_made_what_takes_the_room_is_named_too(night: Night) -> None:
    lies = of_root(night.stick / f".{TABLE}-20260101-000000-000.unfinished")
    with as_nobody():
        (night.data / BOOK).write_text("no book", "utf-8")
    exit_code, said = backed_up(night)
    assert (exit_code, len(said)) == (1, 1)
    assert said[0].endswith(f"as root: rm -r -- {lies}")
    assert backups_in(night.stick, TABLE) == []
