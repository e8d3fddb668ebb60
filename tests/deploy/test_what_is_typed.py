"""What a message tells people to type is right on their machine: apt's words, or `make` of a checkout."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import installed
from tests.drivers.opening_faults import as_nobody

ROOT = Path(__file__).parents[2]
PRODUCT = ("controller", "drivers", "ui")
NOBODY_TYPES = re.compile(
    r"\bpip\b|tapis\[|\bmake (setup|test|run|check)|apt(-get)? install|\.venv|/opt/tapis|\bdeploy/"
)
"""Of the public index, of a checkout, or of one kind of machine only."""


def told(wanted: re.Pattern[str]) -> Iterator[tuple[Path, int, str]]:
    """Every such text of the product that may reach a person: all but docstrings, with its file and line."""
    for path in sorted(path for folder in PRODUCT for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if wanted.search(text) is None:
            continue
        tree = ast.parse(text)
        explains = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if id(node) not in explains and wanted.search(node.value):
                yield path, node.lineno, node.value


def test_how_the_program_is_completed_is_said_in_one_place() -> None:
    said = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path, line, text in told(NOBODY_TYPES)
        if path != ROOT / "controller" / "installed.py"
    ]
    assert said == []


def test_in_a_checkout_make_completes_the_program() -> None:
    assert installed.in_checkout()
    assert installed.lacks("numba") == f"numba is missing: type make setup in {ROOT}"
    targets = re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert {"setup", "setup-tests"} <= set(targets)
    assert (ROOT / installed.file_named("LINK.md")).is_file()


def test_a_rule_of_udev_or_polkit_is_named_where_its_package_puts_it() -> None:
    """In a checkout it was named in `deploy/`, where neither udev nor polkit looks."""
    laid = (ROOT / "deploy/packages/debian/lay-out").read_text(encoding="utf-8")
    for name in installed.RULES:
        named = Path(installed.file_named(name))
        assert named.is_absolute(), named
        assert re.search(rf"(?m)^into \S+ {named.parent.relative_to('/')} deploy/{name}$", laid), named


def test_sources_in_a_closed_home_are_sources_to_others_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "tapis").mkdir(parents=True)
    monkeypatch.setattr(installed, "ROOT", home / "tapis")
    home.chmod(0)
    try:
        with as_nobody():
            assert installed.in_checkout()
    finally:
        home.chmod(0o700)


def test_on_an_installed_machine_the_package_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "ROOT", tmp_path)
    said = [
        installed.lacks("psycopg"),
        installed.lacks("pyscard", "setup-tests"),
        installed.file_named("LINK.md"),
    ]
    assert said[0] == (
        "psycopg is missing: type apt install --reinstall ./tapis-common_*.deb"
        " in the folder of the package files"
    )
    assert not any(re.search(r"\bpip\b|\bmake |\.venv|deploy/", text) for text in said)
    assert said[2] == "/usr/share/doc/tapis-common/LINK.md"
    assert installed.file_named("70-tapis.rules") == "/etc/udev/rules.d/70-tapis.rules"


def test_no_settings_that_are_shipped_name_a_place_of_the_checkout() -> None:
    for path in sorted((ROOT / "config").rglob("*.toml")):
        assert not NOBODY_TYPES.search(path.read_text(encoding="utf-8")), path.name


def test_the_packages_carry_every_library_that_they_are_said_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tomllib.loads((ROOT / "deploy" / "packages" / "wheels.lock").read_text(encoding="utf-8"))[
        "wheel"
    ]
    carried = {wheel["name"] for wheel in locked} | {"pyscard"}  # a package of Debian, on which ours depends
    named = {
        name
        for folder in PRODUCT
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r"""\b(?:lacks|without)\(f?["'](\w+)""", path.read_text(encoding="utf-8"))
    }
    assert named >= {"pyserial", "pyusb", "gpiod", "pyscard", "psycopg", "numba", "pyarrow"}
    assert named - carried == {"numba", "pyarrow"}
    assert set(installed.NOT_PACKAGED).isdisjoint(carried)
    monkeypatch.setattr(installed, "ROOT", tmp_path)
    assert installed.lacks("numba").startswith("numba is in no package: type make setup in a checkout")
    wanted = "pyarrow is in no package: type pip install '.[parquet]' in a checkout, and the command there"
    assert installed.lacks("pyarrow") == wanted
