"""Compiled code that a crash left half written is compiled anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COUNT = (
    "from controller.par import sevens; from controller.par.compiled import recompiled_if_damaged\n"
    "print(sevens.HANDS == sum(recompiled_if_damaged(sevens.count_sevens).classes.values()))"
)


def test_damaged_compiled_code_is_thrown_away(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def counts() -> bool:
        done = subprocess.run(
            [sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout == "True\n"

    assert counts()
    (index,) = tmp_path.rglob("*._count_hands-*.nbi")
    index.write_bytes(index.read_bytes()[:40])
    (code,) = tmp_path.rglob("*._count_boards-*.nbc")
    code.write_bytes(bytes(len(code.read_bytes())))
    assert counts()
    assert counts()


def test_a_fault_of_the_work_itself_is_raised() -> None:
    program = (
        "from controller.par.compiled import recompiled_if_damaged\n"
        "try:\n    recompiled_if_damaged(lambda: 1 // 0)\nexcept ZeroDivisionError:\n    print('raised')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "raised\n"
