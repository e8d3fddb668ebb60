"""What this process has freed goes back to the machine: a screen is at work for months.

A picture is drawn with many short-lived blocks of every size. The C library keeps the gaps that they leave,
and its heap grows slowly around what stays: a pit's screen that used 42 MB had 82 MB of gaps after 900
changes, and 34 MB where they were given back.
"""

from __future__ import annotations

import ctypes
from typing import Final

M_MMAP_THRESHOLD: Final = -3
M_ARENA_MAX: Final = -8
LARGE: Final = 128 * 1024
"""Bytes of a block that has pages of its own: a picture, a list of glyphs, a frame of the room."""
HEAPS: Final = 2


def keep_large_blocks_apart() -> None:
    """Large blocks have pages of their own from now on, which are the machine's again once they are freed.

    The C library raises the size from which a block has its own pages with each large block that is freed, up
    to 32 MiB; from then on a screen's pictures lie in the heap among what stays. And each thread may have a
    heap: two are enough for what a screen does.
    """
    choose = getattr(ctypes.CDLL(None), "mallopt", None)
    if choose is not None:
        choose(M_MMAP_THRESHOLD, LARGE)
        choose(M_ARENA_MAX, HEAPS)


def give_back() -> None:
    """Whole pages that nothing lies in are the machine's again (glibc's `malloc_trim`), in ten milliseconds.

    Another C library has no such call and nothing happens.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(ctypes.c_size_t(0))
