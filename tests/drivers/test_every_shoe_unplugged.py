"""Every shoe, pulled out in the middle of a deal at the real table and put back, over every carrier it has.

A shoe of the open protocol counts: what it drew meanwhile is told when it is back, and the deal goes on by
itself, unless the count is another (RC-06). Of any other nobody can know: the round is held until a chef has
counted the felt. A card that is on the felt and not on the console voids the deal (RP-18): it is dealt anew.
"""

from __future__ import annotations

import threading
from itertools import groupby
from random import Random
from typing import Any

import pytest

from controller.game import events as e
from controller.game.cards import Card
from controller.game.inputs import Health, Incident, Machine
from drivers.lines.links import SerialLink
from drivers.lines.usb_claims import claim_bulk
from drivers.lines.usb_links import UsbLink
from drivers.shuffler import Shuffler
from drivers.sim.people import Dealer, View
from drivers.sim.ptys import PtyCarrier
from drivers.sim.serial_servers import SocketCarrier
from drivers.sim.shuffler import ShufflerTwin
from drivers.sim.usb_backend import SimulatedBus
from drivers.sim.usb_carrier import UsbCarrier, open_device
from tests.drivers.carried_shoes import CARRIED
from tests.drivers.room import UNHURRIED, Room, RoundPlayed
from tests.drivers.test_round_with_each_shoe import assert_settled_as_the_law_says
from tests.law.requirements import requirement

pytestmark = pytest.mark.slow

AWAY_S = 0.5  # pyserial 3.5 takes 0.3 s to close a socket before the link can tell
PULLED_BEFORE = 7
WAYS = [way for way in CARRIED if "in memory" not in way]
COUNTING = [way for way in WAYS if way.startswith("open ")]


class CarefulDealer(Dealer):
    """A dealer whose chef, counting the felt, sees that a card on it is not on the console."""

    def _ask_the_pit(self, view: View) -> int:
        cause = view["held"]["cause"] if view["held"] is not None else ""
        # The shoe lost count: the chef counts the felt, and it holds a card more than the console or not.
        short = cause == "count_unknown" and view["round"]["drawn"] < self._drawn
        if short and not view["held"]["void"]["reason"]:
            return self._with_chef(view, {"act": "ArmVoid", "reason": "missing_card"})
        return super()._ask_the_pit(view)


class Hand:
    """A hand that pulls the cable before a card, and puts it back a little later.

    Args:
        carrier, driver: the shoe's.
        patient: whether it draws only once the shoe is back.
        powerless: whether the shoe loses its power with the cable, and forgets what it had not told.
    """

    def __init__(self, carrier: Any, driver: Any, *, patient: bool = False, powerless: bool = False) -> None:
        self._cable, self._driver = carrier, driver
        self._waits_from, self._powerless = PULLED_BEFORE if patient else 1_000, powerless
        self._draw = carrier.twin.draw
        self._drawn = 0
        self.back: threading.Timer | None = None
        carrier.twin.draw = self.draw

    def draw(self, now_ms: int) -> Card | None:
        """The next card, unless this hand waits."""
        if self._drawn + 1 == PULLED_BEFORE and self.back is None:
            self._cable.unplug()
            self.back = threading.Timer(AWAY_S, self._cable.replug)
            self.back.start()
        # The console shows the machine away until its driver has it again.
        away = self.back is not None and not self.back.finished.is_set()
        if (away or self._driver.health is not Health.UP) and self._drawn + 1 >= self._waits_from:
            return None
        card: Card | None = self._draw(now_ms)
        self._drawn += card is not None
        if self._powerless and self._drawn == PULLED_BEFORE and card is not None:
            self._cable.twin.restart(0xB007, now_ms)
        return card


class HandAtTheShuffler(Hand):
    """A hand that pulls the shuffler's cable, deals on, and waits for it before the last cards."""

    def __init__(self, carrier: Any, shuffler: tuple[Any, Any], *, powerless: bool) -> None:
        super().__init__(carrier, shuffler[1], powerless=powerless)
        self._cable = shuffler[0]
        self._waits_from = PULLED_BEFORE + 2


def played(way: str, folder: Any, **how: bool) -> RoundPlayed:
    room = Room(folder)
    carrier, driver = CARRIED[way](room)
    hand = Hand(carrier, driver, **how)
    try:
        return RoundPlayed(room, carrier, driver, CarefulDealer)
    finally:
        assert hand.back is not None
        hand.back.join()
        carrier.close()


def alarms(told: RoundPlayed) -> set[str]:
    return {alarm.code for alarm in told.of(e.AlarmRaised)}


def held(told: RoundPlayed) -> list[str]:
    return [one.cause for one in told.of(e.RoundHeld)]


def assert_dealt_as_the_deck_lay(told: RoundPlayed) -> None:
    """Every card of the deal that was settled, in the order in which they lay in the shoe."""
    (closed,) = told.of(e.RoundClosed)
    deal = (closed.round, closed.attempt)
    dealt = [one for one in told.of(e.CardDealt) if (one.round, one.attempt) == deal]
    assert [one.card.turned_up() for one in dealt] == told.deck[: len(dealt)]
    assert len(dealt) == 2 * len(told.of(e.SeatSettled)) + 2 + 5


@requirement("RP-24")
@pytest.mark.parametrize("way", WAYS)
def test_a_round_is_settled_though_the_shoe_was_pulled_out_between_two_cards(
    way: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    told = played(way, tmp_path_factory.mktemp("r"), patient=True)
    health = [one.health for one in told.of(e.MachineChanged) if one.machine is Machine.SHOE]
    assert [one for one, _ in groupby(health)] == [Health.UP, Health.ABSENT, Health.UP]
    counts = way in COUNTING
    assert held(told) == ["shoe_gone", *([] if counts else ["count_unknown"])]
    assert alarms(told) == {"A-201", *([] if counts else ["A-215"])}
    assert told.of(e.RoundVoided) == []
    assert_dealt_as_the_deck_lay(told)
    assert_settled_as_the_law_says(told)


@pytest.mark.parametrize("way", WAYS)
def test_a_card_drawn_while_the_shoe_was_out_is_told_by_its_count_or_voids_the_deal(
    way: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    told = played(way, tmp_path_factory.mktemp("r"))
    if way in COUNTING:
        assert held(told) == ["shoe_gone"]  # its count agrees, and that ends the hold
        assert told.of(e.RoundVoided) == []
        assert alarms(told) == {"A-201"}
    else:
        assert held(told) == ["shoe_gone", "count_unknown"]
        assert [one.reason for one in told.of(e.RoundVoided)] == [Incident.MISSING_CARD]
        assert alarms(told) == {"A-201", "A-215"}
    assert_dealt_as_the_deck_lay(told)


@pytest.mark.parametrize("way", COUNTING)
def test_a_card_that_a_shoe_without_power_forgot_shows_in_its_count_and_voids_the_deal(
    way: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    told = played(way, tmp_path_factory.mktemp("r"), powerless=True)
    assert held(told) == ["shoe_gone", "card_count"]
    assert [one.reason for one in told.of(e.RoundVoided)] == [Incident.IRREGULAR_DEAL]
    assert "A-215" in alarms(told)
    assert_dealt_as_the_deck_lay(told)


def shuffler_on_a_pty(room: Room, twin: ShufflerTwin) -> tuple[Any, Shuffler]:
    carrier = PtyCarrier(twin, room.folder / "shuffler", room.clock, room.faults)
    return carrier, Shuffler(SerialLink(carrier.url), boot=4, timing=UNHURRIED)


def shuffler_behind_a_server(room: Room, twin: ShufflerTwin) -> tuple[Any, Shuffler]:
    carrier = SocketCarrier(twin, room.clock, room.faults)
    return carrier, Shuffler(SerialLink(carrier.url), boot=4, timing=UNHURRIED)


def shuffler_on_usb(room: Room, twin: ShufflerTwin) -> tuple[Any, Shuffler]:
    bus = SimulatedBus()
    carrier = UsbCarrier(twin, bus, open_device("SHUFFLER", 0x6C02), room.clock, room.faults)
    return carrier, Shuffler(UsbLink(carrier.url, claim_bulk, backend=bus), boot=4, timing=UNHURRIED)


@pytest.mark.parametrize("powerless", [False, True], ids=["its cable", "its power"])
@pytest.mark.parametrize("carried", [shuffler_on_a_pty, shuffler_behind_a_server, shuffler_on_usb])
def test_a_shuffler_pulled_out_in_mid_deal_stops_no_deal_and_tells_its_deck_when_it_is_back(
    carried: Any, powerless: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    room = Room(tmp_path_factory.mktemp("r"))
    shuffler = carried(room, ShufflerTwin(Random(2), boot=3, shuffle_ms=20))
    carrier, driver = CARRIED["open in memory"](room)
    hand = HandAtTheShuffler(carrier, shuffler, powerless=powerless)
    try:
        told = RoundPlayed(room, carrier, driver, shuffler=shuffler)
    finally:
        assert hand.back is not None
        hand.back.join()
        shuffler[0].close()
    assert told.of(e.RoundHeld) == []
    assert "A-209" in alarms(told)
    assert alarms(told) <= {"A-209", *(["A-212"] if powerless else [])}
    health = [one.health for one in told.of(e.MachineChanged) if one.machine is Machine.SHUFFLER]
    assert [one for one, _ in groupby(health)] == [Health.UP, Health.ABSENT, Health.UP]
    assert_dealt_as_the_deck_lay(told)
    assert_settled_as_the_law_says(told)
