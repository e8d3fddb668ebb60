"""The compiler of the exact mathematics: one decorator, and the place where compiled code is kept.

Compiled functions are built into one another across modules, but numba 0.68 asks only whether a function's
own file has changed: after an upgrade old code of another module could answer on. So the code of every state
of the sources has a folder of its own, and has it before the first function is declared.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

import numba

from controller.odds.compiled import cache_folder

FOLDERS_MAX: Final = 8
"""Of compiled code, about 3 MB each; those longest unused go."""
_CHOSEN: Final = "NUMBA_CACHE_DIR"


def sources_digest() -> str:
    """The digest of all that is compiled, and of the tables that are built into it."""
    here = Path(__file__).resolve().parent
    game = here.parent / "game"
    digest = hashlib.sha256()
    for file in (*sorted(here.glob("*.py")), game / "cards.py", game / "hands.py"):
        digest.update(f"{file.name} ".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def place_compiled() -> Path | None:
    """Where compiled code of these sources is kept from now on; None where it is left to numba.

    That is where the user has chosen a folder himself (`NUMBA_CACHE_DIR`), or where his cache cannot be
    written.
    """
    folder = cache_folder()
    if folder is None or os.environ.get(_CHOSEN):
        return None
    place = folder / "compiled" / sources_digest()[:32]
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(place)
    except OSError:
        return None
    if not os.access(place, os.W_OK | os.X_OK):
        return None
    _thin_out(place.parent)
    os.environ[_CHOSEN] = str(place)
    # It read the environment when it was imported.
    numba.config.reload_config()  # type: ignore[no-untyped-call]  # numba declares no types there
    return place


def _thin_out(folder: Path) -> None:
    with suppress(OSError):
        newest_first = sorted(folder.iterdir(), key=lambda place: place.stat().st_mtime, reverse=True)
        for place in newest_first[FOLDERS_MAX:]:
            shutil.rmtree(place, ignore_errors=True)


place_compiled()
kernel: Final = numba.njit(cache=True, nogil=True)
"""A function compiled to machine code at its first call, kept, and run beside other threads."""
