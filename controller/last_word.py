"""What a table says when it cannot write its journal: to every screen, and instead of anything else.

    table -> screen   {"unwritten": "full"}    a word of `controller.disk`, or `slow` while it waits

It counts until the table is heard again. A table that has to stop says it last; one that waits for its disk
at the start says it to whoever connects. What was asked and not answered is refused with it.
"""

from __future__ import annotations

from typing import Final

from controller import wire
from controller.game.refusals import Refusal

SLOW: Final = "slow"
"""The disk keeps the table waiting; what was asked is still under way."""
LAST_WORD_S: Final = 1.0
"""How long the screens may take to hear why the table stops."""


def unwritten_line(why: str) -> bytes:
    """The line that says why the journal is not written."""
    return wire.encode({"unwritten": why})


def unwritten(why: str) -> Refusal:
    """The answer to every tap meanwhile."""
    return Refusal("journal_not_written", "", (("why", why),))
