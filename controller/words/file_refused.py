"""A file of a table that was refused: what is to be seen at it, or what the one who read it says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from controller.journal.file_faults import FAULTS, Fault, fault_of, file_named, told_of
from controller.told import said_by
from controller.words.money import FR
from controller.words.told import told


def file_refused(error: Exception, files: Iterable[Path], *, step: bool = True) -> tuple[str, str]:
    """Why one of these files was refused, French and English; in French with the next step, where wanted.

    Nothing to be seen at the file itself, or none named: what the error says. So it is in English, which
    other programs know.
    """
    said, named = said_by(error), file_named(str(error), files)
    fault = Fault.DAMAGED if named is None else fault_of(named)
    if named is None or fault is Fault.DAMAGED:
        return told(said, FR), str(error)
    return told(told_of(named), FR) if step else f"{named} {FAULTS[fault][FR]}", str(error)
