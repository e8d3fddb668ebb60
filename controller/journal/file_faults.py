"""What is wrong with a file or a disk of a table, in one sentence with the next step, French and English.

No sentence of the system, of SQLite or of Python reaches a person: it is put into words here.
"""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from controller.journal.seal import MASTER_BYTES
from controller.told import Told

DISK: Final[dict[str, tuple[str, str]]] = {
    "full": (
        "le disque est plein\u202f; la table attend\u00a0: libérez de la place, elle repart d’elle-même",
        "the disk is full; the table waits: free some space, and it goes on by itself",
    ),
    "read_only": (
        "le disque est en lecture seule\u202f; la table attend\u00a0: vérifiez le disque, puis remontez-le",
        "the disk is read-only; the table waits: check the disk, then mount it for writing again",
    ),
    "broken": (
        "le disque est en panne\u202f; la table attend\u00a0: changez-le, puis restaurez (OPERATIONS.md, 5)",
        "the disk is broken; the table waits: replace it, then restore (OPERATIONS.md, section 5)",
    ),
}
"""Why a table waits at its start, by the words of `controller.host.disk`."""


def disk_words(why: str, folder: Path, language: str = "en") -> str:
    """Why the table waits for the disk that the folder is on."""
    return f"{folder}: {DISK[why][language == 'en']}"


class FileKind(NamedTuple):
    """A kind of file of a table: what it is called, and what is done about a damaged one; French, English."""

    name: tuple[str, str]
    step: tuple[str, str]


_BACK: Final = (
    "n’effacez rien\u202f; restaurez ce fichier depuis la sauvegarde ou le miroir du témoin"
    " (OPERATIONS.md, 5)",
    "erase nothing; put this file back from the backup or the witness's mirror (OPERATIONS.md, section 5)",
)
KINDS: Final[dict[str, FileKind]] = {
    "seal.key": FileKind(
        ("la clé des cartes", "the key that seals cards"),
        (
            "restaurez-la depuis sa copie, à son propriétaire seul (chmod 0600)\u202f; n’en faites"
            " pas d’autre",
            "put it back from its copy, its owner's only (chmod 0600); make no other in its place",
        ),
    ),
    "sign.key": FileKind(
        ("la clé de signature", "the key that signs"),
        (
            "restaurez-la depuis sa copie, à son propriétaire seul (0600)\u202f; si c’en est une autre,"
            " prévenez le témoin",
            "put it back from its copy, its owner's only (chmod 0600); tell the witness of any other",
        ),
    ),
    ".heads": FileKind(("les têtes signées", "the signed heads"), _BACK),
    ".journal": FileKind(("le journal", "the journal"), _BACK),
    ".book": FileKind(
        ("le livre du jackpot", "the jackpot book"),
        (
            "restaurez-le depuis la sauvegarde\u202f; deux personnes acceptent l’écart (OPERATIONS.md, 5)",
            "put it back from the backup; two persons accept the difference (OPERATIONS.md, section 5)",
        ),
    ),
    ".db": FileKind(
        ("le registre des personnes", "the register of people"),
        (
            "restaurez-le depuis la sauvegarde (OPERATIONS.md, 5)\u202f; puis tapis people list",
            "put it back from the backup (OPERATIONS.md, section 5); then tapis people list",
        ),
    ),
    ".pepper": FileKind(
        ("le poivre des PIN", "the pepper of the PINs"),
        (
            "restaurez-le depuis sa copie, à son propriétaire seul (0600)\u202f; sans lui aucun PIN"
            " ne compte",
            "put it back from its copy, its owner's only (chmod 0600); without it no PIN counts",
        ),
    ),
    "": FileKind(
        ("le fichier", "the file"),
        (
            "rendez-le au compte de la table ou restaurez-le depuis la sauvegarde, puis tapis doctor",
            "give it to the table's account or put it back from the backup, then tapis doctor",
        ),
    ),
}
"""By the end of the file's name; the first that fits counts."""


class Fault(StrEnum):
    """What may be wrong with a file, as one can see without knowing what is in it."""

    MISSING = "missing"
    NOT_PLAIN = "not_plain"
    FORBIDDEN = "forbidden"
    EMPTY = "empty"
    OTHERS = "others"
    OWNER = "owner"
    LENGTH = "length"
    FOREIGN = "foreign"
    DAMAGED = "damaged"


