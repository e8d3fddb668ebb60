"""A table in a process of its own, given a script, killed where the test says, and started again.

The table, its journal and its jackpot book are the product's, on the disk and durable; started and
recovered as `controller.boot` does it. Only the machines are missing: what they and the people did
stands in the script, and after a restart they say again what real ones say.
"""

from __future__ import annotations

import json
import os
import signal
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.book.at_url import open_book
from controller.book.bookkeeper import Bookkeeper
from controller.boot.sessions import open_session
from controller.clock import VirtualClock
from controller.game import inputs as i
from controller.game.cards import Card, FaceDown
from controller.game.felt import Place
from controller.game.inputs import Intent, Observation
from controller.game.react import book_request
from controller.game.requests import Request
from controller.game.round import Round
from controller.game.state import TableState
from controller.game.state_parts import Alarm
from controller.journal.seal import master_of_seed
from controller.settings.jackpot import load_jackpot
from controller.table.table import Table, recovered
from tests.simulation.script import TABLE, Script

DRAWN = (i.CardObserved, i.UnreadableObserved)
JOURNALS = "journals"
BOOK = "jackpot.book"

LEFT_OUT: Mapping[type, frozenset[str]] = {
    # A restart adds entries of its own, asks for the badge and the shoe again, may tell an alarm twice, and
    # starts the clocks anew, and what is counted on the lines of the machines.
    TableState: frozenset(
        {
            *("facts", "seq", "at_ms", "phase_seq", "clock_ms", "resumed", "badge"),
            *("shoe_locked", "shoe_cards", "alarms_raised", "lines"),
        }
    ),
    Round: frozenset({"undo", "drawn_at_resumption"}),
    Alarm: frozenset({"number"}),
}
"""What an uninterrupted night and one with restarts need not have in common."""
TOLD_ON_RESUMPTION = "A-215"
"""A card seen twice holds the round; after a restart the shoe's count adds this alarm to the hold."""

Crash = Callable[[str], None]


