"""`tapis explain`: every code that a person may read somewhere is told; a wrong one leads on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller import installed
from controller.cli import main
from controller.cli.explain import explained
from controller.game.machines.alarms import CATALOGUE
from ui.texts.rules import REFUSALS

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "tests/law/REQUIREMENTS.md", ROOT / "tests/RELIABILITY.md")


def tapis(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_what_a_sentence_is_filled_with_is_named_where_it_stands() -> None:
    assert tapis("explain", "A-204").stdout.splitlines()[1] == "[nombre] CARTES AU MÉLANGEUR"
    assert "[number] CARDS" in tapis("explain", "A-204", "--lang", "en").stdout
    assert tapis("explain", "pin_first", "--lang", "en").stdout.splitlines()[1].endswith("[person]")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_alarm_and_every_refusal_is_told_and_no_brace_is_left(lang: str) -> None:
    for code in (*CATALOGUE, *REFUSALS[lang]):
        found = explained(code, lang)
        assert found is not None, code
        said = " ".join([found.title, *(text for _, text in found.lines)])
        assert not re.search(r"[{}|…]|\(\[", said), (code, said)
        assert len(found.lines) == (4 if found.kind == "alarm" else 0)


def named() -> dict[str, set[str]]:
    """Every code of the shape of an alarm's or of a row's that the product names, and the files that do."""
    rows = {
        cells for page in PAGES for cells in re.findall(r"(?m)^\| ([A-Z]{1,2}-?)\d+ \|", page.read_text())
    }
    one = re.compile(rf"(?<![\w-])(?:A-\d{{3}}|(?:{'|'.join(sorted(rows))})\d{{1,2}})(?![\w-])")
    found: dict[str, set[str]] = {}
    for folder in ("config", "controller", "deploy", "drivers", "ui"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".catalog", ".json", ".md", ".py", ".service", ".toml"} and path.is_file():
                for code in one.findall(path.read_text(encoding="utf-8")):
                    found.setdefault(code, set()).add(path.relative_to(ROOT).as_posix())
    return found


def test_every_code_that_the_product_names_anywhere_is_told() -> None:
    """The pit shows A-305, a notice of the house, and `tapis explain A-305` knew no such code."""
    codes = named()
    assert {"A-101", "A-305", "RC-06", "F-6"} <= codes.keys()
    untold = {code: files for code, files in codes.items() if explained(code, "fr") is None}
    assert untold == {}


def test_a_notice_of_the_house_is_told_with_what_the_pit_reads_of_it() -> None:
    said = tapis("explain", "a-305").stdout.splitlines()
    assert said[:2] == ["A-305  avis de la maison, au pit", "Témoin non signé"]
    assert said[2].startswith("  Ce qui se passe\u00a0: Rien de signé depuis [heure]")
    told = json.loads(tapis("explain", "A-305", "--lang", "en", "--json").stdout)
    assert (told["kind"], told["title"]) == ("notice", "Witness not signed")
    assert json.loads(tapis("explain", "--json").stdout)["codes"]["notice"] == ["A-305"]


def test_every_row_of_the_pages_is_told_by_its_code() -> None:
    for page in PAGES:
        codes = re.findall(r"^\| ([A-Z]{1,2}-?\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(codes) > 40
        for code in codes:
            found = explained(code.lower(), "en")
            assert found is not None, code
            assert found.code == code
            assert len(found.title) > 10


def test_a_requirement_is_told_in_french_to_who_reads_french() -> None:
    said = tapis("explain", "pm-11")
    assert said.exit_code == 0
    assert "demande deux personnes différentes" in said.stdout
    assert "two different persons" in tapis("explain", "PM-11", "--lang", "en").stdout
    assert "Aucune carte cachée" in tapis("explain", "I11").stdout


def test_a_fault_is_told_in_french_with_what_is_not_promised_and_what_tries_it() -> None:
    """Its heads and cells were English: "Must hold", "Not promised", "tried by"."""
    told = tapis("explain", "F-4").stdout.splitlines()
    assert told[1].endswith("Non promis : y survivre sans le dire.")
    (tried,) = told[2:]
    assert tried.startswith("  essayé par\u00a0: T-4 `tests/")
    page = (ROOT / "tests/RELIABILITY.md").read_text(encoding="utf-8")
    rows = [row.strip("| ").split(" | ") for row in page.splitlines() if row.startswith("| F-")]
    for code, _, _, unpromised, _ in rows:
        found = explained(code, "fr")
        assert found is not None
        assert ("Non promis" in found.title) == (unpromised != "–"), code
        assert {head for head, _ in found.lines} <= {"essayé par", "source"}, code
    assert "detected; restore" in tapis("explain", "F-4", "--lang", "en").stdout


def test_an_alarm_is_told_in_its_four_lines_for_people_and_as_json() -> None:
    said = tapis("explain", "a-201", "--lang", "en")
    assert said.exit_code == 0
    heads = [line.partition(":")[0].strip() for line in said.stdout.splitlines()[2:]]
    assert heads == ["What happens", "What is safe", "What you do", "Whom to tell"]
    told = json.loads(tapis("explain", "A-201", "--json").stdout)
    assert (told["schema"], told["code"], told["kind"]) == ("tapis-explain/1", "A-201", "alarm")
    assert told["lines"][0][0] == "Ce qui se passe"


def test_all_that_there_is_is_listed() -> None:
    listed = json.loads(tapis("explain", "--json").stdout)["codes"]
    assert set(CATALOGUE) <= set(listed["alarm"])
    assert {"RC-06", "PM-01"} <= set(listed["requirement"])
    assert {"F-6", "I9", "T-2"} <= set(listed["reliability"])
    lines = tapis("explain").stdout.splitlines()
    assert len(lines) == sum(len(codes) for codes in listed.values()) + len(listed)


@pytest.mark.parametrize(
    ("code", "next_step"),
    [
        ("A-2O1", "A-201"),
        ("no_daler", "no_dealer"),
        ("RC-O6", "RC-06"),
        ("zzzzzz", "tapis explain sans code"),
    ],
)
def test_a_wrong_code_is_answered_with_the_next_step(code: str, next_step: str) -> None:
    said = tapis("explain", code)
    assert (said.exit_code, said.stdout) == (2, "")
    assert next_step in said.stderr
    assert code in said.stderr


def test_a_page_that_is_not_installed_leaves_the_alarms(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(installed, "in_checkout", lambda: False)
    monkeypatch.setattr(installed, "DOCUMENTS", tmp_path)
    assert tapis("explain", "A-201").exit_code == 0
    assert tapis("explain", "RC-06").exit_code == 2
    (tmp_path / "REQUIREMENTS.md").write_text("| id | requirement |\n|---|---|\n| RC-06 | As installed. |\n")
    assert "As installed." in tapis("explain", "RC-06").stdout


@pytest.mark.parametrize(
    ("word", "meant"), [("setle", "settle"), ("jornal", "journal"), ("statuts", "status")]
)
def test_a_mistyped_command_is_answered_with_the_one_that_was_meant(word: str, meant: str) -> None:
    said = tapis(word)
    assert (said.exit_code, said.stdout) == (2, "")
    assert f"serait-ce tapis {meant}" in said.stderr
    assert f"did you mean tapis {meant}" in tapis(word, "--lang", "en").stderr


def test_a_word_that_is_like_no_command_leads_to_the_help() -> None:
    assert "tapis --help les donne toutes" in tapis("qqqq").stderr
    assert "tapis --help lists all" in tapis("qqqq", "--lang", "en").stderr
