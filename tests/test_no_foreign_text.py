"""No sentence of the system, of SQLite, of psycopg or of Python is passed on to a person.

Each has one place where it is put into words: `controller.host.disk` for files,
`controller.book.postgres_words`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from controller.book.postgres_words import sentence

CONTROLLER = Path(__file__).parent.parent / "controller"
FOREIGN = {
    *("sqlite3.Error", "sqlite3.IntegrityError", "UNREADABLE", "files.UNREADABLE"),
    *("psycopg.Error", "psycopg.DataError", "psycopg.OperationalError"),
    *("KeyError", "IndexError", "AttributeError", "AssertionError"),
    *("TimeoutError", "UnicodeDecodeError", "RecursionError", "struct.error"),
}


def passed_on(handler: ast.ExceptHandler) -> Iterator[int]:
    """The lines in which the text of the error that was caught is used as it is."""
    for node in ast.walk(ast.Module(handler.body, [])):
        told = node.value if isinstance(node, ast.FormattedValue) else None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "repr"):
            told = node.args[0] if node.args else None
        if isinstance(told, ast.Name) and told.id == handler.name:
            yield node.lineno


def test_no_error_of_somebody_elses_is_quoted() -> None:
    quoted = []
    for path in sorted(CONTROLLER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ExceptHandler) or node.type is None or node.name is None:
                continue
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            named = {ast.unparse(kind.value if isinstance(kind, ast.Starred) else kind) for kind in kinds}
            if named & FOREIGN:
                quoted += [f"{path.relative_to(CONTROLLER)}:{line}" for line in passed_on(node)]
    assert not quoted, quoted


@pytest.mark.parametrize(
    "state", ["53100", "40P01", "57P03", "55P03", "08006", "22003", "42501", "XX001", "99999"]
)
def test_what_a_server_answers_is_told_in_our_own_words(state: str) -> None:
    try:
        kind = psycopg.errors.lookup(state)
    except KeyError:
        kind = type("Unknown", (psycopg.DatabaseError,), {"sqlstate": state})
    said = sentence(kind("FATAL:  could not extend file «base/5/16384»"))
    assert ("FATAL" in said or "extend" in said, bool(said)) == (False, True)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (
            'connection to server at "10.0.0.9", port 1 failed: Connection refused',
            "10.0.0.9: no server listens there",
        ),
        ('FATAL:  password authentication failed for user "t"', "the server does not let this role in"),
        ("FATAL:  the database system is starting up", "the server is starting or stopping"),
        ("whatever libpq says next year", "the server does not answer"),
    ],
)
def test_a_connection_that_is_not_made_is_told_in_our_own_words(theirs: str, ours: str) -> None:
    assert sentence(psycopg.OperationalError(theirs)) == ours
