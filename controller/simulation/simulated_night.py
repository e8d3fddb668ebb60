"""A night of simulated tables in virtual time: one scheduler for all of them, no thread, no real clock.

`controller.boot` puts the tables together; this runs them until every table has played its rounds and
closed. The same tables built from the same seed play the same night, to the last hash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from controller.book.bookkeeper import ASK_AGAIN_MS, Bookkeeper
from controller.clock import Scheduler, Timeline
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.opening.cash import LAST_DEALS
from controller.game.refusals import Refusal
from controller.game.requests import Request
from controller.game.state import Phase
from controller.simulation.tally import Tally
from controller.table.pump import Pump
from controller.table.table import Table
from controller.told import Told

BOOK_MS: Final = 3
"""How long the book takes to answer in virtual time."""
FOLLOW_MS: Final = 1_000
"""How long until a table hears what another has done to the meter."""
LOOKS_A_ROUND_MAX: Final = 5_000
"""A dealer who misses a card looks some 800 times before he calls the chef, in each deal of a round anew."""


_STUCK: Final = (
    "{table}\u00a0: pas de fin de coup en {looks} regards, à l’écriture {seq}, en phase {phase}{held}",
    "{table}: no end of round for {looks} looks, at entry {seq}, in phase {phase}{held}",
)
_NOTHING_DUE: Final = ("rien n’est attendu à aucune table", "nothing is due at any table")
_HELD: Final = (", gelé par {cause}", ", held by {cause}")


class NightStuck(Exception):
    """The people of a table looked again and again and no round came to its end: a bug."""


class Hands(Protocol):
    """The simulated machines of one table."""

    @property
    def due_ms(self) -> int | None: ...

    def tick(self, now_ms: int) -> None: ...


class Dealer(Protocol):
    """The simulated people of one table."""

    ending: bool
    closing: bool

    def act(self) -> int: ...


class TableTimeline:
    """The night's timeline as one table has it: when something comes that it asked for, the night sees to it.

    Attributes:
        stirred: something of this table has come since the night saw to it.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.clock = timeline.clock
        self.stirred = True
        self._timeline = timeline

    def schedule(self, delay_ms: int, action: Callable[[], None]) -> None:
        """As of the night's timeline."""
        self._timeline.schedule(delay_ms, action, self)


class Lifetime:
    """A table's timeline as one life of its program has it: what that had planned dies with it."""

    def __init__(self, timeline: TableTimeline) -> None:
        self.clock = timeline.clock
        self.over = False
        self._timeline = timeline

    def schedule(self, delay_ms: int, action: Callable[[], None]) -> None:
        """As of the table's timeline, while this life lasts."""
        self._timeline.schedule(delay_ms, lambda: None if self.over else action())


@dataclass(slots=True)
class NightTable:
    """One table of the night with everything that belongs to it."""

    table: Table
    pump: Pump
    hands: Hands
    dealer: Dealer
    tally: Tally
    rounds_wanted: int
    timeline: TableTimeline
    told: int = 0
    due_ms: int | None = None
    """When its machines or their drivers want something, as it was when the night last saw to it."""
    tap: Callable[[Mapping[str, Any]], Refusal | None] = lambda tap: None
    """A key of its console is pressed."""
    _hands_ms: int | None = None
    _looks: int = 0
    _rounds: int = 0

    def see_to(self) -> None:
        """What was delivered at this instant, and every deadline of it, has been processed."""
        now_ms = self.timeline.clock.now_ms()
        if self._hands_ms is not None and self._hands_ms <= now_ms:
            self.hands.tick(now_ms)
        self.pump.drain()
        if self.pump.tick():
            self.pump.drain()
        self._hands_ms = due_ms = self.hands.due_ms
        pump_ms = self.pump.due_ms
        if pump_ms is not None and (due_ms is None or pump_ms < due_ms):
            due_ms = pump_ms
        self.due_ms = due_ms
        self.timeline.stirred = False

    def done(self) -> bool:
        """The table has played its rounds and is closed, and the book has answered everything."""
        if not self.dealer.closing:
            return False
        state = self.table.state
        return state.phase is Phase.CLOSED and state.money is None

    def look(self) -> int:
        """The people have done one thing; the milliseconds until they look again."""
        left = self.rounds_wanted - self.tally.rounds
        # A night of fewer rounds than are announced ends without the announcement.
        self.dealer.ending = self.rounds_wanted >= LAST_DEALS >= left
        if left <= 0:
            self.dealer.closing = True
        self._looks = 0 if self._rounds != self.tally.rounds else self._looks + 1
        self._rounds = self.tally.rounds
        if self._looks > LOOKS_A_ROUND_MAX:
            state = self.table.state
            facts = {"table": state.facts.table, "looks": LOOKS_A_ROUND_MAX, "seq": state.seq}
            held = "" if state.held is None else Told(_HELD, cause=state.held.cause)
            raise NightStuck(Told(_STUCK, phase=state.phase, held=held, **facts))
        return self.dealer.act()


