"""A program that stops by itself: the exception, the exit code, and what is said of it."""

from __future__ import annotations

from traceback import walk_tb
from typing import Final

from controller.journal.chain import JournalError

EXIT_HALTED: Final = 70
"""It found something it cannot be right about; its supervisor starts it again."""


class TableHalted(Exception):
    """The table stopped: a broken invariant, a journal that cannot be written, or a bug.

    The message says what was found. The process ends; starting again replays the journal.
    """


def found(error: BaseException) -> str:
    """What stopped it, in one line that names no card.

    Our own sentences name none. What another exception says may quote anything: of such a one only its
    kind and its place in the program are told.
    """
    while isinstance(error, TableHalted) and error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, (TableHalted, JournalError)) or (type(error) is AssertionError and error.args):
        return " ".join(str(error).split())
    ours = [frame for frame, _ in walk_tb(error.__traceback__)]
    where = ours[-1] if ours else None
    at = f" in {where.f_globals.get('__name__')}, line {where.f_lineno}" if where is not None else ""
    return f"{type(error).__name__}{at}"
