"""The dossier says what the program says of itself, and every promise of it in French."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest
from pypdf import PdfReader

from controller.book.worker import LOST_MS, WATCH_MS
from controller.settings.table import DisplayFile
from tests.dossier.dossier import SOURCE, NoProof, chapters, last_proof, with_numbers, write_dossier
from tests.dossier.layout import WHY, DossierLayout, summary, who_draws_lots, why_it_draws
from tests.dossier.tools import RULES, TOOLS, lay_out
from tests.handbook.chapters import Part
from tests.law.requirements import IDS
from tests.proof.kept import keep
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


INSIDE: Final = re.compile(
    r"\b(?:cœur|processus|chien de garde|hachages?|défi|menteur|UTC|VID|PID|[A-Z]+_[A-Z]+)\b"
)
"""Words of those who make programs, for which French has plain ones."""


def test_a_promise_is_said_in_words_that_an_inspector_has() -> None:
    """Core, watchdog, process, hash seed and the name of a state stood there as programmers say them."""
    said = french_promises()
    assert [name for name, text in said.items() if INSIDE.search(text)] == []


def test_each_delay_of_a_lost_line_is_said_of_its_own_line() -> None:
    """Four seconds and ten contradicted each other: one is of the book, one of the display."""
    said = french_promises()
    assert LOST_MS + WATCH_MS < 4_000
    assert "la table ferme le JP1 en 4 s au plus" in said["F-11"]
    assert DisplayFile().stale_ms == 10_000
    assert "10 s (réglable)" in said["LK-03"]
    assert "de l’affichage qui n’entend plus sa table" in said["LK-03"]


def test_the_winner_is_said_to_be_kept_by_the_reference_of_his_identity_check_alone() -> None:
    """His name read as if it were stored, and the slip says that it is not."""
    told, said = promises(), french_promises()
    for row in ("JW-15", "SE-15"):
        assert "référence du contrôle d’identité" in said[row].partition(" Ici")[2]
        assert "reference of the identity check" in told[row].text.partition(" Here")[2]


def numbers(text: str) -> list[str]:
    """The numbers of a sentence, however its language groups thousands and writes decimals."""
    joined = re.sub(r"(?<=\d)[, \u202f\u00a0](?=\d{3}\b)", "", text).replace(",", ".")
    return sorted(re.findall(r"\d+(?:\.\d+)?", joined))


def test_nothing_of_a_real_game_is_drawn_by_the_program() -> None:
    """Whatever draws lots is named with what for; and each reason is somebody's."""
    drawing = who_draws_lots()
    assert {why_it_draws(path) for path in drawing} == set(WHY.values())
    assert not [path for path in drawing if path.startswith(("controller/game", "controller/table"))]
    assert [path for path in drawing if path.startswith("ui/")] == ["ui/client.py", "ui/house.py"]
    assert "controller/backup/recipient.py" in drawing, "it makes a key without a module of chance"


def test_the_commands_that_the_dossier_names_are_there() -> None:
    text = "".join(line for chapter in chapters() for part in chapter.parts for line in part.lines)
    for command in ("status", "doctor"):
        assert f"`tapis {command}`" in text
        words = [sys.executable, "-m", "controller.cli", command, "--help"]
        assert subprocess.run(words, cwd=ROOT, capture_output=True, check=False).returncode == 0
    for file in ("verify_journal.py", "audit_journal.py", "check_stick.py", "check_program.py", "FORMAT.md"):
        assert f"`{file}" in text or f"`python3 {file}" in text
        assert (ROOT / "deploy" / file).is_file()


