"""FORMAT.md and KINDS.md: what they show is recomputed, and everything that they say to type is typed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.cli.journal_kinds import page
from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.heads import heads_path, parse_head
from controller.journal.keys import simulated_keys
from controller.journal.verify import verify
from controller.settings.rules import load_profile
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import create, write_rounds

DEPLOY = Path(__file__).parents[2] / "deploy"
PAGE = (DEPLOY / "FORMAT.md").read_text(encoding="utf-8")
ROWS = [json.loads(line) for line in (DEPLOY / "worked-round.jsonl").read_text().splitlines()]
SEED = 3
HOUSE = simulated_keys(9, "house").signer


def test_the_table_of_kinds_is_that_of_the_code() -> None:
    """If this fails: `tapis journal kinds > deploy/KINDS.md`."""
    assert (DEPLOY / "KINDS.md").read_text(encoding="utf-8") == "\n".join(page()) + "\n"


def test_the_worked_round_holds_by_its_page() -> None:
    head = parse_head((DEPLOY / "worked-round.heads").read_text().strip())
    trust = INSPECTOR.Trust()
    trust.name(f"UTH-2={head.key}")
    rows = [tuple(row.values()) for row in ROWS]
    assert INSPECTOR.check(rows, [INSPECTOR.signed(head.line)], trust) == (34, head.hash, 34)
    assert f"UTH-2={head.key}" in PAGE
    assert json.loads(ROWS[0]["body"])["profile_digest"] == load_profile("fr-55-20-2021").digest


def test_every_figure_of_the_worked_round_is_recomputed() -> None:
    shown = PAGE.partition("## One round, worked")[2].partition("## Samples")[0]
    hashed = bytes.fromhex("".join(re.findall(r"(?m)^[0-9a-f]+$", shown)))
    ninth, tenth = ROWS[8], ROWS[9]
    assert hashlib.sha256(hashed).hexdigest() == ninth["hash"] == tenth["prev_hash"]
    assert f"{ninth['kind']} {ninth['body']}" in shown
    assert ninth["hash"] in shown
    dealt, turned = json.loads(ROWS[11]["body"]), json.loads(ROWS[29]["body"])
    (card,) = [one for one in turned["cards"] if one["place"] == dealt["place"] == "hole.1.0"]
    opened = hmac.digest(bytes.fromhex(card["opens"]), card["card"].encode(), "sha256").hex()
    assert opened == dealt["card"]["commitment"]
    assert {card["opens"], opened} <= set(re.findall(r"[0-9a-f]{64}", shown))
    assert f"`{card['card']}`" in shown
    lines = json.loads(ROWS[32]["body"])["lines"]
    bank = sum(one["taken_cents"] - one["paid_cents"] for one in lines if one["spot"] != "jp1")
    assert bank == json.loads(ROWS[33]["body"])["bank_cents"] == -4500


def commands() -> list[str]:
    """What the page has people type, a line each."""
    blocks = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    typed = [line for block in blocks for line in block.splitlines()]
    return [line for line in typed if re.match(r"(tapis|python3|sqlite3|cp) ", line)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the page has it: a table's journals, its keys under other names, and a witness's store."""
    folder = tmp_path_factory.mktemp("house")
    night = simulated_night(rounds=1, seed=SEED, journal=folder / "night", book=str(folder / "jackpot.book"))
    night.play()
    night.close()
    shutil.copytree(DEPLOY.parent / "config" / "rules", folder / "rules")
    (folder / "copy" / "again").mkdir(parents=True)
    (made,) = (folder / "night").glob("*.journal")
    key = simulated_keys(SEED, "UTH-1").signer.key
    head = heads_path(made).read_text().splitlines()[-1]
    (folder / "heads.txt").write_text(f"key UTH-1 {key}\n{head}\n")
    (folder / "journals").mkdir()
    for path in (made, heads_path(made)):
        shutil.copy(path, folder / "journals" / path.name)
        shutil.copy(path, folder / path.name)
    with closing(House([folder / "journals"], ":memory:")) as memory:
        memory.read_all()
        asked = {"ask": "export", "what": "inspection", "period": "all"}
        told = Answers(memory, folder / "heads.txt", signer=HOUSE).answer(asked)
    (folder / "UTH-1.inspection.zip").write_bytes(base64.b64decode(told["data"]))
    return folder


def test_every_command_of_the_page_can_be_typed(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the names that this house has: a simulated table signs, and no key lies in a file."""
    monkeypatch.chdir(house)
    own = simulated_keys(SEED, "UTH-1").signer.key
    named = {
        "UTH-2-000004": "UTH-1-000001",
        "UTH-2=": "UTH-1=",
        "UTH-1=HEX": f"UTH-1={own}",
        "--key data/sign.key": f"--simulated-seed {SEED}",
    }
    typed = commands()
    assert len(typed) == 15
    for line in typed:
        for before, after in named.items():
            line = line.replace(before, after)
        line = re.sub(r"(?<==)[0-9a-f]{64}", own, line).replace("house=HEX", f"house={HOUSE.key}")
        words = shlex.split(line)
        if words[0] == "tapis":
            result = CliRunner().invoke(main, words[1:])
            assert result.exit_code == 0, (line, result.output)
            continue
        if words[:2] == ["python3", "-I"]:
            words = [sys.executable, "-I", str(DEPLOY / words[2]), *words[3:]]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    for copy in (house / "copy", house / "copy" / "again"):
        assert verify(copy / "UTH-1-000001.journal").head == verify(house / "journals").head


def test_a_running_tables_journal_is_copied_whole_by_sqlite_and_cut_by_a_plain_copy(tmp_path: Path) -> None:
    path = tmp_path / "UTH-2-000001.journal"
    (tmp_path / "copy").mkdir()
    with create(path) as journal:
        write_rounds(journal, [1, 2])
        backup = ["sqlite3", str(path), f".backup {tmp_path / 'copy' / path.name}"]
        subprocess.run(backup, check=True)
        shutil.copy(path, tmp_path / "plain.journal")
        assert verify(tmp_path / "copy" / path.name).head == journal.head.hash
        assert verify(tmp_path / "plain.journal").entries < journal.head.seq


def test_the_digest_of_the_rules_is_computed_from_the_evidence(house: Path, tmp_path: Path) -> None:
    out = tmp_path / "round.zip"
    path = house / "journals" / "UTH-1-000001.journal"
    words = [
        "journal",
        "evidence",
        str(path),
        "--round",
        "1",
        "--simulated-seed",
        str(SEED),
        "--out",
        str(out),
    ]
    assert CliRunner().invoke(main, words).exit_code == 0
    with zipfile.ZipFile(out) as archive:
        first = json.loads(archive.read("rows.jsonl").splitlines()[0])
        digest = hashlib.sha256(archive.read("rules.json")).hexdigest()
    assert json.loads(first["body"])["profile_digest"] == digest
