"""A report names the files of a checkout as the checkout does, and no folder of the machine that made it."""

from __future__ import annotations

import json
import runpy
import traceback
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.proof.elsewhere import TEMPORARY, told_elsewhere
from tests.proof.record import ROOT, add_block, blocks_in
from tests.proof.report import write_report
from tests.proof.samples import COMMIT, block


def what_was_said(folder: Path) -> str:
    """A real traceback: through a file of the checkout, a temporary one, and a file that is not there."""
    script = folder / "night.py"
    script.write_text(f"open({str(folder / 'deeper' / 'UTH-1.journal')!r})\n", encoding="utf-8")
    try:
        runpy.run_path(str(script))
    except FileNotFoundError:
        return traceback.format_exc()
    raise AssertionError("the file is there")


@pytest.mark.parametrize(
    ("language", "temporary"), [("fr", "<dossier temporaire>"), ("en", "<temporary folder>")]
)
def test_a_traceback_is_told_without_the_folders_of_this_machine(
    language: str, temporary: str, tmp_path: Path
) -> None:
    """Annex C named the folder of the checkout, and who ran the tests in those of pytest."""
    said = what_was_said(tmp_path)
    assert str(ROOT) in said
    assert str(tmp_path) in said
    held = block("kills", 100, seed=2)
    add_block(tmp_path, replace(block("kills", 100, held=False), said=said))
    add_block(tmp_path, replace(block("cuts", 100), said=said))
    add_block(tmp_path, replace(held, held=False, said=said))
    add_block(tmp_path, held)
    write_report(tmp_path, COMMIT, "full", None, language)
    html = (tmp_path / "proof.html").read_text(encoding="utf-8")
    for name in ("proof.json", "proof.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert str(ROOT) not in text
        assert "pytest-of-" not in text
        assert str(tmp_path) not in text
    assert html.count("File &quot;tests/proof/test_told_elsewhere.py&quot;") == 3
    assert temporary.replace("<", "&lt;").replace(">", "&gt;") + "/deeper/UTH-1.journal" in html
    flat = "".join("".join(page.extract_text() for page in PdfReader(tmp_path / "proof.pdf").pages).split())
    assert f"{temporary}/night.py".replace(" ", "") in flat
    assert next(blocks_in(tmp_path)).said == said, "the record is as it was made"
    told = json.loads((tmp_path / "proof.json").read_bytes())
    (kills,) = (one for one in told["trials"] if one["part"] == "kills")
    assert f'File "{TEMPORARY}/night.py", line 1' in kills["blocks"][0]["said"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("file:///home/a/tapis/ui/qml/Stage.qml:40: no key", "ui/qml/Stage.qml:40: no key"),
        ("['/home/a/tapis/.venv/bin/python', '-m']", "['.venv/bin/python', '-m']"),
        ("in /home/a/tapis/tests/par/gone.py.", "in tests/par/gone.py."),
        (f"{ROOT}/tests/long.py and {ROOT}", "tests/long.py and ."),
        ("/tmp/tmpab_c12d/UTH-1.journal: full", f"{TEMPORARY}/UTH-1.journal: full"),
        ("/var/tmp/pytest-of-ann/pytest-3/test_x0/a", f"{TEMPORARY}/a"),
        ("/dev/shm/pytest-of-ann/pytest-3/popen-gw2/test_x0/a", f"{TEMPORARY}/a"),
        ("/dev/shm/night", TEMPORARY),
        ("/usr/lib/python3.11/runpy.py, 3/4, and/or", "/usr/lib/python3.11/runpy.py, 3/4, and/or"),
        ("https://example.org/tests/long.py", "https://example.org/tests/long.py"),
        ("/etc/tapis/table.toml", "/etc/tapis/table.toml"),
    ],
)
def test_a_path_is_told_as_the_checkout_has_it(said: str, told: str) -> None:
    assert told_elsewhere(said) == told
