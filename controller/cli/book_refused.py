"""Why a jackpot book is not read, French and English: its file, or what its server answers."""

from __future__ import annotations

from typing import Final

from controller.cli.journal_findings import REASONS, Forms, finding
from controller.cli.link_servers import of_server
from controller.words.money import CODES, FR

_FORMS: Final[Forms] = (
    (
        "{what}\u00a0: le nom est vide\u00a0: écrire celui d’un fichier, ou postgresql://...",
        "{what}: the name is empty: write that of a file, or postgresql://...",
    ),
    (
        "{url} n’est ni un chemin, ni {what}, ni postgresql://",
        "{url} is neither a path, {what} nor postgresql://",
    ),
    (
        "{file}\u00a0: il n’y a pas de livre\u202f; une table tient le sien dans jackpot.book",
        "{file}: there is no book; a table keeps its own as jackpot.book",
    ),
    (
        "{file} n’est pas un livre\u202f; une table tient le sien dans jackpot.book",
        "{file} is no book; a table keeps its own as jackpot.book",
    ),
    ("{file} n’est pas un livre\u00a0: aucun paramètre n’y est", "{file} is no book: it has no terms"),
    ("{file} n’est pas un fichier\u00a0: en nommer un", "{file} is no file: name one"),
    ("{file} est abîmé", "{file} is damaged"),
    (
        "{file}\u00a0: ses paramètres ne sont pas ceux de leur empreinte",
        "{file}: its terms do not agree with their digest",
    ),
    (
        "{file}\u00a0: version {what}, ce programme lit la version {known}",
        "{file}: version {what}, this program reads version {known}",
    ),
    (
        "ne montre à une table que ses propres écritures\u00a0: vérifier sous le rôle d’un lecteur",
        "shows a table its own acts only: verify by the role of a reader",
    ),
    *((f"{{file}}\u00a0: {french}", f"{{file}}: {english}") for english, french in REASONS.items()),
)


def book_refused(error: Exception, language: int) -> str:
    """The sentence of `BookMismatch` or `BookUnreachable` in this language, with `book` before it."""
    said = str(error)
    french = of_server(said, CODES[FR]) or finding(said, FR, _FORMS)
    return f"book {said}" if language != FR or french == said else f"livre {french}"
