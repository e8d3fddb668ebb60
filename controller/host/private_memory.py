"""What is in this process's memory, face-down cards, keys, PINs, goes to no disk and to no other process.

No core dump is written of it, no process of the same user may read it (ptrace, /proc/PID/mem), and it is
never swapped out. The table's unit says so too; without the unit the program does what it may by itself.
"""

from __future__ import annotations

import ctypes
import os
import resource
from typing import Final

PR_SET_DUMPABLE: Final = 4  # Linux, include/uapi/linux/prctl.h
MCL_CURRENT: Final = 1
MCL_FUTURE: Final = 2
MCL_ONFAULT: Final = 4


def never_dumped() -> str:
    """No core is written of this process and no other of its user may look into it; else why not."""
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError) as error:
        return f"a core dump is not ruled out: {error}"
    if _library().prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        return f"other processes of this user may read its memory: {os.strerror(ctypes.get_errno())}"
    return ""


def never_swapped() -> str:
    """What this process has in memory, now and later, stays there; else why not.

    All of it or nothing: a key that is locked and a card beside it that is not would prove little, and the
    libraries copy both. Pages are locked as they are first used: no memory is taken that is not needed.
    """
    allowed, _ = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    if allowed != resource.RLIM_INFINITY:
        # With less, the first allocation beyond it would fail in the middle of a round.
        return "memory may be swapped out: LimitMEMLOCK=infinity is not given"
    if _library().mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0:
        return f"memory may be swapped out: {os.strerror(ctypes.get_errno())}"
    return ""


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
