"""The frame log of a table at work: its machines tell it every frame, their numbers go on after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from controller.game.inputs import Machine
from controller.game.state import TableState
from controller.ports import Driver, Framed
from controller.table.frame_log import FrameLog, frames_path, last_numbers


def frame_log_of(journal: Path | None, state: TableState, drivers: Sequence[Driver], now_ms: int) -> FrameLog:
    """The log of this session; each driver counts on from the last number that is known of its machine.

    That is in the log, or else in the round that the journal tells: of a log that was lost only the numbers
    after that may come twice, at other times.
    """
    path = frames_path(journal) if journal is not None else None
    log = FrameLog(path)
    framed = [driver for driver in drivers if isinstance(driver, Framed)]
    last = _last_numbers(path, [driver.machine for driver in framed])
    if state.round is not None:
        told = max((read.frame for read in state.round.reads.values()), default=0)
        last[Machine.SHOE] = max(told, last.get(Machine.SHOE, 0))
    for driver in framed:
        driver.frames.number = last[driver.machine]
        driver.frames.tell = log.take
        driver.frames.now_ms = now_ms
        driver.frames.went("started")
    return log


def _last_numbers(path: Path | None, machines: Sequence[Machine]) -> dict[Machine, int]:
    if path is not None:
        try:
            return last_numbers(path, machines)
        except OSError:  # the table opens without its log
            pass
    return dict.fromkeys(machines, 0)
