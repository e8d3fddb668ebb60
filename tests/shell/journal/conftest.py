"""A table and a witness of it, each on a machine of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.certificates import Authority
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
