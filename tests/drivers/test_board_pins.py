"""The pins of a board through gpiozero and lgpio: what a service that may write nowhere is told.

No test here drives a pin: that takes a Raspberry Pi. In the place of lgpio stands a module that does at its
import what lgpio 0.2.2 does, makes a pipe where LG_WD says or else where the process is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LGPIO = """
import os
class error(Exception):
    pass
def __getattr__(name):
    return 0
os.mkfifo(os.path.join(os.environ.get("LG_WD", "."), ".lgd-nfy0"))
"""
ASK = """
from drivers.lines.links import MissingLibrary
from drivers.chips.pins import NoPins, board_pins
try:
    board_pins()
except (MissingLibrary, NoPins) as why:
    print(why)
"""
ROOT = Path(__file__).parents[2]
READ_ONLY = "/proc"
"""Nobody makes a file here, not even root: `/` of a service with ProtectSystem=strict is like this."""


def told(folder: Path, **environment: str) -> str:
    """What somebody is told who asks for the pins where nothing can be written."""
    (folder / "lib").mkdir(exist_ok=True)
    (folder / "lib" / "lgpio.py").write_text(LGPIO, encoding="utf-8")
    paths = os.pathsep.join([str(folder / "lib"), str(ROOT)])
    kept = {name: value for name, value in os.environ.items() if name != "LG_WD"}
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=READ_ONLY,
        env=kept | {"PYTHONPATH": paths, "TMPDIR": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("place", ["tmp", "run"])
def test_the_library_makes_its_pipe_where_the_service_may_write(tmp_path: Path, place: str) -> None:
    """As LG_WD says, else among temporary files; this is no Raspberry Pi, so that is what is told next."""
    run = tmp_path / "run"
    run.mkdir()
    said = told(tmp_path, **({"LG_WD": str(run)} if place == "run" else {}))
    assert "no pins on this machine" in said
    assert ((run if place == "run" else tmp_path) / ".lgd-nfy0").is_fifo()


def test_a_place_where_no_pipe_can_be_made_is_named(tmp_path: Path) -> None:
    said = told(tmp_path, LG_WD=READ_ONLY)
    assert "lgpio cannot make its pipe in /proc" in said
    assert said.endswith("set LG_WD\n")
