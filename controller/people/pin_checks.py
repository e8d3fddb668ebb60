"""The reception: checks PINs, puts tables in a chef's charge, and hears of changes in the register.

A PIN's hash takes a tenth of a second and a register is a file: both are a worker's, never the deciding
thread's. What comes of it goes to the table as an observation (architecture, section 6).
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.clock import Clock, Scheduler
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import Intent, Observation
from controller.game.legal_acts import why_not
from controller.game.people.at_pit import AtPit, by_pit
from controller.game.people.pin import Pin
from controller.game.refusals import Refusal
from controller.game.requests import Request
from controller.game.state import TableState
from controller.people.reading import AccessRefused, Card, RegisterDamaged, RegisterStanding
from controller.people.register import Register
from controller.table.table import Table

LOOK_S: Final = 0.25
"""How often the register is looked at: a revocation reaches every table within a second (SE-11)."""
PIN_MS: Final = 200
CHARGE_MS: Final = 5
"""How long a PIN and a charge take in virtual time."""
UNREADABLE: Final = (sqlite3.Error, OSError, RegisterDamaged, ValueError)
UNREAD: Final = i.HostObserved(i.HostTrouble.REGISTER)
"""Told again at each look, for the host's watch ends at its start what an earlier program said."""
PIN_WAITING: Final = Refusal("pin_waiting", "SE-11")

Put = Callable[[object], None]
Cards = Callable[[Sequence[Card]], None]


@dataclass(frozen=True, slots=True)
class EnteredPin:
    """A PIN that was entered, and for which showing of whose card."""

    person: str
    shown: int
    pin: Pin


class Reception:
    """One table's hand on the register.

    Args:
        register: who works here.
        changes: how many changes of it the table's journal has heard of; 0 for none.
    """

    def __init__(self, register: Register, changes: int = 0) -> None:
        self._register = register
        self._changes = changes
        self._revision = 0
        self._standing: RegisterStanding | None = None
        self._revoked: frozenset[str] = frozenset()
        self._lost: frozenset[str] | None = None

    @property
    def moved(self) -> bool:
        """The file that is read is not the one of this name any more."""
        return self._register.moved

    def turn_to(self, register: Register) -> None:
        """From now on this register is asked; what it says is told anew, where it differs."""
        self.close()
        self._register, self._revision = register, 0

    def close(self) -> None:
        """The register is closed."""
        self._register.close()

    def check(self, entry: EnteredPin, at_ms: int) -> i.PinAnswered:
        """What came of the PIN, as the table hears it."""
        said = self._register.check_pin(entry.person, entry.pin, at_ms)
        return i.PinAnswered(entry.person, entry.shown, said.accepted, said.tries_left, said.locked_until_ms)

    def perform(self, request: Request, at_ms: int) -> i.ChargeObserved | None:
        """What the register says to this request; None when nothing is to be said."""
        if isinstance(request, r.LeaveCharge):
            self._register.leave_charge(request.table, at_ms)
        if not isinstance(request, r.TakeCharge):
            return None
        try:
            taken, tables = self._register.take_charge(request.person, request.table, at_ms)
        except AccessRefused:  # revoked, or a chef no more, since his card was read
            return i.ChargeObserved(request.person, False)
        return i.ChargeObserved(request.person, taken, tables)

    def standing(self) -> i.RegisterObserved | None:
        """How far the register goes, whoever has changed it and however, if that is news."""
        now = self._register.standing()
        if now == self._standing:
            return None
        self._standing = now
        return i.RegisterObserved(now.changes, now.head, now.holds)

    def news(self) -> tuple[list[Card], list[i.RevokedObserved]] | None:
        """The cards that count and who was revoked, if the register has changed since the last look.

        And whose card was, since an earlier look or since the journal heard of the register: one lost long
        ago would take with it, at each start, what its owner has proposed since with his next card.
        """
        revision = self._register.revision
        if revision == self._revision:
            return None
        people = self._register.people()
        self._revision = revision
        revoked = frozenset(person.id for person in people if person.revoked)
        fresh = sorted(revoked - self._revoked)
        self._revoked = revoked
        cards = [
            replace(card, revoked=card.revoked or person.revoked)
            for person in people
            for card in person.cards
        ]
        lost = {card.number: person.id for person in people for card in person.cards if card.revoked}
        owners = {lost[number] for number in self._lost_by_now(lost)}
        self._lost = frozenset(lost)
        told = [i.RevokedObserved(person) for person in fresh]
        return cards, [*told, *(i.RevokedObserved(person, card=True) for person in sorted(owners - revoked))]

    def _lost_by_now(self, lost: Mapping[str, str]) -> frozenset[str]:
        if self._lost is not None:
            return frozenset(lost) - self._lost
        # The table was not running, and its journal goes on: what was begun with the card waits there still.
        since = self._register.lost_since(self._changes) if self._changes else frozenset()
        return frozenset(lost) & since