def test_the_tools_that_are_handed_over_are_all_that_an_inspector_needs(tmp_path: Path) -> None:
    """They run by themselves, and the sums are those of the files; the package brings the same."""
    for name in ("proof.json", "proof.sig", "proof.pub.pem"):
        (tmp_path / name).write_text("told", encoding="utf-8")
    folder = lay_out(tmp_path / "outils", tmp_path / "proof.json")
    assert sorted(one.name for one in (folder / "preuve").iterdir()) == [
        "proof.json",
        "proof.pub.pem",
        "proof.sig",
    ]
    for tool in ("check_stick.py", "check_program.py"):
        command = [sys.executable, "-I", str(folder / tool), "--aide"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert (
        subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=folder, check=False).returncode == 0
    )
    packaged = (ROOT / "deploy" / "packages" / "debian" / "lay-out").read_text(encoding="utf-8")
    brought = " ".join(re.findall(r"^into tapis-tools ((?:.*\\\n)*.*)$", packaged, re.MULTILINE))
    assert all(path in brought for path in (*TOOLS, RULES))


def test_a_package_brings_the_tools_byte_for_byte() -> None:
    """Their first line was another there, and so were their digests."""
    packaged = (ROOT / "deploy" / "packages" / "debian" / "lay-out").read_text(encoding="utf-8")
    edited = [line for line in packaged.splitlines() if line.lstrip().startswith("sed ")]
    assert [line for line in edited if "tapis-tools" in line and "sign_program.py" not in line] == []
    for path in (path for path in TOOLS if path.endswith(".py")):
        assert (ROOT / path).read_bytes().startswith(b"#!/usr/bin/python3\n"), path


PICTURE: Final = """
from tests.handbook.camera import Camera
from tests.handbook.scenes import Scenes
with Camera() as camera, Scenes() as scenes:
    image = camera.take(scenes.scene("pit", "payment", "fr", ())).image
    print({image.pixelColor(3400, y).name() for y in range(200, 1000, 40)})
"""


@pytest.mark.long
def test_no_list_is_black_in_a_picture_as_fine_as_paper() -> None:
    """What was to be done stood behind a black square, in the dossier and on any glass of such pixels."""
    told = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": "2"}
    words = [sys.executable, "-c", PICTURE]
    done = subprocess.run(words, cwd=ROOT, env=told, capture_output=True, text=True, check=True)
    assert "#af1a1c" in done.stdout, done.stdout
    assert "#000000" not in done.stdout, done.stdout


def told_proof() -> dict[str, Any]:
    """What a report says of three trials, and of a promise of each kind."""
    trials = [
        {
            "part": "forged",
            "families": ["T-13"],
            "french": "journaux falsifiés",
            "count": 20,
            "wanted": 20_000,
        },
        {"part": "kills", "families": ["T-2"], "french": "arrêts brutaux", "count": 0, "wanted": 5_000},
        {"part": "torn", "families": ["T-3"], "french": "fichiers tronqués", "count": 50, "wanted": 50},
    ]
    verdicts = {"forged": "held", "kills": "not run", "torn": "held"}
    kinds = {"F-1": False, "I1": False, "T-3": True, "PM-01": False}
    promises = [
        {"id": name, "verdict": "held", "whole": whole, "again": name == "PM-01"}
        for name, whole in kinds.items()
    ]
    return {
        "trials": [one | {"verdict": verdicts[str(one["part"])], "failed_before": []} for one in trials],
        "tests": {"runs": [], "passed": 0, "failed": []},
        "promises": promises,
    }


def test_what_was_tried_in_part_is_not_said_to_hold_and_every_promise_is_counted() -> None:
    """It had "tenu" beside 20 of 20 000, and left the invariants out of its count of promises."""
    said = summary(told_proof())
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in said.split("<tr>")[2:]]
    assert [row[0] for row in rows] == ["T-2", "T-3", "T-13"]
    assert [row[-1] for row in rows] == ["non exécuté", "tenu", "tenu, en partie"]
    assert "torn" in rows[1][1], "its name in annex C, for others are of the same"
    assert (
        "tenu : 1 ; tenu, en partie : 2 ; tenu à la reprise : 1 ; non tenu : 0 ; non exécuté : 0"
        in said.replace("\u00a0", " ")
    )


def test_rows_may_be_parted_and_a_number_stays_with_its_word() -> None:
    """A line above each row made all of them sums, which no page parts: half a page stayed empty."""
    layout = DossierLayout(Mock(), Mock(), told_proof())
    rows = layout.part(Part("table", (), {"head": ["Images"], "rows": [["28 jours, annexe A"], ["4 s"]]}))
    assert "28\u00a0jours, annexe\u00a0A" in rows
    assert "4\u00a0s" in rows
    assert "border-top" not in rows
    assert rows.count("border-bottom") == 3, "of the head and of each row"


