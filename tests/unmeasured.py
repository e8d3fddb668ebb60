"""What a process that a test starts is told where only what it loads by itself counts."""

from __future__ import annotations

import os


def unmeasured() -> dict[str, str]:
    """The environment, without what would measure the process: measuring loads modules of its own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
