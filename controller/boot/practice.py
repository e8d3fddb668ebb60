"""A table at which somebody learns to deal: the real core, simulated machines and people, nothing kept.

Journal, book and register are in memory: whatever is done here is gone when it is closed, and no file of a
table can be reached from it. Time passes when it is told to, so that a lesson is the same for a finger and
for a test.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from controller.book.port import Book, BookUnreachable
from controller.boot.simulated import simulated_night
from controller.game import views
from controller.game.inputs import BookUnreachable as BookLost
from controller.game.legal_acts import why_not
from controller.game.refusals import Refusal
from controller.game.requests import ReadMeter
from controller.screens.taps import parse_tap
from controller.screens.wire_lines import WireError
from drivers.sim.company import Company, Scene
from drivers.sim.decks import deck_of
from drivers.sim.sheets import SheetHands

SEED: Final = 12
"""A seed with which nobody mistypes a PIN or miscounts while the table opens."""
PREPARED_MS: Final = 82_000
"""So long it takes in virtual time to open the table and to shuffle a deck, with this seed."""
LOOKS_MAX: Final = 2_000
DEALS: Final = 6
"""The cards of a lesson lie in so many decks: a deal that the learner has made void is dealt again."""
UNREADABLE: Final = Refusal("not_now")


class Way:
    """The way to the book, which may be lost or slow; nobody but the book's own thread waits for it."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.lost = False
        self.slow_s = 0.0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._book, name)
        if not callable(found) or name == "close":
            return found

        def asked(*arguments: Any, **named: Any) -> Any:
            if self.lost:
                raise BookUnreachable("the link is lost")
            if self.slow_s:
                time.sleep(self.slow_s)
            return found(*arguments, **named)

        return asked


class PracticeTable:
    """One table for one learner, open, with a deck in the shoe. Close it.

    Args:
        scene: what the people around him play.
        hands, dealer, board: the cards that are dealt, as `deck_of`.
        now_ms: the time at which the lesson begins.
    """

    def __init__(
        self, scene: Scene, hands: Mapping[int, str], dealer: str, board: str, *, now_ms: int
    ) -> None:
        ways: list[Way] = []

        def reached(book: Book) -> Book:
            ways.append(Way(book))
            return ways[0]

        decks = [lambda seats, bettors: deck_of(seats, hands, dealer, board)] * DEALS
        self._simulated = simulated_night(
            rounds=1, seed=SEED, stacked=decks, start_ms=now_ms - PREPARED_MS, reached_by=reached
        )
        self._night = self._simulated.night
        self._place = self._night.tables[0]
        staff: Any = self._place.dealer  # of whom, and of whose machines, a night knows less

        def lose() -> None:
            ways[0].lost = True
            self._place.pump.put(BookLost(ReadMeter.__name__, "the link is lost"))

        machines: Any = self._place.hands
        self._company = Company(staff, machines, scene, self.view, self.take, lose, SheetHands(Random(SEED)))
        self._next_ms = now_ms
        self._night.start()

    def open(self, stakes: Sequence[Mapping[str, Any]], now_ms: int) -> None:
        """The table has been opened by its people, a deck lies in the shoe, these stakes are confirmed."""
        for _ in range(LOOKS_MAX):
            if self._place.table.state.phase == "betting":
                break
            self._looks(self._place.dealer.act)
        for _ in range(LOOKS_MAX):
            if self.view()["decks"]["fresh"] and self.view()["badge"] is None:
                break
            self._looks(self._company.act)
        for tap in stakes:
            refusal = self.take(tap)
            assert refusal is None, f"{tap} was refused: {refusal}"
        self.pass_time(now_ms)
        self._next_ms = now_ms

    def _looks(self, act: Callable[[], int]) -> None:
        """Somebody does one thing, and waits until he looks again."""
        wait_ms = act()
        self._place.see_to()
        self.pass_time(self._night.timeline.clock.now_ms() + wait_ms)

    def view(self) -> Mapping[str, Any]:
        """The console's view as the table shows it now."""
        return views.console(self._place.table.state)

    def take(self, tap: Mapping[str, Any]) -> Refusal | None:
        """What a key asks has had its effect, or is refused."""
        try:
            refusal = self._place.tap(tap)
        except WireError:
            return UNREADABLE
        self._place.see_to()
        return refusal

    def takes(self, tap: Mapping[str, Any]) -> bool:
        """Whether what a key asks would be taken now."""
        try:
            return why_not(self._place.table.state, parse_tap(dict(tap))) is None
        except WireError:
            return False

    def card_at(self, place: str) -> str:
        """The card that lies open at a place, for who sees the felt."""
        return self._company.card_at(place)

    def closing_act(self) -> tuple[str, dict[str, Any]]:
        """The next line of the closing: whose badge it needs, empty for the dealer's own, and the key."""
        return self._company.closing_act(self.view())

    def advance(self, now_ms: int) -> None:
        """It is `now_ms`: machines, book and people have done what they do by then."""
        while self._next_ms <= now_ms:
            self.pass_time(self._next_ms)
            self._next_ms += self._company.act()
            self._place.see_to()
        self.pass_time(now_ms)

    def pass_time(self, until_ms: int) -> None:
        """The time has come, and the people have done nothing."""
        self._night.pass_time(until_ms)

    def close(self) -> None:
        """Nothing of it is left."""
        self._simulated.close()


def closed_view(now_ms: int) -> dict[str, Any]:
    """What the console of a simulated table shows before it is opened."""
    night = simulated_night(rounds=1, seed=SEED, start_ms=now_ms)
    try:
        night.night.start()
        return dict(views.console(night.night.tables[0].table.state))
    finally:
        night.close()
