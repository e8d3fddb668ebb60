"""Every driver of the program has a golden capture, a fuzz target and, where it decodes, a codec for damage.

A new shoe fails here until it has them (`drivers/shoes/ADDING_A_SHOE.md`): its capture is
`tests/golden/captures/NAME*`, its fuzz target comes by itself out of that capture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.clock import VirtualClock
from controller.game.inputs import CardObserved, Observation
from controller.game.requests import Lamp, LockShoe, SetLamps
from controller.ports import Deliver, Driver, Framed, FrameLine, LinkDown, LinkUp
from controller.table.frame_log import LINE_MAX, as_text, parse_line
from drivers.chips.chips import Chips
from drivers.readers.badge import Badge, CardDidNotSign, CardIn, CardOut, CardSigned, CardStrange
from drivers.readers.card_keys import PRESENCE, challenge_of
from drivers.recordings.recording import is_recording, parse_recording
from drivers.shoes.every_shoe import SHOES
from drivers.shuffler import Shuffler
from drivers.sim.chips import MemoryLines
from drivers.sim.hid_scanner import house_codes
from drivers.sim.timeline import Timeline
from tests.drivers.captures import GOLDEN
from tests.drivers.mutations import CODECS
from tests.drivers.recorded_nights import KEYS, REGISTER, SigningReader

OPTIONS: dict[str, dict[str, Any]] = {
    "hid-scanner": {"mode": "keyboard", "codes": house_codes(), "no_read": "NOREAD", "cut_card": "CUT"},
}
STEP_MAX = 64
"""Ticks at one instant until a driver must be content."""


class Nowhere:
    """A link on which nothing happens by itself."""

    def open(self, deliver: Deliver) -> None:
        """Nothing is delivered."""

    def write(self, data: bytes) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        """There is nothing to close."""


def shoe(name: str) -> Callable[[], Driver]:
    return lambda: SHOES[name].drive(Nowhere(), 7, OPTIONS.get(name, {}))


def badge() -> Badge:
    reader = SigningReader(Timeline(VirtualClock(0)))
    reader.how = "silent"  # what its cards answer is drawn, too
    return Badge(reader, REGISTER, table="UTH-9", nonce=lambda: bytes(32))


DRIVERS: dict[str, Callable[[], Driver]] = {
    **{name: shoe(name) for name in SHOES},
    "shuffler": lambda: Shuffler(Nowhere(), boot=7),
    "chips": lambda: Chips(MemoryLines(("ante_3",))),
    "badge": badge,
}
"""Every driver that `table.toml` can name."""
ASKED = challenge_of("UTH-9", "a", PRESENCE, bytes(32))
CHALLENGES = st.sampled_from([ASKED, bytes(32), b""])
SIGNATURES = st.one_of(st.just(KEYS["a"].sign(ASKED)), st.binary(max_size=70))
EDGES = st.tuples(st.one_of(st.integers(0, 8), st.sampled_from(["ante_3", "ante_9"])), st.booleans())
CARDS = st.one_of(
    st.sampled_from([*REGISTER, "9999", ""]).map(CardIn),
    st.just(CardOut()),
    st.just(CardStrange("no PIV card")),
    st.builds(CardSigned, CHALLENGES, SIGNATURES),
    st.builds(CardDidNotSign, CHALLENGES, st.just("removed")),
)


def captures(name: str) -> list[bytes]:
    """What its machine said in each of its golden captures; of a recording in words, nothing."""
    data = [path.read_bytes() for path in sorted(GOLDEN.glob(name.replace("-", "_") + "*"))]
    binary = [parse_recording(one).received() if is_recording(one) else one for one in data]
    return [one for one in binary if one]


def fuzz(name: str) -> st.SearchStrategy[list[object]]:
    """Anything that its carrier may deliver, in any order, with pieces of the truth among it."""
    items = [st.just(LinkUp()), st.just(LinkDown("unplugged")), st.integers(0, 70_000)]
    if name == "chips":
        items.append(EDGES)
    elif name == "badge":
        items.append(CARDS)
    else:
        said = captures(name)
        cut = st.sampled_from(said).flatmap(
            lambda one: st.tuples(st.integers(0, len(one)), st.integers(1, 64)).map(
                lambda at: one[at[0] : at[0] + at[1]]
            )
        )
        items += [cut, cut, st.binary(max_size=40)]
    asked = st.sampled_from([LockShoe(True), LockShoe(False), SetLamps((Lamp.REGISTERED,) * 7)])
    return st.lists(st.one_of(*items, asked), max_size=40)


@pytest.mark.parametrize("name", DRIVERS)
def test_every_driver_has_a_golden_capture(name: str):
    found = list(GOLDEN.glob(name.replace("-", "_") + "*"))
    assert found, f"tests/golden/captures/{name.replace('-', '_')}*: none; see ADDING_A_SHOE.md, section 3"
    assert all(path.stat().st_size > 50 for path in found)


@pytest.mark.parametrize("name", [name for name, shoe in SHOES.items() if shoe.decode is not None])
def test_every_decoder_has_a_codec_for_damaged_frames(name: str):
    assert name in CODECS, "tests/drivers/mutations.py: no codec; see ADDING_A_SHOE.md, section 3"


@pytest.mark.parametrize("name", [name for name, shoe in SHOES.items() if shoe.decode is not None])
def test_every_decoder_finds_cards_in_a_capture_of_its_own_however_it_is_cut(name: str):
    decode = SHOES[name].decode
    assert decode is not None
    whole = [[one for one in decode((said,)) if one["kind"] == "card"] for said in captures(name)]
    bytewise = [
        [one for one in decode(bytes([byte]) for byte in said) if one["kind"] == "card"]
        for said in captures(name)
    ]
    assert any(whole)
    assert bytewise == whole


@pytest.mark.parametrize("name", DRIVERS)
@settings(max_examples=60)
@given(data=st.data())
def test_whatever_comes_in_whatever_order_every_driver_goes_on(name: str, data: st.DataObject):
    driver, lines = DRIVERS[name](), list[FrameLine]()
    if isinstance(driver, Framed):
        driver.frames.tell = lines.append
    driver.start(lambda item: None)
    now_ms, seen = 1_000_000, list[Observation]()
    for thing in data.draw(fuzz(name)):
        if isinstance(thing, int):
            now_ms += thing
        elif isinstance(thing, LockShoe | SetLamps):
            driver.ask(thing, now_ms)
        else:
            seen += driver.receive(thing, now_ms)
        for _ in range(STEP_MAX):
            if driver.due_ms is None or driver.due_ms > now_ms:
                break
            seen += driver.tick(now_ms)
        assert driver.due_ms is None or driver.due_ms > now_ms, "a driver that never rests"
    driver.stop()
    assert all("••" in repr(one) for one in seen if isinstance(one, CardObserved))
    assert driver.figures.retries >= 0
    assert len(driver.figures.words) <= 5
    numbers = [one.number for one in lines if one.number]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(parse_line(as_text(one).encode()) == one and len(as_text(one)) < LINE_MAX for one in lines)
