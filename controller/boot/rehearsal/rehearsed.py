"""A script played from its beginning to its end in virtual time, and held against what it expects."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.book.port import Book
from controller.boot.practice import Way
from controller.boot.rehearsal.around import NightAround
from controller.boot.rehearsal.conductor import Conductor
from controller.boot.rehearsal.held import (
    AT,
    EVENING,
    NO_MOMENT,
    NO_OCCASION,
    TABLE_CLOSED,
    TO_TAKE_PLACE,
    Expectation,
    Place,
    expectations,
)
from controller.boot.rehearsal.outcome import RoundOutcome, outcomes
from controller.boot.rehearsal.script import ROUNDS_MAX, Script
from controller.boot.simulated import SimulatedNight, simulated_night
from controller.settings.rules import load_profile
from controller.simulation.simulated_night import NightStuck
from controller.table.halted import TableHalted
from drivers.sim.directed import Directed

SCHEMA: Final = "tapis-script/1"


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What came of a script.

    Attributes:
        rounds: what came of each round, under 0 what was before the first.
        night: `rounds`, `voided`, `meter_cents`, `jp1` by kind, `residual_cents` of the book.
        expectations: what was expected, in the order of the script; then what did not happen, or otherwise.
        heads: table and hash of its journal's last entry.
    """

    script: Script
    rounds: dict[int, RoundOutcome]
    night: dict[str, Any]
    expectations: tuple[Expectation, ...]
    heads: dict[str, str]

    @property
    def held(self) -> bool:
        """Whether everything came as expected."""
        return all(one.held for one in self.expectations)

    @property
    def json(self) -> dict[str, Any]:
        """As `tapis simulate --script --json` prints it."""
        return {
            "schema": SCHEMA,
            "title": self.script.title,
            "seed": self.script.seed,
            "held": self.held,
            **self.night,
            "expectations": [one.json for one in self.expectations],
            "head_hash": self.heads,
        }


def rehearsed(
    script: Script,
    *,
    journal: Path | None = None,
    book: str | None = None,
    progress: Callable[[int], object] = lambda rounds: None,
) -> Rehearsed:
    """The script has been played; journals are kept in the directory `journal`, the book at `book`, if given.

    Raises:
        SettingsError: profile, jackpot or simulator are configured wrongly.
        JournalError, BookMismatch, BookUnreachable, OSError: journal or book cannot be had.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-script-") as folder:
        conductor = Conductor(load_profile(script.profile), list(script.rounds))
        ways: list[Way] = []

        def reached(own: Book) -> Book:
            ways.append(Way(own))
            return ways[0]

        night = simulated_night(
            rounds=ROUNDS_MAX * 10,
            seed=script.seed,
            profile=script.profile,
            journal=journal or Path(folder),
            book=book,
            staffed=script.staffed,
            direct=False,
            reached_by=reached,
            guests=conductor,
            display_required=script.has_display,
        )
        conductor.around = NightAround(night, ways[0])
        night.night.progress = progress
        with closing(night):
            return _played(script, conductor, night, ways[0])


def _played(script: Script, conductor: Conductor, night: SimulatedNight, way: Way) -> Rehearsed:
    stopped = ""
    try:
        night.play()
    except (NightStuck, TableHalted) as error:
        stopped = str(error)
    place, (journal,) = night.night.tables[0], night.journals.values()
    people: Any = place.dealer
    assert isinstance(people, Directed)
    rounds = outcomes((entry.event for entry in journal.events()), people)
    way.lost = False
    view = night.book.read(check=True)
    told = {
        "rounds": place.tally.rounds,
        "voided": place.tally.voided,
        "meter_cents": view.meter_cents,
        "residual_cents": view.residual_cents,
        "jp1": dict(place.tally.jp1),
    }
    looked_at = [*expectations(script, rounds, told), *otherwise(conductor, stopped)]
    heads = {name: kept.head.hash for name, kept in night.journals.items()}
    return Rehearsed(script, rounds, told, tuple(looked_at), heads)


def never_came(conductor: Conductor) -> list[Expectation]:
    """The faults that were ordered and did not take place."""
    return [
        Expectation(Place(number), told.words, TO_TAKE_PLACE, NO_OCCASION, False)
        for number, told in conductor.never_came()
    ]


def otherwise(conductor: Conductor, stopped: str) -> list[Expectation]:
    """What did not happen at all, was answered otherwise, or kept the evening from ending."""
    found = list(conductor.answers)
    for number in range(1, len(conductor.rounds) + 1):
        for told in conductor.left(number):
            found.append(Expectation(Place(number), told.words, f"{AT} {told.at}", NO_MOMENT, False))
    found += never_came(conductor)
    if stopped:
        found.append(Expectation(EVENING, "end", TABLE_CLOSED, stopped, False))
    return found
