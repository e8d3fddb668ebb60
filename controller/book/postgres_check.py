"""`tapis link check`: whether a linked jackpot can be written to, and is what was installed, part by part.

What is found is a code with facts; the sentences are the command line's, in French and English.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from json import loads
from typing import Any, Final

import psycopg

from controller.book.port import BookUnreachable
from controller.book.postgres_catalogue import difference
from controller.book.postgres_line import Denied, Line
from controller.book.postgres_roles_check import doors, entrances, roles
from controller.book.postgres_said import KeeperMismatch, Said
from controller.book.postgres_schema import VERSION, applied, connect, must_have_a_book, outstanding

SERVER_MIN: Final = 150_000
WAIT_S: Final = 3.0
"""How long the act of a check is waited for; a table waits for two seconds, an act for its turn for five."""
FULL: Final = 0.1
"""Part of the queue of what is told to listeners above which somebody is filling it."""
_NEEDED: Final = {
    "fsync": "on",
    "full_page_writes": "on",
    "max_prepared_transactions": "0",
    "session_replication_role": "origin",
}

Connection = psycopg.Connection[Any]


class Level(StrEnum):
    """How bad it is; a check with a `wrong` one fails."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was looked at: what of it was found, or what is wrong with it."""

    what: str
    level: Level
    said: tuple[Said, ...]


def check(url: str, now_ms: int) -> Iterator[Checked]:
    """The server, the schema, the roles, the rights and the ledger, one after another as they are looked at.

    By the address of a role that is no keeper's it is what that role may see.

    Raises:
        BookMismatch: there is no book, or the role is not admitted.
        BookUnreachable: the server does not answer.
    """
    with connect(url) as connection:
        must_have_a_book(connection)
        yield _server(connection)
        if not _one(connection, "SELECT rolsuper FROM pg_roles WHERE rolname = session_user"):
            yield from _as_speaker(connection, url, now_ms)
            return
        yield _schema(connection)
        yield _settings(connection)
        yield _standby(connection)
        yield _writes(connection, url, "CALL tapis.do_prove(%s::bigint, NULL::text)", (now_ms,))
        yield _definitions(connection)
        yield _wrongs("roles", roles(connection), Said("roles_ok", number=_speakers(connection)))
        yield _wrongs("doors", doors(connection), Said("doors_ok"))
        yield _wrongs("entrances", entrances(connection), Said("entrances_ok"))
        yield _sessions(connection)
        yield _ledger(connection)


def _as_speaker(connection: Connection, url: str, now_ms: int) -> Iterator[Checked]:
    """What a table, the pit or a reader can find out by itself."""
    told = loads(_one(connection, "SELECT tapis.hello()::text"))
    version = int(told["version"])
    yield _verdict(
        "schema", version == VERSION, Said("schema", number=version), Said("migrate", number=VERSION)
    )
    if told["kind"] == "table":
        statement = "CALL tapis.do_probe(%s::text, %s::bigint, %s::bigint, NULL::text)"
        yield _writes(connection, url, statement, (told["table"], now_ms, 0))
    view = loads(_one(connection, "SELECT tapis.read(true)::text"))
    residual = int(view["residual_micro"])
    yield _verdict(
        "ledger", not residual, Said("ledger_ok", number=view["seq"]), Said("residual", number=residual)
    )
    if _one(connection, "SELECT pg_is_in_recovery()"):
        yield Checked("standby", Level.WARNING, (Said("reads_only"),))
    yield Checked("roles", Level.WARNING, (Said("keeper_only"),))


def _verdict(what: str, good: bool, found: Said, wrong: Said) -> Checked:
    return Checked(what, Level.OK, (found,)) if good else Checked(what, Level.WRONG, (wrong,))


def _wrongs(what: str, wrong: list[Said], found: Said) -> Checked:
    return Checked(what, Level.WRONG, tuple(wrong)) if wrong else Checked(what, Level.OK, (found,))


def _one(connection: Connection, statement: str, *values: Any) -> Any:
    row = connection.execute(statement.encode(), values or None).fetchone()
    assert row is not None
    return row[0]


def _speakers(connection: Connection) -> int:
    return int(_one(connection, "SELECT count(*) FROM tapis.speakers"))


def _server(connection: Connection) -> Checked:
    version = connection.info.server_version
    found = f"{version // 10_000}.{version % 10_000}"
    return _verdict(
        "server", version >= SERVER_MIN, Said("server", version=found), Said("server_old", version=found)
    )


def _schema(connection: Connection) -> Checked:
    last = max(applied(connection), default=0)
    try:
        wanted = outstanding(connection)
    except KeeperMismatch as error:
        return Checked("schema", Level.WRONG, (error.said,))
    return _verdict("schema", not wanted, Said("schema", number=last), Said("migrate", number=VERSION))


