"""Drivers of listening shoes given anything in any order: they go on, hold little and ask for no haste."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.game.inputs import CardObserved, Observation
from controller.game.requests import LockShoe
from controller.ports import Deliver, LinkDown, LinkUp
from drivers.lines.port_faults import BUSY, NotOpened, OpeningFault
from drivers.shoes.every_shoe import SHOES
from drivers.sim.angel_eye import AngelEyeTwin
from drivers.sim.bee_tek import BeeTekTwin

WAYS: dict[str, tuple[str, dict[str, Any]]] = {
    "angel-eye": ("angel-eye", {}),
    "angel-eye with commands": ("angel-eye", {"commands": True}),
    "bee-tek": ("bee-tek", {}),
}
STEP_MAX = 64
"""Ticks at one instant until a driver must be content."""


class Nowhere:
    """A link that keeps what is written."""

    def __init__(self) -> None:
        self.written = b""

    def open(self, deliver: Deliver) -> None:
        """Nothing is ever delivered by itself."""

    def write(self, data: bytes) -> None:
        """The bytes are kept."""
        self.written += data

    def close(self) -> None:
        """There is nothing to close."""


def spoken() -> list[bytes]:
    """True things that shoes say, to be cut and mixed."""
    angel, bee = AngelEyeTwin(gap_ms=0), BeeTekTwin(gap_ms=0)
    for kind, payload in (("S", ()), ("D", (0, 0x31)), ("d", (0x10, 0x42)), ("E", (0x42,)), ("L", (1,))):
        angel.report(kind, payload, 0)
    bee.alarm("E3", "Card Not Read", 0)
    bee.warn(1, 0)
    said = []
    for twin in (angel, bee):
        while message := twin.tick(0):
            said.append(message)
    return [*said, b"\x06", b"\x1521", b"\x15\xff", b"[Game]<Card:4S>\r\n", b"[Game]<Game>\r\n"]


THINGS = st.one_of(
    st.sampled_from(spoken()),
    st.sampled_from(spoken()).flatmap(lambda said: st.integers(0, len(said)).map(lambda n: said[:n])),
    st.binary(max_size=40),
    st.just(LinkUp()),
    st.just(LinkDown("unplugged")),
    st.just(NotOpened(OpeningFault(BUSY, "/dev/shoe"))),
    st.sampled_from([LockShoe(True), LockShoe(False)]),
    st.integers(0, 70_000),
)


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=150)
@given(things=st.lists(THINGS, max_size=40))
def test_whatever_comes_in_whatever_order_the_driver_goes_on(way: str, things: list[object]):
    name, options = WAYS[way]
    link = Nowhere()
    driver = SHOES[name].drive(link, 1, options)
    now_ms, seen = 1_000_000, list[Observation]()
    for thing in things:
        if isinstance(thing, int):
            now_ms += thing
        elif isinstance(thing, LockShoe):
            driver.ask(thing, now_ms)
        else:
            seen += driver.receive(thing, now_ms)
        for _ in range(STEP_MAX):
            if driver.due_ms is None or driver.due_ms > now_ms:
                break
            seen += driver.tick(now_ms)
        assert driver.due_ms is None or driver.due_ms > now_ms
    assert "commands" in way or link.written == b""
    assert all("••" in repr(one) for one in seen if isinstance(one, CardObserved))
    told = [(one.code, one.active) for one in seen if hasattr(one, "active")]
    for code in {code for code, _ in told}:
        states = [active for other, active in told if other == code]
        assert states == [n % 2 == 0 for n in range(len(states))], "a trouble begins, then ends, by turns"
