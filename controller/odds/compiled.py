"""Compiled code that is kept from one run to the next, and thrown away when it is damaged."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


def cache_folder() -> Path | None:
    """The user's cache of this program, `XDG_CACHE_HOME` or `~/.cache`; None where there is no home."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    if named.startswith("/"):
        return Path(named) / "tapis"
    try:
        return Path.home() / ".cache" / "tapis"
    except RuntimeError:
        return None


def recompiled_if_damaged(work: Callable[[], Found], refusal: type[Exception] | None = None) -> Found:
    """What `work` gives; if it fails, what it gives on its second try, with all code compiled anew.

    A `refusal` is no failure: it is raised at once.

    A machine that lost its power while numba 0.68 wrote its cache has files there that end in an exception
    of pickle or of LLVM at every later run; numba itself never replaces them.
    """
    try:
        return work()
    except Exception as error:
        if (refusal is not None and isinstance(error, refusal)) or not _forget():
            raise
        return work()


def _forget() -> int:
    """Every file of compiled code of the loaded modules is gone; how many there were."""
    gone = 0
    for name, module in list(sys.modules.items()):
        if name.startswith("controller.odds."):
            for value in list(vars(module).values()):
                folder = getattr(getattr(value, "stats", None), "cache_path", None)
                if isinstance(folder, str):
                    gone += _remove(Path(folder), name.rpartition(".")[2])
    return gone


def _remove(folder: Path, module: str) -> int:
    gone = 0
    for file in folder.glob(f"{module}.*.nb[ic]"):
        with suppress(OSError):
            file.unlink()
            gone += 1
    return gone
