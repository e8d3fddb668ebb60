"""The store at an address: a file for one machine, or a database for a group."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from controller.house.store import Store, StoreLost
from controller.house.store_sqlite import SqliteStore
from controller.installed import lacks


def open_store(address: str | Path) -> Store:
    """The store, which is there and of this version: an older one was emptied.

    Args:
        address: a file, `:memory:`, or `postgresql://...`.

    Raises:
        StoreLost: it cannot be opened, is none, or another house keeps it.
    """
    if not is_postgres(address):
        return SqliteStore(address)
    if find_spec("psycopg") is None:
        raise StoreLost(lacks("psycopg"))
    from controller.house.store_postgres import PostgresStore

    return PostgresStore(str(address))


def is_postgres(address: str | Path) -> bool:
    """Whether the store of this address is a database of PostgreSQL."""
    return str(address).startswith(("postgresql://", "postgres://"))
