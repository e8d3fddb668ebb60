"""The machines for who looks after them: which they are, and how many messages their lines repeat."""

from __future__ import annotations

from typing import TypedDict

from controller.game.inputs import MachineIdentity
from controller.game.machines.line_types import MACHINES, LineWindow
from controller.game.memo_by_identity import memoised


class IdentityView(TypedDict):
    """Which machine it is; `digest` and `reference` as in `MachineIdentity`."""

    machine: str
    model: str
    port: str
    firmware: str
    digest: str
    reference: bool | None


class LineView(TypedDict):
    """Of a thousand messages on the line of a machine, how many were repeated."""

    machine: str
    permille: int


@memoised
def identities(known: tuple[MachineIdentity, ...]) -> list[IdentityView]:
    """Every machine that said which it is."""
    return [
        {
            "machine": str(one.machine),
            "model": one.model,
            "port": one.port,
            "firmware": one.firmware,
            "digest": one.digest,
            "reference": one.reference,
        }
        for one in known
    ]


@memoised
def lines(windows: tuple[LineWindow, ...]) -> list[LineView]:
    """The lines of which enough was heard of late, with their repetitions in a thousand."""
    told = [(machine, window.permille) for machine, window in zip(MACHINES, windows, strict=True)]
    return [
        {"machine": str(machine), "permille": permille} for machine, permille in told if permille is not None
    ]
