"""One night for all tests of the house's memory, and the engines of its store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.memory.nights import play
from tests.private_postgres import PrivateServer

NewStore = Callable[[], str]
"""The address of a new, empty store of the engine that the test is about."""
ENGINES: Final = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journals of two tables on one jackpot; nobody writes in the folder."""
    return play(tmp_path_factory.mktemp("night"))


@pytest.fixture(scope="module", params=ENGINES)
def new_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewStore]:
    """What a test of the store asks of it holds for a file and for a database alike."""
    if request.param == "sqlite":
        yield lambda: str(tmp_path_factory.mktemp("store") / "house.db")
        return
    server: PrivateServer = request.getfixturevalue("postgres")
    made: list[str] = []

    def new() -> str:
        made.append(server.database())
        return server.url(made[-1])

    yield new
    for name in made:
        server.drop(name)
