"""The last frames of a shoe as its own driver tells them, in the words that a table sends to the pit."""

from __future__ import annotations

import json
from typing import Any

from controller.game.cards import DECK
from controller.game.inputs import Machine
from controller.ports import LinkUp
from controller.screens import wire
from controller.table.frame_log import FrameLog
from drivers.shoes.open_shoe import OpenShoe
from tests.builders import START_MS
from tests.drivers.test_every_driver import Nowhere
from tests.drivers.test_frames_masked import greeting, open_card


def shoe_frames(*, first: int = 0x0C3E) -> list[dict[str, Any]]:
    """Cards drawn, one of them told twice, one damaged, then silence."""
    log, driver, now_ms = FrameLog(None), OpenShoe(Nowhere(), boot=0xB007), START_MS
    driver.frames.tell, driver.frames.number = log.take, first
    said = [greeting(), *(open_card(DECK[at], seq=at) for at in (0, 1, 2, 2)), open_card(DECK[3], seq=3)]
    said[-1] = said[-1][:-2] + bytes([said[-1][-2] ^ 1 or 3, 0])
    driver.receive(LinkUp(), now_ms)
    for one in said:
        now_ms += 417
        driver.receive(one, now_ms)
        driver.tick(now_ms)
    for _ in range(6):  # this end listened for longer than a shoe may be silent
        now_ms += 250
        driver.tick(now_ms)
    told = json.loads(wire.frames_line(Machine.SHOE, log.recent(Machine.SHOE)))
    lines: list[dict[str, Any]] = told["lines"]
    return lines
