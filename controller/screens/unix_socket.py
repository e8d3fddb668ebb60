"""Unix sockets that only the right people can open: made with their rights, checked at each connection.

Each role of a screen has an account and a group of its own, `tapis-dealer`, `tapis-pit`, `tapis-jackpot`,
`tapis-witness`, `tapis-status`: whoever has the account of the display has no more than the display.
"""

from __future__ import annotations

import ctypes
import errno
import grp
import os
import socket
import stat
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.screens.wire import ScreenRole
from controller.told import Told, at_place

WAITING_MAX: Final = 64
PATH_BYTES: Final = 107
"""So long may the path of a Unix socket be (unix(7))."""
SO_PEERGROUPS: Final = 59  # Linux, include/uapi/asm-generic/socket.h; Python has no name for it
GROUP_PREFIX: Final = "tapis-"
NOT_THIS_USER: Final = "this user may not connect"


SAID: Final[dict[str, tuple[str, str]]] = {
    "none": (
        "pas de socket à {path}\u00a0: {why}",
        "no socket at {path}: {why}",
    ),
    "long": (
        "pas de socket à {path}\u00a0: ce chemin a {bytes} octets, le système en admet {most}\u00a0: "
        "donner un dossier plus court (par TMPDIR, pour une démonstration ou une leçon)",
        "no socket at {path}: the path has {bytes} bytes, the system takes {most}: "
        "give a shorter folder (by TMPDIR, for a demonstration or a lesson)",
    ),
    "no_socket": (
        "{path} est là et n’est pas une socket",
        "{path} is there and is no socket",
    ),
    "served": (
        "un autre programme sert déjà à {path}",
        "another process serves at {path}",
    ),
}
"""Why it is refused: French, English."""


class SocketTaken(Exception):
    """Somebody else serves at this path, or no socket can be made there."""


class GroupsUnknown(Exception):
    """The system does not say in which groups the other end is: nobody is let in on a guess."""


def group_of(role: ScreenRole) -> int | None:
    """The group whose members have the screens of this role.

    None where the system has no such group or this process is not in it, so that it could give the group no
    socket: then the role is this user's alone (`tapis doctor` says so).
    """
    try:
        gid = grp.getgrnam(GROUP_PREFIX + role).gr_gid
    except KeyError:
        return None
    return gid if gid in {os.getegid(), *os.getgroups()} else None