def _settings(connection: Connection) -> Checked:
    """What an acknowledged stake needs to outlive the power; what else it needs each act sets for itself."""
    found = {name: str(_one(connection, "SELECT current_setting(%s)", name)) for name in _NEEDED}
    wrong = [
        Said("setting", name=name, value=found[name], needed=needed)
        for name, needed in _NEEDED.items()
        if found[name] != needed
    ]
    rows = connection.execute(
        "SELECT unnest(setconfig) FROM pg_db_role_setting WHERE setrole = 0 AND setdatabase IN"
        " (0, (SELECT oid FROM pg_database WHERE datname = current_database()))"
    ).fetchall()
    wrong += [Said("database_setting", setting=setting) for (setting,) in rows]
    return _wrongs("settings", wrong, Said("settings_ok", names=", ".join(_NEEDED)))


def _standby(connection: Connection) -> Checked:
    """Without a standby that has each commit, the loss of this server loses acknowledged stakes."""
    if _one(connection, "SELECT pg_is_in_recovery()"):
        return Checked("standby", Level.WRONG, (Said("is_standby"),))
    names = str(_one(connection, "SHOW synchronous_standby_names"))
    if not names:
        return Checked("standby", Level.WARNING, (Said("no_standby"),))
    rows = connection.execute(
        "SELECT application_name FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
        " AND state = 'streaming' ORDER BY 1"
    ).fetchall()
    has = ", ".join(name for (name,) in rows)
    needed = int("".join(filter(str.isdigit, names.partition("(")[0])) or 1)
    wrong = Said("standby_missing", wanted=names, names=has or "-")
    return _verdict("standby", len(rows) >= needed, Said("standby", names=has, needed=needed), wrong)


def _writes(connection: Connection, url: str, statement: str, values: tuple[Any, ...]) -> Checked:
    """An act goes the whole way: its turn, its locks, its flush, and the standby's."""
    if _one(connection, "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean"):
        return Checked("writes", Level.WRONG, (Said("cannot_write"),))
    pid: list[int] = []
    line = Line(url, lambda made: pid.append(made.info.backend_pid))
    line.wait_s = WAIT_S
    began_s = time.monotonic()
    try:
        line.ask(statement, values)
    except (BookUnreachable, Denied) as error:
        return Checked("writes", Level.WRONG, (_why(connection, pid, str(error)),))
    finally:
        line.drop()
    return Checked("writes", Level.OK, (Said("writes", ms=round((time.monotonic() - began_s) * 1000)),))


def _why(connection: Connection, pid: list[int], error: str) -> Said:
    """What the act is waiting for: the standby, or whose lock. An act that is not waited for any more is
    ended."""
    row = connection.execute(
        "SELECT 'SyncRep' IN (a.wait_event, b.wait_event), b.usename, b.pid,"
        " extract(epoch FROM now() - b.xact_start)::integer"
        " FROM pg_stat_activity a LEFT JOIN LATERAL unnest(pg_blocking_pids(a.pid)) AS x (pid) ON true"
        " LEFT JOIN pg_stat_activity b ON b.pid = x.pid WHERE a.pid = ANY (%s)"
        " ORDER BY 1 DESC NULLS LAST LIMIT 1",
        (pid,),
    ).fetchone()
    connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY (%s)", (pid,))
    if row is not None and row[0]:
        return Said("waits_for_standby")
    if row is not None and row[2] is not None:
        return Said("waits_for_lock", role=row[1], pid=row[2], seconds=row[3] or 0)
    return Said("no_act", text=error)


def _definitions(connection: Connection) -> Checked:
    """Definitions, settings, rights, triggers, constraints and indexes are those that were installed."""
    if _one(connection, "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean"):
        return Checked("definitions", Level.WARNING, (Said("not_compared"),))
    return _wrongs(
        "definitions",
        [Said("differs", name=name) for name in difference(connection)],
        Said("definitions_ok"),
    )


def _sessions(connection: Connection) -> Checked:
    """Nobody who is admitted keeps what others need: old snapshots, the queue of what is told, objects."""
    rows = connection.execute(
        "SELECT a.usename, a.pid, extract(epoch FROM now() - a.xact_start)::integer FROM pg_stat_activity a"
        " JOIN tapis.speakers s ON s.role_name = a.usename WHERE a.xact_start < now() - interval '5 s'"
        " AND a.wait_event IS DISTINCT FROM 'SyncRep' AND s.kind = 'table' ORDER BY a.xact_start"
    ).fetchall()
    wrong = [Said("held", role=role, pid=pid, seconds=seconds) for role, pid, seconds in rows]
    used = float(_one(connection, "SELECT pg_notification_queue_usage()"))
    if used > FULL:
        wrong.append(Said("told_full", percent=round(used * 100)))
    objects = int(_one(connection, "SELECT count(*) FROM pg_largeobject_metadata"))
    if objects:
        wrong.append(Said("large_objects", number=objects))
    return _wrongs("sessions", wrong, Said("sessions_ok"))


def _ledger(connection: Connection) -> Checked:
    rows = connection.execute("SELECT what, kept, added FROM tapis.reconciliation").fetchall()
    wrong = [
        Said("sum", what=what, kept=int(kept), added=int(added))
        for what, kept, added in rows
        if kept != added
    ]
    entries = next((int(kept) for what, kept, _ in rows if what == "last entry"), 0)
    residual = int(_one(connection, "SELECT tapis.residual_micro(false)") or 0)
    if residual:
        wrong.append(Said("residual", number=residual))
    return _wrongs("ledger", wrong, Said("ledger_ok", number=entries))
