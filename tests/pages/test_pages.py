"""Every command that the pages tell people to type is run by a test, and no list has any other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.pages.desk import Desk
from tests.pages.registry import ELSEWHERE, GUEST, HERE, mentioned
from tests.pages.typed import INSTALLED, PAGES, ROOT, Typed, commands

TYPED = [one for page in PAGES for one in commands(page)]


def run_by(one: Typed) -> str:
    """What runs it, or an empty text."""
    if one.user == "sh":
        return {
            "deploy/LINK.md": "tests/link/test_runbook.py, tests/link/test_runbook_drills.py",
            "deploy/ROOM.md": "tests/machine/room.py",
        }[one.page]
    for place, kept in (("here", HERE), ("tests/machine/pages.py", GUEST), ("elsewhere", ELSEWHERE)):
        if one.text in kept:
            return place
    return "" if one.in_block else mentioned(one)


def test_every_command_of_the_pages_is_run_by_a_test() -> None:
    assert [f"{one.where}: {one.text}" for one in TYPED if not run_by(one)] == []


def test_no_list_names_a_command_that_stands_in_no_page() -> None:
    texts = {one.text for one in TYPED}
    assert sorted({*HERE, *GUEST, *ELSEWHERE} - texts) == []


def test_no_command_is_in_two_lists() -> None:
    assert set(HERE) & set(GUEST) == set(HERE) & set(ELSEWHERE) == set(GUEST) & set(ELSEWHERE) == set()


@pytest.mark.parametrize("where", sorted(set(ELSEWHERE.values())))
def test_the_test_that_a_list_names_is_there(where: str) -> None:
    path, _, name = where.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_what_needs_an_installed_machine_is_typed_by_the_user_that_its_page_names() -> None:
    for one in TYPED:
        if one.text in GUEST and one.in_block:
            assert one.user in ("root", "tapis", "tapis-pit", "tapis-jackpot", "tapis-witness"), one.where


def test_the_commands_of_a_desk_are_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path)
    for line, how in HERE.items():
        desk.type(line, how)
        if line.startswith("tapis witness trust") and "--by" not in line:
            with (tmp_path / "heads.txt").open("a", encoding="utf-8") as heads:
                heads.write(f"{desk.head}\n")


def test_no_page_for_a_technician_speaks_of_a_checkout() -> None:
    for page in INSTALLED:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert re.findall(r"/opt/tapis|\.venv|\bpip\b|\bpython -m\b|`deploy/[^p]", text) == [], page
