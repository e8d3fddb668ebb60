"""Cases that say once more what a shorter one says: `make proof` runs them, `make test` does not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def long(*values: Any) -> Any:
    """The case of a parametrized test that waits for the trials."""
    return pytest.param(*values, marks=pytest.mark.long)


def walks(names: Iterable[str], seeds: range, each: int = 1) -> list[Any]:
    """Cases of a test that wanders at random, each a name and its seeds: all of them in the trials.

    In the suite each name has so many; they begin one further with each name, so that all kinds come.
    """
    known = list(names)
    begins = [seeds[number % (len(seeds) - each + 1)] for number in range(len(known))]
    few = [(name, range(first, first + each)) for name, first in zip(known, begins, strict=True)]
    return [*few, *(long(name, seeds) for name in known)]
