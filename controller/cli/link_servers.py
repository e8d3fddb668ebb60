"""What the server of a linked book answered, French and English, each with what to do next."""

from __future__ import annotations

from typing import Final

_ROLE: Final = ("demander l’accès à qui garde le livre", "ask whoever keeps the book to admit it")
_WAIT: Final = ("réessayer dans une minute", "try again in a minute")
_LOOK: Final = ("voir son journal et LINK.md", "look into its log, and LINK.md")
_TLS: Final = ("voir les certificats dans LINK.md", "see the certificates in LINK.md")
_ADDRESS: Final = ("vérifier l’adresse", "check the address")
_SERVER: Final = (
    "vérifier l’adresse, et que PostgreSQL tourne",
    "check the address, and that PostgreSQL runs",
)

ANSWERS: Final[dict[str, tuple[str, tuple[str, str]]]] = {
    "the line to the server broke": ("la ligne vers le serveur est coupée", _WAIT),
    "a value that the book cannot hold": ("une valeur que le livre ne peut pas contenir", _LOOK),
    "what the book holds contradicts itself": ("le contenu du livre se contredit", _LOOK),
    "the server only reads: it is a standby, or was told so": (
        "le serveur ne fait que lire, c’est un secours ou un réglage",
        ("donner l’adresse du serveur principal", "name the address of the main server"),
    ),
    "the server ended a session that held others up": (
        "le serveur a mis fin à une session qui gênait les autres",
        _WAIT,
    ),
    "the server does not let this role in": ("le serveur ne laisse pas entrer ce rôle", _ROLE),
    "there is no such database on this server": ("cette base n’est pas sur ce serveur", _ADDRESS),
    "there is no book in this database": (
        "il n’y a pas de livre dans cette base",
        ("tapis link create URL, ou une autre adresse", "tapis link create URL, or another address"),
    ),
    "two sessions held each other up; the server ended this one": (
        "deux sessions se bloquaient, le serveur a mis fin à celle-ci",
        _WAIT,
    ),
    "another session was first; nothing was changed": (
        "une autre session était la première, rien n’a changé",
        _WAIT,
    ),
    "permission denied: this role may not do that": ("ce rôle n’a pas ce droit", _ROLE),
    "the server has another book than this program knows": (
        "le serveur a un autre livre que celui de ce programme",
        ("tapis link check URL dit ce qui diffère", "tapis link check URL says what differs"),
    ),
    "the server's disk is full": (
        "le disque du serveur est plein",
        ("y faire de la place", "make room on it"),
    ),
    "the server is out of memory": ("le serveur manque de mémoire", _LOOK),
    "the server has no connection left": ("le serveur n’a plus de connexion libre", _WAIT),
    "the server is at its limits": ("le serveur est à ses limites", _LOOK),
    "another session holds the book locked": ("une autre session tient le livre", _WAIT),
    "the server broke it off: it took too long, or somebody asked it to": (
        "le serveur a interrompu la demande, trop longue ou arrêtée par quelqu’un",
        _WAIT,
    ),
    "the server is stopping": ("le serveur s’arrête", _WAIT),
    "the server stopped after a fault": ("le serveur s’est arrêté sur une erreur", _LOOK),
    "the server is starting or stopping": ("le serveur démarre ou s’arrête", _WAIT),
    "the server's disk has an error": ("le disque du serveur a une erreur", _LOOK),
    "the server's data are damaged": ("les données du serveur sont abîmées", _LOOK),
    "the server did not wait for its standby": ("le serveur n’a pas attendu son secours", _LOOK),
    "the server lets this role in no more": ("le serveur ne laisse plus entrer ce rôle", _ROLE),
    "no server listens there": ("aucun serveur n’écoute à cette adresse", _SERVER),
    "the name of the server is not known": ("le nom du serveur n’est pas connu", _ADDRESS),
    "the server does not answer": ("le serveur ne répond pas", _SERVER),
    "the server takes nobody without TLS": ("le serveur n’accepte personne sans TLS", _TLS),
    "the server does not let this role in from here": (
        "le serveur ne laisse pas entrer ce rôle depuis cette machine",
        (
            "tapis link check URL sur le serveur lit pg_hba.conf",
            "tapis link check URL there reads pg_hba.conf",
        ),
    ),
    "the certificate of the server is of another house": (
        "le certificat du serveur est d’une autre maison",
        _TLS,
    ),
    "this certificate was revoked": ("ce certificat est révoqué", _TLS),
    "the server does not accept this certificate": ("le serveur refuse ce certificat", _TLS),
    "the server and this machine agree on no TLS": (
        "le serveur et cette machine ne s’accordent pas sur TLS",
        _TLS,
    ),
    "permission denied: this role may not enter the database": ("ce rôle ne peut entrer dans la base", _ROLE),
    "the server knows no such role or database": (
        "le serveur ne connaît pas ce rôle ou cette base",
        _ADDRESS,
    ),
    "the address of the book cannot be read": (
        "l’adresse du livre ne peut être lue",
        ("elle s’écrit postgresql://ROLE@HOTE/BASE", "it is written postgresql://ROLE@HOST/DATABASE"),
    ),
}
"""By the English sentence: the French one, and the next step in both languages."""


def of_server(text: str, lang: str) -> str | None:
    """The answer in this language with its next step; None where it is another's than those above.

    Args:
        text: `controller.book.postgres_words.sentence`, which may begin with the host.
    """
    where, _, ours = text.rpartition(": ") if text not in ANSWERS else ("", "", text)
    if where and text.partition(": ")[2] in ANSWERS:
        where, _, ours = text.partition(": ")
    if ours not in ANSWERS:
        return None
    french, steps = ANSWERS[ours]
    host = (f"{where}\u00a0: " if lang == "fr" else f"{where}: ") if where else ""
    return f"{host}{french}\u00a0: {steps[0]}" if lang == "fr" else f"{host}{ours}: {steps[1]}"
