"""Who waits at a terminal sees what is being done, and for how long. Nobody else sees a letter."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final, TextIO

AFTER_S: Final = 2.0
EVERY_S: Final = 1.0
_CLEAR: Final = "\r\x1b[K"


@contextmanager
def waiting(what: object) -> Iterator[None]:
    """While it lasts, from two seconds on, standard error says what is done, where it is a terminal."""
    screen = sys.stderr
    if screen is None or not screen.isatty():
        yield
        return
    ended = Event()
    clock = Thread(target=_tell, args=(screen, f"{what}", ended), daemon=True)
    clock.start()
    try:
        yield
    finally:
        ended.set()
        clock.join()


def _tell(screen: TextIO, what: str, ended: Event) -> None:
    began_s = time.monotonic()
    if ended.wait(AFTER_S):
        return
    while True:
        screen.write(f"{_CLEAR}{what}: {int(time.monotonic() - began_s)} s")
        screen.flush()
        if ended.wait(EVERY_S):
            break
    screen.write(_CLEAR)
    screen.flush()
