"""Shoes that report by themselves, pulled out in the middle of a round at the real table, and put back.

Between two cards nothing is missed, though nobody can know (A-215). A card drawn meanwhile is missing on the
console: the dealer says so, the chef voids the deal, and the round is dealt anew.
"""

from __future__ import annotations

import threading
import time
from itertools import groupby
from typing import Any

import pytest

from controller.game import events as e
from controller.game.cards import Card
from controller.game.inputs import Health, Incident, Machine
from drivers.links import SerialLink
from drivers.shoes import SHOES
from drivers.sim import by_hand
from drivers.sim.angel_eye import AngelEyeTwin
from drivers.sim.bee_tek import BeeTekTwin
from drivers.sim.people import Dealer, View
from drivers.sim.ptys import PtyCarrier
from drivers.sim.serial_servers import SocketCarrier
from tests.drivers.room import Room, RoundPlayed
from tests.drivers.test_round_with_each_shoe import GAP_MS, assert_settled_as_the_law_says

AWAY_S = 0.5  # pyserial 3.5 takes 0.3 s to close a socket before the link can tell
PUZZLED_S = 1.5
TWINS = {"angel-eye": AngelEyeTwin, "bee-tek": BeeTekTwin}
each_line = pytest.mark.parametrize("line", ["pty", "server"])
each_shoe = pytest.mark.parametrize("name", TWINS)


class CarefulDealer(Dealer):
    """A dealer who sees that a card on the felt is not on the console."""

    puzzled_since_s = 0.0

    def _draw(self, view: View) -> int:
        if view["round"]["drawn"] >= self._drawn:
            self.puzzled_since_s = 0.0
        elif not self.puzzled_since_s:
            self.puzzled_since_s = time.monotonic()
        elif time.monotonic() - self.puzzled_since_s > PUZZLED_S:
            return self._press({"act": "DeclareIncident", "incident": "missing_card"}, 1_000)
        return super()._draw(view)

    def _ask_the_pit(self, view: View) -> int:
        cause = view["held"]["cause"] if view["held"] is not None else ""
        # The shoe lost count: the chef counts the felt, and it holds a card more than the console or not.
        short = cause == "count_unknown" and view["round"]["drawn"] < self._drawn
        if short or cause == "missing_card":
            return self._with_chef(view, {"act": "VoidRound", "reason": "missing_card"})
        return super()._ask_the_pit(view)


class Pulled:
    """A hand that pulls the cable before a card, and puts it back a little later.

    Args:
        before: which card of the night.
        patient: whether it draws only once the shoe is back.
    """

    def __init__(self, before: int, *, patient: bool) -> None:
        self.before = before
        self.patient = patient
        self.drawn = 0
        self.carrier: Any = None
        self.driver: Any = None
        self.back: threading.Timer | None = None

    def may_draw(self) -> bool:
        """Called before each card."""
        if self.drawn + 1 == self.before and self.back is None:
            self.carrier.unplug()
            self.back = threading.Timer(AWAY_S, self.carrier.replug)
            self.back.start()
        waits = self.patient and self.back is not None and not self.back.finished.is_set()
        # The console shows the shoe away until its driver has it again.
        return not waits and not (self.patient and self.driver.health is not Health.UP)


def twin_of(name: str, pulled: Pulled) -> Any:
    kind: type = TWINS[name]

    class Watched(kind):  # type: ignore[misc, valid-type]
        """The shoe, with that hand on its cable."""

        def draw(self, now_ms: int) -> Card | None:
            card: Card | None = super().draw(now_ms) if pulled.may_draw() else None
            pulled.drawn += card is not None
            return card

    return Watched(gap_ms=GAP_MS)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """These dealers wait for the shoe; looking without a pause, they would deal by hand within a second."""
    monkeypatch.setattr(by_hand, "MUTE_LOOKS", 1_000_000)


def played_with_a_pull(name: str, line: str, pulled: Pulled, folder: Any) -> RoundPlayed:
    room = Room(folder)
    twin = twin_of(name, pulled)
    carrier: Any = (
        PtyCarrier(twin, folder / "shoe", room.clock, room.faults)
        if line == "pty"
        else SocketCarrier(twin, room.clock, room.faults)
    )
    driver = SHOES[name].drive(SerialLink(carrier.url, SHOES[name].baudrate), 1, {})
    pulled.carrier, pulled.driver = carrier, driver
    try:
        return RoundPlayed(room, carrier, driver, CarefulDealer)
    finally:
        assert pulled.back is not None
        pulled.back.join()
        carrier.close()


@each_line
@each_shoe
def test_a_round_is_settled_though_the_shoe_was_pulled_out_between_two_cards(
    name: str, line: str, tmp_path_factory: pytest.TempPathFactory
):
    played = played_with_a_pull(name, line, Pulled(7, patient=True), tmp_path_factory.mktemp("r"))
    told = [one.health for one in played.of(e.MachineChanged) if one.machine is Machine.SHOE]
    assert [health for health, _ in groupby(told)] == [Health.UP, Health.ABSENT, Health.UP]
    assert [held.cause for held in played.of(e.RoundHeld)] == ["count_unknown"]  # RC-06
    assert {alarm.code for alarm in played.of(e.AlarmRaised)} == {"A-215"}
    dealt = played.of(e.CardDealt)
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
    assert_settled_as_the_law_says(played)


@pytest.mark.parametrize(("name", "line"), [("angel-eye", "server"), ("bee-tek", "pty")])
def test_a_card_drawn_while_the_shoe_was_out_voids_the_deal_and_the_next_is_settled(
    name: str, line: str, tmp_path_factory: pytest.TempPathFactory
):
    played = played_with_a_pull(name, line, Pulled(7, patient=False), tmp_path_factory.mktemp("r"))
    assert {alarm.code for alarm in played.of(e.AlarmRaised)} == {"A-215"}
    (voided,) = played.of(e.RoundVoided)
    assert voided.reason is Incident.MISSING_CARD
    (closed,) = played.of(e.RoundClosed)
    deal = (closed.round, closed.attempt)
    assert deal != (voided.round, voided.attempt)
    dealt = [one for one in played.of(e.CardDealt) if (one.round, one.attempt) == deal]
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
    assert len(dealt) == 2 * len(played.of(e.SeatSettled)) + 2 + 5
