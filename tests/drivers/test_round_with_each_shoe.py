"""The same round, from the opening of the table to its closing, with each shoe over every carrier it has.

People deal from the shoe, the shoe's twin speaks at its own wire, its real driver listens, and the real
table deals, decides, shows down and settles. Another shoe is another line of the table below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from controller.game import events as e
from controller.game.felt import Pile
from drivers.links import SerialLink
from drivers.shoes import SHOES
from drivers.shoes.card_codes import CardCodes
from drivers.sim.angel_eye import AngelEyeTwin
from drivers.sim.bee_tek import BeeTekTwin
from drivers.sim.hid_scanner import ScannerTwin, house_codes, scanner_device
from drivers.sim.ptys import PtyCarrier
from drivers.sim.serial_servers import SocketCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.usb_backend import SimulatedBus, SimulatedUsb
from drivers.sim.usb_carrier import UsbCarrier, open_device
from drivers.usb_links import UsbLink
from tests import oracle
from tests.drivers.room import Maker, Room, RoundPlayed

GAP_MS = 4
BOOT = 0x7AB1E


def in_memory(name: str, twin: Callable[[], Any], **options: Any) -> Maker:
    """A memory link, in the place of any carrier."""

    def make(room: Room) -> tuple[Any, Any]:
        carrier = room.in_memory(twin())
        return carrier, SHOES[name].drive(carrier.link, BOOT, options)

    return make


def on_a_pty(name: str, twin: Callable[[], Any], **options: Any) -> Maker:
    """A serial port, as far as pyserial can tell."""

    def make(room: Room) -> tuple[Any, Any]:
        carrier = PtyCarrier(twin(), room.folder / "shoe", room.clock, room.faults)
        link = SerialLink(carrier.url, SHOES[name].baudrate)
        return carrier, SHOES[name].drive(link, BOOT, options)

    return make


def behind_a_server(name: str, twin: Callable[[], Any], **options: Any) -> Maker:
    """A serial-to-Ethernet server."""

    def make(room: Room) -> tuple[Any, Any]:
        carrier = SocketCarrier(twin(), room.clock, room.faults)
        return carrier, SHOES[name].drive(SerialLink(carrier.url), BOOT, options)

    return make


def on_usb(
    name: str, twin: Callable[[], Any], device: Callable[[str], SimulatedUsb], **options: Any
) -> Maker:
    """A USB bus, as far as pyusb can tell."""

    def make(room: Room) -> tuple[Any, Any]:
        bus, shoe = SimulatedBus(), twin()
        report_bytes = getattr(shoe, "report_bytes", 0)
        carrier = UsbCarrier(shoe, bus, device("SHOE"), room.clock, room.faults, report_bytes)
        claim = SHOES[name].claim
        assert claim is not None
        link = UsbLink(carrier.url, claim(options), backend=bus)
        return carrier, SHOES[name].drive(link, BOOT, options)

    return make


def angel_eye() -> AngelEyeTwin:
    return AngelEyeTwin(gap_ms=GAP_MS)


def bee_tek() -> BeeTekTwin:
    return BeeTekTwin(gap_ms=GAP_MS, suit_first=True)


def open_shoe() -> ShoeTwin:
    return ShoeTwin(boot=0x51)


def scanner(mode: str) -> tuple[Callable[[], ScannerTwin], dict[str, Any]]:
    """A scanner shoe that speaks in this mode, and its section of the settings."""
    options = {"mode": mode, "codes": house_codes(), "no_read": "NOREAD", "cut_card": "CUT"}
    codes = CardCodes(house_codes(), "NOREAD", "CUT")
    return partial(ScannerTwin, codes, mode), options


TYPES, TYPING = scanner("keyboard")
TELLS, TELLING = scanner("pos")
ROUNDS: dict[str, Maker] = {
    "angel-eye in memory": in_memory("angel-eye", angel_eye),
    "angel-eye on a pty": on_a_pty("angel-eye", angel_eye, commands=True),
    "angel-eye behind a server": behind_a_server("angel-eye", angel_eye),
    "bee-tek in memory": in_memory("bee-tek", bee_tek),
    "bee-tek on a pty": on_a_pty("bee-tek", bee_tek),
    "bee-tek behind a server": behind_a_server("bee-tek", bee_tek),
    "open in memory": in_memory("open", open_shoe),
    "open on a pty": on_a_pty("open", open_shoe),
    "open behind a server": behind_a_server("open", open_shoe),
    "open on USB": on_usb("open", open_shoe, open_device),
    "scanner that types, in memory": in_memory("hid-scanner", TYPES, **TYPING),
    "scanner that types, on USB": on_usb("hid-scanner", TYPES, scanner_device, **TYPING),
    "scanner that tells, in memory": in_memory("hid-scanner", TELLS, **TELLING),
    "scanner that tells, on USB": on_usb(
        "hid-scanner", TELLS, partial(scanner_device, mode="pos"), **TELLING
    ),
}
"""Every shoe on every carrier it has."""


@pytest.mark.parametrize("way", ROUNDS)
def test_a_round_is_dealt_decided_shown_down_and_settled(way: str, tmp_path_factory: pytest.TempPathFactory):
    room = Room(tmp_path_factory.mktemp("r"))
    carrier, driver = ROUNDS[way](room)
    try:
        played = RoundPlayed(room, carrier, driver)
    finally:
        carrier.close()
    assert played.of(e.RoundHeld) == []
    assert [alarm.code for alarm in played.of(e.AlarmRaised)] == []
    dealt = played.of(e.CardDealt)
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
    (closed,) = played.of(e.RoundClosed)
    assert closed.cards_drawn == len(dealt) == 2 * len(played.of(e.SeatSettled)) + 2 + 5
    assert_settled_as_the_law_says(played)


class OnABadLine(AngelEyeTwin):
    """An Angel Eye of whose three copies only the second arrives whole."""

    def __init__(self) -> None:
        super().__init__(gap_ms=GAP_MS)
        self._said = 0

    def tick(self, now_ms: int) -> bytes:
        message = bytearray(super().tick(now_ms))
        if message:
            self._said += 1
            if self._said % 3 != 2:
                message[self._said * 5 % len(message)] ^= 1 << self._said % 7
        return bytes(message)


@pytest.mark.parametrize("carry", [on_a_pty, behind_a_server])
def test_a_round_is_settled_with_two_of_three_copies_damaged_all_along(
    carry: Callable[..., Maker], tmp_path_factory: pytest.TempPathFactory
):
    room = Room(tmp_path_factory.mktemp("r"))
    carrier, driver = carry("angel-eye", OnABadLine)(room)
    try:
        played = RoundPlayed(room, carrier, driver)
    finally:
        carrier.close()
    assert played.of(e.RoundHeld) == []
    assert {alarm.code for alarm in played.of(e.AlarmRaised)} == {"A-304"}  # the line is noisy
    dealt = played.of(e.CardDealt)
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
    assert_settled_as_the_law_says(played)


def assert_settled_as_the_law_says(played: RoundPlayed) -> None:
    """Every stake of every seat, as an independent reading of the article settles the cards of the deck."""
    cards: dict[tuple[Pile, int], list[str]] = {}
    for one in played.of(e.CardDealt):
        cards.setdefault((one.place.pile, one.place.seat), []).append(one.card.turned_up().text)
    folded = {event.seat for event in played.of(e.SeatFolded)}
    settled = {event.seat: event.lines for event in played.of(e.SeatSettled)}
    assert list(settled) == sorted(settled, reverse=True)
    deal = {
        "board": cards[Pile.BOARD, 0],
        "dealer": cards[Pile.DEALER, 0],
        "jackpot_cents": 1_000_000,
        "jp1_stake_cents": 500,
        "seats": [
            {
                "seat": seat,
                "cards": cards[Pile.HOLE, seat],
                "folded": seat in folded,
                "stakes": {str(line.spot): line.stake_cents for line in lines},
            }
            for seat, lines in settled.items()
        ],
    }
    for seat in oracle.settle(deal)["seats"]:
        for line in settled[seat["seat"]]:
            expected = seat["spots"][str(line.spot)]
            assert (line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents) == tuple(
                expected[key] for key in ("stake", "returned", "taken", "paid")
            ), (seat["seat"], line)
