"""A shuffler that speaks the open protocol: what it holds, how it does, and never in which order.

It is never asked for the order of cards not yet dealt. A message that carries one is dropped unread and
alarmed (`deck_order_sent`, in `OpenMachine`).

Its own troubles, each until it is over: `jam_<stage>`; `recount_due` from a jam until a whole deck has been
shuffled and counted (CS-18); `lid_open` while a deck is inside; `wrong_colour` when the same colour is inside
and in the tray, or comes twice in a row; `cut_card_missing` when a deck lies in the tray without it.

That a colour comes twice in a row is an early word, while the deck still lies in the tray, of what this
start of the program has seen. Whether a deck is dealt the journal knows, over every restart: `why_not_dealt`
(CS-04).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from controller.game.inputs import (
    Machine,
    Observation,
    ShownEmptyObserved,
    ShufflerMode,
    ShufflerObserved,
)
from controller.game.requests import AwaitEmpty, Request
from controller.ports import Link
from drivers.lines.messages import Kind
from drivers.lines.noted_session import NotedSession
from drivers.lines.session_types import USUAL, Timing
from drivers.open_machine import OpenMachine, Speaks

DECK_CARDS: Final = 52


class Recovery(StrEnum):
    """What a person has to do next after a jam; nothing when there was none, or it is all done."""

    NOTHING = ""
    OPEN_LID = "open_lid"
    CLEAR_FEED = "clear_feed"
    CLEAR_SHUFFLE = "clear_shuffle"
    CLEAR_COUNT = "clear_count"
    CLEAR_EXIT = "clear_exit"
    CLOSE_LID = "close_lid"
    WAIT_FOR_COUNT = "wait_for_count"


class Shuffler(OpenMachine):
    """The driver of a shuffler of the open protocol; arguments as of `OpenMachine`.

    Attributes:
        state: the last report, or None before the first.
        cut_card: whether the cut card lies in the tray, by the last report (CS-04).
        shown_empty_ms: when the machine was last shown empty on purpose, or None (CS-03).
        awaits_empty: whether the machine is asked to be shown empty, and was not shown yet.
    """

    def __init__(
        self,
        link: Link,
        *,
        boot: int,
        timing: Timing = USUAL,
        firmware_sha256: str = "",
        speaks: Speaks = NotedSession,
    ) -> None:
        super().__init__(
            Machine.SHUFFLER,
            link,
            boot=boot,
            timing=timing,
            firmware_sha256=firmware_sha256,
            speaks=speaks,
        )
        self.state: ShufflerObserved | None = None
        self.cut_card = False
        self.shown_empty_ms: int | None = None
        self.awaits_empty = False
        self._asked_empty = False  # what the machine was told last
        self._jam = ""
        self._tells_again = False  # it was without power in a jam, and has not said yet how it is
        self._dealt = ""  # the colour that last left the tray as a whole, shuffled deck
        self._repeated = False

    @property
    def recovery(self) -> Recovery:
        """The next step of the way out of a jam, by the machine's own stages, to the full count."""
        lid_open = self.state is not None and self.state.lid_open
        if self._jam:
            return Recovery(f"clear_{self._jam}") if lid_open else Recovery.OPEN_LID
        if "recount_due" not in self._troubles:
            return Recovery.NOTHING
        return Recovery.CLOSE_LID if lid_open else Recovery.WAIT_FOR_COUNT

    def ask(self, request: Request, now_ms: int) -> None:
        """The machine is told whether it is to be shown empty; telling it twice changes nothing."""
        if isinstance(request, AwaitEmpty) and request.awaited is not self.awaits_empty:
            self.awaits_empty = request.awaited
            self._ask_empty(now_ms)
            self._flush()

    def _ask_empty(self, now_ms: int) -> None:
        if self._session.met:
            self._session.send(Kind.SHOW_EMPTY, now_ms, awaited=self.awaits_empty)
            self._asked_empty = self.awaits_empty

    def _meet(self, now_ms: int) -> None:
        if self.awaits_empty or self._asked_empty:  # what was asked before may be on the way still
            self._ask_empty(now_ms)

    def _come_back(self) -> None:
        # It says again what is still jammed. The end of a jam may have been lost with the power.
        self._jam, self._tells_again = "", self._tells_again or bool(self._jam)

    def _hear(self, kind: Kind, values: dict[str, Any], now_ms: int, frame: int) -> Iterable[Observation]:
        observations: list[Observation] = []
        match kind:
            case Kind.SHUFFLER_STATE:
                self._report(values, frame, observations)
            case Kind.SHUFFLER_SHOWN_EMPTY if self.state is not None:
                # Shown empty is the lid open and nothing inside (CS-03), said once more and on purpose.
                self.shown_empty_ms, self.awaits_empty = now_ms, False
                if self._asked_empty:  # a machine that was asked again meanwhile would wait for ever
                    self._ask_empty(now_ms)
                self.state = replace(
                    self.state,
                    deck_in="",
                    deck_out="",
                    count=0,
                    shuffled=False,
                    lid_open=True,
                    frame=frame,
                )
                observations += (self.state, ShownEmptyObserved(lid_open=True, cards=0))
            case Kind.SHUFFLER_JAM:
                self._jam = values["stage"] if values["active"] else ""
                tell = self._begin if values["active"] else self._end
                tell(f"jam_{values['stage']}", observations)
                if values["active"]:
                    self._begin("recount_due", observations)
                self._step(frame, observations)
            case _:
                observations += self._foreign()
        return observations

    def _step(self, frame: int, observations: list[Observation]) -> None:
        """The state is told again when the way out of a jam has come to another step."""
        if self.state is not None and self.state.recovery != self.recovery.value:
            self.state = replace(self.state, recovery=self.recovery.value, frame=frame)
            observations.append(self.state)

    def _report(self, values: dict[str, Any], frame: int, observations: list[Observation]) -> None:
        """The machine's whole state: what is wrong with it is told before it."""
        before = self.state
        self.cut_card = values["cut_card"]
        self.state = now = ShufflerObserved(
            ShufflerMode(values["mode"]),
            values["deck_in"],
            values["deck_out"],
            values["count"],
            values["shuffled"],
            values["lid_open"],
            self.cut_card,
            frame=frame,
        )
        if before is not None and before.deck_out != now.deck_out:
            if before.shuffled and before.count == DECK_CARDS:
                self._dealt = before.deck_out
            if now.deck_out:
                self._repeated = now.deck_out == self._dealt
        same = bool(now.deck_in) and now.deck_in == now.deck_out
        self._tell("wrong_colour", self._repeated or same, observations)
        self._tell("lid_open", now.lid_open and bool(now.deck_in), observations)
        self._tell("cut_card_missing", bool(now.deck_out) and not self.cut_card, observations)
        # A jam that is still there is told behind the state, and a deck that lay in the tray is no recovery.
        came = before is not None and before.deck_out != now.deck_out
        if now.shuffled and now.count == DECK_CARDS and not self._jam and (came or not self._tells_again):
            self._end("recount_due", observations)
        self._tells_again = False
        self.state = replace(now, recovery=self.recovery.value)
        observations.append(self.state)
        self._end("rebooted", observations)

    def _tell(self, code: str, on: bool, observations: list[Observation]) -> None:
        (self._begin if on else self._end)(code, observations)
