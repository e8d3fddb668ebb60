"""One step of the table: decide or judge, work out the state after, append, show, react.

The journal is written before anything is shown, and shown before anything is asked of a machine. A step
that breaks an invariant or cannot be written stops the table: nothing of it is shown, and a restart finds
the last whole step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from controller.clock import Clock
from controller.game.consequences import follow
from controller.game.decide import decide
from controller.game.events import Entry, Event
from controller.game.evolve import evolve
from controller.game.inputs import CloseTable, Intent, Observation, TimeObserved
from controller.game.invariants import broken
from controller.game.judge import judge
from controller.game.machines.alarms import resumption
from controller.game.opening.master_lost import master_told
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.requests import Request, WakeAt
from controller.game.session_terms import TableFacts
from controller.game.state import Phase, TableState
from controller.table.halted import TableHalted

FOLLOW_ROUNDS_MAX = 32


class Recorder(Protocol):
    """The journal, as the table needs it."""

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        """The events are durable; their last number is returned.

        Raises:
            JournalBroken: nothing of this step was written, or nobody can tell.
        """
        ...


class Table:
    """The one table of this process.

    Args:
        state: the facts of the session, or the state recovered from its journal.
        journal: where every step goes first.
        clock: the table's time.
        show: called with each new state once it is durable.
        ask: called after that with the requests that were not wanted before.
        lost: fingerprint of the master that the session was sealed under, where it is not here.

    Attributes:
        before_closing: asked for what is still to be written before the table is closed.
        wrote_ms: the longest that a step took to be written; who has looked sets it back to 0.
    """

    def __init__(
        self,
        state: TableState,
        journal: Recorder,
        clock: Clock,
        *,
        show: Callable[[TableState], None],
        ask: Callable[[Request], None],
        lost: str = "",
    ) -> None:
        self.state = state
        self.halted = ""
        self.invariants_checked = 0
        self.wrote_ms = 0
        self.before_closing: Callable[[], Observation | None] = lambda: None
        self._lost = lost
        self._journal = journal
        self._clock = clock
        self._show = show
        self._ask = ask
        self._wanted: tuple[Request, ...] = ()

    def start(self) -> None:
        """A new session is at rest; one that was cut off asks for the felt to be compared.

        Cut off again before anybody compared, it asks again: cards and badges may have moved since.
        """
        told = master_told(self.state, self._lost)
        if self.state.seq > 1 and self.state.phase is not Phase.CLOSED:
            told = (*told, *resumption(self.state))
        if told:
            self._step(told)
        else:
            self._show(self.state)
            self._react()

    def take(self, given: Intent | Observation) -> Refusal | None:
        """The intent or observation has had its effect, durably; an intent may be refused instead.

        Raises:
            TableHalted: the table has stopped, now or before.
        """
        if self.halted:
            raise TableHalted(self.halted)
        if isinstance(given, Intent):
            if isinstance(given, CloseTable):
                self._hear(self.before_closing())  # nothing comes after the entry that the last head signs
            decided = decide(self.state, given)
            if isinstance(decided, Refusal):
                if decided.written:
                    self._step(decided.written)
                return decided
            if decided:
                self._step(decided)
            return None
        if isinstance(given, TimeObserved):
            # The deadline has come and is spent: one that came in vain is asked for anew with the next entry.
            self._wanted = tuple(request for request in self._wanted if not isinstance(request, WakeAt))
        self._hear(given)
        return None

    def _hear(self, given: Observation | None) -> None:
        seen = judge(self.state, given) if given is not None else ()
        if seen:
            self._step(seen)

    def _step(self, events: Sequence[Event]) -> None:
        at_ms = max(self._clock.now_ms(), self.state.at_ms)
        before = self.state
        try:
            written, after = self._evolved(events, at_ms)
            begun_ms = self._clock.now_ms()
            self._journal.append(written, at_ms)
            self.wrote_ms = max(self.wrote_ms, self._clock.now_ms() - begun_ms)
        except Exception as error:
            self.halted = f"{type(error).__name__}: {error}"
            raise TableHalted(self.halted) from error
        self.state = after
        assert after.seq == before.seq + len(written)
        self._show(after)
        self._react()

    def _evolved(self, events: Sequence[Event], at_ms: int) -> tuple[list[Event], TableState]:
        """The events with all that follows from them, and the state after."""
        state = self.state
        written: list[Event] = []
        batch: Iterable[Event] = events
        for _ in range(FOLLOW_ROUNDS_MAX):
            for event in batch:
                written.append(event)
                after = evolve(state, Entry(state.seq + 1, at_ms, event))
                fault = broken(state, event, after)
                self.invariants_checked += 1
                if fault:
                    raise AssertionError(f"after {type(event).__name__}: {fault}")
                state = after
            batch = follow(state)
            if not batch:
                return written, state
        raise AssertionError(f"no rest after {FOLLOW_ROUNDS_MAX} rounds of consequences")

    def _react(self) -> None:
        wanted = react(self.state)
        if wanted == self._wanted:
            return
        known = set(map(id, self._wanted))  # most are the very objects of before
        fresh = [one for one in wanted if id(one) not in known and one not in self._wanted]
        self._wanted = wanted
        for request in fresh:
            self._ask(request)


def recovered(facts: TableFacts, entries: Iterable[Entry]) -> TableState:
    """The state that the journal tells: starting and recovering are the same code path."""
    state = TableState(facts)
    for entry in entries:
        state = evolve(state, entry)
    return state
