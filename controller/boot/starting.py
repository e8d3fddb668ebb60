"""Starting a real table: everything that may keep it from starting, told in one sentence."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.backup.manifest import RESTORING
from controller.book.at_url import BOOK
from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.floor import Floor
from controller.boot.real_table import real_floor
from controller.boot.sessions import SessionMismatch
from controller.boot.settings_check import settings_desk
from controller.game.cards import DECK
from controller.game.hands import best_hand
from controller.journal.chain import JournalBroken, JournalDamaged, JournalError, JournalTaken, WrongMaster
from controller.journal.faults import faulty
from controller.journal.file_faults import file_named, told_of
from controller.journal.heads import HEADS_SUFFIX
from controller.journal.keys import SEAL_KEY, SIGN_KEY
from controller.journal.newer import OfNewer, keep_version, newer_words
from controller.journal.seal import MasterRefused
from controller.people.reading import RegisterDamaged
from controller.screens.remote import NoRemote
from controller.screens.unix_socket import SocketTaken
from controller.settings.approval import (
    EDITION,
    approval_reference,
    authentic_program,
    keep_edition,
    newest_edition,
)
from controller.settings.limits import rules_of
from controller.settings.settings_error import SettingsError
from controller.settings.standing import NO_APPROVAL, NotAuthentic, Standing
from controller.settings.table import BadgeReaderFile, ChipsFile, TableFile
from controller.told import Told, said_by
from controller.words.money import LANGUAGES
from controller.words.told import told
from drivers.chips.gpiod_lines import check_chip
from drivers.chips.pins import NoPins, board_pins
from drivers.lines.links import MissingLibrary
from drivers.readers.card_reader import pcsc

RESTORE_FIRST: Final = (
    "{}\u00a0: une restauration a été interrompue\u202f; relancez tapis restore avant la table",
    "{}: a restore was cut off; run tapis restore again before the table",
)
PCSCD_SOCKET: Final = Path("/run/pcscd/pcscd.comm")
PCSCD_PATIENCE_S: Final = 2.0


_SAID: Final = (
    *(NotAuthentic, SettingsError, MissingLibrary, NoPins, NoRemote),
    *(WrongMaster, SessionMismatch, JournalTaken, JournalBroken),
)
"""What says by itself what is wrong and what is to be done; the others are of a file."""


class CannotStart(Exception):
    """What keeps the table from starting; nothing of it runs."""


_KNOWN = (
    NotAuthentic,
    SettingsError,
    MasterRefused,
    RegisterDamaged,
    JournalError,
    BookMismatch,
    BookUnreachable,
    MissingLibrary,
    NoPins,
    NoRemote,
    SocketTaken,
    OSError,
)


def standing_of(settings: TableFile) -> Standing:
    """What this program is and whether it is approved for the rules in force.

    Raises:
        NotAuthentic: a manifest is named and the program is not the one that was signed.
        SettingsError: the rules cannot be read.
    """
    named = settings.program
    if named is None:
        return Standing()
    program = authentic_program(named.manifest, named.key)
    if named.approval is None:
        return Standing(program, why=NO_APPROVAL)
    profile = rules_of(settings)
    try:
        return Standing(
            program, approval_reference(named.approval, named.authority, program, profile.digest), ""
        )
    except NotAuthentic as error:
        return Standing(program, why=said_by(error))


def started_floor(settings: TableFile, path: Path | None = None, language: str = "en") -> Floor:
    """The table of this machine, ready to run; `path` is the file of its settings, `language` of a refusal.

    Raises:
        CannotStart: the reason, in one sentence.
    """
    if (settings.table.data / RESTORING).exists():
        raise CannotStart(RESTORE_FIRST[language == "en"].format(settings.table.data))
    try:
        standing, kept = standing_of(settings), settings.table.data / EDITION
        named = settings.program
        edition = newest_edition(named.manifest, named.key, kept) if named is not None else 0
        floor = real_floor(settings, standing, None if path is None else settings_desk(path))
        try:
            if edition:
                keep_edition(kept, edition)
            keep_version(settings.table.data)
        except BaseException:  # who waits for the disk starts again in this process
            floor.close()
            raise
        floor.outline.edition = edition
    except _KNOWN as error:
        raise CannotStart(told(_why(error, settings), LANGUAGES[language])) from error
    best_hand(DECK[:7])  # the tables of ranks take a moment, which no showdown should have to wait
    return floor


def _why(error: Exception, settings: TableFile) -> str:
    """Why the table does not start; a file that is not what it should be is named, with the next step."""
    said = said_by(error)
    if not isinstance(said, Told):
        said = " ".join(said.split())
    if isinstance(error, _SAID) or (_of_terms(error) and not isinstance(error, OfNewer)):
        return said
    data = settings.table.data
    known = [data / name for name in (SEAL_KEY, SIGN_KEY, BOOK, EDITION)]
    if settings.people is not None:
        known += [settings.people.register_path, settings.people.pepper]
    journals = sorted((data / "journals").glob("*"))
    known += [path.with_suffix("") for path in journals if path.suffix == HEADS_SUFFIX]
    if isinstance(error, OSError):
        path = Path(error.filename) if isinstance(error.filename, str) else data
        return told_of(path)
    named = file_named(said, (*known, *journals)) or None
    if named is None:
        return said
    detail = error.why if isinstance(error, JournalDamaged) else said if isinstance(error, OfNewer) else ""
    detail = _without(named, detail)
    if isinstance(error, JournalDamaged) and error.seq:
        detail = faulty("of_entry", seq=error.seq, said=detail)
    if isinstance(error, OfNewer):
        return newer_words(named, detail, data)
    return told_of(named, detail)


def _without(named: Path, said: str) -> str:
    """The sentence without the name of this file, which stands before it already."""
    while isinstance(said, Told):
        within = said.facts.get("why", said.facts.get("said"))
        place = said.facts.get("place", said.facts.get("path"))
        if not isinstance(within, str) or str(place) not in (str(named), named.name):
            return said
        said = within
    for name in (f" ({named})", f"{named}: ", f"{named.name}, ", f"{named.name}: "):
        said = said.replace(name, "")
    return said


def _of_terms(error: Exception) -> bool:
    """Whether a book was refused for what it was made for, not for what its file is."""
    if not isinstance(error, BookMismatch):
        return False
    return error.code != "other_book" or str(error).endswith("in the configuration")


@contextmanager
def missing_library() -> Iterator[None]:
    """A library of a machine that is not installed is a `CannotStart`."""
    try:
        yield
    except MissingLibrary as error:
        raise CannotStart(str(error)) from error


def pins_fault(settings: ChipsFile) -> MissingLibrary | NoPins | None:
    """Why the chip sensors cannot be read on this machine; None if they can."""
    try:
        if settings.backend == "gpiod":
            check_chip(settings.chip)
        else:
            board_pins().close()
    except (MissingLibrary, NoPins) as why:
        return why
    return None


def card_reader_fault(
    settings: BadgeReaderFile, socket_path: Path = PCSCD_SOCKET
) -> MissingLibrary | OSError | None:
    """Why no smart card can be read on this machine: the library, or what pcscd's socket answers; None if
    one can. A reader that types is not tried."""
    if settings.reader != "pcsc":
        return None
    try:
        pcsc()
    except MissingLibrary as why:
        return why
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PCSCD_PATIENCE_S)
        try:
            line.connect(str(socket_path))
        except OSError as why:
            return why
    return None