class Desk:
    """What both receptions, the worker's and the virtual one, do on the deciding thread."""

    def __init__(self) -> None:
        self._busy = False

    def enter(self, state: TableState, intent: i.EnterPin) -> Refusal | None:
        """The PIN is being checked, or is refused before it is: one at a time, for the badge now shown."""
        refusal = why_not(state, intent)
        if refusal is not None:
            return refusal
        if self._busy:
            return PIN_WAITING
        assert state.badge is not None
        self._busy = True
        self._submit(EnteredPin(state.badge.person, state.badge.shown, intent.pin))
        return None

    def _submit(self, entry: EnteredPin) -> None:
        raise AssertionError("a desk without a reception")

    def ask(self, request: Request) -> None:
        """The request is performed soon; what is not for the register is ignored."""


def taken(table: Table, desk: Desk | None, given: Intent | Observation) -> Refusal | None:
    """What a screen sends has had its effect or is refused: a PIN goes to the desk, all else to the table."""
    if desk is not None and isinstance(given, i.EnterPin):
        return desk.enter(table.state, given)
    if desk is not None and isinstance(given, AtPit) and isinstance(given.intent, i.EnterPin):
        return desk.enter(by_pit(table.state), given.intent)
    return table.take(given)


class VirtualReception(Desk):
    """The reception of a simulated table in virtual time."""

    def __init__(self, timeline: Scheduler, reception: Reception, put: Put) -> None:
        super().__init__()
        self._timeline = timeline
        self._reception = reception
        self._put = put

    def _submit(self, entry: EnteredPin) -> None:
        self._timeline.schedule(PIN_MS, lambda: self._check(entry))

    def _check(self, entry: EnteredPin) -> None:
        self._busy = False
        self._put(self._reception.check(entry, self._timeline.clock.now_ms()))

    def ask(self, request: Request) -> None:
        if isinstance(request, (r.TakeCharge, r.LeaveCharge)):
            self._timeline.schedule(CHARGE_MS, lambda: self._perform(request))

    def _perform(self, request: Request) -> None:
        heard = self._reception.perform(request, self._timeline.clock.now_ms())
        if heard is not None:
            self._put(heard)


class ReceptionWorker(Desk):
    """The reception of a live table, on a thread of its own.

    Args:
        register: opens the register; called on that thread, to which the connection belongs.
        clock: the table's time, by which lock-outs end.
        put: the table's inbox.
        cards: called with the cards that count whenever the register has changed.
        changes: how many changes of the register the table's journal has heard of.
    """

    def __init__(
        self, register: Callable[[], Register], clock: Clock, put: Put, cards: Cards, changes: int = 0
    ) -> None:
        super().__init__()
        self._changes = changes
        self._open = register
        self._clock = clock
        self._put = put
        self._cards = cards
        self._asked: queue.Queue[EnteredPin | Request | None] = queue.Queue(maxsize=64)
        self._stopping = threading.Event()
        self._trouble = False
        self._thread = threading.Thread(target=self._run, name="reception", daemon=True)

    def start(self) -> None:
        """PINs are checked and the register is watched from now on."""
        self._thread.start()

    def stop(self) -> None:
        """The thread has ended."""
        self._stopping.set()
        self._asked.put(None)
        self._thread.join()

    def _submit(self, entry: EnteredPin) -> None:
        self._asked.put(entry)

    def ask(self, request: Request) -> None:
        if isinstance(request, (r.TakeCharge, r.LeaveCharge)):
            self._asked.put(request)

    def _run(self) -> None:
        asked: EnteredPin | Request | None = None
        while (reception := self._begun()) is None:
            if self._stopping.wait(LOOK_S):
                return
        try:
            while True:
                if not self._heard(reception, asked):
                    asked = asked or self._next()
                    if self._stopping.wait(LOOK_S):
                        return
                    continue
                asked = self._next()
                if self._stopping.is_set():
                    return
        finally:
            reception.close()

    def _next(self) -> EnteredPin | Request | None:
        """What is asked of the register, if anything is before it is looked at again."""
        try:
            return self._asked.get(timeout=LOOK_S)
        except queue.Empty:
            return None

    def _heard(self, reception: Reception, asked: EnteredPin | Request | None) -> bool:
        """The register was looked at, and asked; false when it cannot be read now, and the table hears that.

        Somebody may hold it for long, or put another file in its place, which is then the one that counts:
        a worker that ended by that would let a lost card count, and nobody hear of it.
        """
        try:
            if reception.moved:
                reception.turn_to(self._open())
            self._look(reception)
            if asked is not None:
                self._answer(reception, asked)
        except UNREADABLE:
            self._put(UNREAD)
            self._trouble = True
            return False
        if self._trouble:
            self._put(replace(UNREAD, active=False))
            self._trouble = False
        return True

    def _begun(self) -> Reception | None:
        try:
            return Reception(self._open(), self._changes)
        except UNREADABLE:
            self._put(UNREAD)
            self._trouble = True
            return None

    def _look(self, reception: Reception) -> None:
        # Last, and read first: whatever is revoked up to there is journalled before it is.
        standing, news = reception.standing(), reception.news()
        if news is not None:
            cards, revoked = news
            self._cards(cards)
            for one in revoked:
                self._put(one)
        if standing is not None:
            self._put(standing)

    def _answer(self, reception: Reception, asked: EnteredPin | Request) -> None:
        now_ms = self._clock.now_ms()
        if isinstance(asked, EnteredPin):
            heard: object = reception.check(asked, now_ms)
            self._busy = False
        else:
            heard = reception.perform(asked, now_ms)
        if heard is not None:
            self._put(heard)