@dataclass(frozen=True, slots=True)
class Door:
    """A socket that waits for the screens of one role; members of the group `gid`, if any, may open it."""

    path: Path
    listener: socket.socket
    gid: int | None = None

    def let_in(self) -> socket.socket | None:
        """The connection of who waits, which does not block; None if nobody does, or he may not open it."""
        try:
            sock, _ = self.listener.accept()
        except OSError:
            return None
        if why_not_let_in(sock, self.gid):
            sock.close()
            return None
        sock.setblocking(False)
        return sock

    def let_go(self) -> None:
        """Whoever waits in `accept` on another thread waits no more."""
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Nobody can connect any more, and the name is gone."""
        self.listener.close()
        self.path.unlink(missing_ok=True)


class Doors:
    """The doors of one table, each of which can be made before anything else of the table is.

    A table that may not serve where it is to serve ends before it has begun a session. Whoever knocks before
    his role is served waits.

    Args:
        run_dir: an existing directory, in which every role has a socket of its name.
        groups: the group of each role, None for this user alone.
    """

    def __init__(self, run_dir: Path, groups: Callable[[str], int | None] = lambda role: None) -> None:
        self.run_dir = run_dir
        self._groups = groups
        self._made: dict[ScreenRole, Door] = {}

    def make(self, *roles: ScreenRole) -> None:
        """The doors of these roles are there, all of them or none.

        Raises:
            SocketTaken: a live process serves in this directory, or no socket can be made there.
        """
        for role in roles:
            try:
                self.of(role)
            except SocketTaken:
                self.close()
                raise

    def of(self, role: ScreenRole) -> Door:
        """The door of this role, made now if it was not before.

        Raises:
            SocketTaken: as `make`.
        """
        if role not in self._made:
            path, gid = self.run_dir / f"{role}.sock", self._groups(role)
            self._made[role] = Door(path, listen(path, gid), gid)
        return self._made[role]

    def close(self) -> None:
        """Every door that was made is gone."""
        for door in self._made.values():
            door.close()
        self._made.clear()


def listen(path: Path, gid: int | None = None) -> socket.socket:
    """A non-blocking socket listens at `path`, for this user and for the group `gid` if given.

    What a process that was killed left at `path` is cleared away first.

    Raises:
        SocketTaken: a live process listens there, or the place is no place for a socket.
    """
    length = len(os.fsencode(path))
    if length > PATH_BYTES:
        raise SocketTaken(Told(SAID["long"], path=path, bytes=length, most=PATH_BYTES))
    _clear_away(path)
    listener, bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM), False
    try:
        listener.bind(str(path))
        bound = True
        # Nobody can connect before `listen`: the socket never has other rights than these.
        os.chmod(path, 0o600 if gid is None else 0o660)
        # Without any capability the kernel lets the owner give his file to a group of his own, no other.
        if gid is not None and path.stat().st_gid != gid:
            os.chown(path, -1, gid)
        listener.listen(WAITING_MAX)
    except OSError as error:
        listener.close()
        if bound:
            path.unlink(missing_ok=True)
        raise SocketTaken(Told(SAID["none"], path=path, why=error.strerror or str(error))) from error
    listener.setblocking(False)
    return listener


def why_not_let_in(sock: socket.socket, gid: int | None = None) -> str:
    """An empty text where the other end runs as this user, or in the group `gid` if given; else why not."""
    if account_of(sock) == os.getuid():
        return ""
    if gid is None:
        return NOT_THIS_USER
    try:
        return "" if gid in groups_of(sock) else NOT_THIS_USER
    except GroupsUnknown as why:
        return str(why)


def account_of(sock: socket.socket) -> int:
    """The user as whom the other end connected (SO_PEERCRED)."""
    return _credentials(sock)[1]


def groups_of(sock: socket.socket) -> frozenset[int]:
    """Every group of the other end, the primary and the supplementary ones, as they were when it connected.

    Both are told by the kernel of the connection itself. `/proc/PID/status` would tell them of whoever has
    that number now: by then the process may have ended and another have its number, or have changed groups.

    Raises:
        GroupsUnknown: the kernel does not tell.
    """
    # Python's own getsockopt takes at most 1024 bytes, 256 groups; a user may be in 65,536.
    library = ctypes.CDLL(None, use_errno=True)
    size = ctypes.c_uint32(struct.calcsize("64I"))
    while True:
        held = ctypes.create_string_buffer(size.value)
        if library.getsockopt(sock.fileno(), socket.SOL_SOCKET, SO_PEERGROUPS, held, ctypes.byref(size)) == 0:
            told = held.raw[: size.value]
            return frozenset({_credentials(sock)[2], *struct.unpack(f"{len(told) // 4}I", told)})
        # Too small: the kernel has said how many bytes it takes.
        if ctypes.get_errno() != errno.ERANGE or size.value <= len(held):
            why = os.strerror(ctypes.get_errno())
            raise GroupsUnknown(f"the groups of this user are not told ({why})")


def _credentials(sock: socket.socket) -> tuple[int, int, int]:
    size = struct.calcsize("3i")
    pid, uid, gid = struct.unpack("3i", sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return pid, uid, gid


def _clear_away(path: Path) -> None:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise SocketTaken(Told(SAID["none"], path=path, why=error.strerror)) from error
    if not stat.S_ISSOCK(found.st_mode):
        raise SocketTaken(Told(SAID["no_socket"], path=path))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except OSError as error:
            raise SocketTaken(at_place(path, error.strerror or str(error))) from error
    raise SocketTaken(Told(SAID["served"], path=path))
