"""One night for all tests of the house's memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.memory.nights import play


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journals of two tables on one jackpot; nobody writes in the folder."""
    return play(tmp_path_factory.mktemp("night"))
