"""The verdicts that go with the samples, shipped and made anew, are those that both verifiers give."""

from __future__ import annotations

import json
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli import main
from tests.long import long
from tests.shell.journal import samples, sticks
from tests.shell.journal.forged_bundles import BUNDLE
from tests.shell.journal.inspector import INSPECTOR

pytestmark = pytest.mark.slow

SHIPPED = Path(__file__).parents[3] / "deploy" / "samples.tar.xz"
BYTES_MAX = 600_000


@pytest.fixture(scope="module", params=["shipped", long("made")])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shipped are those of `python -m tests.shell.journal.samples --pack deploy/samples.tar.xz`."""
    place = tmp_path_factory.mktemp("samples")
    if request.param == "made":
        assert samples.main([str(place / "samples")]) == 0
    else:
        with tarfile.open(SHIPPED) as archive:
            for entry in archive:
                path, data = place / entry.name, archive.extractfile(entry)
                assert data is not None, "plain files alone"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data.read())
    return place / "samples"


@pytest.fixture
def told(folder: Path) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads((folder / samples.VERDICTS).read_text(encoding="utf-8"))
    return read


def test_the_samples_are_few_bytes_and_all_that_there_is_to_forge(
    folder: Path, told: list[dict[str, Any]]
) -> None:
    assert told == list(samples.verdicts())
    beside = {samples.VERDICTS, samples.EXERCISE}
    assert {one["folder"] for one in told} | beside == {path.name for path in folder.iterdir()}
    assert SHIPPED.stat().st_size <= BYTES_MAX


@pytest.mark.long
def test_the_command_says_of_each_what_its_verdict_says(folder: Path, told: list[dict[str, Any]]) -> None:
    for one in told:
        where = folder / one["folder"]
        looked_at = where / BUNDLE if one["folder"].startswith("bundle") else where / "journals"
        for by, kept in by_what(where).items():
            said = CliRunner().invoke(main, ["journal", "verify", str(looked_at), *kept])
            assert said.exit_code == one[by], (one["what"], by, said.output)


def test_the_script_says_of_each_journal_what_its_verdict_says(
    folder: Path,
    told: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for one in told:
        if one["folder"].startswith("bundle"):
            continue
        where = folder / one["folder"]
        for by, kept in by_what(where).items():
            monkeypatch.setattr(sys, "argv", ["verify_journal", str(where / "journals"), *kept])
            assert INSPECTOR.main() == one[by], (one["what"], by, capsys.readouterr().out)
            capsys.readouterr()


def test_who_tries_his_way_with_the_exercise_reads_verified_and_of_its_forgery_false(
    folder: Path, tmp_path: Path
) -> None:
    """The samples had no book: whoever practised on them never read VÉRIFIÉ."""
    tools, where = sticks.lay_tools(tmp_path / "tools"), folder / samples.EXERCISE
    elsewhere = ("--cle", where / "paper.txt", "--temoin", where / "heads.txt")
    code, said = sticks.asked(tools, where / "stick", *elsewhere)
    assert (code, "VÉRIFIÉ" in said) == (0, True), said
    code, said = sticks.asked(tools, where / "forged", *elsewhere)
    assert (code, "FAUX" in said) == (1, True), said


def by_what(where: Path) -> dict[str, list[str]]:
    """The words for each of the three ways to look at a sample."""
    return {
        "bare": [],
        "keys": ["--key", str(where / "keys.txt")],
        "witness": ["--witness", str(where / "witness.txt")],
    }
