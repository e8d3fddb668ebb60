"""Fixtures of every test."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from zlib import crc32

import pytest
from hypothesis import settings

from tests.long import thin_out
from tests.private_postgres import PrivateServer

os.environ.setdefault("TAPIS_TRACE", "1")  # a fault of the program fails a test with all that is known of it
settings.register_profile("untimed", deadline=None)  # how long an example takes says how busy the machine is
settings.load_profile("untimed")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """While tests are collected only what stays is made: to look for garbage among it is half of the work.

    Afterwards all of it is left out of every later look, and shared with the processes that a test forks.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with a slow test come first: at the end no worker is left alone with one.

    Otherwise any order will do but that of the folders, where those that wait for a line stand together and
    those that work: beside one another they fill the cores.
    """
    thin_out(items)
    slow = {item.path for item in items if item.get_closest_marker("slow") is not None}
    items.sort(key=lambda item: (item.path not in slow, crc32(item.path.name.encode()), item.path))


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivateServer]:
    """One PostgreSQL server for the whole run; it is started by the first test that wants it."""
    server = PrivateServer()
    yield server
    server.remove()
