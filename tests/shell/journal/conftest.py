"""A table and a witness of it, each on a machine of its own; and a stick of journals, and who examines it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.certificates import Authority
from tests.shell.journal import sticks
from tests.shell.journal.witnessed import Machine, Pit


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("room"))


@pytest.fixture
def table(tmp_path: Path, authority: Authority) -> Iterator[Machine]:
    with Machine(tmp_path / "table", authority) as made:
        yield made


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    return Pit(tmp_path / "pit")


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an inspector has in hand."""
    return sticks.lay_tools(tmp_path_factory.mktemp("tools"))


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an honest house hands over."""
    return sticks.play(tmp_path_factory.mktemp("honest"))


@pytest.fixture
def stick(honest: Path, tmp_path: Path) -> Path:
    """A copy of that, to be forged."""
    return shutil.copytree(honest, tmp_path / "copy")
