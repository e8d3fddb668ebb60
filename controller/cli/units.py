"""What the service manager says of the units of the product, and when one of them failed last."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

PATTERNS: Final = ("tapis-*.service", "tapis-*.timer")
NOTES: Final = Path("/run/tapis-failed")
"""Where `tapis-failed@.service` leaves the moment of each failure, a file a unit."""
PATIENCE_S: Final = 5
_ASKED: Final = ("Id", "LoadState", "ActiveState", "SubState", "Result", "NRestarts", "StateChangeTimestamp")
_OURSELVES: Final = "tapis-failed@"


class Unit(NamedTuple):
    """A unit: active, failed, inactive...; how it ended last; since when it is so, 0 for not known."""

    name: str
    active: str
    sub: str
    result: str
    restarts: int
    since_ms: int
    failed_ms: int

    @property
    def up(self) -> bool:
        """It is at work, or a timer waits."""
        return self.active == "active"

    @property
    def failing(self) -> bool:
        """It failed and is down, or is between two tries."""
        return self.active == "failed" or self.sub == "auto-restart" or self.result not in ("", "success")


def units(notes: Path = NOTES) -> list[Unit]:
    """The units that the service manager has loaded; none where there is no such manager, or no tool."""
    command = ["systemctl", "show", "--timestamp=unix", f"--property={','.join(_ASKED)}", *PATTERNS]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return []
    found = [_unit(block, notes) for block in done.stdout.split("\n\n") if "LoadState=loaded" in block]
    return sorted(one for one in found if not one.name.startswith(_OURSELVES))


def _unit(block: str, notes: Path) -> Unit:
    told = dict(line.partition("=")[::2] for line in block.strip().splitlines())
    since = told.get("StateChangeTimestamp", "").removeprefix("@")
    restarts = told.get("NRestarts", "")
    return Unit(
        told["Id"],
        told["ActiveState"],
        told["SubState"],
        told.get("Result", ""),
        int(restarts) if restarts.isdecimal() else 0,
        int(since) * 1_000 if since.isdecimal() else 0,
        _failed_ms(notes / told["Id"]),
    )


def _failed_ms(note: Path) -> int:
    try:
        return int(os.stat(note).st_mtime) * 1_000
    except OSError:
        return 0
