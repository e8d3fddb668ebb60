"""What the server of a linked book answered, French and English, each with what to do next."""

from __future__ import annotations

from typing import Final

from controller.told import Told, said_by
from controller.words.money import LANGUAGES
from controller.words.told import told

_ROLE: Final = ("demander l’accès à qui garde le livre", "ask whoever keeps the book to admit it")
_WAIT: Final = ("réessayer dans une minute", "try again in a minute")
_LOOK: Final = ("voir son journal et LINK.md", "look into its log, and LINK.md")
_TLS: Final = ("voir les certificats dans LINK.md", "see the certificates in LINK.md")
_ADDRESS: Final = ("vérifier l’adresse", "check the address")
_SERVER: Final = (
    "vérifier l’adresse, et que PostgreSQL tourne",
    "check the address, and that PostgreSQL runs",
)

STEPS: Final[dict[str, tuple[str, str]]] = {
    "line_broke": _WAIT,
    "bad_value": _LOOK,
    "contradicts": _LOOK,
    "read_only": (
        "donner l’adresse du serveur principal",
        "name the address of the main server",
    ),
    "held_others_up": _WAIT,
    "not_let_in": _ROLE,
    "no_database": _ADDRESS,
    "no_book": (
        "tapis link create URL, ou une autre adresse",
        "tapis link create URL, or another address",
    ),
    "deadlock": _WAIT,
    "other_first": _WAIT,
    "denied": _ROLE,
    "other_book": (
        "tapis link check URL dit ce qui diffère",
        "tapis link check URL says what differs",
    ),
    "disk_full": (
        "y faire de la place",
        "make room on it",
    ),
    "no_memory": _LOOK,
    "no_connection": _WAIT,
    "limits": _LOOK,
    "locked": _WAIT,
    "broken_off": _WAIT,
    "stopping": _WAIT,
    "stopped": _LOOK,
    "starting": _WAIT,
    "disk_error": _LOOK,
    "damaged": _LOOK,
    "no_standby": _LOOK,
    "let_in_no_more": _ROLE,
    "nobody_listens": _SERVER,
    "unknown_name": _ADDRESS,
    "silent": _SERVER,
    "needs_tls": _TLS,
    "not_from_here": (
        "tapis link check URL sur le serveur lit pg_hba.conf",
        "tapis link check URL there reads pg_hba.conf",
    ),
    "other_house": _TLS,
    "revoked": _TLS,
    "bad_certificate": _TLS,
    "no_common_tls": _TLS,
    "not_in_database": _ROLE,
    "unknown_role": _ADDRESS,
    "unread_address": (
        "elle s’écrit postgresql://ROLE@HOTE/BASE",
        "it is written postgresql://ROLE@HOST/DATABASE",
    ),
}
"""What to do next, by the key of the answer (`controller.book.postgres_words`)."""
_WITH_STEP: Final = ("{said}\u00a0: {step}", "{said}: {step}")


def of_server(error: Exception, lang: str) -> str | None:
    """The answer of a server in this language with its next step; None where it is none of `STEPS`.

    Args:
        error: `BookMismatch` or `BookUnreachable`, or what was made of it.
    """
    said = said_by(error)
    answer: object = said
    while isinstance(answer, Told) and "why" in answer.facts:  # of a host, of a book
        answer = answer.facts["why"]
    step = STEPS.get(getattr(answer, "key", ""))
    return None if step is None else told(Told(_WITH_STEP, said=said, step=Told(step)), LANGUAGES[lang])
