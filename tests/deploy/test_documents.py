"""What the pages and the units tell people to type can be typed, and what they name is there."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from controller.cli import main
from tests.pages.citations import citations
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    *(f"deploy/{name}.md" for name in ("OPERATIONS", "LINK", "REGISTERS", "ROOM")),
)
UNIT_ENDINGS = ("service", "socket", "timer")
PROMISED = ("setup", "run", "test", "check", "bench")


def typed() -> list[str]:
    """Every line of the code blocks and every `tapis ...` in a sentence, comments taken off."""
    lines = []
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        blocks = re.findall(r"```[a-z]*\n(.*?)```", text.replace("\\\n", " "), re.DOTALL)
        lines += [line for block in blocks for line in block.splitlines()]
        lines += re.findall(r"`((?:\.venv/bin/)?tapis [^`]+)`", text)
    for unit in (ROOT / "deploy").glob("*.service"):
        lines += re.findall(r"(?m)^ExecStart=.*$", unit.read_text(encoding="utf-8"))
    return [line.split("  #")[0].strip() for line in lines]


def commands() -> list[tuple[str, ...]]:
    found = [re.search(r"(?:^|/bin/)tapis ([a-z].*)$", line) for line in typed()]
    return sorted({tuple(shlex.split(match[1])) for match in found if match is not None})


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_a_command_that_is_written_down_exists_with_its_options(words: tuple[str, ...]) -> None:
    command: click.Command = main
    rest = list(words)
    while isinstance(command, click.Group) and (rest or not command.invoke_without_command):
        name = rest.pop(0)
        found = command.get_command(click.Context(command), name)
        assert found is not None, name
        command = found
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in rest if word.startswith("--")} <= known


def test_the_makefile_has_every_target_that_is_promised() -> None:
    asked = {target for line in typed() if line.startswith("make ") for target in line.split()[1:2]}
    assert asked
    for target in sorted(asked | set(PROMISED)):
        done = subprocess.run(
            ["make", "-n", "-C", str(ROOT), target],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_what_the_checks_of_a_change_call_exists() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^make (\S+)", script))
    assert targets >= {"setup", "lint", "test"}
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"(?m)^{target}:", text) for target in targets)


def test_the_page_that_a_unit_names_is_where_the_program_is_installed() -> None:
    units = [path for ending in UNIT_ENDINGS for path in sorted((ROOT / "deploy").glob(f"*.{ending}"))]
    assert len(units) > 5
    packed = (ROOT / "deploy" / "packages" / "debian" / "lay-out").read_text(encoding="utf-8").split()
    for unit in units:
        text = unit.read_text(encoding="utf-8")
        (page,) = re.findall(r"(?m)^Documentation=file:///usr/share/doc/tapis-common/(\S+)$", text)
        assert (ROOT / "deploy" / page).is_file(), unit.name
        assert f"deploy/{page}" in packed, unit.name


def test_the_pages_that_an_installed_page_cites_are_installed_with_it() -> None:
    packed = (ROOT / "deploy" / "packages" / "debian" / "lay-out").read_text(encoding="utf-8").split()
    installed = {name for name in packed if name.endswith(".md")}
    assert len(installed) > 5
    cited = {(one.file, one.page) for one in citations() if one.file in installed - {"CHANGELOG.md"}}
    assert sorted((file, page) for file, page in cited if page not in installed) == []


def test_every_unit_is_in_a_package() -> None:
    packed = (ROOT / "deploy" / "packages" / "debian" / "lay-out").read_text(encoding="utf-8").split()
    for ending in (*UNIT_ENDINGS, "service.d"):
        for unit in (ROOT / "deploy").glob(f"*.{ending}"):
            inside = [f"deploy/{unit.name}/{path.name}" for path in unit.glob("*")]
            assert f"deploy/{unit.name}" in packed or (inside and set(inside) <= set(packed)), unit.name


def test_every_file_that_the_documents_name_is_there() -> None:
    named = set()
    for name in DOCUMENTS:
        text = (ROOT / name).read_text(encoding="utf-8")
        named |= set(re.findall(r"\b((?:deploy|config|drivers|controller|tests|ui)/[\w@./-]*\w)", text))
    assert len(named) > 5
    for name in sorted(named):
        assert (ROOT / name).exists(), name
