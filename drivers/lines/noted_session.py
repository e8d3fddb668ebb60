"""The table's end of a conversation, every frame of it numbered and told (`drivers.lines.frame_numbers`)."""

from __future__ import annotations

from functools import partial
from typing import Final

from drivers.lines import masks
from drivers.lines.frame import VERSION, Frame
from drivers.lines.frame_numbers import HeardFrames
from drivers.lines.messages import WORDS, Kind
from drivers.lines.session import Session
from drivers.lines.session_types import Identity, SessionEvent, Timing

FATES: Final = ("repeated", "out_of_order", "stranger", "malformed")
"""What becomes of a frame that is not taken, in the order of `_counted`."""


class NotedSession(Session):
    """A session whose frames are numbered: heartbeats, which say nothing, are not.

    Args:
        frames: the count, whose `now_ms` is kept here.
    """

    def __init__(self, me: Identity, boot: int, *, expects: str, timing: Timing, frames: HeardFrames) -> None:
        super().__init__(me, boot, expects=expects, timing=timing)
        self._frames = frames
        self._untold: list[Frame] | None = None  # what is said while a frame is taken is told after it

    def feed(self, data: bytes, now_ms: int) -> list[SessionEvent]:
        """As of a session; damage is told without a byte."""
        self._frames.now_ms = now_ms
        damaged = self.counters.damaged
        events = super().feed(data, now_ms)
        for _ in range(self.counters.damaged - damaged):
            self._frames.heard("damaged")
        return events

    def _take(self, frame: Frame, now_ms: int, events: list[SessionEvent]) -> None:
        if frame.kind == Kind.HEARTBEAT:
            super()._take(frame, now_ms, events)
            return
        self._frame = self._frames.number + 1
        if self._frames.tell is None:  # a simulated night listens to no frame, and counts them all the same
            super()._take(frame, now_ms, events)
            self._frames.heard("")
        else:
            self._take_told(frame, now_ms, events)

    def _take_told(self, frame: Frame, now_ms: int, events: list[SessionEvent]) -> None:
        before, self._untold = self._counted(), []
        super()._take(frame, now_ms, events)
        word = WORDS.get(frame.kind, "unknown")
        for fate, was, now in zip(FATES, before, self._counted(), strict=True):
            word = fate if now != was else word
        self._frames.heard(word, partial(masks.open_frame, frame))
        said, self._untold = self._untold, None
        for one in said:
            self._tell(one)

    def _counted(self) -> tuple[int, int, int, int]:
        counted = self.counters
        return counted.duplicates, counted.gaps, counted.strangers, counted.malformed

    def _told(self, kind: Kind, seq: int, payload: bytes, now_ms: int) -> None:
        super()._told(kind, seq, payload, now_ms)
        if kind == Kind.HEARTBEAT or self._frames.tell is None:
            return
        self._frames.now_ms = now_ms
        frame = Frame(VERSION, kind, seq, self._numbers.expected, self._boot, payload)
        if self._untold is None:
            self._tell(frame)
        else:
            self._untold.append(frame)

    def _tell(self, frame: Frame) -> None:
        self._frames.said(Kind(frame.kind).name.lower(), partial(masks.open_frame, frame))
