"""Starting a real table: everything that may keep it from starting, told in one sentence."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.access.reading import RegisterDamaged
from controller.approval import (
    NotAuthentic,
    Standing,
    approval_reference,
    authentic_program,
    keep_edition,
    newest_edition,
)
from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.floor import Floor
from controller.boot.real_table import real_floor
from controller.boot.settings_check import settings_desk
from controller.door import SocketTaken
from controller.game.cards import DECK
from controller.game.hands import best_hand
from controller.journal import JournalError
from controller.remote import NoRemote
from controller.seal import MasterRefused
from controller.settings.limits import rules_of
from controller.settings.table import BadgeReaderFile, ChipsFile, TableFile
from controller.settings.toml import SettingsError
from drivers.card_reader import pcsc
from drivers.gpiod_lines import check_chip
from drivers.links import MissingLibrary
from drivers.pins import NoPins, board_pins

EDITION: Final = "edition"
"""In the table's data: the newest edition of the program that has run here."""
PCSCD_SOCKET: Final = Path("/run/pcscd/pcscd.comm")
PCSCD_PATIENCE_S: Final = 2.0


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
        return Standing(program, why="no approval is named in the settings")
    profile = rules_of(settings)
    try:
        return Standing(
            program, approval_reference(named.approval, named.authority, program, profile.digest), ""
        )
    except NotAuthentic as error:
        return Standing(program, why=str(error))


def started_floor(settings: TableFile, path: Path | None = None) -> Floor:
    """The table of this machine, ready to run; `path` is the file of its settings.

    Raises:
        CannotStart: the reason, in one sentence.
    """
    try:
        standing, kept = standing_of(settings), settings.table.data / EDITION
        named = settings.program
        edition = newest_edition(named.manifest, named.key, kept) if named is not None else 0
        floor = real_floor(settings, standing, None if path is None else settings_desk(path))
        if edition:
            keep_edition(kept, edition)
    except _KNOWN as error:
        raise CannotStart(str(error)) from error
    best_hand(DECK[:7])  # the tables of ranks take a moment, which no showdown should have to wait
    return floor


@contextmanager
def missing_library() -> Iterator[None]:
    """A library of a machine that is not installed is a `CannotStart`."""
    try:
        yield
    except MissingLibrary as error:
        raise CannotStart(str(error)) from error


def pins_fault(settings: ChipsFile) -> str:
    """Why the chip sensors cannot be read on this machine, or an empty text."""
    try:
        if settings.backend == "gpiod":
            check_chip(settings.chip)
        else:
            board_pins().close()
    except (MissingLibrary, NoPins) as why:
        return str(why)
    return ""


def card_reader_fault(settings: BadgeReaderFile, socket_path: Path = PCSCD_SOCKET) -> str:
    """Why no smart card can be read on this machine, or an empty text; a reader that types is not tried."""
    if settings.reader != "pcsc":
        return ""
    try:
        pcsc()
    except MissingLibrary as why:
        return str(why)
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PCSCD_PATIENCE_S)
        try:
            line.connect(str(socket_path))
        except OSError as why:
            return f"badge reader: pcscd does not answer ({why.strerror or why})"
    return ""
