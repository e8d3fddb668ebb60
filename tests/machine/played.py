"""What the box plays, as a casino would use it; at the end a list of what was played, each with its time.

    python3 -m tests.machine.played                        # the whole list, Debian 12
    python3 -m tests.machine.played --suite trixie --short # what Debian 13 has of its own
    python3 -m tests.machine.played --only cuts --cuts 50

A scene that fails is told with its reason, and those that do not follow from it are played all the same. Exit
0 when all that was asked for was played and held; a name that no scene has is refused before anything boots.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.machine import alone, scenes, versions
from tests.machine.floor import Floor, set_up
from tests.machine.guest import Image
from tests.machine.image import Debian, missing_tools
from tests.machine.installed import NoPackages, packages_of, table
from tests.machine.restored import lost_and_restored
from tests.machine.smoke import OUT, say

EVENING: Final[tuple[tuple[str, scenes.Scene], ...]] = (
    ("opening", scenes.opening),
    ("round", scenes.round_by_touch),
    ("prize", scenes.prize),
    ("shoe", scenes.shoe_out_and_in),
    ("screen", scenes.screen_killed),
    ("disk", scenes.full_disk),
    ("closing", scenes.closing),
)
"""The scenes at the glass, each of which begins where the one before it ended."""
AT_THE_GLASS: Final = ("boot", *(name for name, _ in EVENING))
ALONE: Final = ("clock", "settings", "witness", "upgrade", "restore", "cuts")
"""Each on a machine of its own."""
NAMES: Final = (*AT_THE_GLASS, *ALONE)
SET_UP: Final = "set-up"
"""Before all of them: the people and their reader, on the machine that was installed."""
SHORT: Final = ("boot", "opening", "round", "cuts")
Made = Callable[[], dict[str, Any]]


@dataclass
class Played:
    """One line of the list."""

    name: str
    seconds: float
    well: bool
    told: Mapping[str, Any] = field(default_factory=dict)
    why: str = ""

    def line(self) -> str:
        """As it is printed."""
        facts = ", ".join(f"{name} {value}" for name, value in self.told.items())
        said = facts if self.well else self.why.strip().splitlines()[-1]
        return f"{'held  ' if self.well else 'FAILED'} {self.seconds:6.0f} s  {self.name:<22} {said}"


class Box:
    """One suite's machine, the scenes that are played on it, and the list of them.

    Args:
        image: the machine with our packages.
        packages: these.
        folder: of everything that is made; cleared first.
        only: the scenes to play, of `NAMES`; all where empty.
        kept: go on from the set-up machine of the last run, where there is one.
        cuts: how often the power is cut.
    """

    def __init__(
        self,
        image: Image,
        packages: Sequence[Path],
        folder: Path,
        only: Sequence[str],
        cuts: int,
        seed: int = 1,
        *,
        kept: bool = False,
    ) -> None:
        self.base = folder / "set-up.qcow2"
        self.kept = kept and self.base.exists()
        if not self.kept:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        self.image, self.packages, self.folder = image, packages, folder
        self.wanted, self.cuts, self.seed = tuple(only) or NAMES, cuts, seed
        self.played: list[Played] = []

    def play(self) -> bool:
        """Plays what is asked for; whether all of it was played and held."""
        if self.kept or self._one(SET_UP, self._set_up):
            self._evening()
            self._alone("clock", lambda to: alone.wrong_clock(self.image, self.base, to))
            self._alone("settings", lambda to: alone.settings_approved(self.image, self.base, to))
            self._alone("witness", lambda to: alone.witness_over_restarts(self.image, self.base, to))
            self._alone("upgrade", self._upgrade)
            self._alone("restore", lambda to: lost_and_restored(self.image, self.base, to))
            self._alone("cuts", self._cuts)
        return self.well

    @property
    def well(self) -> bool:
        """Each scene that is wanted was played, and everything that was played held."""
        return not self.unplayed and all(one.well for one in self.played)

    @property
    def unplayed(self) -> list[str]:
        """The scenes that are wanted and were not played."""
        played = {one.name for one in self.played}
        return [name for name in self.wanted if name not in played]

    def _set_up(self) -> dict[str, Any]:
        with Floor(self.image, self.folder / "set-up", seed=self.seed) as floor:
            set_up(floor)
            floor.guest.shut_down()
            shutil.move(floor.guest.disk, self.base)
        return {}

    def _evening(self) -> None:
        """The scenes at the glass, one after the other on one machine."""
        if not set(AT_THE_GLASS) & set(self.wanted):
            return
        shutil.rmtree(self.folder / "evening", ignore_errors=True)
        with Floor(self.image, self.folder / "evening", keep=self.base, seed=self.seed) as floor:
            nights: list[scenes.Night] = []

            def boot() -> dict[str, Any]:
                nights.append(scenes.begun(floor))
                return {"compared": nights[0].finger.compared}

            if self._one("boot", boot):
                for name, scene in EVENING:
                    if name in self.wanted and not self._one(name, lambda scene=scene: scene(nights[0])):
                        say(_left(floor, name))
                        return  # what follows begins where this one ended

    def _cuts(self, folder: Path) -> dict[str, Any]:
        made = alone.power_cuts(self.image, self.base, folder, self.cuts, self.seed, say)
        assert all(cut.well for cut in made.done), [cut for cut in made.done if not cut.well]
        return made.told()

    def _upgrade(self, folder: Path) -> dict[str, Any]:
        return versions.upgraded_and_rolled_back(self.image, self.base, folder, self.packages)

    def _alone(self, name: str, scene: Callable[[Path], dict[str, Any]]) -> None:
        if name in self.wanted:
            self._one(name, lambda: scene(self.folder / name))

    def _one(self, name: str, play: Made) -> bool:
        say(f"playing {name} ...")
        began_s, why, said = time.monotonic(), "", {}
        try:
            said = play()
        except Exception:  # whatever it is, the list goes on and says it
            why = traceback.format_exc()
            sys.stderr.write(why)
        self.played.append(Played(name, time.monotonic() - began_s, not why, said, why))
        say(self.played[-1].line())
        return not why


def _left(floor: Floor, name: str) -> str:
    """What is left of a machine on which a scene failed: its glass as a picture, its journal as a file."""
    picture = floor.guest.picture(f"failed-{name}")
    journal = picture.with_suffix(".journal")
    journal.write_text(floor.guest.journal(lines=400), encoding="utf-8")
    return f"left: {picture} and {journal}"


def listed(suite: str, played: Sequence[Played], unplayed: Sequence[str] = ()) -> str:
    """The list of what was played, and of what was wanted and was not."""
    minutes = sum(one.seconds for one in played) / 60
    failed = sum(not one.well for one in played)
    lines = [f"Debian {suite}: {len(played)} played, {failed} failed, {minutes:.1f} min"]
    missing = [f"  FAILED          {name:<22} not played" for name in unplayed]
    return "\n".join([*lines, *(f"  {one.line()}" for one in played), *missing])


def machine_of(suite: str) -> tuple[Image, list[Path]]:
    """The machine of a table as it was installed, and the packages that are on it.

    Raises:
        SystemExit: there are no packages, or this machine cannot build a box.
    """
    if lacking := missing_tools():
        raise SystemExit(lacking)
    try:
        packages = packages_of(suite, OUT.with_name("packages"))
    except NoPackages as why:
        raise SystemExit(str(why)) from None
    return table(Debian(suite, OUT / "cache", say), packages), packages


def asked_for(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What was typed; these words in place of the program's own.

    Raises:
        SystemExit: it is not understood, such as a name that no scene has.
    """
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--suite", choices=("bookworm", "trixie"), default="bookworm")
    asked.add_argument("--short", action="store_true", help=f"only {', '.join(SHORT)}")
    asked.add_argument(
        "--only", action="append", default=[], choices=(SET_UP, *NAMES), help="one scene; may be given again"
    )
    asked.add_argument("--cuts", type=int, default=10, help="how often the power is cut")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--kept", action="store_true", help="go on from the machine set up by the last run")
    asked.add_argument("--out", type=Path, default=OUT)
    options = asked.parse_args(words)
    options.only += SHORT if options.short else ()
    options.out = options.out.resolve()  # sockets of a folder that is named from elsewhere are not found
    return options


def main() -> int:
    """0 when all that was asked for was played and held."""
    options = asked_for()
    image, packages = machine_of(options.suite)
    folder = options.out / options.suite
    box = Box(image, packages, folder, options.only, options.cuts, options.seed, kept=options.kept)
    well = box.play()
    say(listed(options.suite, box.played, box.unplayed))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
