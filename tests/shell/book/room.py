"""A real table beside a real book that can be put back, taken away, or written to by another hand.

Table, journal, bookkeeper and book are the product's own; the journal is a file, the book a file or a
database of PostgreSQL. A `Room` is a felt all the same: its rounds read as sentences.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg import sql

from controller.book.bookkeeper import Bookkeeper
from controller.book.journals import read_acts
from controller.book.port import Book
from controller.book.postgres import PostgresBook
from controller.book.sqlite import SqliteBook
from controller.book.verify import Verdict, compare
from controller.boot.sessions import open_session
from controller.clock import VirtualClock
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Intent, Observation, Role
from controller.game.meter.acts import why_not_accepted
from controller.game.meter.interruption import closed_for_good
from controller.game.payment.large_payments import payment_to_confirm
from controller.game.react import book_request
from controller.game.session_terms import TableFacts
from controller.game.state import Phase, TableState
from controller.journal.seal import master_of_seed
from controller.table.table import Table
from tests.builders import CASHIER, CHEF, COMITE, START_MS, TERMS, Felt, facts
from tests.private_postgres import PATIENCE_S, PrivateServer
from tests.shell.book.jackpot_books import EXAMPLE

TABLE = facts().table
DIRECTOR = ("Martin", Role.DIRECTOR)
CUT_S = 0.3
"""A book that is away is given up after so long."""


class Shelf(Protocol):
    """Where a book stands."""

    def open(self) -> Book:
        """The book that stands there."""
        ...

    def copy(self) -> None:
        """A copy is kept of it as it is now; nobody has it open."""
        ...

    def put_back(self) -> None:
        """The copy stands in its place, whoever has it open."""
        ...

    def away(self) -> None:
        """It cannot be reached."""
        ...

    def there(self) -> None:
        """It can again."""
        ...

    def clear(self) -> None:
        """Nothing of it is left."""
        ...


class FileShelf:
    """A SQLite book."""

    def __init__(self, folder: Path) -> None:
        self.path, self._older = folder / "jackpot.book", folder / "older.book"
        self._away = folder / "away.book"
        SqliteBook.create(self.path, EXAMPLE, durable=False).close()

    def open(self) -> Book:
        return SqliteBook.open(self.path, EXAMPLE, durable=False)

    def copy(self) -> None:
        shutil.copy(self.path, self._older)

    def put_back(self) -> None:
        self.path.unlink()
        shutil.copy(self._older, self.path)

    def away(self) -> None:
        self.path.rename(self._away)

    def there(self) -> None:
        self._away.rename(self.path)

    def clear(self) -> None:
        return


class ServerShelf:
    """A linked book."""

    def __init__(self, server: PrivateServer) -> None:
        self._server, self._name = server, server.book_database(EXAMPLE)
        self._older = f"{self._name}_older"

    def open(self) -> Book:
        book = PostgresBook(self._server.url(self._name))
        book._line.wait_s = PATIENCE_S
        return book

    def _run(self, statement: str, **names: str) -> None:
        with psycopg.connect(self._server.url("postgres"), autocommit=True) as connection:
            known = {name: sql.Identifier(value) for name, value in names.items()}
            connection.execute(sql.SQL(statement).format(**known))

    def _copied(self, name: str, made_of: str) -> None:
        self._run("DROP DATABASE IF EXISTS {name} WITH (FORCE)", name=name)
        self._run("CREATE DATABASE {name} TEMPLATE {made_of} STRATEGY file_copy", name=name, made_of=made_of)

    def copy(self) -> None:
        self._cut()
        self._copied(self._older, self._name)

    def put_back(self) -> None:
        self._copied(self._name, self._older)

    def _cut(self) -> None:
        with psycopg.connect(self._server.url("postgres"), autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
                (self._name,),
            )

    def away(self) -> None:
        self._run("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS false", name=self._name)
        self._cut()

    def there(self) -> None:
        self._run("ALTER DATABASE {name} WITH ALLOW_CONNECTIONS true", name=self._name)

    def clear(self) -> None:
        self._run("DROP DATABASE IF EXISTS {name} WITH (FORCE)", name=self._older)
        self._cut()
        self._server.give_back(self._name)


Meddled = tuple[Callable[[r.BookRequest], bool], Callable[["Room", r.BookRequest], None]]
"""Which request is meddled with, once, and how."""


class Room(Felt):
    """A felt whose every step is a real table's: its journal and its book are kept.

    Attributes:
        before: what happens before the book is asked for the first request of a kind; `after`, when it has
            answered.
        mends: two persons take JP1 up again as soon as they may.
        deaf: nothing is asked of the book.
        terms: of the sheets; a `linked` jackpot is moved by other tables too.
    """

    terms = TERMS

    def __init__(self, folder: Path, shelf: Shelf | None = None) -> None:
        self.folder, self.shelf = folder, shelf or FileShelf(folder)
        (folder / "journals").mkdir()
        self.at = VirtualClock(START_MS)
        self.frames = 0
        self.before: list[Meddled] = []
        self.after: list[Meddled] = []
        self.mends = self._mending = self.deaf = False
        self.here: tuple[str, Role] | None = None
        self.start()

    def start(self) -> None:
        """The program starts: the session is gone on with, and the book is compared with its journals."""

        def facts_of(session: int, first_round: int) -> TableFacts:
            return facts(cash=self.terms, session=session, first_round=first_round)

        self.session = open_session(
            self.folder / "journals", facts_of, TABLE, self.at, master_of_seed(3), durable=False
        )
        self.table = Table(
            self.session.state, self.session.journal, self.at, show=lambda _: None, ask=lambda _: None
        )
        self.table.start()
        self.book = self.shelf.open()
        self.journal_id = self.session.journal.journal_id
        known = self.session.told, self.session.closed, self.session.heard
        self.keeper = Bookkeeper(self.book, TABLE, self.journal_id, *known)
        told = self.keeper.compare()
        if told is not None:
            self.table.take(told)
        self.hear()
        if self.table.state.resumed:
            self.table.take(i.ConfirmFelt())

    @property
    def state(self) -> TableState:
        return self.table.state

    def tap(self, intent: Intent) -> object:  # type: ignore[override]
        self.at.advance_to(self.at.now_ms() + 1_000)
        refusal = self.table.take(intent)
        self.hear()
        self._mend()
        return refusal

    def see(self, *observations: Observation) -> Room:
        for observation in observations:
            if isinstance(observation, i.BadgeObserved | i.BadgeGone):
                badge = isinstance(observation, i.BadgeObserved)
                self.here = (observation.person, observation.role) if badge else None
            self.at.advance_to(self.at.now_ms() + 100)
            self.table.take(observation)
            self.hear()
        self._mend()
        return self

    def hear(self) -> None:
        """The book has answered everything it was asked, and told its meter, as its worker goes about it."""
        for _ in range(0 if self.deaf else 20):
            asked = book_request(self.state)
            if asked is None:
                break
            self._meddle(self.before, asked)
            if self._back() and self._heard(self.keeper.perform(asked, self.at.now_ms())):
                self._meddle(self.after, asked)
        if not self.deaf and self._back():
            news = self.keeper.follow(self.at.now_ms())
            if news is not None:
                self.table.take(news)

    def _back(self) -> bool:
        """Book and journals were compared, if the book had been lost."""
        back = self.keeper.back()
        if back is not None:
            self.table.take(back)
        return not isinstance(back, i.BookUnreachable)

    def _heard(self, told: i.BookObserved) -> bool:
        self.table.take(told)
        return not isinstance(told, i.BookUnreachable)

    def _meddle(self, with_them: list[Meddled], asked: r.Request) -> None:
        for one in with_them:
            if isinstance(asked, r.BookRequest) and one[0](asked):
                with_them.remove(one)
                one[1](self, asked)
                return

    def _mend(self) -> None:
        """Two persons take JP1 up again, and who was there is there again."""
        if not self.mends or self._mending or not closed_for_good(self.state) or self.state.resumed:
            return
        if why_not_accepted(self.state) is not None:
            return
        here, self._mending = self.here, True
        self.reopened()
        if here is not None:
            self.badge(*here)
        self._mending = False

    def stop(self) -> Room:
        self.book.close()
        self.session.journal.close()
        return self

    def copy(self) -> Room:
        """A backup of the book, as it stands now."""
        self.stop().shelf.copy()
        self.start()
        return self

    def put_back(self) -> Room:
        """The book is put back from the backup, and the program started."""
        self.stop().shelf.put_back()
        self.start()
        return self

    def bets(self, *seats: int) -> Room:
        """These seats have staked on JP1, the stakes are in the book, their cards are dealt."""
        for n in sorted({*self.state.players, *self.state.hollow}):
            if n not in seats:
                self.do(i.VacateSeat(n))
        self.see(*(i.ChipObserved(n, False) for n in self.state.places if self.state.seat(n).chip))
        self.stakes(**{f"s{n}": 1000 for n in seats}).chips(*seats).close()
        return self

    def played(self, cards: tuple[str, str, str]) -> Room:
        """The round up to the open hands."""
        hole, flop, rest = cards
        self.draw(hole).do(i.CallStreet()).draw(flop).do(i.CallStreet()).draw(rest)
        self.do(i.BetRest()).showdown()
        return self

    def settled(self) -> Room:
        """The round is over; a chef has ended every hold."""
        if self.state.phase is Phase.SHOWDOWN:
            self.resumed().do(i.OpenSettlement())
        for seat in reversed(self.state.players):
            self.resumed()
            if payment_to_confirm(self.state, seat):
                self.do(i.ConfirmPayment(seat))
            self.do(i.SettleSeat(seat))
        return self.resumed()

    def resumed(self) -> Room:
        self.badge(*CHEF)
        if self.state.held is not None:
            self.do(i.Resume())
        return self

    def reopened(self) -> Room:
        """Two persons, both of the comité, have taken JP1 up again over what they see."""
        mending, self._mending = self._mending, True
        self.badge(*COMITE).do(i.ReopenJackpot()).badge(*DIRECTOR).do(i.ApproveMeterAct())
        self._mending = mending
        return self

    def told(self, kind: type[e.Event]) -> list[e.Event]:
        return [entry.event for entry in self.session.journal.events() if isinstance(entry.event, kind)]

    def closed(self) -> Room:
        """The closing sheet is filled and the table closed."""
        if self.state.phase is Phase.CLEARING:
            self.do(i.NextRound())
        for slip in self.state.slips:
            self.badge(*CASHIER).do(i.SignSlip(slip.round, slip.payment.seat))
        self.fill_closing().do(i.CloseTable())
        return self

    def verdict(self) -> Verdict:
        self.stop()
        with closing(self.shelf.open()) as book:
            found = compare(read_acts(self.folder / "journals").acts, book.acts(), book.read(check=True))
        self.start()
        return found

    def names(self) -> list[tuple[str, int, int, str]]:
        """The acts that wait for two persons: which, of what round and seat, and why the book does not."""
        return [(act.kind, act.round, act.seat, act.code) for act in self.state.upkeep.aside]
