"""A JP1 stake corrected after the first card, its process killed around the act: in the ledger once."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.book.bookkeeper import Bookkeeper
from controller.book.port import ActKind
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.cli import main
from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.cards import FaceDown, parse_cards
from controller.game.inputs import Intent, Observation, Role
from controller.game.react import book_request
from controller.game.state import Phase
from controller.journal.writer import Journal
from controller.table.table import Table, recovered
from tests.builders import facts
from tests.shell.journal.journals import OPENING, START_MS, create, reopen

TERMS = Terms(500, 1_000_000, 250_000, 150_000, 600_000)
KILLED = ("approved", "in the book and not heard", "heard")


class House:
    """A table with its journal and its book in files; `die` leaves nothing but those."""

    def __init__(self, folder: Path) -> None:
        self.journal_path = folder / "UTH-2-000001.journal"
        self.book_path = folder / "jackpot.book"
        self.clock = VirtualClock(START_MS)
        self._start(create(self.journal_path, OPENING), SqliteBook.create(self.book_path, TERMS))

    def _start(self, journal: Journal, book: SqliteBook) -> None:
        self.journal, self.book = journal, book
        state = recovered(facts(), journal.events())
        self.table = Table(state, journal, self.clock, show=lambda state: None, ask=lambda asked: None)
        self.keeper = Bookkeeper(book, "UTH-2", journal.journal_id)
        self.table.start()

    def close(self) -> None:
        self.journal.close()
        self.book.close()

    def die(self) -> None:
        """The process is gone; another one takes its place."""
        self.close()
        self._start(reopen(self.journal_path), SqliteBook.open(self.book_path, TERMS))

    def take(self, *given: Intent | Observation) -> House:
        for one in given:
            self.clock.advance_to(self.clock.now_ms() + 1_000)
            refusal = self.table.take(one)
            assert refusal is None, f"{one}: {refusal}"
        return self

    def draw(self, cards: str) -> House:
        return self.take(*(i.CardObserved(FaceDown(card)) for card in parse_cards(cards)))

    def ask(self) -> Observation | None:
        """What the book says to what is outstanding."""
        asked = book_request(self.table.state)
        return self.keeper.perform(asked, self.clock.now_ms()) if asked is not None else None

    def answered(self) -> House:
        """The book has nothing left to answer."""
        while (heard := self.ask()) is not None:
            self.take(heard)
        return self

    def badge(self, person: str, role: Role) -> House:
        return self.take(i.BadgeObserved(person, role))


def corrected(folder: Path) -> House:
    """Seats 1 and 2 play for JP1; after the first card two persons have seat 2's stake go back."""
    house = House(folder).answered()
    house.take(i.OpenTable()).badge("Chef 1", Role.CHEF).take(i.ConfirmOpening(), i.BadgeGone())
    house.take(i.SetStakes(1, 1000), i.SetStakes(2, 1000), i.ChipObserved(1, True), i.ChipObserved(2, True))
    house.take(i.CloseBets(), i.CollectJp1()).answered()
    house.take(i.ChipObserved(1, False), i.ChipObserved(2, False)).draw("2c")
    house.badge("Chef 1", Role.CHEF).take(i.ProposeCorrection(2), i.BadgeGone())
    return house.badge("Durand", Role.COMITE).take(i.ApproveCorrection())


@pytest.mark.parametrize("killed", KILLED)
def test_a_late_correction_is_in_the_ledger_once_wherever_the_process_dies(
    killed: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    house = corrected(tmp_path)
    request.addfinalizer(house.close)
    assert book_request(house.table.state) == r.Refund(1, 1, 2)
    if killed == "in the book and not heard":
        assert isinstance(house.ask(), i.RefundObserved)
    elif killed == "heard":
        house.answered()
    house.die()
    house.take(i.ConfirmFelt()).answered()
    house.draw("3d 4c 5d 6c 8d").take(i.CallStreet()).draw("9h Th 2s").take(i.CallStreet()).draw("Ks Kd")
    house.take(i.FoldRest(), i.OpenHands(), i.OpenSettlement(), i.SettleSeat(2), i.SettleSeat(1)).answered()
    assert house.table.state.phase is Phase.CLEARING
    acts = [act.act for act in house.book.acts()]
    assert acts.count(ActKind.REFUND) == 1
    ledger = house.book.read(check=True)
    assert (ledger.residual_micro, ledger.refunded_cents) == (0, 500)
    assert ledger.meter_cents == house.table.state.jackpot.meter_cents == 1_000_125
    house.close()
    words = ["book", "verify", str(house.book_path), "--journal", str(tmp_path)]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
