"""A shuffler that speaks the open protocol: what it holds, how it does, and never in which order.

It is never asked for the order of cards not yet dealt. A message that carries one is dropped unread and
alarmed (`deck_order_sent`, in `OpenMachine`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from controller.game.inputs import Machine, Observation, ShufflerMode, ShufflerObserved
from controller.ports import Link
from drivers.messages import Kind
from drivers.open_machine import OpenMachine
from drivers.terms import USUAL, Timing


class Shuffler(OpenMachine):
    """The driver of a shuffler of the open protocol; arguments as of `OpenMachine`.

    Attributes:
        state: the last report, or None before the first.
        cut_card: whether the cut card lies in the tray, by the last report (CS-04).
    """

    def __init__(self, link: Link, *, boot: int, timing: Timing = USUAL, firmware_sha256: str = "") -> None:
        super().__init__(Machine.SHUFFLER, link, boot=boot, timing=timing, firmware_sha256=firmware_sha256)
        self.state: ShufflerObserved | None = None
        self.cut_card = False

    def _hear(self, kind: Kind, values: dict[str, Any], now_ms: int) -> Iterable[Observation]:
        observations: list[Observation] = []
        match kind:
            case Kind.SHUFFLER_STATE:
                self.cut_card = values["cut_card"]
                self.state = ShufflerObserved(
                    ShufflerMode(values["mode"]),
                    values["deck_in"],
                    values["deck_out"],
                    values["count"],
                    values["shuffled"],
                    values["lid_open"],
                )
                observations.append(self.state)
                self._end("rebooted", observations)
            case Kind.SHUFFLER_SHOWN_EMPTY if self.state is not None:
                # Shown empty is the lid open and nothing inside (CS-03), said once more and on purpose.
                self.state = replace(
                    self.state, deck_in="", deck_out="", count=0, shuffled=False, lid_open=True
                )
                observations.append(self.state)
            case Kind.SHUFFLER_JAM:
                tell = self._begin if values["active"] else self._end
                tell(f"jam_{values['stage']}", observations)
            case _:
                observations += self._foreign()
        return observations