CITED: Final = re.compile(
    r"\b(?:art\.|articles?) (L\. )?(\d+(?:-\d+)*)|monétaire et financier, (L\. )(\d+-\d+)"
)
READ: Final = "Les textes lus, et ce qui reste à vérifier au dépôt"


def test_of_every_article_that_is_cited_it_is_said_how_it_was_read() -> None:
    """Articles 38-2, 38-3 and 21 were cited as law in force, and nobody had their text in force."""
    (section,) = re.findall(
        rf"^## {READ}\n\n(.+)$", (SOURCE / "01-systeme.md").read_text("utf-8"), re.MULTILINE
    )
    told = "\n".join(path.read_text("utf-8") for path in sorted(SOURCE.glob("*")) if path.is_file())
    cited = {"".join(found) for found in CITED.findall(told)}
    assert {"21", "38-2", "38-3", "55-20", "L. 561-13"} <= cited
    assert [one for one in sorted(cited) if not re.search(rf"(?<![\d-]){one}(?![\d-])", section)] == []


def test_the_law_is_not_said_to_want_images_of_a_table_for_so_long_as_those_of_a_cash_desk() -> None:
    """Article 21 has a week in general; its 28 days are of entrances, cash desks and strong rooms."""
    told = re.sub(r"\s+", " ", (SOURCE / "06-integrite.md").read_text("utf-8"))
    assert "une semaine au minimum, et 28 jours ceux des entrées, des caisses" in told
    pages = [*SOURCE.glob("*"), *(ROOT / "deploy").glob("*.md"), *(ROOT / "deploy/handbook").rglob("*.md")]
    legal = re.compile(
        r"(?:28|retention_days\}) (?:days|jours)[^.]{0,12} (?:by law|\(art\. 21)|conservation légale"
    )
    assert [path.name for path in pages if legal.search(path.read_text("utf-8"))] == []


def test_a_chapter_has_its_number_where_it_begins() -> None:
    """Pages name a chapter by its number, and no page had one."""
    numbered = [one.title for one in with_numbers(chapters())]
    assert numbered[0] == f"1 · {chapters()[0].title}"
    assert numbered[11].startswith("12 · ")


def test_without_a_proof_it_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(NoProof, match="make proof"):
        last_proof(tmp_path, tmp_path / "proof.tar.xz")
    (tmp_path / "proof.json").write_text("{", encoding="utf-8")
    with pytest.raises(NoProof, match="make proof"):
        write_dossier(tmp_path / "x.pdf", "2026-11-28", tmp_path / "proof.json")


@pytest.mark.long
def test_it_is_one_file_with_the_proof_the_rules_and_the_exact_returns(tmp_path: Path) -> None:
    at, state = "2026-11-28T18:00:00+00:00", "0" * 40
    add_block(tmp_path, Block("kills", 1, 100, 100, True, "as told", 1.0, at, "a machine", state))
    write_report(tmp_path, state, "full", None, "fr")
    path, kept = tmp_path / "dossier.pdf", tmp_path / "kept.tar.xz"
    keep(tmp_path, kept)
    pages = write_dossier(path, "2026-11-28", last_proof(tmp_path / "nothing", kept))
    reader = PdfReader(path)
    assert len(reader.pages) == pages
    text = " ".join(page.extract_text() for page in reader.pages)
    for chapter in chapters():
        assert chapter.title.replace(" ", "") in text.replace(" ", ""), chapter.name
    flat = "".join(text.split())
    assert "100sur5000" in flat, "the proof, as it was"
    assert "tenu,enpartie" in flat
    assert text.count("99,4738") == 2, "what the main bets return, in its chapter and in the annex"
    assert PARTS["torn"].french.replace(" ", "") in flat
    names = [item.title for item in reader.outline if hasattr(item, "title")]
    assert len(names) == len(chapters()) + 3
