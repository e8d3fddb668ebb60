"""JSON.md and what commands print with `--json`: the same fields of the same kinds, no more and no less."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.cli.versions import SCHEMAS
from tests.shell.live_table import write_settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "deploy" / "JSON.md").read_text(encoding="utf-8")
GOLDEN = ROOT / "tests" / "golden" / "journals" / "trips"
LINES = (
    "journal verify J.journal --json",
    "journal verify journals --json",
    "journal verify cut.journal --json",
    "journal export J.journal --json",
    "journal verify round.zip --json",
    "report closing J.journal --json",
    "report incident J.journal --json",
    "report reconciliation J.journal --json",
    "report check slip.pdf.sig --json",
    "house figures journals --json",
    "house export journals --parquet figures --json",
    "book verify jackpot.book --journal nights --json",
    "book wins jackpot.book --json",
    "book terms jackpot.book --json",
    "people --register people.db --pepper people.pepper list --json",
    "people --register people.db --pepper people.pepper history --json",
    "status --json",
    "doctor --json",
    "devices --json",
    "explain A-214 --json",
    "explain --json",
    "simulate --script royal-at-seat-3 --json",
)
BEFORE = (
    "simulate --rounds 3 --seed 3 --journal nights --book jackpot.book",
    "journal evidence J.journal --round 1 --simulated-seed 3 --out round.zip",
    "report closing J.journal --pdf slip.pdf --sign sign.key",
    "people --register people.db --pepper people.pepper init dir-1 mcd-3",
)


class Field(NamedTuple):
    """A line of a block: what kinds the field has, and whether it may be absent."""

    kinds: frozenset[str]
    absent: bool


def shapes() -> dict[str, dict[str, Field]]:
    """The fields of each answer of the page by their paths."""
    found = {}
    for block in re.findall(r"```\n(schema .*?)```", PAGE, re.DOTALL):
        first, *rest = block.strip().splitlines()
        fields = {}
        for line in rest:
            path, kinds = re.split(r"  +", line)[:2]
            words = set(kinds.split())
            fields[path] = Field(frozenset(words - {"absent"}), "absent" in words)
            assert words <= {"text", "number", "yes/no", "none", "any", "absent"}, line
        found[first.split()[1]] = fields
    return found


def kind(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes/no"
    return "number" if isinstance(value, int) else "text" if isinstance(value, str) else "any"


def told(value: object, path: str, fields: dict[str, Field]) -> Iterator[tuple[str, str]]:
    """Each field of the answer with its kind; nothing is asked within what is left to another page."""
    if path in fields and "any" in fields[path].kinds:
        yield path, "any"
    elif isinstance(value, dict):
        free = any(one.startswith(f"{path}.*") for one in fields)
        for name, inner in value.items():
            yield from told(inner, f"{path}.{'*' if free else name}".lstrip("."), fields)
    elif isinstance(value, list):
        for inner in value:
            yield from told(inner, f"{path}[]", fields)
    else:
        yield path, kind(value)


def held(answer: dict[str, Any], fields: dict[str, Field], where: str) -> None:
    """The answer is as the page has it."""
    found = list(told(answer, "", fields))
    for path, of_kind in found:
        assert path in fields, (where, path, "is not on the page")
        assert of_kind in fields[path].kinds, (where, path, of_kind)
    names = {re.split(r"[.\[]", path)[0] for path, _ in found} | answer.keys()
    for path, field in fields.items():
        name = re.split(r"[.\[]", path)[0]
        assert field.absent or name in names, (where, path, "is not in the answer")
        inner = [one for one in answer.get(name) or () if isinstance(one, dict)] if "[]." in path else []
        if path.count("[]") == 1 and path.count(".") == 1:
            assert all(path.rpartition(".")[2] in one for one in inner), (where, path)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for suffix in ("", ".heads"):
        shutil.copy(GOLDEN / f"UTH-1-000001.journal{suffix}", tmp_path / f"J.journal{suffix}")
    shutil.copytree(GOLDEN, tmp_path / "journals")
    (tmp_path / "cut.journal").write_bytes((tmp_path / "J.journal").read_bytes()[:20_000])
    (tmp_path / "sign.key").write_bytes(bytes(range(32)))
    (tmp_path / "sign.key").chmod(0o600)
    (tmp_path / "etc").mkdir()
    write_settings(tmp_path / "etc")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path / "etc"))
    monkeypatch.chdir(tmp_path)
    for line in BEFORE:
        done = CliRunner().invoke(main, line.split(), input="481502\n736195\n")
        assert done.exit_code == 0, (line, done.output)
    return tmp_path


@pytest.mark.long
def test_every_answer_in_json_is_as_the_page_has_it(folder: Path) -> None:
    page, answered = shapes(), set()
    for line in LINES:
        done = CliRunner().invoke(main, line.split())
        assert done.exit_code in (0, 1, 2), line
        answer = json.loads(done.stdout)
        schema = answer.pop("schema")
        answered.add(schema)
        held(answer, page[schema], line)
    assert answered == page.keys()


def test_the_page_has_every_version_that_the_program_gives() -> None:
    for name, number in SCHEMAS.items():
        assert f"tapis-{name}/{number}" in PAGE
