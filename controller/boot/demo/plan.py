"""What is demonstrated: handed from `tapis demo` to the process of each table."""

from __future__ import annotations

import json
import shlex
import signal
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

PROFILE: Final = "fr-55-20-2021"
EXIT_AGAIN: Final = 75
"""A table's process ends so when its settings were changed: it is to be started again."""
AGAIN: Final = signal.SIGHUP
"""A table's process that is told this ends well, as by SIGTERM, and its screens hear that it comes again."""
AROUND: Final = "around.json"
"""In the folder of the demonstration: displays, restarts and scripts, written by who starts the tables."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A night of so many tables; `script` decides profile and seed, `pictured` the first hands."""

    seed: int
    tables: int = 1
    profile: str = PROFILE
    faults: str = "none"
    pace: float = 1.0
    book: str = ""
    script: str = ""
    by_hand: bool = False
    pictured: bool = False

    @property
    def command(self) -> str:
        """The command line that plays this night again, by hand where keys were pressed by hand."""
        words = ["tapis", "demo"]
        if self.script:
            words += ["--script", self.script]
        else:
            words += ["--tables", str(self.tables)] if self.tables > 1 else []
            words += ["--profile", self.profile] if self.profile != PROFILE else []
            words += ["--faults", self.faults] if self.faults != "none" else []
            words += ["--seed", str(self.seed)]
        return shlex.join([*words, "--by-hand"] if self.by_hand else words)

    def text(self) -> str:
        """For the command line of a table's process."""
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, text: str) -> Plan:
        """The plan of this `text`."""
        return cls(**json.loads(text))

    def with_(self, **other: Any) -> Plan:
        """The same but for this."""
        return replace(self, **other)


def table_names(tables: int) -> list[str]:
    """UTH-1, UTH-2..."""
    return [f"UTH-{number}" for number in range(1, tables + 1)]


def read_around(folder: Path) -> dict[str, Any]:
    """What was last said of displays, restarts and scripts."""
    try:
        told: dict[str, Any] = json.loads((folder / AROUND).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {"display": {}, "restarts": {}, "scripts": []}
    return told


def write_around(folder: Path, told: dict[str, Any]) -> None:
    """It is read whole or not at all."""
    fresh = folder / f"{AROUND}.new"
    fresh.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    fresh.replace(folder / AROUND)
