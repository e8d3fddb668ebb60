"""What a PostgreSQL server answered, in our own words: none of its own reaches a person.

Only what the book itself says (a RAISE of its own functions) is passed on: those sentences are ours.
"""

from __future__ import annotations

import re
from typing import Final

import psycopg

from controller.told import Told, at_place

ANSWERS: Final[dict[str, tuple[str, str]]] = {
    "line_broke": (
        "la ligne vers le serveur est coupée",
        "the line to the server broke",
    ),
    "bad_value": (
        "une valeur que le livre ne peut pas contenir",
        "a value that the book cannot hold",
    ),
    "contradicts": (
        "le contenu du livre se contredit",
        "what the book holds contradicts itself",
    ),
    "read_only": (
        "le serveur ne fait que lire, c’est un secours ou un réglage",
        "the server only reads: it is a standby, or was told so",
    ),
    "held_others_up": (
        "le serveur a mis fin à une session qui gênait les autres",
        "the server ended a session that held others up",
    ),
    "not_let_in": (
        "le serveur ne laisse pas entrer ce rôle",
        "the server does not let this role in",
    ),
    "no_database": (
        "cette base n’est pas sur ce serveur",
        "there is no such database on this server",
    ),
    "no_book": (
        "il n’y a pas de livre dans cette base",
        "there is no book in this database",
    ),
    "deadlock": (
        "deux sessions se bloquaient, le serveur a mis fin à celle-ci",
        "two sessions held each other up; the server ended this one",
    ),
    "other_first": (
        "une autre session était la première, rien n’a changé",
        "another session was first; nothing was changed",
    ),
    "denied": (
        "ce rôle n’a pas ce droit",
        "permission denied: this role may not do that",
    ),
    "other_book": (
        "le serveur a un autre livre que celui de ce programme",
        "the server has another book than this program knows",
    ),
    "disk_full": (
        "le disque du serveur est plein",
        "the server's disk is full",
    ),
    "no_memory": (
        "le serveur manque de mémoire",
        "the server is out of memory",
    ),
    "no_connection": (
        "le serveur n’a plus de connexion libre",
        "the server has no connection left",
    ),
    "limits": (
        "le serveur est à ses limites",
        "the server is at its limits",
    ),
    "locked": (
        "une autre session tient le livre",
        "another session holds the book locked",
    ),
    "broken_off": (
        "le serveur a interrompu la demande, trop longue ou arrêtée par quelqu’un",
        "the server broke it off: it took too long, or somebody asked it to",
    ),
    "stopping": (
        "le serveur s’arrête",
        "the server is stopping",
    ),
    "stopped": (
        "le serveur s’est arrêté sur une erreur",
        "the server stopped after a fault",
    ),
    "starting": (
        "le serveur démarre ou s’arrête",
        "the server is starting or stopping",
    ),
    "disk_error": (
        "le disque du serveur a une erreur",
        "the server's disk has an error",
    ),
    "damaged": (
        "les données du serveur sont abîmées",
        "the server's data are damaged",
    ),
    "no_standby": (
        "le serveur n’a pas attendu son secours",
        "the server did not wait for its standby",
    ),
    "let_in_no_more": (
        "le serveur ne laisse plus entrer ce rôle",
        "the server lets this role in no more",
    ),
    "nobody_listens": (
        "aucun serveur n’écoute à cette adresse",
        "no server listens there",
    ),
    "unknown_name": (
        "le nom du serveur n’est pas connu",
        "the name of the server is not known",
    ),
    "silent": (
        "le serveur ne répond pas",
        "the server does not answer",
    ),
    "needs_tls": (
        "le serveur n’accepte personne sans TLS",
        "the server takes nobody without TLS",
    ),
    "not_from_here": (
        "le serveur ne laisse pas entrer ce rôle depuis cette machine",
        "the server does not let this role in from here",
    ),
    "other_house": (
        "le certificat du serveur est d’une autre maison",
        "the certificate of the server is of another house",
    ),
    "revoked": (
        "ce certificat est révoqué",
        "this certificate was revoked",
    ),
    "bad_certificate": (
        "le serveur refuse ce certificat",
        "the server does not accept this certificate",
    ),
    "no_common_tls": (
        "le serveur et cette machine ne s’accordent pas sur TLS",
        "the server and this machine agree on no TLS",
    ),
    "not_in_database": (
        "ce rôle ne peut entrer dans la base",
        "permission denied: this role may not enter the database",
    ),
    "unknown_role": (
        "le serveur ne connaît pas ce rôle ou cette base",
        "the server knows no such role or database",
    ),
    "unread_address": (
        "l’adresse du livre ne peut être lue",
        "the address of the book cannot be read",
    ),
    "refused": ("le serveur l’a refusé ({state})", "the server refused it ({state})"),
}
"""What a server answered, by a key of ours: French, English."""
RAISED: Final = "exec_stmt_raise"
"""The function of the server from which a RAISE of the book's own comes."""
_STATES: Final[dict[str, str]] = {
    "08": "line_broke",
    "22": "bad_value",
    "23": "contradicts",
    "25006": "read_only",
    "25P03": "held_others_up",
    "28": "not_let_in",
    "3D000": "no_database",
    "3F": "no_book",
    "40P01": "deadlock",
    "40": "other_first",
    "42501": "denied",
    "42": "other_book",
    "53100": "disk_full",
    "53200": "no_memory",
    "53300": "no_connection",
    "53": "limits",
    "55P03": "locked",
    "57014": "broken_off",
    "57P01": "stopping",
    "57P02": "stopped",
    "57P03": "starting",
    "58": "disk_error",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""By SQLSTATE, or by its class where no state of its own stands here."""
_NO_STATE: Final[tuple[tuple[str, str], ...]] = (
    ("did not wait for its standby", "no_standby"),
    ("not permitted to log in", "let_in_no_more"),
    ("connection refused", "nobody_listens"),
    ("could not translate host name", "unknown_name"),
    ("failed to resolve host", "unknown_name"),
    ("timeout", "silent"),
    ("no such file", "nobody_listens"),
    ("password", "not_let_in"),
    ("no encryption", "needs_tls"),
    ("pg_hba.conf rejects", "not_from_here"),
    ("no pg_hba.conf entry", "not_from_here"),
    ("certificate verify failed", "other_house"),
    ("revoked", "revoked"),
    ("certificate", "bad_certificate"),
    ("ssl", "no_common_tls"),
    ("permission denied for database", "not_in_database"),
    ("does not exist", "unknown_role"),
    ("too many c", "no_connection"),
    ("starting up", "starting"),
    ("shutting down", "starting"),
    ("recovery mode", "starting"),
)
"""What libpq says of a connection that was not made, which has no SQLSTATE."""


_WHERE: Final = re.compile(r'server (?:at|on socket) "([^"\s]{1,120})"')
"""In what libpq says: which of the hosts of the address it is about."""


class Answered(Told):
    """A sentence of `ANSWERS`.

    Attributes:
        key: which.
    """

    key: str


def answered(key: str, /, **facts: object) -> Answered:
    """The sentence of this key."""
    told = Answered(ANSWERS[key], **facts)
    told.key = key
    return told


def sentence(error: psycopg.Error) -> str:
    """The error in one line; an address that cannot be read is not repeated, for it may hold a password."""
    state = error.sqlstate
    if state is None:
        if isinstance(error, psycopg.ProgrammingError):
            return answered("unread_address")
        if isinstance(error, psycopg.DataError):
            return answered(_STATES["22"])
        said = str(error).casefold()
        ours = next((ours for theirs, ours in _NO_STATE if theirs in said), "silent")
        where = _WHERE.search(str(error))
        return at_place(where[1], answered(ours)) if where else answered(ours)
    if error.diag.source_function == RAISED and error.diag.message_primary:
        return " ".join(error.diag.message_primary.split())[:300]
    key = _STATES.get(state) or _STATES.get(state[:2])
    return answered(key) if key else answered("refused", state=state)


def unanswered(error: OSError) -> str:
    """Why nothing came back over a line: it was cut, or its deadline passed."""
    return answered("silent" if isinstance(error, TimeoutError) else "line_broke")
