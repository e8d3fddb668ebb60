"""Cases that say once more what a shorter one says: `make trials` runs them, `make test` does not."""

from __future__ import annotations

from typing import Any

import pytest


def long(*values: Any) -> Any:
    """The case of a parametrized test that waits for the trials."""
    return pytest.param(*values, marks=pytest.mark.long)
