"""A disk that is full, for a process that a test starts: no file of it grows beyond so many bytes."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable


def limited(size: int) -> Callable[[], None]:
    """What the process does first: its files have a limit from then on.

    What it runs through is measured no more: the measure could not be written either, and says so loudly.
    """

    def limit() -> None:
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit
