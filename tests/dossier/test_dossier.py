"""The dossier says what the program says of itself, and every promise of it in French."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.dossier.dossier import NoProof, chapters, last_proof, write_dossier
from tests.dossier.layout import WHY, who_draws_lots, why_it_draws
from tests.dossier.tools import RULES, TOOLS, lay_out
from tests.law.requirements import IDS
from tests.proof.parts import PARTS
from tests.proof.promises import french_promises, promises
from tests.proof.record import ROOT, Block, add_block
from tests.proof.report import write_report


def test_every_promise_and_every_requirement_is_said_in_french() -> None:
    assert list(french_promises()) == list(promises())


@pytest.mark.parametrize("row", IDS)
def test_a_requirement_has_the_same_numbers_in_french(row: str) -> None:
    """A sum, a delay or a count that a translation lost would be another requirement."""
    once = {"BC-06": 1}  # "JP1" stands once more in the English sentence
    english, french = numbers(promises()[row].text), numbers(french_promises()[row])
    assert len(english) - len(french) == once.get(row, 0)
    assert set(english) == set(french)


def numbers(text: str) -> list[str]:
    """The numbers of a sentence, however its language groups thousands and writes decimals."""
    joined = re.sub(r"(?<=\d)[, \u202f\u00a0](?=\d{3}\b)", "", text).replace(",", ".")
    return sorted(re.findall(r"\d+(?:\.\d+)?", joined))


def test_nothing_of_a_real_game_is_drawn_by_the_program() -> None:
    """Whatever draws lots is named with what for; and each reason is somebody's."""
    drawing = who_draws_lots()
    assert {why_it_draws(path) for path in drawing} == set(WHY.values())
    assert not [path for path in drawing if path.startswith(("controller/game", "controller/table", "ui/"))]


def test_the_commands_that_the_dossier_names_are_there() -> None:
    text = "".join(line for chapter in chapters() for part in chapter.parts for line in part.lines)
    for command in ("status", "doctor"):
        assert f"`tapis {command}`" in text
        words = [sys.executable, "-m", "controller.cli", command, "--help"]
        assert subprocess.run(words, cwd=ROOT, capture_output=True, check=False).returncode == 0
    for file in ("verify_journal.py", "audit_journal.py", "check_stick.py", "FORMAT.md"):
        assert f"`{file}" in text or f"`python3 {file}" in text
        assert (ROOT / "deploy" / file).is_file()


def test_the_tools_that_are_handed_over_are_all_that_an_inspector_needs(tmp_path: Path) -> None:
    """They run by themselves, and the sums are those of the files; the package brings the same."""
    folder = lay_out(tmp_path / "outils")
    command = [sys.executable, "-I", str(folder / "check_stick.py"), "--aide"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=folder, check=False).returncode == 0
    )
    packaged = (ROOT / "deploy" / "packages" / "debian" / "lay-out").read_text(encoding="utf-8")
    assert all(path in packaged for path in (*TOOLS, RULES))


def test_without_a_proof_it_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(NoProof, match="make proof"):
        last_proof(tmp_path)
    (tmp_path / "proof.json").write_text("{", encoding="utf-8")
    with pytest.raises(NoProof, match="make proof"):
        write_dossier(tmp_path / "x.pdf", "2026-11-28", tmp_path / "proof.json")


@pytest.mark.long
def test_it_is_one_file_with_the_proof_the_rules_and_the_exact_returns(tmp_path: Path) -> None:
    add_block(
        tmp_path, Block("kills", 1, 100, 100, True, "as told", 1.0, "2026-11-28T18:00:00+00:00", "a machine")
    )
    write_report(tmp_path, "0" * 40, "full", None, "fr")
    path = tmp_path / "dossier.pdf"
    pages = write_dossier(path, "2026-11-28", tmp_path / "proof.json")
    reader = PdfReader(path)
    assert len(reader.pages) == pages
    text = " ".join(page.extract_text() for page in reader.pages)
    for chapter in chapters():
        assert chapter.title.replace(" ", "") in text.replace(" ", ""), chapter.name
    flat = "".join(text.split())
    assert "100sur5000" in flat, "the proof, as it was"
    assert "tenu,enpartie" in flat
    assert PARTS["torn"].french.replace(" ", "") in flat
    names = [item.title for item in reader.outline if hasattr(item, "title")]
    assert len(names) == len(chapters()) + 3
