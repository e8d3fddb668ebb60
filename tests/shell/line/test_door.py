"""Sockets that only the right people can open, and which people those are."""

from __future__ import annotations

import ctypes
import os
import socket
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.screens.unix_socket import (
    NOT_THIS_USER,
    Doors,
    GroupsUnknown,
    SocketTaken,
    account_of,
    group_of,
    groups_of,
    listen,
    why_not_let_in,
)

OTHER = 4_000_001
GROUP = 4_000_100


@contextmanager
def connected(
    path: Path, gid: int, user: int, primary: int, groups: Sequence[int]
) -> Iterator[socket.socket]:
    """The table's end of a connection that a process of this user and these groups made.

    Only root can become another user; a test without root is its own user and has its own groups.
    """
    with listen(path, gid) as listener:
        listener.setblocking(True)
        done, hold = os.pipe()
        child = os.fork()
        if child == 0:  # pragma: no cover  (another process)
            os.close(hold)
            if os.geteuid() == 0:
                os.setgroups(groups)
                os.setgid(primary)
                os.setuid(user)
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(str(path))
                os.read(done, 1)  # until the test has looked
            os._exit(0)
        os.close(done)
        try:
            yield listener.accept()[0]
        finally:
            os.close(hold)
            os.waitpid(child, 0)


@pytest.fixture
def way_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory that another user may pass through, as the unit's RuntimeDirectoryMode lets him."""
    place = tmp_path_factory.mktemp("run")
    for folder in (place, *place.parents):
        if os.geteuid() == 0 and folder.stat().st_uid == 0 and folder != Path("/tmp"):
            folder.chmod(folder.stat().st_mode | 0o711)
    return place / "dealer.sock"


@pytest.mark.parametrize("number", [1, 255, 257, 3_000])
def test_every_supplementary_group_of_the_other_end_is_known(way_in: Path, number: int) -> None:
    """Python's own getsockopt stops at 1024 bytes, which are 256 groups."""
    groups = [GROUP + one for one in range(number)]
    mine = [GROUP, os.getegid()][os.geteuid() != 0]
    with connected(way_in, mine, OTHER, OTHER, groups) as line:
        if os.geteuid() == 0:
            assert groups_of(line) == {OTHER, *groups}
            assert account_of(line) == OTHER
        else:
            assert groups_of(line) == {os.getegid(), *os.getgroups()}
        assert why_not_let_in(line, mine) == ""
        line.close()


def test_a_user_is_let_in_by_the_group_of_this_role_and_no_other(
    way_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The display's account, in its own group and in that of the compositor, is not the dealer's."""
    gid = GROUP if os.geteuid() == 0 else os.getegid()
    with connected(way_in, gid, OTHER, OTHER, [GROUP, GROUP + 2]) as line:
        if os.geteuid() != 0:
            monkeypatch.setattr("controller.screens.unix_socket.os.getuid", lambda: OTHER)
        assert why_not_let_in(line, gid) == ""
        assert why_not_let_in(line, GROUP + 1) == NOT_THIS_USER
        assert why_not_let_in(line) == NOT_THIS_USER
        line.close()


def test_nobody_is_let_in_when_the_system_does_not_tell_his_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Mute:
        @staticmethod
        def getsockopt(*asked: object) -> int:
            ctypes.set_errno(92)  # ENOPROTOOPT, of a kernel before 4.13
            return -1

    monkeypatch.setattr("controller.screens.unix_socket.ctypes.CDLL", lambda *given, **more: Mute)
    monkeypatch.setattr("controller.screens.unix_socket.os.getuid", lambda: OTHER)
    here, there = socket.socketpair()
    with here, there:
        with pytest.raises(GroupsUnknown):
            groups_of(here)
        assert "not told (Protocol not available)" in why_not_let_in(here, os.getegid())


def test_a_socket_of_the_own_group_is_made_without_giving_a_file_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "chown", _forbidden)
    with listen(tmp_path / "dealer.sock", os.getegid()):
        made = (tmp_path / "dealer.sock").stat()
        assert stat.S_IMODE(made.st_mode) == 0o660
        assert made.st_gid == os.getegid()


def _forbidden(*given: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_doors_are_made_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A group that no file may be given to: nothing of the others is left either."""
    monkeypatch.setattr(os, "chown", _forbidden)
    groups: Callable[[str], int | None] = {"dealer": None, "witness": GROUP}.get
    doors = Doors(tmp_path, groups)
    with pytest.raises(SocketTaken, match=r"witness\.sock: Operation not permitted"):
        doors.make("dealer", "witness")
    assert not list(tmp_path.iterdir())


def test_a_role_is_for_its_group_only_where_this_process_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Known:
        gr_gid = os.getegid()

    assert group_of("no-such-role") is None
    monkeypatch.setattr("controller.screens.unix_socket.grp.getgrnam", {"tapis-dealer": Known}.__getitem__)
    assert group_of("dealer") == os.getegid()
    Known.gr_gid = GROUP
    assert group_of("dealer") is None
