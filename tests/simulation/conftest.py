"""The nights that the tests of crashes play again."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.settings.rules import config_path
from tests.simulation import script
from tests.simulation.chain import Quiet, uninterrupted


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
