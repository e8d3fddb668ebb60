"""A disk and a clock that misbehave by order, for a program that is started with them.

`bad_disk.c` stands between the program and its C library: what it answers is what the kernel would. It needs
no rights, and works for root and for anybody else.
"""

from __future__ import annotations

import atexit
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

SOURCE: Final = Path(__file__).with_name("bad_disk.c")


@cache
def library() -> Path:
    """The compiled library; once a process, and gone at its end."""
    folder = Path(mkdtemp(prefix="tapis-bad-disk-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = folder / "bad_disk.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"], check=True)
    return made


class BadDisk:
    """The disk under this folder, sound until it is told otherwise.

    Attributes:
        environment: with what a program is to be started.
    """

    def __init__(self, folder: Path, orders: Path) -> None:
        self._orders = orders
        self.be()
        self.environment = {
            "LD_PRELOAD": str(library()),
            "TAPIS_BAD_DISK": str(orders),
            "TAPIS_BAD_FOLDER": str(folder),
        }

    def be(self, **faults: int) -> None:
        """From now on it is like this: `write`, `sync_ms`, `free`, `clock_s`, `kept`; all else is sound."""
        draft = self._orders.with_suffix(".new")
        draft.write_text(" ".join(f"{name}={value}" for name, value in faults.items()) + " ", "ascii")
        draft.replace(self._orders)
