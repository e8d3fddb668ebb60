"""All that the box plays, two machines at a time; at the end what held of each part, and how long it took.

    python3 -m tests.machine.whole                 # or: make machine, which builds what it installs first
    python3 -m tests.machine.whole --long          # or: make machine-long: what needs hours
    python3 -m tests.machine.whole --only glass    # the table is set up first

Each part is a program of its own and can be run alone; what it says comes here line by line, with its name.
Its pictures and disks are in `out/machine`. Exit 0 when all parts held.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from tests.machine.played import SET_UP, asked_for
from tests.machine.smoke import OUT, say

GATHERED: Final = ("held ", "FAILED", "found ", "MISSED")
"""So the lines of a part begin that come into the list at the end."""
AT_ONCE: Final = 2
"""An emulated machine keeps one core busy."""


@dataclass(frozen=True)
class Part:
    """One part: its name, the program with its words, and the part that has to have held before it."""

    name: str
    words: tuple[str, ...]
    after: str = ""


@dataclass(frozen=True)
class Over:
    """A part that was played: how it ended, how long it took, and the last lines it said."""

    part: Part
    code: int
    seconds: float
    held: tuple[str, ...]

    def told(self) -> str:
        """For the list at the end."""
        said = "held  " if self.code == 0 else f"FAILED, exit {self.code}"
        return "\n".join([f"{said} {self.seconds / 60:5.1f} min  {self.part.name}", *self.held])


def _scenes(name: str, *only: str, words: Sequence[str] = ()) -> Part:
    """These scenes, on the table that was set up; a name that no scene has ends the program."""
    asked = ["--kept", *(word for scene in only for word in ("--only", scene)), *words]
    asked_for(asked)
    return Part(name, ("tests.machine.played", *asked), after=SET_UP)


PACKAGES: Final = OUT.with_name("packages") / "bookworm-amd64"
GLASS: Final = ("boot", "opening", "round", "prize", "shoe", "screen", "disk", "closing")
SOCKETS: Final = ("clock", "settings", "witness", "upgrade", "restore")
_FIRST: Final = Part(SET_UP, ("tests.machine.played", "--only", SET_UP))
PARTS: Final = (
    _FIRST,
    Part("nothing-12", ("tests.machine.from_nothing", "--suite", "bookworm")),
    _scenes("sockets", *SOCKETS),
    _scenes("glass", *GLASS),
    _scenes("cuts", "cuts", words=("--cuts", "3")),
)
"""What a casino does, in half an hour; the longest first, for what is left at the end is short."""
LONG: Final = (
    _FIRST,
    Part("pit", ("tests.machine.with_pit",)),
    _scenes("fifty", "cuts", words=("--cuts", "50")),
    Part("faults", ("tests.machine.faults",)),
    Part("nothing-13", ("tests.machine.from_nothing", "--suite", "trixie")),
    Part("trixie", ("tests.machine.played", "--suite", "trixie", "--short", "--cuts", "3")),
    Part("pages", ("tests.machine.pages", "table", str(PACKAGES), str(OUT / "cache"), str(OUT / "pages"))),
)
"""Fifty power cuts, the room with its pit and its linked jackpot, planted faults, Debian 13, the pages."""


def played(part: Part, before: Future[Over] | None = None) -> Over:
    """The part, to its end; its lines come with its name. Where the part before it failed it is not."""
    if before is not None and before.result().code != 0:
        return Over(part, 1, 0, (f"    FAILED: {part.after} did not hold",))
    began_s = time.monotonic()
    words = [sys.executable, "-u", "-m", *part.words]
    lines = []
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            say(f"{part.name:<10} | {line.rstrip()}")
            lines.append(line.rstrip())
    held = tuple(f"    {line}" for line in lines if line.startswith(GATHERED))
    return Over(part, process.returncode, time.monotonic() - began_s, held)


def chosen(only: Sequence[str], *, long: bool) -> Sequence[Part]:
    """The parts of these names with what has to have held before them; where none is named, the list."""
    if not only:
        return LONG if long else PARTS
    parts = [*PARTS, *LONG[1:]]
    wanted = {*only, *(part.after for part in parts if part.name in only)}
    return [part for part in parts if part.name in wanted]


def main() -> int:
    """0 when all that was asked for held."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    names = [part.name for part in (*PARTS, *LONG[1:])]
    asked.add_argument("--long", action="store_true", help="what needs hours")
    asked.add_argument(
        "--only", action="append", default=[], choices=names, help="one part; may be given again"
    )
    options = asked.parse_args()
    began_s = time.monotonic()
    begun: dict[str, Future[Over]] = {}
    with ThreadPoolExecutor(AT_ONCE) as people:
        for part in chosen(options.only, long=options.long):
            begun[part.name] = people.submit(played, part, begun.get(part.after))
    over = [one.result() for one in begun.values()]
    say("\n" + "\n".join(one.told() for one in over))
    failed = [one.part.name for one in over if one.code != 0]
    minutes = (time.monotonic() - began_s) / 60
    say(
        f"\n{len(over)} parts in {minutes:.1f} min: {'FAILED ' + ', '.join(failed) if failed else 'all held'}"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
