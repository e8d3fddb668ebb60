"""A real table put together: its machines, its book, its journal, as its settings say."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path

from controller.book.at_url import BOOK, open_book
from controller.boot.floor import VIEWS, Floor
from controller.boot.people import house_register
from controller.boot.pit_cards import pit_cards_of
from controller.boot.real_machines import real_machines
from controller.boot.remote import remote_door
from controller.boot.sessions import (
    Session,
    linkage_of,
    master_of,
    open_session,
    table_facts,
)
from controller.clock import SystemClock, synchronised
from controller.game.session_terms import TableFacts
from controller.journal.closed import session_files
from controller.journal.keys import forget_masters, renewed_master, table_keys
from controller.screens.status_desk import ROLE as STATUS
from controller.screens.unix_socket import Doors, group_of
from controller.settings.draft import SettingsDesk
from controller.settings.faults import wrong
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.keys import settings_terms
from controller.settings.limits import rules_of
from controller.settings.record import RECORD
from controller.settings.settings_error import SettingsError
from controller.settings.standing import Standing
from controller.settings.table import TableFile
from controller.settings.worker import SettingsWorker
from controller.table.host_watch import clock_of_session
from controller.table.mark import found_mark
from controller.witness.desk import ROLE as WITNESS


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def real_floor(settings: TableFile, standing: Standing, desk: SettingsDesk | None = None) -> Floor:
    """The table of this machine, ready to run; its first row and its screens say what it is (SE-04).

    `desk` has the record of these settings: with it they may be drafted.

    Raises:
        SettingsError, JournalError, BookMismatch, NoPins and their like: see `starting`.
    """
    profile, jackpot = rules_of(settings), load_jackpot(config_path(settings.table.jackpot))
    terms, data = settings_terms(settings), settings.table.data
    journals, doors = _made(data / "journals"), Doors(_made(settings.table.run), group_of)
    begins = partial(clock_of_session, synchronised=synchronised)
    with ExitStack() as undone:
        # Before the journal, all that may be refused: a table that cannot serve its screens, without pins,
        # or of another jackpot, leaves no session and no key behind.
        undone.callback(doors.close)
        doors.make(*VIEWS, WITNESS, STATUS)
        remote = remote_door(settings)
        if remote is not None:
            undone.callback(remote.close)
            remote.bind()
        register, pit_cards = house_register(settings), pit_cards_of(settings)
        drivers = real_machines(settings)
        keys, clock = table_keys(data), SystemClock()
        book = open_book(
            settings.table.book or str(data / BOOK),
            jackpot,
            create=True,
            at_ms=clock.now_ms(),
            linkage=linkage_of(profile, settings.table.id),
            patient=True,
        )
        undone.callback(book.close)
        mark = found_mark(_made(settings.table.mark_folder), settings.table.id)
        session = open_session(
            journals,
            partial(_facts, settings, standing, desk is not None),
            settings.table.id,
            clock,
            keys.master,
            durable=True,
            older=keys.older,
            terms=standing.terms,
            renewed=partial(renewed_master, data),
            begins=begins,
            signer=keys.signer,
            keep_keys=keys.keep,
        )
        undone.callback(session.journal.close)
        _forget_masters(data, session)
        if desk is not None and session.settings.number > desk.standing().number:
            raise SettingsError(data / RECORD, "", None, wrong("fewer_lines"))
        mark = mark.beside(session.journal, session_files(journals, settings.table.id), session.found)
        mark, session.heard = mark.still(session.gap), mark.heard_beside(session.heard)
        floor = Floor(
            session,
            drivers,
            book,
            SystemClock(from_ms=begins(session.at_ms)),
            doors,
            signer=keys.signer,
            register=register,
            remote=remote,
            watched=data,
            mark=mark,
            pit_cards=pit_cards,
            settings=None if desk is None else partial(SettingsWorker, desk, terms.digest, session.settings),
        )
        undone.pop_all()
    return floor


def _forget_masters(data: Path, session: Session) -> None:
    """Destroy the masters of nights that are closed; the one of this session stays.

    A table that starts after it was closed begins its next session: the master of the night before ends here.
    """
    if session.path is not None:
        forget_masters(data, master_of(session.path))


def _facts(
    settings: TableFile, standing: Standing, drafted: bool, session: int, first_round: int
) -> TableFacts:
    """The facts of a session under these settings; `drafted`, they may be changed by a draft."""
    return table_facts(
        settings.table.id,
        session,
        rules_of(settings),
        load_jackpot(config_path(settings.table.jackpot)),
        simulated=False,
        approved=standing.approved,
        first_round=first_round,
        pace=settings.pace,
        video=settings.video,
        display=settings.display,
        payments=settings.payments,
        opening=settings.opening,
        linked=bool(settings.table.book),
        register=settings.people is not None,
        pit_cards=settings.pit.allow_cards,
        settings=settings_terms(settings) if drafted else None,
        no_shuffler=settings.shuffler is None,
        seats=settings.table.seats,
    )
