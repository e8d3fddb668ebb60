"""Why a jackpot book is not read, French and English: its file, or what its server answers."""

from __future__ import annotations

from typing import Final

from controller.cli.link_servers import of_server
from controller.told import Told, said_by
from controller.words.money import CODES, FR
from controller.words.told import told

_OF_BOOK: Final = ("livre {said}", "book {said}")


def book_refused(error: Exception, language: int) -> str:
    """What a book says that was refused or not read, in this language, with `book` before it."""
    said = of_server(error, CODES[language]) if language == FR else None
    return told(Told(_OF_BOOK, said=said or said_by(error)), language)
