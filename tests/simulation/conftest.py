"""The nights that the tests of crashes play again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from controller.book.answers import BookView
from controller.book.port import BookAct
from controller.rule_files import config_path
from tests.simulation import script
from tests.simulation.feeder import Feeder, portrait
from tests.simulation.script import Script


@dataclass
class Quiet:
    """A script and the uninterrupted run of it: what the table was after each thing given to it.

    `steps` are the numbers of what made the table write.
    """

    script: Script
    after: list[Any] = field(default_factory=list)
    heads: list[Any] = field(default_factory=list)
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


@pytest.fixture(scope="session")
def carrying() -> Quiet:
    """Eight rounds of a house that carries the JP1 stakes of a void round into the new deal."""
    return uninterrupted(script.play("fr-55-20-2021", script.CARRY, len(script.CARRY)))


@pytest.fixture(scope="session")
def refunding(tmp_path_factory: pytest.TempPathFactory) -> Quiet:
    """Two rounds of a house that refunds them."""
    shipped = config_path("rules/fr-55-20-2021.toml").read_text(encoding="utf-8")
    path: Path = tmp_path_factory.mktemp("rules") / "refunding.toml"
    path.write_text(shipped.replace('void_jp1 = "carry"', 'void_jp1 = "refund"'), encoding="utf-8")
    return uninterrupted(script.play(path, script.REFUND, 1))
