"""The tables of the register of people.

`history` only ever grows. Whatever changes who may do what raises the revision by itself, so that a
running table hears of a change whoever made it.
"""

from __future__ import annotations

import sqlite3
from typing import Final

VERSION: Final = 4
_WATCHED: Final = ("person", "role", "card", "charge")
_NEVER: Final = """
CREATE TRIGGER {table}_never_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is never {past}'); END
"""
_REVISION: Final = """
CREATE TRIGGER {table}_{verb}_is_a_revision AFTER {verb} ON {table}
BEGIN UPDATE register SET revision = revision + 1; END
"""


def create_schema(connection: sqlite3.Connection) -> None:
    """The tables of an empty register are there, at revision 1."""
    # Not above: a running table loads this module (controller/people/reading.py says why).
    from sqlite_utils import Database

    database = Database(connection)
    database.table("register").create(
        {"id": int, "version": int, "revision": int}, pk="id", not_null={"version", "revision"}, strict=True
    )
    person = {"id": str, "name": str, "pin": str, "revoked": int, "since_ms": int}
    database.table("person").create(person, pk="id", not_null=set(person), strict=True)
    role = {"person": str, "role": str}
    database.table("role").create(
        role, pk=("person", "role"), foreign_keys=[("person", "person", "id")], strict=True
    )
    card = {"number": str, "person": str, "role": str, "key": str, "revoked": int, "until_ms": int}
    database.table("card").create(
        card, pk="number", not_null=set(card), foreign_keys=[("person", "person", "id")], strict=True
    )
    tries = {"person": str, "wrong": int, "locked_ms": int, "boot": str, "up_ms": int}
    database.table("tries").create(tries, pk="person", not_null=set(tries), strict=True)
    charge = {"person": str, "place": str, "since_ms": int}
    database.table("charge").create(charge, pk=("person", "place"), not_null=set(charge), strict=True)
    history = {"seq": int, "at_ms": int, "by": str, "second": str, "act": str, "person": str, "detail": str}
    history["hash"] = str
    database.table("history").create(history, pk="seq", not_null=set(history), strict=True)
    for verb, past in (("UPDATE", "changed"), ("DELETE", "deleted")):
        connection.execute(_NEVER.format(table="history", verb=verb, past=past))
    for table in ("person", "card"):
        connection.execute(_NEVER.format(table=table, verb="DELETE", past="deleted"))
    connection.execute(
        "CREATE TRIGGER history_only_at_the_end BEFORE INSERT ON history"
        " WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM history)"
        " BEGIN SELECT RAISE(ABORT, 'history is added to at the end only'); END"
    )
    for table in _WATCHED:
        for verb in ("INSERT", "UPDATE", "DELETE"):
            connection.execute(_REVISION.format(table=table, verb=verb))
    connection.execute("INSERT INTO register VALUES (1, ?, 1)", (VERSION,))
