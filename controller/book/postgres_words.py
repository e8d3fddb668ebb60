"""What a PostgreSQL server answered, in our own words: none of its own reaches a person.

Only what the book itself says (a RAISE of its own functions) is passed on: those sentences are ours.
"""

from __future__ import annotations

import re
from typing import Final

import psycopg

RAISED: Final = "exec_stmt_raise"
"""The function of the server from which a RAISE of the book's own comes."""
_STATES: Final[dict[str, str]] = {
    "08": "the line to the server broke",
    "22": "a value that the book cannot hold",
    "23": "what the book holds contradicts itself",
    "25006": "the server only reads: it is a standby, or was told so",
    "25P03": "the server ended a session that held others up",
    "28": "the server does not let this role in",
    "3D000": "there is no such database on this server",
    "3F": "there is no book in this database",
    "40P01": "two sessions held each other up; the server ended this one",
    "40": "another session was first; nothing was changed",
    "42501": "permission denied: this role may not do that",
    "42": "the server has another book than this program knows",
    "53100": "the server's disk is full",
    "53200": "the server is out of memory",
    "53300": "the server has no connection left",
    "53": "the server is at its limits",
    "55P03": "another session holds the book locked",
    "57014": "the server broke it off: it took too long, or somebody asked it to",
    "57P01": "the server is stopping",
    "57P02": "the server stopped after a fault",
    "57P03": "the server is starting or stopping",
    "58": "the server's disk has an error",
    "XX001": "the server's data are damaged",
    "XX002": "the server's data are damaged",
}
"""By SQLSTATE, or by its class where no state of its own stands here."""
_NO_STATE: Final[tuple[tuple[str, str], ...]] = (
    ("did not wait for its standby", "the server did not wait for its standby"),
    ("not permitted to log in", "the server lets this role in no more"),
    ("connection refused", "no server listens there"),
    ("could not translate host name", "the name of the server is not known"),
    ("failed to resolve host", "the name of the server is not known"),
    ("timeout", "the server does not answer"),
    ("no such file", "no server listens there"),
    ("password", "the server does not let this role in"),
    ("no encryption", "the server takes nobody without TLS"),
    ("pg_hba.conf rejects", "the server does not let this role in from here"),
    ("no pg_hba.conf entry", "the server does not let this role in from here"),
    ("certificate verify failed", "the certificate of the server is of another house"),
    ("revoked", "this certificate was revoked"),
    ("certificate", "the server does not accept this certificate"),
    ("ssl", "the server and this machine agree on no TLS"),
    ("permission denied for database", "permission denied: this role may not enter the database"),
    ("does not exist", "the server knows no such role or database"),
    ("too many c", "the server has no connection left"),
    ("starting up", "the server is starting or stopping"),
    ("shutting down", "the server is starting or stopping"),
    ("recovery mode", "the server is starting or stopping"),
)
"""What libpq says of a connection that was not made, which has no SQLSTATE."""


_WHERE: Final = re.compile(r'server (?:at|on socket) "([^"\s]{1,120})"')
"""In what libpq says: which of the hosts of the address it is about."""


def sentence(error: psycopg.Error) -> str:
    """The error in one line; an address that cannot be read is not repeated, for it may hold a password."""
    state = error.sqlstate
    if state is None:
        if isinstance(error, psycopg.ProgrammingError):
            return "the address of the book cannot be read"
        if isinstance(error, psycopg.DataError):
            return _STATES["22"]
        said = str(error).casefold()
        ours = next((ours for theirs, ours in _NO_STATE if theirs in said), "the server does not answer")
        where = _WHERE.search(str(error))
        return f"{where[1]}: {ours}" if where else ours
    if error.diag.source_function == RAISED and error.diag.message_primary:
        return " ".join(error.diag.message_primary.split())[:300]
    return _STATES.get(state) or _STATES.get(state[:2]) or f"the server refused it ({state})"


def unanswered(error: OSError) -> str:
    """Why nothing came back over a line: it was cut, or its deadline passed."""
    return "the server does not answer" if isinstance(error, TimeoutError) else "the line to the server broke"
