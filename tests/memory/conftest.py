"""One night for all tests of the house's memory, and the engines of its store."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import psycopg
import pytest

from controller.house.archive import House
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


@pytest.fixture(scope="module")
def read_store(
    night: Path, new_store: NewStore, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[NewStore]:
    """The address of a store of its own that has read the night: a copy, for it is read once a module."""
    first = new_store()
    with closing(House([night], first)) as house:
        house.read_all()
    if not first.startswith("postgresql:"):
        yield lambda: str(shutil.copy(first, tmp_path_factory.mktemp("read") / "house.db"))
        return
    server: PrivateServer = request.getfixturevalue("postgres")
    read = psycopg.conninfo.conninfo_to_dict(first)["dbname"]
    made: list[str] = []

    def copy() -> str:
        made.append(server.database(like=str(read)))
        return server.url(made[-1])

    yield copy
    for name in made:
        server.drop(name)
