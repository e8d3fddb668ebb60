"""What is in the table's memory goes to no disk and no other process; what it writes is its user's."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.host.private_memory import MCL_CURRENT, MCL_FUTURE, MCL_ONFAULT, never_swapped
from controller.journal.keys import forget_masters, rotate_master, table_keys
from controller.journal.seal import fingerprint
from tests.shell.live_table import write_settings

LOOK = """
import ctypes, resource
from controller.host.private_memory import never_dumped
print(repr(never_dumped()), resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""
DAY_S = 86_400


def test_the_process_is_never_dumped_and_no_other_may_look_into_it() -> None:
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert done.stdout == "'' (0, 0) 0\n"


class Library:
    """The system's library, where memory may be locked or not."""

    def __init__(self, said: int) -> None:
        self.said, self.asked = said, -1

    def mlockall(self, how: int) -> int:
        self.asked = how
        ctypes.set_errno(1)
        return self.said


@pytest.mark.parametrize(
    ("allowed", "said", "told"),
    [
        (-1, 0, ""),
        (-1, -1, "memory may be swapped out: Operation not permitted"),
        (8 << 20, 0, "memory may be swapped out: LimitMEMLOCK=infinity is not given"),
    ],
)
def test_all_of_the_memory_is_locked_where_the_unit_allows_it(
    monkeypatch: pytest.MonkeyPatch, allowed: int, said: int, told: str
) -> None:
    """With a limit, the first allocation beyond it would fail in mid-round: then none is locked."""
    library = Library(said)
    monkeypatch.setattr("controller.host.private_memory._library", lambda: library)
    monkeypatch.setattr("controller.host.private_memory.resource.getrlimit", lambda which: (allowed, allowed))
    assert never_swapped() == told
    assert library.asked == (-1 if allowed > 0 else MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)


def test_what_a_command_writes_is_its_users_alone_whatever_the_umask(tmp_path: Path) -> None:
    words = ["simulate", "--rounds", "1", "--seed", "1", "--journal", str(tmp_path / "night")]
    before = os.umask(0o022)
    try:
        done = CliRunner().invoke(main, [*words, "--book", str(tmp_path / "book")])
        assert os.umask(0o022) == 0o022, "the umask of who calls is as it was"
    finally:
        os.umask(before)
    assert done.exit_code == 0, done.output
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) >= 2
    assert not [path for path in written if path.stat().st_mode & 0o077]


def old_masters(data: Path) -> list[str]:
    """Two masters of closed nights and one in force; the first is 29 days old."""
    table_keys(data).keep()
    names = [rotate_master(data)[0] for _ in range(2)]
    os.utime(data / f"seal.key.{names[0]}", (0, 1_000_000))
    os.utime(data / f"seal.key.{names[1]}", (0, 1_000_000 + 10 * DAY_S))
    return names


def test_masters_are_destroyed_that_no_session_wants(tmp_path: Path) -> None:
    oldest, newer = old_masters(tmp_path)
    before_s = 1_000_000 + DAY_S
    assert forget_masters(tmp_path, oldest, before_s) == ()
    beside = tmp_path / "beside"
    os.link(tmp_path / f"seal.key.{oldest}", beside)
    assert forget_masters(tmp_path, "", before_s) == (oldest,)
    assert beside.read_bytes() == bytes(32), "written over before it was deleted"
    assert [fingerprint(one) for one in table_keys(tmp_path).older] == [newer]
    assert forget_masters(tmp_path, "") == (newer,)
    assert table_keys(tmp_path).older == ()
    assert (tmp_path / "seal.key").exists()


def test_the_command_forgets_at_once_and_never_what_is_in_force(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    (tmp_path / "data" / "journals").mkdir(parents=True)
    names = old_masters(tmp_path / "data")

    def forget() -> str:
        return CliRunner().invoke(main, ["keys", "forget", "--settings", str(settings)]).output

    assert forget() == f"UTH-9\u00a0: clés détruites\u00a0: {', '.join(sorted(names))}\n"
    assert forget() == "UTH-9\u00a0: aucune clé à détruire\n"
    assert table_keys(tmp_path / "data").older == ()
