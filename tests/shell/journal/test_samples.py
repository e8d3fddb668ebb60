"""The verdicts that go with the sample journals are those that the command gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.shell.journal.forged_files import FORGERIES
from tests.shell.journal.samples import CRASHES, main
from tests.shell.live_table import typed

pytestmark = pytest.mark.slow


def test_every_sample_is_judged_as_its_verdict_says(tmp_path: Path) -> None:
    folder = tmp_path / "samples"
    assert main([str(folder)]) == 0
    told = json.loads((folder / "verdicts.json").read_text())
    assert len(told) == 1 + len(CRASHES) + len(FORGERIES)
    for one in told:
        where = folder / one["folder"]
        words = {
            "bare": (),
            "keys": ("--key", where / "keys.txt"),
            "witness": ("--witness", where / "witness.txt"),
        }
        for by, kept in words.items():
            said = typed("journal", "verify", str(where / "journals"), *map(str, kept))
            assert said.returncode == one[by], (one["what"], by, said.stdout, said.stderr)
