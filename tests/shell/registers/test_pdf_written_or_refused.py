"""Every command with `--pdf` writes the paper, or says why not; nothing else is ever replaced by one."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from tests.shell.settle.settle_lines import ROYAL

GOLDEN = Path(__file__).parents[2] / "golden" / "journals" / "trips" / "UTH-1-000001.journal"
WORDS: dict[str, tuple[str, ...]] = {
    "settle": ("-",),
    "par": ("fr-55-20-2015",),
    "report closing": ("FILE",),
    "report incident": ("FILE", "--number", "1"),
    "report jp1": ("FILE",),
    "report notices": ("FILE",),
    "report reconciliation": ("FILE",),
    "report rules": (),
    "report win": ("FILE", "--round", "1"),
}
PRINTED = {
    "settle",
    "par",
    "report closing",
    "report jp1",
    "report reconciliation",
    "report rules",
    "report win",
}
"""What there is to print of this night: no incident, and nothing was corrected."""


def having(option: str, command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The commands that have the option."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from having(option, child, (*path, name))
    elif any(option in one.opts for one in command.params):
        yield " ".join(path)


def printed(name: str, journal: Path, *more: str | Path) -> Result:
    words = [str(journal) if word == "FILE" else word for word in (*name.split(), *WORDS[name])]
    return CliRunner().invoke(main, [*words, *map(str, more)], input=json.dumps(ROYAL))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    shutil.copy(GOLDEN.with_name(GOLDEN.name + ".heads"), tmp_path)
    return Path(shutil.copy(GOLDEN, tmp_path))


def test_every_command_with_pdf_is_tried_here() -> None:
    assert set(having("--pdf", main)) == set(WORDS)


def test_a_paper_is_written_or_the_command_says_that_there_is_none(journal: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "paper.pdf"
    for name in WORDS:
        told = printed(name, journal, "--pdf", pdf)
        assert pdf.exists() == (name in PRINTED), (name, told.output)
        if pdf.exists():
            assert (told.exit_code, pdf.read_bytes()[:5]) == (0, b"%PDF-"), (name, told.stderr)
            assert re.search(rf"^{re.escape(str(pdf))}: \d+ pages?$", told.stderr, re.MULTILINE), name
            pdf.unlink()
        else:
            assert (told.exit_code, told.stderr.count("\n")) == (1, 1), (name, told.stderr)


def test_what_cannot_be_written_is_said_before_anything_is_printed(journal: Path, tmp_path: Path) -> None:
    for name in WORDS:
        for pdf in (tmp_path / "nowhere" / "paper.pdf", tmp_path):
            told = printed(name, journal, "--pdf", pdf)
            assert (told.exit_code, told.stdout) == (2, ""), (name, told.output)


def test_nothing_is_written_when_the_key_or_the_signature_cannot_be(journal: Path, tmp_path: Path) -> None:
    key, pdf, bare = tmp_path / "sign.key", tmp_path / "paper.pdf", tmp_path / "bare.key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    bare.write_bytes(bytes(range(32)))
    bare.chmod(0o644)
    wrong_keys = (tmp_path / "no.key", bare, tmp_path)
    signed = set(having("--sign", main))
    papers = {name for name in WORDS if name.startswith("report")}
    assert signed == papers | {"report registers", "house serve"}
    for name in sorted(signed & PRINTED):
        for wrong in wrong_keys:
            for line in (("--pdf", pdf, "--sign", wrong), ("--sign", wrong, "--pdf", pdf)):
                told = printed(name, journal, *line)
                assert (told.exit_code, told.stdout) == (2, ""), (name, told.output)
                assert not pdf.exists(), name
        pdf.write_bytes(b"%PDF-1.4 an older one")
        beside = pdf.with_name("paper.pdf.sig")
        beside.mkdir()
        told = printed(name, journal, "--pdf", pdf, "--sign", key)
        assert (told.exit_code, told.stdout) == (2, ""), (name, told.output)
        assert pdf.read_bytes() == b"%PDF-1.4 an older one", name
        beside.rmdir()
        told = printed(name, journal, "--sign", key)
        assert (told.exit_code, "dire où l’écrire" in told.stderr) == (2, True), name
        assert printed(name, journal, "--sign", key, "--pdf", pdf).exit_code == 0, name
        assert beside.exists(), name
        beside.unlink()
        pdf.unlink()
    for wrong in wrong_keys:
        told = CliRunner().invoke(
            main, ["report", "registers", str(journal), "--out", str(tmp_path / "out"), "--sign", str(wrong)]
        )
        assert (told.exit_code, (tmp_path / "out").exists()) == (2, False), told.output


def test_a_list_is_no_paper(journal: Path, tmp_path: Path) -> None:
    words = ["report", "incident", str(journal), "--pdf", str(tmp_path / "paper.pdf")]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 2
    assert "paper.pdf\u00a0: dire de quel rapport, --number N" in told.stderr


def test_a_journal_is_never_replaced_by_the_paper_of_it(journal: Path) -> None:
    before = journal.read_bytes()
    for name in PRINTED:
        told = printed(name, journal, "--pdf", journal)
        assert told.exit_code == 2, name
        assert f"{journal}\u00a0: ne peut être écrit\u00a0: contient autre chose, qui reste" in told.stderr, (
            name
        )
        assert journal.read_bytes() == before
    words = ["journal", "evidence", str(journal), "--round", "1", "--simulated-seed", "3", "--out"]
    told = CliRunner().invoke(main, [*words, str(journal)])
    assert (told.exit_code, "contient autre chose" in told.stderr) == (2, True)
    assert journal.read_bytes() == before
    assert CliRunner().invoke(main, [*words, str(journal.with_name("round.zip"))]).exit_code == 0
