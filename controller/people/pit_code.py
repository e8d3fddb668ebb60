"""The code that a chef enters at the pit for a table whose card reader is lost, new for each request."""

from __future__ import annotations

import secrets
from typing import Final

from controller.game.inputs import AskPit, Intent

DIGITS: Final = 6


def with_code(intent: Intent) -> Intent:
    """The same intent; a request to the pit has a code that nobody could foresee."""
    if not isinstance(intent, AskPit):
        return intent
    return AskPit(f"{secrets.randbelow(10**DIGITS):0{DIGITS}}")
