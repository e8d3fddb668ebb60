"""Fixtures of every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.private_postgres import PrivateServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivateServer]:
    """One PostgreSQL server for the whole run; it is started by the first test that wants it."""
    server = PrivateServer()
    yield server
    server.remove()
