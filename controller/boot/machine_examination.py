"""A machine is spoken to without a table, and what was seen of it is concluded in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from controller.boot.devices import OWN, Listening, NoDevice, StandIns, listening, why_not_up
from controller.clock import SystemClock
from controller.game.inputs import (
    Health,
    HealthObserved,
    Observation,
    ShoeObserved,
    ShufflerObserved,
    TroubleObserved,
)
from controller.game.requests import LockShoe
from controller.settings.table import TableFile
from drivers.chips.chips import Chips
from drivers.open_machine import REFUSALS, OpenMachine
from drivers.readers.badge import Badge
from drivers.recordings.desk import FrameNames, Told, advice, told
from drivers.recordings.recording import Moment

SETTLE_MS: Final = 400
"""How long a machine that is up may go on to say how it is."""
REPORTS_MS: Final = 2_000
"""How long one that has to report its state is waited for."""
ANSWER_MAX_MS: Final = 250
"""What a machine may take to do what it is asked: one heartbeat."""


def examined(
    settings: TableFile, device: str, seconds: float, usb: Any = None, stand_ins: StandIns = OWN
) -> Iterator[Told]:
    """What the machine says when it is spoken to; it ends well only if the machine is up.

    Of the spots each is to be covered and freed, and is told when it was; of the badge reader it is told
    whether a card is in it.

    Raises:
        NoDevice: it is not up after so many seconds; the text says what to do.
        MissingLibrary: what it needs is not installed.
    """
    if device == "chips":
        yield from _examined_spots(listening(settings, device, usb=usb, stand_ins=stand_ins), seconds)
        return
    names = FrameNames()
    seen: list[Observation] = []
    took_ms: int | None = 0  # how long its lock took; None where it never said that it is locked
    said_its_state = True  # after the handshake, before it was asked for anything

    def tell(moment: Moment) -> None:
        if moment.way == "in":
            names.names("in", moment.data)

    bench = listening(settings, device, tell, usb, stand_ins)
    desk, url = bench.desk, bench.section.get("url") or device
    desk.start()
    try:
        up_or_refused = lambda: desk.health is Health.UP or desk.refused is not None  # noqa: E731
        desk.run(int(seconds * 1_000), seen.append, until=up_or_refused)
        if desk.health is Health.UP:
            if _reports(bench):
                desk.run(REPORTS_MS, seen.append, until=lambda: _said_its_state(seen))
                said_its_state = _said_its_state(seen)
            asked_ms, before = SystemClock().now_ms(), len(seen)
            desk.ask(LockShoe(True))  # where no table plays a shoe is locked anyway
            if _reports(bench) and device == "shoe":
                # A shoe that lies locked answers too: what it said before it was asked is no answer.
                desk.run(REPORTS_MS, seen.append, until=lambda: _locked(seen[before:]))
                took_ms = SystemClock().now_ms() - asked_ms if _locked(seen[before:]) else None
            desk.run(SETTLE_MS, seen.append)
        card_in = isinstance(bench.driver, Badge) and bench.driver.card_in
    finally:
        desk.stop()
    if names.identity:
        yield {"kind": "identity", **names.identity}
    yield from (told(one) for one in seen)
    if isinstance(bench.driver, Badge):
        yield {"kind": "reader", "present": desk.health is Health.UP}
        yield {"kind": "card", "present": card_in}
    if desk.counters:
        yield {"kind": "counters", **desk.counters}
    verdict = _verdict(bench, url, seen, seconds, took_ms, said_its_state)
    if verdict:
        raise NoDevice(verdict)


def _reports(bench: Listening) -> bool:
    """Whether this machine is to tell its whole state after every handshake."""
    return isinstance(bench.driver, OpenMachine)


def _said_its_state(seen: list[Observation]) -> bool:
    return any(isinstance(one, ShoeObserved | ShufflerObserved) for one in seen)


def _locked(seen: list[Observation]) -> bool:
    return any(isinstance(one, ShoeObserved) and one.locked for one in seen)


def _verdict(
    bench: Listening,
    url: str,
    seen: list[Observation],
    seconds: float,
    took_ms: int | None,
    said_its_state: bool,
) -> str:
    """What is wrong with the machine that was heard so, in one sentence with what to do; empty for nothing.

    A machine that was met and turned away is told so, though it then falls silent.
    """
    desk = bench.desk
    troubles = [one for one in seen if isinstance(one, TroubleObserved) and one.active]
    turned_away = next((advice(one) for one in troubles if one.code in REFUSALS), "")
    if turned_away:
        return f"{url}: {turned_away}{_both_ends(bench)}"
    told_of = [words for one in seen if (words := advice(one))]
    if desk.health is not Health.UP:
        return why_not_up(desk, url, told_of, seconds)
    if not said_its_state:
        return f"{url}: it answers and does not say how it is: have its program looked at"
    if told_of:
        return f"{url}: {told_of[-1]}"
    if took_ms is None:
        return f"{url}: asked to be locked it does not say that it is: have its program looked at"
    slowest_ms = max(desk.slowest_ms or 0, took_ms)
    if slowest_ms > ANSWER_MAX_MS:
        late = f"it took {slowest_ms} ms to answer, {ANSWER_MAX_MS} ms at most"
        return f"{url}: {late}: have its program looked at"
    return ""


def _both_ends(bench: Listening) -> str:
    """What each end speaks, of a machine that was turned away."""
    refusal = bench.driver.refusal if isinstance(bench.driver, OpenMachine) else None
    return f" (the machine: {refusal.theirs}; the table: {refusal.ours})" if refusal is not None else ""


ASKED: Final = "lay a chip on each JP1 spot and take it off again; the lamp blinks until the chip is seen"
_NOT_PROVEN: Final = (
    "covered all the time: take away what lies on it, then clean the sensor",
    "never covered: was a chip laid on it? Then look at the sensor and its cable",
    "never free again: take the chip off; if it is off, clean the sensor",
)


def _code_of(seen: Observation) -> str:
    """What a machine calls its trouble: the code of one, or the detail of its health."""
    match seen:
        case TroubleObserved():
            return seen.code
        case HealthObserved():
            return seen.detail
    return ""


def _examined_spots(bench: Listening, seconds: float) -> Iterator[Told]:
    """Each spot as it was covered and freed, then what is wrong with those that were not."""
    chips, desk = bench.driver, bench.desk
    assert isinstance(chips, Chips)
    clock = SystemClock()
    end_ms = clock.now_ms() + int(seconds * 1_000)
    seen: list[Observation] = []
    desk.start()
    try:
        desk.run(SETTLE_MS, seen.append)
        if desk.health is not Health.UP:
            raise NoDevice(why_not_up(desk, "chips", [], seconds))
        chips.prove(True, clock.now_ms())
        yield {"kind": "ask", "do": ASKED}
        unproven = chips.unproven
        while unproven and clock.now_ms() < end_ms:
            desk.run(min(SETTLE_MS, end_ms - clock.now_ms()), seen.append)
            proven, unproven = unproven - chips.unproven, chips.unproven
            yield from ({"kind": "seat", "seat": seat, "result": "good"} for seat in sorted(proven))
    finally:
        desk.stop()
    for seat in sorted(unproven):
        yield {"kind": "seat", "seat": seat, "result": _NOT_PROVEN[chips.proof(seat)]}
    troubles = [f"{_code_of(one)}: {words}" for one in seen if (words := advice(one))]
    if unproven or troubles:
        seats = ", ".join(map(str, sorted(unproven)))
        raise NoDevice(f"chips: {f'seats {seats} not proven; see above' if unproven else troubles[-1]}")