def portrait(value: Any) -> Any:
    """All that matters of a state, as JSON: cards that lie face down too, so for tests only."""
    if isinstance(value, FaceDown):
        return f"face down {value.turned_up().text}"
    if isinstance(value, Card | Place):
        return str(value)
    if is_dataclass(value):
        out = LEFT_OUT.get(type(value), frozenset())
        names = [one.name for one in fields(value) if one.name not in out]
        return {"": type(value).__name__, **{name: portrait(getattr(value, name)) for name in names}}
    if isinstance(value, Mapping):
        return {str(key): portrait(one) for key, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(str(one) for one in value)
    if isinstance(value, tuple | list):
        kept = [one for one in value if not (isinstance(one, Alarm) and one.code == TOLD_ON_RESUMPTION)]
        return [portrait(one) for one in kept]
    return value


def differences(one: Any, other: Any, where: str = "") -> list[str]:
    """Where two portraits differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [found for key in one for found in differences(one[key], other[key], f"{where}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [found for n in range(len(one)) for found in differences(one[n], other[n], f"{where}[{n}]")]
    return [] if one == other else [f"{where[1:]}: {one!r} instead of {other!r}"]


@dataclass(frozen=True)
class Target:
    """Where a process is killed: at a point of the step that is made of what is given under a number.

    The points are those of the journal, or of the book with the act before (`claim:before_commit`).
    Without a number: in the `nth` step of the restart itself.
    """

    number: int | None
    point: str
    nth: int = 1


class Feeder:
    """A table with its journal and book in a folder, or in memory without one.

    Attributes:
        recovered: the portrait of the state that the journal told.
        shown: the states that were shown, in order.
    """

    def __init__(self, script: Script, folder: Path | None, target: Target | None = None) -> None:
        self.script = script
        self.shown: list[TableState] = []
        self._now: int | None = None
        self._met = 0
        self.clock = VirtualClock(script.start_ms)
        self._target = target
        jackpot = load_jackpot()
        if folder is not None:
            (folder / JOURNALS).mkdir(parents=True, exist_ok=True)
        self.session = open_session(
            folder / JOURNALS if folder is not None else None,
            script.facts,
            TABLE,
            self.clock,
            master_of_seed(script.seed),
            durable=folder is not None,
            crash=self._crash,
        )
        self.book = open_book(
            str(folder / BOOK) if folder is not None else ":memory:",
            jackpot,
            create=True,
            at_ms=script.start_ms,
            durable=folder is not None,
            crash=self._crash,
        )
        self.keeper = Bookkeeper(
            self.book, TABLE, self.session.journal.journal_id, self.session.told, self.session.closed
        )
        self.table = Table(
            self.session.state,
            self.session.journal,
            self.clock,
            show=self.shown.append,
            ask=lambda request: None,
        )
        self.recovered = portrait(self.session.state)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.session.journal.close()
        self.book.close()

    def _crash(self, point: str) -> None:
        """Ends the process where the target says, as a power cut would."""
        target = self._target
        if target is not None and (target.number, target.point) == (self._now, point):
            self._met += 1
            if self._met == target.nth:
                os.kill(os.getpid(), signal.SIGKILL)

    def start(self, position: int = 0, acknowledged: Callable[[int], None] = lambda number: None) -> int:
        """The table is at work; the number of what is to be given to it next is returned.

        `position` is the first thing that was not acknowledged. If that is a card, the shoe tells it again
        by itself, before the people are asked to compare the felt.
        """
        given = self.script.given
        if position < len(given):
            self.clock.advance_to(max(given[position].at_ms, self.clock.now_ms()))
        heard = self.keeper.compare()
        self.table.start()
        if heard is not None:
            self.table.take(heard)
        if not self.table.state.resumed:
            return position
        badge, shoe = self._in_the_machines(position)
        if badge is not None:
            self.table.take(badge)
        drawn = position < len(given) and isinstance(given[position].what, DRAWN)
        if drawn:
            self.feed(position)
            acknowledged(position)
            position += 1
        if shoe is not None:
            self.table.take(shoe)
        assert self.table.take(i.ConfirmFelt()) is None
        return position

    def _in_the_machines(self, position: int) -> tuple[Observation | None, Observation | None]:
        """The badge in the reader and the state of the shoe, as hands left them when the table went."""
        badge: Observation | None = None
        shoe: i.ShoeObserved | None = None
        given = self.script.given
        for number, one in enumerate(given[: position + 1]):
            if isinstance(one.what, DRAWN) and shoe is not None:
                shoe = i.ShoeObserved(shoe.locked, shoe.cards_left - 1)
            elif number < position and isinstance(one.what, i.ShoeObserved):
                shoe = one.what
            elif number < position and isinstance(one.what, i.BadgeObserved | i.BadgeGone):
                badge = one.what
        return badge if isinstance(badge, i.BadgeObserved) else None, shoe

    def feed(self, number: int) -> None:
        """What stands under this number was given to the table, and is acknowledged."""
        given = self.script.given[number]
        self.clock.advance_to(max(given.at_ms, self.clock.now_ms()))
        self._now = number
        what = given.what
        if isinstance(what, Request):
            if book_request(self.table.state) == what:
                self.table.take(self.keeper.perform(what, given.at_ms))
        elif isinstance(what, i.SeeAlarm):
            self.table.take(i.SeeAlarm(self._lit_alarm(what.alarm), what.reason))
        elif not self._seen_done(what, number):
            self.table.take(what)
        self._now = None

    def _lit_alarm(self, number: int) -> int:
        """The number of the alarm that a person sees; one more may have been raised by a restart."""
        lit = [
            up.number for up in self.table.state.alarms if not up.seen_ms and up.code != TOLD_ON_RESUMPTION
        ]
        return lit[0] if lit else number

    def _seen_done(self, what: Intent | Observation, number: int) -> bool:
        """A person sees on the console what was taken, and does not do twice what counts twice.

        That is a bet taken back, and a card keyed once of the two times.
        """
        given = self.script.given
        if isinstance(what, i.Undo):
            bet = given[number - 1].what
            seat = self.table.state.seat(bet.seat)
            return isinstance(bet, i.BetPlay) and not (seat.folded or seat.bets)
        if isinstance(what, i.KeyCard):
            proposed = self.table.state.playing.proposed
            said_again = any(one.what == what for one in given[number + 1 : number + 3])
            return said_again and what.place in proposed
        return False


def live(
    script: Script, folder: Path, position: int, stop: int, target: Target | None, tell: Callable[..., None]
) -> None:
    """A process: the table is started, given the script from `position` up to `stop`, and closed."""
    with Feeder(script, folder, target) as feeder:
        tell({"recovered": feeder.recovered})

        def acknowledged(number: int) -> None:
            tell({"fed": number})

        for number in range(feeder.start(position, acknowledged), stop):
            feeder.feed(number)
            acknowledged(number)
        state, journal = feeder.table.state, feeder.session.journal
        facts = script.facts(journal.opening.session, journal.opening.first_round)
        assert recovered(facts, journal.events()) == state, "the journal tells another state"
        tell({"state": portrait(state), "meter": feeder.book.read().meter_cents})


def in_a_child(work: Callable[[Callable[[dict[str, Any]], None]], None]) -> tuple[int, list[dict[str, Any]]]:
    """The work was done in a forked process: its wait status, and what it told on the way."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)

        def tell(line: dict[str, Any]) -> None:
            os.write(writer, json.dumps(line).encode() + b"\n")

        try:
            work(tell)
        except BaseException:
            tell({"failed": traceback.format_exc()})
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as told:
        lines = [json.loads(line) for line in told]
    return os.waitpid(child, 0)[1], lines
