"""What a journal or a file names is shown without what a terminal, a paper or a sheet would obey."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from unicodedata import category

import pytest
from click.testing import CliRunner
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from controller.cli import main
from controller.house.exports import _csv
from controller.journal.chain import ZEROS, link
from controller.settings.establishment import Establishment
from controller.settings.settings_error import SettingsError
from controller.settings.toml import check
from controller.words.plain import SHOWN, in_cell, plain
from tests.memory.nights import won_night

FONTS = Path(__file__).parents[3] / "ui" / "fonts" / "paper"
EVIL = ("\\u0007", "\\u001b[2J", "\\u009b31m", "\\u202e", "\\u2028")
"""As JSON spells them: a bell, what clears a screen, a control of one sign, what turns letters, a line."""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night with a royal in whose journal every name has all of it, and whose chain holds."""
    path = won_night(tmp_path_factory.mktemp("night"), 5) / "UTH-1-000001.journal"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        before, made = ZEROS, []
        for seq, at_ms, kind, body in conn.execute("SELECT seq, at_ms, kind, body FROM journal ORDER BY seq"):
            told = body
            for name in ("Croupier 07", "MCD 03", "OV 11", "Caisse 05", "Chef 1"):
                told = told.replace(f'"{name}"', f'"{"".join(EVIL)}{name}"')
            made.append((told, before, before := link(before, seq, at_ms, kind, told), seq))
        conn.execute("BEGIN")
        conn.executemany("UPDATE journal SET body = ?, prev_hash = ?, hash = ? WHERE seq = ?", made)
        conn.execute("COMMIT")
    return path


def obeyed(text: str) -> set[str]:
    """The signs in it that are not to be seen."""
    return {one for one in text if category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {"\n", "\r", "\ufeff"}


@pytest.mark.parametrize(
    "words",
    [
        ("report", "closing", "{0}"),
        ("report", "win", "{0}", "--round", "2"),
        ("report", "jp1", "{0}"),
        ("report", "jp1", "{0}", "--format", "csv"),
        ("report", "notices", "{0}"),
        ("report", "reconciliation", "{0}"),
        ("report", "incident", "{0}"),
        ("report", "registers", "{0}"),
        ("journal", "show", "{0}"),
        ("house", "figures", "{1}", "--period", "all"),
    ],
    ids=" ".join,
)
def test_no_command_tells_a_terminal_what_to_do(
    named: Path, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # registers are written where one stands
    done = CliRunner().invoke(main, [word.format(named, named.parent) for word in words])
    assert done.exit_code in (0, 1), done.stderr
    assert obeyed(done.stdout + done.stderr) == set()


def test_a_paper_has_the_names_without_what_is_not_to_be_seen(named: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "win.pdf"
    done = CliRunner().invoke(main, ["report", "win", str(named), "--round", "2", "--pdf", str(pdf)])
    assert pdf.exists(), done.stderr  # the heads that were signed are of other entries
    text = "".join(page.extract_text() for page in PdfReader(pdf).pages)
    assert obeyed(text) == set()
    assert "MCD 03" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Équipe\u00a07\u202f: Łódź, Ωμέγα, Ивáн", "Équipe\u00a07\u202f: Łódź, Ωμέγα, Ивáн"),
        ("a\x1b[2J\x07\x9b\u202e\u2028\ud800\x00\tb", "a?[2J???????b"),
        ("", ""),
    ],
)
def test_what_is_not_to_be_seen_is_a_question_mark(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_no_cell_is_a_formula_and_a_number_stays_one() -> None:
    for formula in ("=1+1", "+33 1", "-1+cmd|' /C calc'!A0", "@SUM(1)", "=HYPERLINK(1)"):
        assert in_cell(formula) == f"'{formula}"
    assert in_cell("\t=1") == "?=1"
    for text in ("-4990,50", "-", "a=b", ""):
        assert in_cell(text) == text
    assert (in_cell(-5), in_cell(7)) == ("-5", "7")
    made = _csv(["a", "b"], [["=1", [1, 2]], ["\x1b", -3]]).decode("utf-8-sig")
    assert made.splitlines() == ["a;b", "'=1;1 2", "?;-3"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ab\u202e00", r"its character 3, \(U\+202E\), is none that papers can show"),
        ("A\x9bB", r"its character 2, \(U\+009B\)"),
        ("A\x1bB", r"its character 2, \(U\+001B\)"),
        ("A\u2028", r"its character 2, \(U\+2028\)"),
        ("Z\u0301\u0310\u0489", r"its character 2, \(U\+0310\)"),
        ("Casino 👩", r"its character 8, 👩 \(U\+1F469\)"),
        ("賭場", r"its character 1, 賭 \(U\+8CED\)"),
    ],
)
@pytest.mark.parametrize("key", ["name", "place"])
def test_the_establishment_is_named_in_what_papers_can_show(key: str, text: str, why: str) -> None:
    with pytest.raises(SettingsError, match=rf"establishment\.toml: {key} = .*{why}"):
        check("establishment.toml", {"name": "C", key: text}, Establishment)


def test_a_mark_upon_a_letter_is_one_with_it() -> None:
    told = check("establishment.toml", {"name": "Casino d’E\u0301vian – 1", "place": "Évian"}, Establishment)
    assert told.name == "Casino d’Évian – 1"


def test_the_typeface_of_papers_has_every_character_that_is_taken() -> None:
    for file in FONTS.glob("*.ttf"):
        known = TTFont(file).getBestCmap()
        taken = [one for part in SHOWN for one in part if category(chr(one))[0] not in "CM"]
        assert [hex(one) for one in taken if one not in known and category(chr(one)) != "Zs"] == []
