"""Whether a table would start with the settings of a draft, and its book take it, before it is approved."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path

from controller.book.at_url import BOOK, open_book
from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.desk import check_desk
from controller.boot.machines import check_machines
from controller.boot.remote import remote_door
from controller.boot.sessions import linkage_of
from controller.game.roles import COMITE
from controller.game.settings.drafts import PROPOSERS
from controller.people.files import open_register
from controller.people.pin_checks import UNREADABLE
from controller.settings.draft import SettingsDesk, refused
from controller.settings.files import config_path
from controller.settings.jackpot import check_jp1_prizes, load_jackpot
from controller.settings.limits import check_pieces, rules_of
from controller.settings.table import TableFile, load_table


def check_settings(settings: TableFile) -> None:
    """Everything that the table's settings name is there and valid; no file is written, no machine opened.

    Raises:
        SettingsError: the first thing that is wrong.
    """
    profile = rules_of(settings)
    jackpot = settings.table.jackpot
    check_jp1_prizes(profile, load_jackpot(config_path(jackpot)), jackpot)
    if settings.opening is not None:
        check_pieces(profile, settings.opening.pieces_cents)
    check_machines(settings)
    check_desk(settings)
    remote_door(settings)


def check_draft(before: TableFile, after: TableFile) -> None:
    """A table of these settings starts, its jackpot is what it was, and a linked one takes it as it is.

    Raises:
        SettingsError: it would not start.
        DraftRefused: `jackpot_runs`; `book_terms`, it stands still and its book is of other terms;
            the code of a `BookMismatch`, the linked book turns it away; `book_unreachable`.
    """
    check_settings(after)
    old, new = rules_of(before), rules_of(after)
    terms = [load_jackpot(config_path(settings.table.jackpot)) for settings in (before, after)]
    other_terms = asdict(terms[0]) != asdict(terms[1])
    if other_terms or dict(old.jp1) != dict(new.jp1):
        _stands_still(before, other_terms)
    if before.table.book and old.digest != new.digest:
        try:
            open_book(after.table.book, terms[1], linkage=linkage_of(new, after.table.id)).close()
        except BookMismatch as error:
            raise refused(error.code, "LK-01", why=str(error)) from None
        except BookUnreachable:
            raise refused("book_unreachable", "LK-01") from None


def _stands_still(settings: TableFile, other_terms: bool) -> None:
    """Nothing is changed of a jackpot that runs (PM-10), and a book keeps the terms that it was made for."""
    place = settings.table.book or str(settings.table.data / BOOK)
    if not settings.table.book and not Path(place).is_file():
        return  # no stake was ever taken: there is no jackpot yet
    try:
        book = open_book(place, None)
    except BookMismatch as error:
        raise refused(error.code, "LK-01", why=str(error)) from None
    except BookUnreachable:
        raise refused("book_unreachable", "PM-10") from None
    try:
        stopped = book.meter().stop
    finally:
        book.close()
    if not stopped:
        raise refused("jackpot_runs", "PM-10")
    if other_terms:
        raise refused("book_terms", "PM-10")


def settings_desk(path: Path) -> SettingsDesk:
    """The desk of the table whose file this is."""
    return SettingsDesk(path, check_draft, counts=partial(_counts, path))


def _counts(path: Path, person: str, proposed: bool, since_ms: int) -> bool:
    files = load_table(path).people
    if files is None:
        return True
    try:
        with closing(open_register(files.register_path, files.pepper)) as register:
            roles = PROPOSERS if proposed else COMITE
            return register.has_role(person, roles) and not register.has_lost(person, since_ms)
    except UNREADABLE:
        raise refused("does_not_load", "LK-10", why=str(files.register_path)) from None
