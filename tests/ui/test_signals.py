"""The bound on PySide6: a newer one loses a reference to True or False at each emit on this Python."""

from __future__ import annotations

import sys

import PySide6
from PySide6.QtCore import QObject, Signal

EMITS = 5_000


class Bell(QObject):
    rung = Signal(bool)


def test_a_signal_with_a_boolean_keeps_its_references() -> None:
    heard: list[bool] = []
    bell = Bell()
    bell.rung.connect(heard.append)
    before = sys.getrefcount(True), sys.getrefcount(False)
    for count in range(EMITS):
        bell.rung.emit(count % 2 == 0)
    assert len(heard) == EMITS
    heard.clear()
    after = sys.getrefcount(True), sys.getrefcount(False)
    assert all(abs(now - then) < EMITS // 10 for now, then in zip(after, before, strict=True))


def test_the_version_is_below_the_one_that_aborts() -> None:
    version = tuple(int(part) for part in PySide6.__version__.split(".")[:2])
    assert (6, 8) <= version < (6, 12)