class VirtualBook:
    """The book's answers, a moment later in virtual time; one request at a time and table.

    What the comparison of book and journals found is heard first.
    """

    def __init__(
        self,
        timeline: Scheduler,
        keeper: Bookkeeper,
        put: Callable[[object], None],
        sharing: list[VirtualBook] | None = None,
    ) -> None:
        """`sharing` are the tables on one book: what one does to the meter the others see a second later."""
        self._sharing = [] if sharing is None else sharing
        self._sharing.append(self)
        self._following = False
        self._timeline = timeline
        self._keeper = keeper
        self._put = put
        self._wanted: Request | None = None
        heard = keeper.compare()
        if heard is not None:
            put(heard)

    def ask(self, request: Request) -> None:
        """The request is performed in a moment; what is not for the book is ignored."""
        if isinstance(request, (r.BookRequest, r.ReadMeter)):
            self._wanted = request
            self._timeline.schedule(BOOK_MS, lambda: self._perform(request))

    def _perform(self, request: Request) -> None:
        if request is not self._wanted:
            return
        heard = self._keeper.perform(request, self._timeline.clock.now_ms())
        self._put(heard)
        if isinstance(heard, i.BookUnreachable):
            self._timeline.schedule(ASK_AGAIN_MS, lambda: self._perform(request))
        elif isinstance(request, r.BookRequest):
            for other in self._sharing:
                if other is not self:
                    other.moved()

    def moved(self) -> None:
        """Another table has written in the book: the meter is read at the next second."""
        if not self._following:
            self._following = True
            self._timeline.schedule(FOLLOW_MS, self._follow)

    def _follow(self) -> None:
        self._following = False
        heard = self._keeper.follow(self._timeline.clock.now_ms())
        if heard is not None:
            self._put(heard)


@dataclass(slots=True)
class Night:
    """All tables of a simulated night on one timeline."""

    timeline: Timeline
    tables: Sequence[NightTable]
    progress: Callable[[int], Any] = field(default=lambda rounds: None)

    def run(self) -> None:
        """Every table has played its rounds and closed.

        Raises:
            NightStuck: nothing happens any more at a table.
            TableHalted: a table stopped.
        """
        self.begin()
        while not self._done():
            self._advance()
        for place in self.tables:
            self._tell_progress(place)
        if len(self.tables) > 1:
            self._see_the_last_stakes()

    def begin(self) -> None:
        """The tables are at work, and their people look at them from now on."""
        self.start()
        for place in self.tables:
            self._look_later(place, 1_000)

    def start(self) -> None:
        """The tables are at work; nobody looks at them yet."""
        for place in self.tables:
            place.pump.start()
            place.see_to()

    def pass_time(self, until_ms: int) -> None:
        """It is `until_ms`, and all that was due until then has been done: for who plays a night by hand."""
        clock = self.timeline.clock
        while (due_ms := self._due_ms()) is not None and due_ms <= until_ms:
            self._advance()
        clock.advance_to(max(until_ms, clock.now_ms()))

    def _see_the_last_stakes(self) -> None:
        """Every table has heard what the others did before they closed."""
        until_ms = self.timeline.clock.now_ms() + FOLLOW_MS
        while self.timeline.due_ms is not None and self.timeline.due_ms <= until_ms:
            self._advance()

    def _done(self) -> bool:
        # A loop, not all(): asked at every instant of the night.
        for place in self.tables:  # noqa: SIM110
            if not place.dealer.closing or not place.done():
                return False
        return True

    def _tell_progress(self, place: NightTable) -> None:
        rounds = place.tally.rounds
        if rounds != place.told:
            self.progress(rounds - place.told)
            place.told = rounds

    def _look_later(self, place: NightTable, delay_ms: int) -> None:
        def look() -> None:
            if not place.dealer.closing or not place.done():
                place.timeline.schedule(place.look(), look)
                if place.tally.rounds != place.told:
                    self._tell_progress(place)

        place.timeline.schedule(delay_ms, look)

    def _due_ms(self) -> int | None:
        """The next instant at which something is due at a table or for its people."""
        due_ms = self.timeline.due_ms
        for place in self.tables:
            place_ms = place.due_ms
            if place_ms is not None and (due_ms is None or place_ms < due_ms):
                due_ms = place_ms
        return due_ms

    def _advance(self) -> None:
        """To the next instant at which something is due, and do it."""
        clock = self.timeline.clock
        due_ms = self._due_ms()
        if due_ms is None:
            raise NightStuck(Told(_NOTHING_DUE))
        now_ms = max(due_ms, clock.now_ms())
        clock.advance_to(now_ms)
        self.timeline.run_due()
        for place in self.tables:
            is_due = place.due_ms is not None and place.due_ms <= now_ms
            if is_due or place.timeline.stirred or place.pump.waits:
                place.see_to()
