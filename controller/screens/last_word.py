"""What a table says when it cannot write its journal: to every screen, and instead of anything else.

    table -> screen   {"unwritten": "full"}    a word of `controller.host.disk`, or `slow` while it waits

It counts until the table is heard again. A table that has to stop says it last; one that waits for its disk
at the start says it to whoever connects. What was asked and not answered is refused with it.

    table -> screen   {"restarting": true}     its last line, where it is started again at once

A table that is killed says nothing, and is silent.

How a table ended stands in its data too, in one line, for `tapis status` when nobody serves any more.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from controller.game.refusals import Refusal
from controller.screens import wire

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


RESTARTING_LINE: Final = wire.encode({"restarting": True})
"""The last line of a table that ends to be started again at once."""
LAST_WORD: Final = "last-word"
"""In the table's data: how it ended last."""
SAID_MAX: Final = 500


class LastWord(NamedTuple):
    """How a table ended: when, in milliseconds since 1970 UTC, a code, and what it said.

    `signal`: it was stopped. Closed, to be started again, `over`: its session was played; `settings`:
    settings were approved; `lost`: its master was. `halted`: it stopped by itself; `refused`: it could not
    start. `started`: it is at work, or it ended without a word, as in a power cut.
    """

    at_ms: int
    code: str
    said: str = ""


def keep_last_word(data: Path, word: LastWord) -> None:
    """The word is in the table's data, if these are there and their disk takes it; nothing waits for it."""
    draft = data / f"{LAST_WORD}.new"
    with suppress(OSError):
        draft.write_text(json.dumps({**word._asdict(), "said": word.said[:SAID_MAX]}), encoding="utf-8")
        os.replace(draft, data / LAST_WORD)


def last_word_of(data: Path) -> LastWord | None:
    """How the table of these data ended last; None where nothing that can be read says so."""
    try:
        told = json.loads((data / LAST_WORD).read_text(encoding="utf-8"))
        return LastWord(int(told["at_ms"]), str(told["code"]), str(told["said"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
