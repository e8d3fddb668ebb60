"""What the host sees of the table in the box, and that it did not see something."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
"""What the table tells its console."""
Tap = dict[str, Any]
"""An act of the console with its arguments."""


class NotSeen(AssertionError):
    """Something was waited for and never came."""
