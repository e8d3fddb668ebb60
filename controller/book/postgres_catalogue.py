"""What a linked book's schema is made of, as the server has it, beside what its migrations make.

The migrations are run a second time, into a schema of another name, and taken back: so the comparison is the
server's own in every version of it, and nothing is kept that somebody could change together with the schema.
"""

from __future__ import annotations

import re
from typing import Any, Final

import psycopg
from psycopg import sql

from controller.book.postgres_schema import migrations

COPY: Final = "tapis_as_made"
_OWNED: Final = "CASE WHEN {0} = s.nspowner THEN 'the owner' ELSE pg_get_userbyid({0}) END"
_RIGHTS: Final = (
    "(SELECT string_agg(coalesce(r.rolname, 'PUBLIC') || ' ' || a.privilege_type, ', ' ORDER BY 1)"
    " FROM aclexplode({0}) a LEFT JOIN pg_roles r ON r.oid = a.grantee"
    " WHERE a.grantee <> s.nspowner AND NOT coalesce(r.rolname = ANY (%(admitted)s), false))"
)
_PARTS: Final = (
    # Tables, views, indexes, sequences and composite types: whose they are, and who has a right on them.
    f"""SELECT format('relation %%s', c.relname), concat_ws(' ', c.relkind, c.relpersistence,
          c.relispartition, c.relrowsecurity, c.relforcerowsecurity, c.reloptions::text,
          {_OWNED.format("c.relowner")}, {_RIGHTS.format("c.relacl")},
          CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END)
        FROM s JOIN pg_class c ON c.relnamespace = s.oid""",
    """SELECT format('column %%s.%%s', c.relname, a.attname), concat_ws(' ', a.attnum,
          format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attcollation,
          a.attacl::text, pg_get_expr(d.adbin, d.adrelid))
        FROM s JOIN pg_class c ON c.relnamespace = s.oid
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
          LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum""",
    """SELECT format('constraint %%s of %%s', k.conname, c.relname),
          concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated, k.condeferrable)
        FROM s JOIN pg_class c ON c.relnamespace = s.oid JOIN pg_constraint k ON k.conrelid = c.oid""",
    """SELECT format('index %%s', c.relname),
          concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid, i.indisready, i.indislive, i.indisunique)
        FROM s JOIN pg_class c ON c.relnamespace = s.oid JOIN pg_index i ON i.indexrelid = c.oid""",
    # The triggers of a foreign key have a number in their name, another one in each database.
    """SELECT format('trigger %%s of %%s', regexp_replace(t.tgname, '_[0-9]+$', ''), c.relname),
          string_agg(concat_ws(' ', t.tgenabled, CASE WHEN t.tgisinternal THEN t.tgfoid::regproc::text
            ELSE pg_get_triggerdef(t.oid) END), '; ' ORDER BY t.tgtype)
        FROM s JOIN pg_class c ON c.relnamespace = s.oid JOIN pg_trigger t ON t.tgrelid = c.oid GROUP BY 1""",
    """SELECT format('rule %%s of %%s', w.rulename, c.relname),
          concat_ws(' ', w.ev_enabled, pg_get_ruledef(w.oid))
        FROM s JOIN pg_class c ON c.relnamespace = s.oid JOIN pg_rewrite w ON w.ev_class = c.oid""",
    """SELECT format('policy %%s of %%s', y.polname, c.relname), y.polcmd::text
        FROM s JOIN pg_class c ON c.relnamespace = s.oid JOIN pg_policy y ON y.polrelid = c.oid""",
    f"""SELECT format('function %%s(%%s)', p.proname, pg_get_function_identity_arguments(p.oid)),
          concat_ws(' ', p.prokind, p.prosecdef, p.provolatile, p.proisstrict, p.proleakproof, p.proparallel,
            l.lanname, p.proconfig::text, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
            {_OWNED.format("p.proowner")}, p.prosrc,
            {_RIGHTS.format("coalesce(p.proacl, acldefault('f', p.proowner))")})
        FROM s JOIN pg_proc p ON p.pronamespace = s.oid JOIN pg_language l ON l.oid = p.prolang""",
    f"""SELECT format('type %%s', t.typname),
          concat_ws(' ', t.typtype, {_OWNED.format("t.typowner")}, {_RIGHTS.format("t.typacl")})
        FROM s JOIN pg_type t ON t.typnamespace = s.oid""",
    """SELECT format('sequence %%s', c.relname),
          concat_ws(' ', q.seqstart, q.seqincrement, q.seqmax, q.seqcycle)
        FROM s JOIN pg_class c ON c.relnamespace = s.oid JOIN pg_sequence q ON q.seqrelid = c.oid""",
    """SELECT format('operator %%s', o.oid::regoperator), o.oprcode::text
        FROM s JOIN pg_operator o ON o.oprnamespace = s.oid""",
    f"""SELECT 'schema', concat_ws(' ', {_RIGHTS.format("s.nspacl")}) FROM s""",
)


def difference(connection: psycopg.Connection[Any]) -> list[str]:
    """The names of what the schema has otherwise than its migrations made it, or more, or less; in order.

    Rights of the roles that are admitted are no part of it. The server has to be one that can be written.

    Raises:
        BookMismatch: the migrations of this program are not there.
        psycopg.Error: the server refused.
    """
    has = catalogue(connection, "tapis")
    with connection.transaction(force_rollback=True):
        connection.execute("SET LOCAL lock_timeout = '3s'; SET LOCAL statement_timeout = '60s'")
        row = connection.execute(
            "SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'tapis'"
        ).fetchone()
        assert row is not None
        owner, database = sql.Identifier(row[0]), sql.Identifier(connection.info.dbname)
        connection.execute(sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(database, owner))
        connection.execute(sql.SQL("SET LOCAL ROLE {}").format(owner))
        for each in migrations():
            connection.execute(re.sub(r"\btapis\b", COPY, each.text).encode())
        connection.execute(f"REVOKE ALL ON ALL ROUTINES IN SCHEMA {COPY} FROM PUBLIC".encode())
        connection.execute("RESET ROLE")
        made = catalogue(connection, COPY)
    names = sorted(has.keys() | made.keys())
    return [name for name in names if has.get(name) != made.get(name)] + _event_triggers(connection)


def catalogue(connection: psycopg.Connection[Any], schema: str) -> dict[str, str]:
    """Everything in the schema by its name: the definition, the settings and the rights, with `tapis` for its
    name."""
    admitted = [name for (name,) in connection.execute("SELECT role_name FROM tapis.speakers").fetchall()]
    found: dict[str, str] = {}
    with connection.transaction():
        # Names are told in full, whatever the search path of the keeper.
        connection.execute("SET LOCAL search_path = pg_catalog")
        for part in _PARTS:
            rows = connection.execute(
                f"WITH s AS (SELECT * FROM pg_namespace WHERE nspname = %(schema)s) {part}".encode(),
                {"schema": schema, "admitted": admitted},
            ).fetchall()
            found.update((_named(name), _named(definition)) for name, definition in rows)
    return found


def _named(text: str) -> str:
    return re.sub(rf"\b{COPY}\b", "tapis", text or "")


def _event_triggers(connection: psycopg.Connection[Any]) -> list[str]:
    """A trigger on what a session does in this database is nobody's of the book."""
    rows = connection.execute("SELECT evtname FROM pg_event_trigger WHERE evtenabled <> 'D'").fetchall()
    return [f"event trigger {name}" for (name,) in rows]
