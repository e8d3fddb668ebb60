"""What people do at a table that opens or closes: settings, sensors, sheets and the cash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.jackpot.owed_at_closing import owed_acts
from controller.game.meter.causes import chips_due
from controller.game.opening.sheets import closing_lines, opening_lines
from controller.game.payment.slips import open_slips
from tests.builders import CASHIER, CHEF, COMITE, FLOAT
from tests.wander.bets import mend_deck
from tests.wander.settings import settings_step

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


def closed(table: Wanderer) -> None:
    if not settings_step(table, table.dice):
        table.tap(i.OpenTable())


def opening(table: Wanderer) -> None:
    """The hand goes over the sensors, and may forget one."""
    for seat in table.state.places:
        if table.chance(95):
            table.see(i.ChipObserved(seat, False), i.ChipObserved(seat, True), i.ChipObserved(seat, False))
    if table.state.facts.cash is not None:
        fill_sheet(table)
    table.badge(Role.CHEF)
    refused = table.tap(i.ConfirmOpening()) if table.chance(80) else None
    if refused is not None and refused.code == "table_blocked":
        table.badge(Role.COMITE)
        table.tap(i.LiftBlock("replaced"))


def fill_sheet(table: Wanderer) -> None:
    """The lines that are still missing are done; now and then one is forgotten."""
    for colour in ("red", "blue"):
        table.tap(i.DeclareSerial(colour, f"{colour}-1"))
        table.tap(i.CountDeck(colour, 52))
    tick(table, opening_lines(table.state))
    count_cash(table, FLOAT)


def tick(table: Wanderer, lines: tuple[tuple[str, bool], ...]) -> None:
    for name, done in lines:
        if not done and name in set(i.SheetLine) and table.chance(95):
            table.badge(Role.COMITE)
            table.tap(i.TickLine(i.SheetLine(name)))


def count_cash(table: Wanderer, pieces: dict[str, int]) -> None:
    count = table.state.sheet.count
    if count is None or not count.done:
        for name, number in pieces.items():
            table.tap(i.CountPieces(int(name[1:]), number))
        table.see(i.BadgeObserved(*CHEF))
        if table.chance(10):
            return  # he counts once more
        table.tap(i.SignCash())
        table.see(i.BadgeObserved(*(CASHIER if table.state.sheet.closing else COMITE)))
        table.tap(i.SignCash())


def closing(table: Wanderer) -> None:
    """The closing sheet is filled and the table closed; or it is put away."""
    if table.chance(20):
        table.badge(Role.CHEF)
        table.tap(i.LeaveClosing())
        return
    count_cash(table, FLOAT | {"p500": table.rng.randrange(400)})
    table.see(i.BadgeObserved(*CASHIER))
    for slip in open_slips(table.state):
        table.tap(i.SignSlip(slip.round, slip.payment.seat))
    if table.chance(90):
        table.see(i.BadgeObserved(*COMITE))
        for _ in range(2):  # a count that differs is asked once more
            if table.state.upkeep.session.chips < 0:
                table.tap(i.CountJp1Chips(chips_due(table.state) + table.chance(3)))
    if table.wanted() and (table.state.jackpot.open or table.chance(70)):
        table.book()
    if owed_acts(table.state):
        for role in (Role.CHEF, Role.COMITE):
            table.badge(role)
            table.tap(i.TickLine(i.SheetLine.BOOK_OWED))
    tick(table, closing_lines(table.state))
    table.badge(Role.CHEF)
    if table.tap(i.CloseTable()):
        mend_deck(table)
