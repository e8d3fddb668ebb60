"""A setting of a demonstrated table is changed by two persons, by the taps that its screens send."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from controller.boot.demo.night import DemoNight
from controller.boot.demo.plan import Plan
from controller.boot.demo.scripts import Scripts
from controller.screens import wire
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.long

ASKS = count(1)
PERSONS = {"directeur-1": "517301", "comite-3": "864203"}


class Door:
    """The socket of one screen of the table, as that screen uses it."""

    def __init__(self, night: DemoNight, role: str) -> None:
        self.night = night
        self.path = night.folder / "UTH-1" / "run" / f"{role}.sock"

    def view(self) -> dict[str, Any]:
        """What the screen shows now; the table may be away for a moment."""
        return self._talk(None)[0]

    def tap(self, **tap: object) -> None:
        """The tap had its effect."""
        answer = self._talk(tap)[1]
        assert answer.get("ok"), answer

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            self.night.tick()
            view = self.view()
            if view and holds(view):
                return view
            time.sleep(0.1)
        raise AssertionError(f"it never came: {json.dumps(self.view().get('drafting'))[-1500:]}")

    def _talk(self, tap: dict[str, object] | None) -> tuple[dict[str, Any], dict[str, Any]]:
        view: dict[str, Any] = {}
        answer: dict[str, Any] = {}
        ask = f"a{next(ASKS)}"
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(5)
                line.connect(str(self.path))
                lines, asked = wire.Lines(limit=4 * wire.LINE_MAX), False
                while not (view and (answer or tap is None)) and (data := line.recv(65_536)):
                    for said in lines.feed(data):
                        message = wire.decode(said)
                        view = message.get("view", view)
                        answer = message if message.get("answer") == ask else answer
                        if view and tap is not None and not asked:
                            asked = True
                            line.sendall(wire.ask_line(ask, message.get("seq", 0), tap))
        except OSError:
            return {}, {}
        return view, answer


@pytest.fixture
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoNight]:
    made = DemoNight(tmp_path_factory.mktemp("demo"), Plan(2021, by_hand=True), Scripts())
    try:
        made.start()
        yield made
    finally:
        made.stop()


def signs(night: DemoNight, card: str, act: dict[str, object]) -> None:
    """This person puts the card in, shows the PIN at the console, and does it at the pit's screen."""
    Door(night, "simulator").tap(act="badge", card=card)
    console = Door(night, "dealer")
    console.until(lambda view: view["badge"] is not None and view["pin"] is not None)
    console.tap(act="EnterPin", pin=PERSONS[card])
    console.until(lambda view: view["pin"] is None)
    Door(night, "pit").tap(**act)
    Door(night, "simulator").tap(act="badge", card="")


def test_a_limit_is_proposed_by_one_approved_by_another_and_in_force_at_the_next_opening(
    night: DemoNight,
) -> None:
    """The director proposes, the comité approves; the table comes back under the new limit (PM-11)."""
    pit = Door(night, "pit")
    before = pit.until(lambda view: view["drafting"] is not None)
    known = {key: value for key, value, _ in before["drafting"]["settings"]}
    assert known["limits.minimum_cents"] == "500"
    pit.tap(act="DraftSetting", key="limits.minimum_cents", value="1000")
    pit.until(lambda view: view["drafting"]["checked"] is not None)
    signs(night, "directeur-1", {"act": "ProposeSettings", "reason": "trial"})
    pit.until(lambda view: view["drafting"]["draft"] is not None)
    signs(night, "comite-3", {"act": "ApproveSettings"})
    after = pit.until(lambda view: view["drafting"]["digest"] != before["drafting"]["digest"])
    assert {key: value for key, value, _ in after["drafting"]["settings"]}["limits.minimum_cents"] == "1000"
    assert after["minimum_cents"] == 1_000
    panel = Door(night, "simulator").until(lambda view: view["world"]["restarts"] == 1)
    assert panel["stands"]["phase"] == "closed"
