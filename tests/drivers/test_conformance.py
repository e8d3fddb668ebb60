"""`tapis devices conform`: a machine that keeps the page passes, and each lie is found by its own line."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.boot.conformance import conforms
from controller.boot.devices import NoDevice
from controller.clock import SystemClock
from controller.game.cards import DECK
from controller.settings.table import load_table
from drivers.lines.messages import Kind
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from tests.shell.live_table import tapis, write_settings

pytestmark = pytest.mark.slow

Spoil = Callable[[Any], None]


LATE: list[threading.Timer] = []
"""What is still to be done a moment later, at any of the machines."""


def later(after_s: float, act: Callable[..., object], *words: Any) -> None:
    """It is done so much later; what comes when its line has been closed is lost, as on a real one."""

    def done() -> None:
        with suppress(OSError):
            act(*words)

    timer = threading.Timer(after_s, done)
    timer.start()
    LATE.append(timer)


class SlowLine(PtyCarrier[Any]):
    """What the machine says comes 120 ms after it was said."""

    def _write(self, data: bytes) -> None:
        later(0.12, super()._write, data)


def honest(carrier: Any) -> None:
    """Nothing is wrong with it."""


def never_turns(carrier: Any) -> None:
    carrier.twin.lock_stuck = True


def slow_bolt(carrier: Any) -> None:
    hear = carrier.twin._hear

    def slowly(kind: Kind, values: dict[str, Any], now_ms: int) -> None:
        later(0.4, carrier.act, lambda twin, now_ms: hear(kind, values, now_ms))

    carrier.twin._hear = slowly


def mute_of_its_state(carrier: Any) -> None:
    carrier.twin._session._numbers.waiting.clear()
    carrier.twin._report = lambda now_ms: None


def answers_noise(carrier: Any) -> None:
    twin, feed = carrier.twin, carrier.twin.feed

    def feed_and_answer(data: bytes, now_ms: int) -> bytes:
        before = twin.counters.damaged
        said = feed(data, now_ms)
        if twin.counters.damaged != before:
            twin._session._say(Kind.ACK, now_ms)
        return bytes(said + twin._session.take())

    twin.feed = feed_and_answer


def says_again_late(carrier: Any) -> None:
    carrier.twin._session._timing = replace(carrier.twin._session._timing, retry_ms=450)


def never_resumes(carrier: Any) -> None:
    session, greet = carrier.twin._session, carrier.twin._session._on_hello

    def afresh(*words: Any) -> None:
        session._peer_boot = 0
        greet(*words)

    session._on_hello = afresh


def without_a_heart(carrier: Any) -> None:
    carrier.twin._session._beat = lambda now_ms: None


def takes_any_list(carrier: Any) -> None:
    session, greet = carrier.twin._session, carrier.twin._session._on_hello
    session._on_hello = lambda frame, values, *rest: greet(
        frame, {**values, "schema": session._schema}, *rest
    )


def speaks_as_a_shuffler(carrier: Any) -> None:
    carrier.act(lambda twin, now_ms: twin._session.send(Kind.SHUFFLER_SHOWN_EMPTY, now_ms))


def miscounts(carrier: Any) -> None:
    """It says two cards fewer for each card that is drawn."""
    session, send = carrier.twin._session, carrier.twin._session.send

    def send_fewer(kind: Kind, now_ms: int, **values: Any) -> bool:
        if kind is Kind.CARD_DRAWN:
            values["cards_left"] -= 1
        return bool(send(kind, now_ms, **values))

    session.send = send_fewer


OPENS = "asked to be open, it says so within 250 ms"
LOCKS = "asked to be locked, it says so within 250 ms"
STATE = "it says its state after each handshake"
AGAIN = "what was not acknowledged is said again after 80 ms"
RESUMES = "after a break it goes on with the same numbers"
LIES: list[tuple[Spoil, set[str]]] = [
    (never_turns, {OPENS}),
    (slow_bolt, {OPENS, LOCKS}),
    (mute_of_its_state, {OPENS, LOCKS, STATE}),
    (answers_noise, {"a damaged frame is not answered and not obeyed"}),
    (says_again_late, {AGAIN}),
    (never_resumes, {RESUMES}),
    (without_a_heart, {"its heartbeat is never late"}),
    (takes_any_list, {"a list of messages that it does not know is refused"}),
    (speaks_as_a_shuffler, {"it says only what its list has"}),
]


def examined(
    folder: Path, machine: str, spoil: Spoil, line: type[PtyCarrier[Any]] = PtyCarrier, draw_s: int = 0
) -> set[str]:
    """The rules that this machine does not keep."""
    folder.mkdir()
    settings = load_table(write_settings(folder))
    twin = ShoeTwin(boot=7) if machine == "shoe" else ShufflerTwin(Random(1), boot=8)
    carrier = line(twin, folder / "lines" / machine, SystemClock())
    if machine == "shoe":
        carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    spoil(carrier)
    failed = set()
    try:
        for said in conforms(settings, machine, draw_s):
            if said["kind"] == "ask":
                later(1, carrier.act, lambda twin, now_ms: twin.draw(now_ms))
            elif not said["ok"]:
                failed.add(said["rule"])
    finally:
        for late in list(LATE):
            late.join()
        carrier.close()
    return failed


def test_an_honest_machine_keeps_every_rule_and_each_lie_is_found_by_its_line(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as at_once:
        shoe = at_once.submit(examined, tmp_path / "shoe", "shoe", honest, PtyCarrier, 10)
        shuffler = at_once.submit(examined, tmp_path / "shuffler", "shuffler", honest)
        late = at_once.submit(examined, tmp_path / "late", "shoe", honest, SlowLine)
        fewer = at_once.submit(examined, tmp_path / "fewer", "shoe", miscounts, PtyCarrier, 10)
        found = [
            (at_once.submit(examined, tmp_path / lie.__name__, "shoe", lie), lie.__name__, lines)
            for lie, lines in LIES
        ]
    assert (shoe.result(), shuffler.result()) == (set(), set())
    assert "it acknowledges within 80 ms" in late.result()
    assert "a card drawn is said once, with one card fewer" in fewer.result()
    for failed, name, lines in found:
        assert lines <= failed.result(), name


def test_the_command_prints_a_line_a_rule_and_its_exit_says_whether_all_are_kept(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    shuffler = PtyCarrier(ShufflerTwin(Random(1), boot=8), tmp_path / "lines" / "shoe", SystemClock())
    try:
        said = tapis("devices", "conform", "shoe", "--settings", str(path))
    finally:
        shuffler.close()
    line = "not  it answers HELLO and says who it is: it says that it is a shuffler\n"
    assert (said.returncode, said.stdout) == (1, line)
    drawn = tapis("devices", "conform", "shuffler", "--draw", "--settings", str(path))
    assert (drawn.returncode, drawn.stdout) == (2, "")


def test_a_machine_that_is_not_there_or_of_another_protocol_is_one_sentence(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    with pytest.raises(NoDevice, match="is not plugged in: check the cable"):
        list(conforms(load_table(path), "shoe"))
    path.write_text(path.read_text().replace('driver = "open"', 'driver = "bee-tek"', 1))
    with pytest.raises(NoDevice, match="its driver is bee-tek: only the open protocol"):
        list(conforms(load_table(path), "shoe"))
