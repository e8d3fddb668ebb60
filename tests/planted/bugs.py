"""The bugs that are planted, read from the files beside this one by where they come from.

`listed.toml` has what a fault model lets one expect, `found/` what was once wrong here and was mended, a file
a matter, `chosen.toml` what a mutator changed (`tests.planted.mutator`). A bug is one exact change of one
place in one file. `unplanted.toml` says of the rest why: changes of the mutator that nothing comes of, and
findings that no change of one place brings back.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
FILES: Final = ("listed", "found", "chosen")
UNPLANTED: Final = HERE / "unplanted.toml"


class NoLongerFits(Exception):
    """The text that a bug replaces does not stand in its file exactly once: the bug is to be written anew."""


@dataclass(frozen=True, slots=True)
class Bug:
    """One bug.

    Attributes:
        origin: the file or folder that it stands in, one of `FILES`.
        id: its name in that file and in the reports; no two are called the same.
        harm: what a person would suffer from it.
        file: the file of the program that it changes.
        there: what stands in it, exactly once.
        instead: what is put in its place.
        test: the test that turns red, as pytest names it.
        raises: with which exception, where it is no failed assertion.
        finding: the page and number of the finding that it brings back, of those in `found/`.
    """

    origin: str
    id: str
    harm: str
    file: str
    there: str
    instead: str
    test: str
    raises: str = ""
    finding: str = ""

    def planted(self, text: str) -> str:
        """The text of its file with the bug in it.

        Raises:
            NoLongerFits: what it replaces does not stand there exactly once.
        """
        times = text.count(self.there)
        if times != 1:
            raise NoLongerFits(f"{self.id}: {self.file} has what it replaces {times} times, not once")
        if self.there == self.instead:
            raise NoLongerFits(f"{self.id}: it changes nothing")
        return text.replace(self.there, self.instead)


@cache
def bugs() -> tuple[Bug, ...]:
    """All of them, in the order of the files."""
    return tuple(one for origin in FILES for one in _read(origin))


@cache
def survivors() -> tuple[tuple[Bug, str], ...]:
    """Changes of the mutator that nothing comes of, each with the reason why."""
    return tuple(
        (Bug("chosen", one["id"], "", one["file"], one["there"], one["instead"], ""), one["why"])
        for one in _told(UNPLANTED)["survivor"]
    )


@cache
def not_put_back() -> dict[str, str]:
    """Findings that no change of one place brings back, each with the reason and who would see it."""
    return {one["finding"]: one["why"] for one in _told(UNPLANTED)["finding"]}


def _read(origin: str) -> Iterator[Bug]:
    folder = HERE / origin
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else [HERE / f"{origin}.toml"]:
        for one in _told(path)["bug"]:
            yield Bug(origin, **one)


def _told(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