FAULTS: Final[dict[Fault, tuple[str, str]]] = {
    Fault.MISSING: ("manque", "is missing"),
    Fault.NOT_PLAIN: ("n’est pas un fichier simple", "is not a plain file"),
    Fault.FORBIDDEN: ("ce compte ne peut pas l’ouvrir", "may not be opened by this account"),
    Fault.EMPTY: ("est vide", "is empty"),
    Fault.OTHERS: ("laisse entrer d’autres comptes", "lets other accounts at it"),
    Fault.OWNER: ("appartient à un autre compte", "belongs to another account"),
    Fault.LENGTH: ("n’a pas sa longueur", "does not have its length"),
    Fault.FOREIGN: ("a le contenu d’un autre fichier", "holds what belongs in another file"),
    Fault.DAMAGED: ("ne se vérifie plus", "is damaged or not what was written"),
}
_SENTENCE: Final = ("{kind} {path} {fault}\u202f; {step}", "{kind} {path} {fault}; {step}")
_MORE: Final = (
    "{kind} {path} {fault} ({detail})\u202f; {step}",
    "{kind} {path} {fault} ({detail}); {step}",
)
_CLOSE: Final = ("le fermer aux autres\u00a0: chmod 600 {path}", "close it to them: chmod 600 {path}")
"""What is done about a file that is whole and lets others in: an older copy would only be in its way."""
_SQLITE_MAGIC: Final = b"SQLite format 3\0"
_OF_SQLITE: Final = (".journal", ".book", ".db")
_OF_KEYS: Final = ("seal.key", "sign.key", ".pepper")
_SECRET: Final = (*_OF_KEYS, ".db")


def kind_of(path: Path) -> str:
    """The key of `KINDS` for this file."""
    return next(end for end in KINDS if path.name.endswith(end) or (end == "seal.key" and end in path.name))


def fault_of(path: Path) -> Fault:
    """What is wrong with a file that was refused; `DAMAGED` where only its reader can tell."""
    kind = kind_of(path)
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            return Fault.NOT_PLAIN
        with path.open("rb") as file:
            begins = file.read(len(_SQLITE_MAGIC))
    except FileNotFoundError:
        return Fault.MISSING
    except OSError:
        return Fault.FORBIDDEN
    if kind in _SECRET and facts.st_uid not in (os.geteuid(), 0):
        return Fault.OWNER
    if kind in _SECRET and facts.st_mode & 0o077:
        return Fault.OTHERS
    if not facts.st_size:
        return Fault.EMPTY
    if kind in _OF_KEYS:
        return Fault.LENGTH if facts.st_size != MASTER_BYTES else Fault.DAMAGED
    return Fault.FOREIGN if kind in _OF_SQLITE and begins != _SQLITE_MAGIC else Fault.DAMAGED


def account(uid: int) -> str:
    """The name of an account of this machine, or its number."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def owner_of(path: Path) -> str:
    """Whose the file is or, where there is none, the folder that it would be in; empty, nobody can tell."""
    for looked_at in (path, path.parent):
        with suppress(OSError):
            return account(looked_at.stat().st_uid)
    return ""


def told_of(path: Path, detail: str = "") -> Told:
    """`the journal /data/x.journal is damaged (entry 41 …); erase nothing; put this file back …`.

    `detail` is a sentence of our own that says more.
    """
    kind, fault = Told(KINDS[kind_of(path)].name), fault_of(path)
    words = _MORE if detail and fault is Fault.DAMAGED else _SENTENCE
    step = step_for(path, fault)
    return Told(words, kind=kind, path=path, fault=Told(FAULTS[fault]), detail=detail, step=step)


def step_for(path: Path, fault: Fault) -> Told:
    """What is done about this fault of the file."""
    return Told(_CLOSE, path=path) if fault is Fault.OTHERS else Told(KINDS[kind_of(path)].step)


def file_named(said: str, files: Iterable[Path]) -> Path | None:
    """Which of these files a sentence names, by its path or by its name alone; the longest name counts."""
    named = [path for path in files if str(path) in said or path.name in said]
    return max(named, key=lambda path: len(path.name), default=None)
