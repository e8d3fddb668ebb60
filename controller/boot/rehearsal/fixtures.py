"""Fixtures of pytest for testers: `pytest_plugins = ["controller.boot.rehearsal.fixtures"]` in a conftest.py.

What one does with a table stands in `drivers/sim/SCRIPTS.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from controller.boot.rehearsal.table import SimulatedTable


@pytest.fixture
def simulated_table(tmp_path: Path) -> Iterator[Callable[..., SimulatedTable]]:
    """Makes a simulated table, with the arguments of `SimulatedTable` but its folder; each is closed."""
    with ExitStack() as opened:
        made = 0
        tables: list[SimulatedTable] = []

        def make(**how: Any) -> SimulatedTable:
            nonlocal made
            made += 1
            tables.append(opened.enter_context(closing(SimulatedTable(tmp_path / f"journals-{made}", **how))))
            return tables[-1]

        yield make
        for table in tables:
            table.all_took_place()
