"""What a screen has drawn and freed is the machine's again."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import ctypes, json
from tests.bench.memory import rss_mb
import os
from ui import app
from ui.bridge import Screen

def held():
    return rss_mb(os.getpid())

app.SPARE_MS = 100
screen = Screen()
screen.show({"waiting": "un instant"})
stage = app.Stage("PitScreen", screen)
stage.settle(50)
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
blocks = [ctypes.c_void_p(library.malloc(2_000)) for _ in range(50_000)]
for block in blocks:
    ctypes.memset(block, 1, 2_000)
full_mb = held()
for number, block in enumerate(blocks):
    if number % 50:  # what stays keeps the heap from shrinking
        library.free(block)
freed_mb = held()
stage.settle(400)
print(json.dumps([full_mb, freed_mb, held()]))
"""


def test_gaps_that_a_window_has_freed_are_given_back() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
    full_mb, freed_mb, after_mb = json.loads(ran.stdout.splitlines()[-1])
    assert freed_mb > full_mb - 10, "the C library keeps them by itself"
    assert after_mb < freed_mb - 60


APART = """
import ctypes, sys
if sys.argv[1] == "screen":
    import ui.app


class Told(ctypes.Structure):
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]


library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
library.mallinfo2.restype = Told


def apart():
    before = library.mallinfo2().hblks
    block = ctypes.c_void_p(library.malloc(8 << 20))
    found = library.mallinfo2().hblks - before
    library.free(block)
    return found


print([apart() for _ in range(3)])
"""


def test_large_blocks_of_a_screen_have_pages_of_their_own_also_after_one_was_freed() -> None:
    def told(of: str) -> str:
        ran = subprocess.run([sys.executable, "-c", APART, of], check=True, capture_output=True, text=True)
        return ran.stdout.strip()

    assert told("screen") == "[1, 1, 1]"
    assert told("another program") == "[1, 0, 0]", "the C library does so by itself"
