"""Shoes on USB pulled out and plugged in again in the middle of a round, at the real table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from controller.game import events as e
from controller.game.cards import Card
from controller.game.inputs import Health, Incident, Machine
from drivers.shoes import SHOES
from drivers.shoes.card_codes import CardCodes
from drivers.sim.hid_scanner import ScannerTwin, house_codes, scanner_device
from drivers.sim.people import Dealer
from drivers.sim.shoe import ShoeTwin
from drivers.sim.usb_backend import SimulatedBus, SimulatedUsb
from drivers.sim.usb_carrier import UsbCarrier, open_device
from drivers.usb_links import UsbLink
from tests.drivers.room import Room, RoundPlayed
from tests.drivers.test_lines_unplugged import CarefulDealer
from tests.drivers.test_round_with_each_shoe import assert_settled_as_the_law_says

OPTIONS = {"mode": "keyboard", "codes": house_codes(), "no_read": "", "cut_card": ""}
AWAY_S = 0.3


class Pulled:
    """Makes a hand pull the cable right after so many cards, and put it back a little later."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.drawn = 0
        self.carrier: Any = None
        self.back: threading.Timer | None = None

    def count(self) -> None:
        self.drawn += 1
        if self.drawn == self.after:
            self.carrier.unplug()
            self.back = threading.Timer(AWAY_S, self.carrier.replug)
            self.back.start()


class PulledShoe(ShoeTwin):
    """A shoe of the open protocol; the hand draws on while the cable is out."""

    def __init__(self, pulled: Pulled) -> None:
        super().__init__(boot=0x51)
        self._pulled = pulled

    def draw(self, now_ms: int) -> Card | None:
        card = super().draw(now_ms)
        if card is not None:
            self._pulled.count()
        return card


class PulledScanner(ScannerTwin):
    """A scanner; the hand waits while the console says that the shoe is away, and until it was heard."""

    def __init__(self, pulled: Pulled) -> None:
        super().__init__(CardCodes(house_codes()))
        self._pulled = pulled
        self._pull = False

    def draw(self, now_ms: int) -> Card | None:
        if self._pull:
            self._pull = False
            self._pulled.count()
        if not self._pulled.carrier.plugged or self._pulled.carrier.device.kernel:
            return None
        card = super().draw(now_ms)
        if card is not None:
            self._pulled.drawn += 1
            self._pull = self._pulled.drawn == self._pulled.after - 1
        return card


class HastyScanner(ScannerTwin):
    """A scanner; the hand draws on while the cable is out, and the code is scanned unheard."""

    def __init__(self, pulled: Pulled) -> None:
        super().__init__(CardCodes(house_codes()))
        self._pulled = pulled

    def draw(self, now_ms: int) -> Card | None:
        if self._pulled.drawn + 1 == self._pulled.after and self._pulled.back is None:
            self._pulled.count()
        card = super().draw(now_ms)
        self._pulled.drawn += card is not None and self._pulled.back is None
        return card


SHOES_ON_USB: dict[str, tuple[Callable[[Pulled], Any], Callable[[str], SimulatedUsb], dict[str, Any]]] = {
    "open": (PulledShoe, open_device, {}),
    "hid-scanner": (PulledScanner, scanner_device, OPTIONS),
}


def played_with_a_pull(
    name: str, after: int, folder: Any, twin_of: Any = None, dealer: type[Dealer] = Dealer
) -> tuple[RoundPlayed, Pulled]:
    room, bus, pulled = Room(folder), SimulatedBus(), Pulled(after)
    make, device, options = SHOES_ON_USB[name]
    twin = (twin_of or make)(pulled)
    carrier = UsbCarrier(twin, bus, device("SHOE"), room.clock, room.faults, getattr(twin, "report_bytes", 0))
    pulled.carrier = carrier
    claim = SHOES[name].claim
    assert claim is not None
    link = UsbLink(carrier.url, claim(options), backend=bus)
    try:
        played = RoundPlayed(room, carrier, SHOES[name].drive(link, 0x7AB1E, options), dealer)
    finally:
        if pulled.back is not None:
            pulled.back.join()
        carrier.close()
    return played, pulled


@pytest.mark.parametrize("after", [1, 6, 12])
@pytest.mark.parametrize("name", SHOES_ON_USB)
def test_a_round_is_settled_though_the_shoe_was_pulled_out_in_its_middle(name, after, tmp_path_factory):
    played, pulled = played_with_a_pull(name, after + (name != "open"), tmp_path_factory.mktemp("r"))
    assert pulled.back is not None
    told = [one.health for one in played.of(e.MachineChanged) if one.machine is Machine.SHOE]
    assert Health.ABSENT in told
    assert told[-1] is Health.UP
    dealt = played.of(e.CardDealt)
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
    assert_settled_as_the_law_says(played)
    # The open protocol knows that nothing was missed; of a scanner nobody does, and the table says so.
    alarms = {alarm.code for alarm in played.of(e.AlarmRaised)}
    assert alarms == (set() if name == "open" else {"A-215"})


def test_a_card_scanned_while_the_scanner_was_out_voids_the_deal_and_the_next_is_settled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("r")
    played, _ = played_with_a_pull("hid-scanner", 7, folder, HastyScanner, CarefulDealer)
    assert {alarm.code for alarm in played.of(e.AlarmRaised)} == {"A-215"}
    (voided,) = played.of(e.RoundVoided)
    assert voided.reason is Incident.MISSING_CARD
    (closed,) = played.of(e.RoundClosed)
    deal = (closed.round, closed.attempt)
    dealt = [one for one in played.of(e.CardDealt) if (one.round, one.attempt) == deal]
    assert deal != (voided.round, voided.attempt)
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
