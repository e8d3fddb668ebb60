"""Which test finds a bug that names none yet: the tests nearest to its file are run until one turns red."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tests.nearest import nearest
from tests.planted.bugs import Bug
from tests.planted.ground import Ground

QUICK: Final = ("-x", "-m", "not slow and not long")
OF_THE_CHECKOUT: Final = ("tests/test_tidy.py", "tests/pages/")
"""Tests of the repository's own order, which a copy without its history is not in."""


def sought(place: Ground, bug: Bug, files: Sequence[str] = ()) -> Bug | None:
    """The bug with the test that found it, and with which exception; None where none of these files does."""
    with place.planted(bug):
        for file in dict.fromkeys([*files, *nearest([bug.file])]):
            if file.startswith(OF_THE_CHECKOUT):
                continue
            for test, said in place.run([file], *QUICK).failures.items():
                name = said.partition(":")[0].rpartition(".")[2]
                asserted = said.startswith(("AssertionError", "assert ", "Failed: "))
                return replace(bug, test=test, raises="" if asserted else name)
    return None
