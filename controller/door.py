"""Unix sockets that only the right people can open: made with their rights, checked at each connection."""

from __future__ import annotations

import os
import socket
import stat
import struct
from pathlib import Path
from typing import Final

WAITING_MAX: Final = 8
SO_PEERGROUPS: Final = 59  # Linux, include/uapi/asm-generic/socket.h; Python has no name for it
GROUPS_MAX: Final = 1024


class SocketTaken(Exception):
    """Somebody else serves at this path, or no socket can be made there."""


def listen(path: Path, gid: int | None = None) -> socket.socket:
    """A non-blocking socket listens at `path`, for this user and for the group `gid` if given.

    What a process that was killed left at `path` is cleared away first.

    Raises:
        SocketTaken: a live process listens there, or the place is no place for a socket.
    """
    _clear_away(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(path))
        # Nobody can connect before `listen`: the socket never has other rights than these.
        os.chmod(path, 0o600 if gid is None else 0o660)
        # A service may be forbidden to give files away; the group of its own it has already.
        if gid is not None and path.stat().st_gid != gid:
            os.chown(path, -1, gid)
        listener.listen(WAITING_MAX)
    except OSError as error:
        listener.close()
        raise SocketTaken(f"no socket at {path}: {error.strerror or error}") from error
    listener.setblocking(False)
    return listener


def may_connect(sock: socket.socket, gid: int | None = None) -> bool:
    """Whether the other end runs as this user, or in the group `gid` if given (SO_PEERCRED)."""
    size = struct.calcsize("3i")
    _, uid, primary = struct.unpack("3i", sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    if uid == os.getuid():
        return True
    return gid is not None and (gid == primary or gid in _groups(sock))


def _groups(sock: socket.socket) -> frozenset[int]:
    """The supplementary groups of the other end."""
    try:
        packed = sock.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, 4 * GROUPS_MAX)
    except OSError:  # an older kernel, or too many groups: only the primary one counts
        return frozenset()
    return frozenset(struct.unpack(f"{len(packed) // 4}I", packed))


def _clear_away(path: Path) -> None:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise SocketTaken(f"no socket at {path}: {error.strerror}") from error
    if not stat.S_ISSOCK(found.st_mode):
        raise SocketTaken(f"{path} is there and is no socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except OSError as error:
            raise SocketTaken(f"{path}: {error.strerror or error}") from error
    raise SocketTaken(f"another process serves at {path}")
