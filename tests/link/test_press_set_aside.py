"""An uncertain press set aside, over a real PostgreSQL and a real journal, killed at every step (T-6, T-9).

The link goes with the answer: the stakes are in the book, or never reached it. The chips are sealed, the
round is void, play goes on; the link is back, and the question has one answer. Whatever step the process
dies in, before it is written or after, the next one goes on from the files alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.book.answers import Contributed, Finished, Key, Refused
from controller.book.bookkeeper import Bookkeeper
from controller.book.journals import read_acts
from controller.book.port import Book, BookUnreachable
from controller.book.postgres import PostgresBook
from controller.book.sqlite import SqliteBook
from controller.book.verify import compare
from controller.boot.sessions import Session, open_session, table_facts
from controller.clock import VirtualClock
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.incidents.voiding import seats_to_refund
from controller.game.inputs import Role
from controller.game.react import book_request
from controller.game.session_terms import TableFacts
from controller.game.state import Phase, TableState
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.table.halted import TableHalted
from controller.table.table import Table
from tests.builders import START_MS
from tests.law.requirements import requirement
from tests.link_proxy import Proxy
from tests.private_postgres import PrivateServer, pooled_book
from tests.shell.book.jackpot_books import EXAMPLE, STAKE, TWO, key, stake

TABLE = "T1"
SEATS = (1, 3)
CHEF = i.BadgeObserved("Chef 1", Role.CHEF)


def facts(session: int, first_round: int) -> TableFacts:
    rules = load_profile("fr-55-20-2021")
    return table_facts(TABLE, session, rules, load_jackpot(), simulated=True, first_round=first_round)


class Killed(Exception):
    """The process ended here."""


class Mortal:
    """A table on its files that dies at `point` of every step, and comes back from them."""

    def __init__(self, folder: Path, url: str, point: str = "") -> None:
        self.folder, self.url, self.point = folder, url, point
        self.clock = VirtualClock(START_MS)
        self.deaths = 0
        self._armed = False
        self._badge: i.BadgeObserved | None = None
        self._live()

    def _crash(self, where: str) -> None:
        if self._armed and where == self.point:
            self._armed = False
            raise Killed

    def _live(self) -> None:
        self.session: Session = open_session(
            self.folder, facts, TABLE, self.clock, b"m" * 32, durable=True, crash=self._crash
        )
        self.book = PostgresBook(self.url, patient=True)
        self.book._line.wait_s = 0.5
        journal = self.session.journal
        self.keeper = Bookkeeper(self.book, TABLE, journal.journal_id, self.session.told, self.session.closed)
        self.table = Table(self.session.state, journal, self.clock, show=lambda _: None, ask=lambda _: None)
        heard = self.keeper.compare()
        self.table.start()
        if heard is not None and not isinstance(heard, i.BookUnreachable):
            raise AssertionError(heard)
        if self.table.state.resumed:
            assert self.table.take(i.ConfirmFelt()) is None
            if self._badge is not None:
                self.table.take(self._badge)

    def close(self) -> None:
        self.session.journal.close()
        self.book.close()

    @property
    def state(self) -> TableState:
        return self.table.state

    def take(self, given: Any) -> None:
        """It has happened, although the process died in the middle of it."""
        self.clock.advance_to(self.clock.now_ms() + 100)
        if isinstance(given, (i.BadgeObserved, i.BadgeGone)):
            self._badge = given if isinstance(given, i.BadgeObserved) else None
        self._armed = bool(self.point) and self.state.phase is not Phase.CLOSED
        try:
            assert self.table.take(given) is None, given
            self._armed = False
        except TableHalted:
            self.deaths += 1
            self.close()
            self._live()
            if self.point != "after_commit" and not isinstance(given, i.BadgeObserved):
                assert self.table.take(given) is None, given

    def ask_book(self) -> i.BookObserved:
        """The book was asked for what is wanted of it, and what it said was heard."""
        request = book_request(self.state)
        assert request is not None
        back = self.keeper.back()
        heard = back if back is not None else self.keeper.perform(request, self.clock.now_ms())
        self.take(heard)
        return heard

    def pressed(self) -> Mortal:
        """JP1 of two seats was read, registered and collected."""
        for given in (i.OpenTable(), CHEF, i.ConfirmOpening(), i.BadgeGone()):
            self.take(given)
        self.ask_book()
        for seat in SEATS:
            self.take(i.SetStakes(seat, 1000))
            self.take(i.ChipObserved(seat, True))
        for given in (i.CloseBets(), i.CollectJp1(), *(i.ChipObserved(seat, False) for seat in SEATS)):
            self.take(given)
        return self

    def set_aside(self) -> Mortal:
        """Nobody answers for half a minute, and a chef has the chips sealed; the next round is dealt."""
        assert isinstance(self.ask_book(), i.BookUnreachable)
        self.clock.advance_to(self.clock.now_ms() + self.state.facts.unanswered_ms)
        self.take(i.TimeObserved(self.clock.now_ms()))
        for given in (CHEF, i.SetStakesAside(2), i.BadgeGone()):
            self.take(given)
        for seat in seats_to_refund(self.state):
            self.take(i.RefundSeat(seat))
        for given in (i.ConfirmRest(), i.CloseBets()):
            self.take(given)
        return self

    def answered(self) -> Mortal:
        """The link is back: whatever is owed was asked until it was answered, and the seal is opened."""
        for _ in range(40):
            if not isinstance(book_request(self.state), r.BookRequest):
                break
            self.ask_book()
        for given in (CHEF, i.OpenSeal(2), i.BadgeGone()):
            self.take(given)
        return self

    def told(self, kind: type[e.Event]) -> list[Any]:
        return [entry.event for entry in self.session.journal.events() if isinstance(entry.event, kind)]


@requirement("LK-02")
@pytest.mark.parametrize("point", ["before_commit", "after_commit"])
@pytest.mark.parametrize("reached", [True, False], ids=["in the book", "never reached it"])
def test_killed_at_every_step_the_press_comes_to_one_answer_once(
    reached: bool, point: str, postgres: PrivateServer, tmp_path: Path
) -> None:
    behind = pooled_book(postgres, EXAMPLE)
    with Proxy(postgres.port) as proxy:
        table = Mortal(tmp_path, postgres.url(behind.database, port=proxy.port), point).pressed()
        if reached:  # by the press itself; and then no word comes back, however often it is asked
            request = book_request(table.state)
            assert isinstance(request, r.Contribute)
            sent = Key(TABLE, table.session.journal.journal_id, 1, 1, "contribute")
            assert isinstance(behind.contribute(sent, request.seats, request.stake_cents, 1), Contributed)
        proxy.refusing = True
        proxy.cut()
        table.set_aside()
        assert (table.state.phase, table.state.jp1_seats) == (Phase.DEALING, ())
        proxy.refusing = False
        table.answered()
        table.close()
    assert table.deaths > 15
    table._live()
    assert len(table.told(e.StakesSetAside)) == len(table.told(e.SealOpened)) == 1
    assert [one.added for one in table.told(e.SealOpened)] == [reached]
    assert [one.seat for one in table.told(e.RefundRecorded)] == (list(SEATS) if reached else [])
    assert table.told(e.ClaimAsked) == []
    table.close()
    view = behind.read(check=True)
    assert (view.stakes_count, view.meter_cents, view.residual_micro, view.open_rounds) == (
        0,
        1_000_000,
        0,
        (),
    )
    verdict = compare(read_acts(tmp_path).acts, behind.acts(), view)
    assert (verdict.findings, verdict.in_flight) == ((), ())
    behind.close()


@pytest.mark.parametrize("point", ["", "before_commit"])
def test_a_round_closed_on_its_record_meanwhile_resolves_when_the_table_is_back(
    point: str, postgres: PrivateServer, tmp_path: Path
) -> None:
    """Two persons of the pit could not wait; the table comes back with its chips sealed: no A-102."""
    behind = pooled_book(postgres, EXAMPLE)
    with Proxy(postgres.port) as proxy:
        table = Mortal(tmp_path, postgres.url(behind.database, port=proxy.port), point).pressed()
        request = book_request(table.state)
        assert isinstance(request, r.Contribute)
        journal_id = table.session.journal.journal_id
        sent = Key(TABLE, journal_id, 1, 1, "contribute")
        assert isinstance(behind.contribute(sent, request.seats, request.stake_cents, 1), Contributed)
        proxy.refusing = True
        proxy.cut()
        table.set_aside()
        by_hand = Key(TABLE, journal_id, 1, 1, "close")
        closed = behind.close_dead_round(by_hand, TWO, "liaison coupée depuis la veille", 2)
        assert isinstance(closed, Finished)
        proxy.refusing = False
        table.answered()
        assert (table.state.held, [up.code for up in table.state.alarms if up.code == "A-102"]) == (None, [])
        table.close()
    table._live()
    assert [one.added for one in table.told(e.SealOpened)] == [True]
    assert [one.seat for one in table.told(e.RefundRecorded)] == list(SEATS)
    table.close()
    view = behind.read(check=True)
    assert (view.stakes_count, view.meter_cents, view.residual_micro) == (0, 1_000_000, 0)
    verdict = compare(read_acts(tmp_path).acts, behind.acts(), view)
    assert (verdict.findings, verdict.in_flight) == ((), ())
    behind.close()


def test_a_cut_on_every_way_back_asks_the_same_again(postgres: PrivateServer, tmp_path: Path) -> None:
    """The press was committed and its answer cut; so is each answer after it, once."""
    behind = pooled_book(postgres, EXAMPLE)
    with Proxy(postgres.port) as proxy:
        table = Mortal(tmp_path, postgres.url(behind.database, port=proxy.port)).pressed()
        for passing in range(40):  # committed at last, and not acknowledged
            proxy.arm(answers_left=passing)
            assert isinstance(table.ask_book(), i.BookUnreachable)
            if behind.read().stakes_count:
                break
        proxy.refusing = True
        proxy.cut()
        proxy.arm()
        table.set_aside()
        proxy.refusing = False
        lost = 0
        for _ in range(20):
            if not isinstance(book_request(table.state), r.BookRequest):
                break
            proxy.arm(answers_left=0)
            lost += isinstance(table.ask_book(), i.BookUnreachable)
            proxy.arm()
            table.ask_book()
        table.answered().close()
    assert lost >= 3
    view = behind.read(check=True)
    assert (view.stakes_count, view.meter_cents, view.residual_micro) == (0, 1_000_000, 0)
    assert [str(act.act) for act in behind.acts()] == ["contribute", "refund", "refund", "finish"]
    behind.close()


# --- the book's side -----------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgres"])
def book(request: pytest.FixtureRequest, postgres: PrivateServer) -> Any:
    made: Any = SqliteBook.create(":memory:", EXAMPLE)
    if request.param == "postgres":
        made.close()
        made = pooled_book(postgres, EXAMPLE)
    yield made
    made.close()


def test_a_forgone_press_that_arrives_after_all_changes_nothing(book: Book) -> None:
    press = key(TABLE, 1, "contribute")
    answer = book.forgo(press, (1, 2), STAKE, 1)
    assert isinstance(answer, Refused)
    assert answer.code == "forgone"
    before = book.read(check=True)
    assert book.contribute(press, (1, 2), STAKE, 2) == answer == book.forgo(press, (1, 2), STAKE, 3)
    assert book.read(check=True) == before
    assert list(book.acts()) == []


def test_a_press_that_the_book_has_is_told_by_its_first_answer(book: Book) -> None:
    added = stake(book, TABLE, 1, 1, 2)
    before = book.read(check=True)
    assert book.forgo(key(TABLE, 1, "contribute"), (1, 2), STAKE, 9) == added
    assert book.read(check=True) == before


def test_forgoing_one_press_keeps_no_other_from_the_round(book: Book) -> None:
    book.forgo(key(TABLE, 1, "contribute"), (1,), STAKE, 1)
    assert isinstance(book.contribute(key(TABLE, 1, "contribute", attempt=2), (1,), STAKE, 2), Contributed)


def test_a_table_that_cannot_reach_the_book_cannot_forgo_either(postgres: PrivateServer) -> None:
    behind = pooled_book(postgres, EXAMPLE)
    with Proxy(postgres.port) as proxy:
        linked = PostgresBook(postgres.url(behind.database, port=proxy.port))
        proxy.refusing = True
        proxy.cut()
        with pytest.raises(BookUnreachable):
            linked.forgo(key(TABLE, 1, "contribute"), (1,), STAKE, 1)
        linked.close()
    behind.close()
