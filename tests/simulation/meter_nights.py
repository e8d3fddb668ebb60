"""Nights left to chance on a real jackpot book: after every event the meter is what its entries make of it.

    python -m tests.simulation.meter_nights --nights 40 --steps 3000

meter = seed + contributions - awards +- corrections, in the book to the micro-cent and at the table to the
cent, with wins, refused claims, void rounds, refunds, corrections, stops and a limit (issue line 2 of the
jackpot: PM-03, PM-08, PM-09, AC-08).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from controller.book.bookkeeper import Bookkeeper
from controller.book.port import BookMismatch
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.game import events as e
from controller.game import requests as r
from controller.game.inputs import Observation
from controller.game.jackpot.rules import JackpotConfig
from controller.game.money import MICRO
from tests.builders import STAKE_CENTS, TERMS, Felt
from tests.shell.book.jackpot_books import JOURNAL, TWO, key
from tests.wander import Wanderer
from tests.wander.meter import the_meter

START_CENTS = 1_000_000
CHECKED_EVERY = 200
"""After so many steps the ledger is added up entry by entry."""
COUNTED = (
    e.ContributionRecorded,
    e.AwardRecorded,
    e.ClaimRecorded,
    e.ClaimWithdrawn,
    e.RefundRecorded,
    e.RoundVoided,
    e.MeterCorrected,
    e.JackpotStopped,
    e.JackpotReopened,
    e.ReconciliationRecorded,
)


def terms_of(seed: int) -> JackpotConfig:
    """One house in two pays fixed prizes from the meter, two in three have a limit that is soon reached."""
    limit_cents = None if seed % 3 == 0 else START_CENTS + 1_500
    source = "meter" if seed % 2 else "house"
    return JackpotConfig(STAKE_CENTS, START_CENTS, 250_000, 150_000, 600_000, source, limit_cents)  # type: ignore[arg-type]


class BookedFelt(Felt):
    """A table in memory whose book is a real one: of its own, or one that it shares with others."""

    def __init__(self, seed: int, book: SqliteBook | None = None, table: str = "UTH-2") -> None:
        terms = terms_of(seed)
        self.book = SqliteBook.create(":memory:", Terms.of(terms)) if book is None else book
        self.keeper = Bookkeeper(self.book, table, JOURNAL)
        self.checks = 0
        self._others = 0
        cash = replace(TERMS, linked=book is not None)
        super().__init__(table=table, jp1=False, second_person_from_cents=4_999, cash=cash, jp1_terms=terms)
        self.answering = False

    # What the wanderer reads of the book: the book itself says it.
    @property
    def meter_cents(self) -> int:
        return self.book.meter().meter_cents

    @meter_cents.setter
    def meter_cents(self, cents: int) -> None:
        pass

    @property
    def generation(self) -> int:
        return self.book.meter().generation

    @generation.setter
    def generation(self, number: int) -> None:
        pass

    @property
    def book_seq(self) -> int:
        return self.book.meter().book_seq

    @book_seq.setter
    def book_seq(self, seq: int) -> None:
        pass

    @property
    def stop(self) -> str:
        return self.book.meter().stop

    @stop.setter
    def stop(self, fate: str) -> None:
        """Another table of the jackpot stops it or takes it up again."""
        if not hasattr(self, "keeper") or fate == self.stop:
            return
        self._others += 1
        if fate:
            self.book.stop(key("UTH-9", 0, "stop", self._others), fate, TWO, "voluntary stop", 0)
        else:
            self.book.reopen(key("UTH-9", 0, "reopen", self._others), TWO, "reprise", 0)

    def answer(self, request: r.Request) -> Observation:
        return self.keeper.perform(request, self.now_ms)

    def _step(self, events: Sequence[e.Event]) -> None:
        super()._step(events)
        self.check(whole=self.checks % CHECKED_EVERY == 0)

    def check(self, *, whole: bool) -> None:
        """Book and table both add up.

        Raises:
            AssertionError: they do not; the table's own sum is an invariant of every event.
        """
        self.checks += 1
        view = self.book.read(check=whole)
        assert view.residual_micro == 0, f"the book is short of {view.residual_micro} micro-cents"
        sums = view.seed_micro + view.contributed_micro - view.awarded_micro + view.corrected_micro
        assert sums == view.meter_micro + view.frozen_micro, "the entries do not make the meter"
        limit_cents = self.book.terms.limit_cents
        assert limit_cents is None or view.meter_micro <= limit_cents * MICRO, "the meter is above its limit"
        told = self.state.jackpot
        if told.book_seq == view.seq:
            assert told.meter_cents == view.meter_cents, "the table displays another meter than the book's"


def night(seed: int, steps: int) -> Counter[str]:
    """One night; what happened in it, and how often it was checked."""
    table = Wanderer(seed, noise=12)
    felt = BookedFelt(seed)
    table.felt = felt
    try:
        for _ in range(steps):
            table.step()
            if table.chance(2):
                the_meter(table)
        felt.check(whole=True)
    except (AssertionError, BookMismatch) as wrong:
        raise AssertionError(f"night {seed}, entry {felt.state.seq}: {wrong}") from wrong
    finally:
        felt.book.close()
    told = [entry.event for entry in felt.entries if isinstance(entry.event, COUNTED)]
    happened = Counter(type(event).__name__ for event in told)
    happened["events"] = len(felt.entries)
    happened["checks"] = felt.checks
    return happened


def main() -> None:
    """Nights from the first seed on; the first that does not add up ends the run with its seed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--nights", type=int, default=20)
    parser.add_argument("--steps", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    happened: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.nights):
        happened += night(seed, given.steps)
    for name, count in sorted(happened.items()):
        sys.stdout.write(f"{name:<24}{count:>9}\n")


if __name__ == "__main__":
    main()
