"""The table's machine in a box, whose power is cut: what a file system does with what was written."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Final

from tests.machine.image import no_box
from tests.proof.record import ROOT, NotHere, Tried

_TOLD: Final = re.compile(r"^held +\d+ s +cuts +(cuts (\d+), .*)$", re.MULTILINE)


def power_cuts(count: int, seed: int) -> Tried:
    """The power of a table was cut so often while it wrote: nothing is lost or doubled, verifiers agree.

    Raises:
        NotHere: this machine cannot run a box.
        AssertionError: a cut lost something, or the box could not be set up; the last lines it said.
    """
    if lacking := no_box():
        raise NotHere(lacking)
    _ran("make", "deb", "SUITES=bookworm-amd64")
    words = ["-u", "-m", "tests.machine.played", "--only", "cuts", "--cuts", str(count), "--seed", str(seed)]
    told = _TOLD.search(said := _ran(sys.executable, *words))
    assert told is not None, said
    return Tried(int(told[2]), told[1])


def _ran(*words: str) -> str:
    ran = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, (ran.stderr or ran.stdout).strip()
    return ran.stdout
