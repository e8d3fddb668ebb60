"""What people do with the meter: it is corrected, stopped and opened again, by two persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.game import inputs as i
from controller.game.inputs import Intent, Role
from controller.game.meter.interruption import closed_for_good
from controller.game.meter.types import CorrectionReason, DataGap, Difference, StopCause, StopFate

if TYPE_CHECKING:
    from tests.wander.wanderer import Wanderer


def two_persons(table: Wanderer, proposed: Intent) -> None:
    """One of the comité proposes what is to become of the meter, another approves, or does not."""
    for person, acts in (("Comité 1", (proposed,)), ("Comité 2", (i.ApproveMeterAct(),))):
        table.see(i.BadgeObserved(person, Role.COMITE))
        badge = table.state.badge
        if table.state.facts.register and badge is not None:
            table.see(i.PinAnswered(person, badge.shown, True))
        if person == "Comité 2" and table.chance(30):
            return  # he thinks it over
        for act in (i.WithdrawMeterAct(),) if table.chance(8) else acts:
            table.tap(act)


def the_meter(table: Wanderer) -> None:
    """The meter is corrected, or the jackpot stopped, or JP1 reported to be out of order."""
    if table.chance(60):
        by_cents = table.rng.choice((-1, 1)) * table.rng.randrange(1, 900)
        two_persons(table, i.CorrectMeter(by_cents, table.rng.choice(tuple(CorrectionReason))))
    elif table.chance(50):
        two_persons(table, i.StopJackpot(table.rng.choice(tuple(StopFate))))
    else:
        table.badge(Role.CHEF)
        table.tap(table.rng.choice((i.Reconcile(), i.ReportStop(table.rng.choice(tuple(StopCause))))))


def the_book_says(table: Wanderer) -> None:
    """Another table has stopped the jackpot or reopened it; or the book is not the one it was."""
    felt = table.felt
    if table.chance(10):
        other = Difference("finish 3/1", 9, 1_000_000, "finish 2/1", 5, 1_000_000, "ab" * 32, 2, 1, "finish")
        table.see(i.BookRefused("start", "book_differs", other))
    else:
        felt.stop = "" if felt.stop else table.rng.choice(tuple(StopFate))
        told = (felt.generation, felt.meter_cents, felt.book_seq)
        if felt.stop:
            table.see(i.MeterObserved(*told, stop=felt.stop))
        else:  # after a planned failover, and after somebody changed the register of people
            table.see(i.MeterObserved(*told, book="ab" * 16, was="cd" * 16))
            table.see(i.DataGapObserved(DataGap("data_short", 1, 620, 1, 239, 9)))
            table.see(i.RegisterObserved(7, "ab" * 32, "cd" * 32))


def reopened(table: Wanderer) -> bool:
    """JP1 waits for two persons, and mostly they come."""
    if not closed_for_good(table.state) or not table.chance(40):
        return False
    stop = table.state.upkeep.stop
    if stop is not None and stop.voluntary and table.chance(50):
        # The increment goes first where its stop said.
        two_persons(table, i.CorrectMeter(-table.rng.randrange(1, 900), CorrectionReason(stop.fate)))
    two_persons(table, i.ReopenJackpot())
    return True
