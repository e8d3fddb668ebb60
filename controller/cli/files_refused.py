"""A key or a register that was refused, in the language of who typed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from controller.journal.file_faults import Fault, fault_of, file_named, told_of


def file_refused(said: str, files: Iterable[Path], lang: str) -> str:
    """What is wrong with the one of these files that the English sentence names, and what to do.

    In English, and where nothing is to be seen at the file itself, the sentence stays as it is.
    """
    named = file_named(said, files) if lang == "fr" else None
    if named is None or fault_of(named) is Fault.DAMAGED:
        return said
    return told_of(named, "", lang)
