"""A night gone on with by one process after the other, and the night nobody killed, to compare it with."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from controller.book.answers import BookView
from controller.book.port import BookAct
from controller.cli import main
from controller.game.incidents.causes import HoldCause
from controller.journal.chain import Head
from controller.journal.verify import verify
from tests.simulation.feeder import BOOK, JOURNALS, Feeder, Target, differences, in_a_child, live, portrait
from tests.simulation.script import Script

POINTS = ("before_begin", "before_commit", "after_commit")


@dataclass
class Quiet:
    """A script and the uninterrupted run of it: what the table was after each thing given to it.

    `steps` are the numbers of what made the table write.
    """

    script: Script
    after: list[Any] = field(default_factory=list)
    heads: list[Head] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    view: BookView | None = None
    acts: list[BookAct] = field(default_factory=list)


def uninterrupted(told: Script) -> Quiet:
    """The script was given to a table in memory that nobody killed."""
    quiet = Quiet(told)
    with Feeder(told, None) as feeder:
        feeder.start()
        for number in range(len(told.given)):
            before = feeder.session.journal.head
            feeder.feed(number)
            quiet.after.append(portrait(feeder.table.state))
            quiet.heads.append(feeder.session.journal.head)
            if feeder.session.journal.head != before:
                quiet.steps.append(number)
        quiet.view, quiet.acts = feeder.book.read(check=True), list(feeder.book.acts())
    return quiet


class Chain:
    """A night in a folder, gone on with by one process after the other.

    Attributes:
        position: the first thing of the script that no process has acknowledged.
    """

    def __init__(self, quiet: Quiet, folder: Path, position: int = 0) -> None:
        self.quiet = quiet
        self.folder = folder
        self.position = 0
        self.kills = 0
        self._written = False
        if position:
            self.go_on(position)

    def kill(self, target: Target) -> None:
        """A process went on from the files as it should, until it was killed at the target."""
        stop = self.position + 1 if target.number is None else target.number + 1
        status = self._process(stop, target)[0]
        assert os.WIFSIGNALED(status), f"{target} was never reached"
        assert os.WTERMSIG(status) == signal.SIGKILL
        self.kills += 1
        if target.number is not None:
            self._written = target.point == "after_commit"

    def kill_if_reached(self, target: Target) -> bool:
        """As `kill`, of a target that a restart may have no step for; False then."""
        status = self._process(self.position, target)[0]
        self.kills += os.WIFSIGNALED(status)
        return os.WIFSIGNALED(status)

    def go_on(self, stop: int) -> dict[str, Any]:
        """A process went on from the files as it should, up to `stop`, and ended well; its last words."""
        status, told = self._process(stop, None)
        assert status == 0, told[-1:]
        self._written = False
        return told[-1]

    def _process(self, stop: int, target: Target | None) -> tuple[int, list[dict[str, Any]]]:
        if self.position or self._written:
            report = verify(self.folder / JOURNALS)
            assert report.ok, report
        work = partial(live, self.quiet.script, self.folder, self.position, stop, target)
        status, told = in_a_child(work)
        failed = [line["failed"] for line in told if "failed" in line]
        assert not failed, failed[0]
        if self.position or self._written:
            known = self.position if self._written else self.position - 1
            found = differences(told[0]["recovered"], self.quiet.after[known])
            assert not found, f"after {self.quiet.script.given[known]}: {found}"
        fed = [line["fed"] for line in told if "fed" in line]
        if fed:
            self.position = fed[-1] + 1
            self._written = False
        return status, told

    def verified(self) -> list[str]:
        """`journal verify` and `book verify` find nothing wrong; the acts that they name as in flight."""
        report = verify(self.folder / JOURNALS)
        assert report.ok, report
        arguments = ["book", "verify", str(self.folder / BOOK), "--journal", str(self.folder / JOURNALS)]
        said = CliRunner().invoke(main, [*arguments, "--json"])
        assert said.exit_code == 0, said.output
        verdict = json.loads(said.stdout)
        assert verdict["residual_cents"] == 0
        in_flight: list[str] = verdict["in_flight"]
        return in_flight


def boundaries(quiet: Quiet, numbers: Iterable[int]) -> list[Target]:
    """Every boundary of every step that these things make, in order.

    But of a card that is there twice: told again after a restart it lies as the next of the deal until it is
    open, so that such a night is not the one nobody killed (`test_crash_journal.py` has it).
    """
    steps = set(quiet.steps) - set(seen_twice(quiet))
    return [Target(number, point) for number in numbers if number in steps for point in POINTS]


def seen_twice(quiet: Quiet) -> list[int]:
    """The numbers of the cards that held the round because they lay there already."""
    held = [told["held"] and told["held"]["cause"] == HoldCause.DUPLICATE_CARD for told in quiet.after]
    return [number for number in range(1, len(held)) if held[number] and not held[number - 1]]


def assert_like_the_uninterrupted(chain: Chain, end: int) -> None:
    """The table, and if the script has ended the book, are as if nobody had been killed."""
    quiet = chain.quiet
    last = chain.go_on(end)
    assert not differences(last["state"], quiet.after[end - 1])
    assert last["meter"] == quiet.after[end - 1]["jackpot"]["meter_cents"]
    assert len(chain.verified()) == (quiet.after[end - 1]["money"] is not None)
