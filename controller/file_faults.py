"""What is wrong with a file or a disk of a table, in one sentence with the next step, French and English.

No sentence of the system, of SQLite or of Python reaches a person: it is put into words here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

DISK: Final[dict[str, tuple[str, str]]] = {
    "full": (
        "le disque est plein\u00a0; la table attend\u00a0: libérez de la place, elle repart d’elle-même",
        "the disk is full; the table waits: free some space, and it goes on by itself",
    ),
    "read_only": (
        "le disque est en lecture seule\u00a0; la table attend\u00a0: vérifiez le disque, puis remontez-le",
        "the disk is read-only; the table waits: check the disk, then mount it for writing again",
    ),
    "broken": (
        "le disque est en panne\u00a0; la table attend\u00a0: changez-le, puis restaurez (OPERATIONS.md, 5)",
        "the disk is broken; the table waits: replace it, then restore (OPERATIONS.md, section 5)",
    ),
}
"""Why a table waits at its start, by the words of `controller.disk`."""


def disk_words(why: str, folder: Path, language: str = "en") -> str:
    """Why the table waits for the disk that the folder is on."""
    return f"{folder}: {DISK[why][language == 'en']}"
