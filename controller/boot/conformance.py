"""A machine is held against the open protocol, rule by rule, on its real line (OPEN_PROTOCOL.md).

For who makes one: nothing of a table runs. Each rule is tried on purpose, also those that a good line never
needs: a damaged frame, an answer withheld, a break. What is timed is tried more than once and the best time
counts, since it is the machine that is judged and not this computer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final

from controller.boot.devices import NoDevice
from controller.boot.machines import Carriers, allow_list
from controller.clock import SystemClock
from controller.settings.table import TableFile
from drivers.lines.host_end import Arrived, HostEnd, foreign
from drivers.lines.messages import FIRST_NUMBERED, SPOKEN, Kind, pack
from drivers.lines.port_faults import NOT_THERE, OpeningFault
from drivers.lines.session_types import USUAL
from drivers.recordings.desk import Told

ANSWER_MS: Final = 250
"""How soon a machine says WELCOME, its state, and that it reached what it was asked for."""
ACKNOWLEDGE_MS: Final = 80
AGAIN_MS: Final = (60, 240)
"""When a message that nobody acknowledged is said again: after 80 ms, by a clock and a computer not exact."""
SILENT_MS: Final = USUAL.heartbeat_ms * 3 // 2
PATIENCE_MS: Final = 600
TRIES: Final = 3
UNKNOWN_KIND: Final = 0x7E
DRAW: Final = "draw one card from the shoe"

_REQUEST: Final = {
    "shoe": (Kind.LOCK_SHOE, {"locked": True}),
    "shuffler": (Kind.SHOW_EMPTY, {"awaited": False}),
}
"""What may be asked of a machine at any time: of most it changes nothing."""
_STATE: Final = {"shoe": Kind.SHOE_STATE, "shuffler": Kind.SHUFFLER_STATE}


def conforms(
    settings: TableFile, machine: str, draw_s: int = 0, usb: Any = None, rng: Random | None = None
) -> Iterator[Told]:
    """A map a rule: `rule`, `ok`, and `why` not. A card is asked for and waited for `draw_s` seconds, if any.

    Raises:
        NoDevice: it is not in the settings, speaks another protocol, or its port does not open.
        MissingLibrary: what it needs is not installed.
    """
    section = getattr(settings, machine)
    if section is None:
        raise NoDevice(f"{machine}: not in the settings; add [{machine}] to table.toml")
    if section.driver != "open":
        raise NoDevice(f"{machine}: its driver is {section.driver}: only the open protocol has these rules")
    if section.url.startswith("/") and not os.path.exists(section.url):
        raise NoDevice(str(OpeningFault(NOT_THERE, section.url)))
    link = Carriers(allow_list(settings), usb).line(
        section.url, getattr(section, "baudrate", None) or 115_200
    )
    host = HostEnd(link, SystemClock(), rng or Random())
    host.start()
    try:
        yield from _Examination(host, machine).told(draw_s)
        if host.refused is not None and not host.arrived:
            raise NoDevice(str(host.refused))
    finally:
        host.stop()


class _Examination:
    """One machine and how it keeps the rules; each rule is the reason why not, or empty."""

    def __init__(self, host: HostEnd, machine: str) -> None:
        self._host = host
        self._machine = machine
        self._states: list[bool] = []  # of each handshake whether the state followed

    def told(self, draw_s: int) -> Iterator[Told]:
        """Each rule in turn; a machine that is not met cannot be tried on the others."""
        why = self._greets()
        yield _told("it answers HELLO and says who it is", why)
        if why:
            return
        rules = [
            ("the same HELLO has the same WELCOME", self._welcomes_alike()),
            ("a list of messages that it does not know is refused", self._refuses_a_list()),
            ("it acknowledges within 80 ms", self._acknowledges()),
        ]
        yield from (_told(rule, why) for rule, why in rules)
        if self._machine == "shoe":
            for locked, word in ((False, "open"), (True, "locked")):
                yield _told(f"asked to be {word}, it says so within 250 ms", self._turns(locked))
        yield _told("a damaged frame is not answered and not obeyed", self._drops_damage())
        yield _told("what was not acknowledged is said again after 80 ms", self._says_again())
        yield _told("after a break it goes on with the same numbers", self._resumes())
        yield _told("its heartbeat is never late", self._beats())
        yield _told("an unknown message is acknowledged and dropped", self._drops_unknown())
        if draw_s:
            yield {"kind": "ask", "do": DRAW}
            yield _told("a card drawn is said once, with one card fewer", self._draws(draw_s))
        yield _told("it says its state after each handshake", self._states_said())
        yield _told("it says only what its list has", self._keeps_its_list())

    # --- meeting -----------------------------------------------------------------------------------

    def _greets(self) -> str:
        host = self._host
        welcome = None
        for _ in range(20):  # the port may open late, and a board restarts when it does
            host.call()
            welcome = host.welcomed(ANSWER_MS)
            if welcome is not None:
                break
        if welcome is None:
            return "no WELCOME came"
        values = welcome.values
        if values["refused"]:
            return f"it refused: {values['refused']}"
        if values["machine"] != self._machine:
            return f"it says that it is a {values['machine'] or 'nothing'}"
        if welcome.frame.boot == 0:
            return "its boot is 0"
        if values["schema"] not in SPOKEN:
            return "it names a list of messages that no table knows, and did not refuse"
        self._await_state()
        return ""

    def _meet(self) -> Arrived | None:
        """A new handshake, the state awaited after it."""
        self._host.call()
        welcome = self._host.welcomed(PATIENCE_MS)
        self._await_state()
        return welcome

    def _await_state(self) -> None:
        self._states.append(self._host.hear(PATIENCE_MS, self._is_state) is not None)

    def _is_state(self, one: Arrived) -> bool:
        return one.frame.kind == _STATE[self._machine]

    def _is_locked(self, one: Arrived, locked: bool) -> bool:
        return one.frame.kind == Kind.SHOE_STATE and one.values.get("locked") is locked

    def _welcomes_alike(self) -> str:
        host = self._host
        first = self._meet()
        host.call_again()
        second = host.welcomed(PATIENCE_MS)
        if first is None or second is None:
            return "no WELCOME came"
        if (first.frame.boot, first.frame.payload) != (second.frame.boot, second.frame.payload):
            return "the second WELCOME was another"
        host.hear(ANSWER_MS)
        return ""

    def _refuses_a_list(self) -> str:
        host = self._host
        host.call(schema=bytes(32))
        refusal = host.welcomed(PATIENCE_MS)
        self._meet()
        if refusal is None:
            return "no WELCOME came"
        return "" if refusal.values["refused"] == "schema_hash" else "it was not refused"

    # --- asking ------------------------------------------------------------------------------------

    def _ask(self, **changed: bool) -> int:
        kind, values = _REQUEST[self._machine]
        return self._host.say(kind, pack(kind, values | changed))

    def _took_ms(self, number: int) -> int | None:
        """How long the machine took to acknowledge this message, which was said just now."""
        said_ms = self._host.said_ms
        heard = self._host.hear(PATIENCE_MS, lambda one: one.frame.ack == (number + 1) & 0xFFFF)
        return None if heard is None else heard.ms - said_ms

    def _acknowledges(self) -> str:
        took_ms = [self._took_ms(self._ask()) for _ in range(TRIES)]
        self._host.hear(ANSWER_MS)
        return _in_time(took_ms, ACKNOWLEDGE_MS, "no acknowledgement came")

    def _turns(self, locked: bool) -> str:
        took_ms: list[int | None] = []
        for _ in range(2):
            self._ask(locked=not locked)
            self._host.hear(PATIENCE_MS, lambda one: self._is_locked(one, not locked))
            self._host.hear(2 * ACKNOWLEDGE_MS)  # a report said twice is not taken for the next
            self._ask(locked=locked)
            asked_ms = self._host.said_ms
            reached = self._host.hear(PATIENCE_MS, lambda one: self._is_locked(one, locked))
            took_ms.append(None if reached is None else reached.ms - asked_ms)
        return _in_time(took_ms, ANSWER_MS, "it never said so")

    def _drops_damage(self) -> str:
        host = self._host
        kind, values = _REQUEST[self._machine]
        changed = {name: not value for name, value in values.items()}
        number = host.say(kind, pack(kind, changed), damaged=True)
        answer = host.hear(
            ANSWER_MS // 2,
            lambda one: (
                one.frame.kind == Kind.ACK
                or one.frame.ack == (number + 1) & 0xFFFF
                or self._is_locked(one, False)
            ),
        )
        if self._took_ms(self._ask()) is None:
            return "the good frame after it was not acknowledged"
        return "" if answer is None else f"it said {Kind(answer.frame.kind).name}"

    # --- losing, breaking, beating -----------------------------------------------------------------

    def _withheld(self) -> Arrived | None:
        """A report that this end heard and did not acknowledge."""
        host = self._host
        host.hear(ANSWER_MS)
        host.acknowledges = False
        host.restart()
        host.call()
        host.welcomed(PATIENCE_MS)
        return host.hear(PATIENCE_MS, lambda one: one.frame.kind >= FIRST_NUMBERED)

    def _says_again(self) -> str:
        host = self._host
        first = self._withheld()
        again = first and host.hear(PATIENCE_MS, lambda one: _same(one, first))
        host.acknowledges = True
        if first is None:
            return "it reported nothing after a handshake"
        if again is None:
            return "it was not said again"
        took_ms = again.ms - first.ms
        host.hear(PATIENCE_MS, lambda one: _same(one, first))  # and so it is acknowledged
        host.hear(ANSWER_MS)
        if host.hear(2 * AGAIN_MS[1], lambda one: _same(one, first)) is not None:
            return "it is said again though it was acknowledged"
        return "" if AGAIN_MS[0] <= took_ms <= AGAIN_MS[1] else f"it was said again after {took_ms} ms"

    def _resumes(self) -> str:
        host = self._host
        first = self._withheld()
        host.beats = False
        host.hear(USUAL.heartbeat_ms * (USUAL.lost_after + 1))  # it counts this end as lost
        host.beats = host.acknowledges = True
        host.call()
        welcome = host.welcomed(PATIENCE_MS)
        again = first and host.hear(PATIENCE_MS, lambda one: _same(one, first))
        self._meet()
        if welcome is None or first is None:
            return "no WELCOME came, or no report"
        if not welcome.values["resumed"]:
            return "it did not resume"
        return "" if again is not None else "what was not acknowledged did not come again with its number"

    def _beats(self) -> str:
        host = self._host
        start_ms = host.said_ms
        host.hear(USUAL.heartbeat_ms * 6)
        heard = [one for one in host.arrived if one.ms >= start_ms]
        instants = [start_ms, *(one.ms for one in heard)]
        longest_ms = max((b - a for a, b in pairwise(instants)), default=0)
        beats = [one for one in heard if one.frame.kind == Kind.HEARTBEAT]
        if not beats:
            return "no HEARTBEAT came"
        if any(one.values.get("heard_boot") != host.boot for one in beats):
            return "its heard_boot is not that of the host it speaks with"
        return "" if longest_ms <= SILENT_MS else f"it was silent for {longest_ms} ms"

    def _drops_unknown(self) -> str:
        number = self._host.say(UNKNOWN_KIND, b"\1\2\3")
        if self._took_ms(number) is None:
            return "it was not acknowledged"
        return "" if self._took_ms(self._ask()) is not None else "the message after it was not acknowledged"

    # --- a card, and what was heard in all ---------------------------------------------------------

    def _draws(self, draw_s: int) -> str:
        host = self._host
        self._ask(locked=False)
        host.hear(PATIENCE_MS, lambda one: self._is_locked(one, False))
        before = next((one.values["cards_left"] for one in reversed(host.arrived) if self._is_state(one)), 0)
        host.acknowledges = False
        drawn = host.hear(draw_s * 1_000, lambda one: one.frame.kind == Kind.CARD_DRAWN)
        again = drawn and host.hear(PATIENCE_MS, lambda one: _same(one, drawn))
        host.acknowledges = True
        self._ask()
        host.hear(PATIENCE_MS)
        if drawn is None:
            return f"no CARD_DRAWN came within {draw_s} s"
        if drawn.values.get("cards_left") != before - 1:
            return f"cards_left was {before} and then {drawn.values.get('cards_left', 'unreadable')}"
        return "" if again is not None else "it was not said again when nobody acknowledged it"

    def _states_said(self) -> str:
        missed = self._states.count(False)
        return f"not after {missed} of {len(self._states)}" if missed else ""

    def _keeps_its_list(self) -> str:
        kinds = foreign(self._host.arrived, self._machine)
        return f"it said {', '.join(kinds)}, or not as the list has it" if kinds else ""


def _same(one: Arrived, before: Arrived) -> bool:
    """The same message said again, under the same number."""
    same = (one.frame.kind, one.frame.seq, one.frame.payload) == (
        before.frame.kind,
        before.frame.seq,
        before.frame.payload,
    )
    return same and one is not before


def _in_time(took_ms: list[int | None], at_most_ms: int, never: str) -> str:
    """Why the best of these times is none that is allowed, or empty."""
    best_ms = min((one for one in took_ms if one is not None), default=None)
    if best_ms is None:
        return never
    return "" if best_ms <= at_most_ms else f"it took {best_ms} ms"


def _told(rule: str, why: str) -> Told:
    return {"kind": "rule", "rule": rule, "ok": not why, "why": why}
