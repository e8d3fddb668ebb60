"""A setting of a demonstrated table is changed by two persons, by the taps that its screens send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from controller.boot.demo.night import DemoNight
from controller.boot.demo.plan import Plan
from controller.boot.demo.scripts import Scripts
from tests.ui.demo_door import Door

pytestmark = pytest.mark.long

PERSONS = {"directeur-1": "517301", "comite-3": "864203"}


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


def minimum_of(view: Mapping[str, Any]) -> str:
    """The minimum of the Ante, as the table has it in its settings."""
    return {key: str(value) for key, value, _ in view["drafting"]["settings"]}["limits.minimum_cents"]


def test_a_limit_is_proposed_by_one_approved_by_another_and_in_force_at_the_next_opening(
    night: DemoNight,
) -> None:
    """The director proposes, the comité approves; the table comes back under the new limit (PM-11)."""
    pit = Door(night, "pit")
    before = pit.until(lambda view: view["drafting"] is not None)
    assert minimum_of(before) == "500"
    pit.tap(act="DraftSetting", key="limits.minimum_cents", value="1000")
    pit.until(lambda view: view["drafting"]["checked"] is not None)
    signs(night, "directeur-1", {"act": "ProposeSettings", "reason": "trial"})
    pit.until(lambda view: view["drafting"]["draft"] is not None)
    signs(night, "comite-3", {"act": "ApproveSettings"})
    pit.until(lambda view: view["drafting"]["digest"] != before["drafting"]["digest"])  # its files
    after = pit.until(lambda view: minimum_of(view) == "1000")  # the table, which came back
    assert after["minimum_cents"] == 1_000
    panel = Door(night, "simulator").until(lambda view: view["world"]["restarts"] == 1)
    assert panel["stands"]["phase"] == "closed"
