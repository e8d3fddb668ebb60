"""The style that is a test: directions of import, purity of the core, sizes, words that may not stand.

No list of exceptions but one, by name: the composition root.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from controller.game import events, inputs
from tests.long import THINNED

ROOT = Path(__file__).parents[1]
PRODUCT = ("controller", "drivers", "ui")
CORE_STDLIB = {
    "__future__",
    "collections",
    "collections.abc",
    "dataclasses",
    "datetime",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "math",
    "typing",
}
UI_MAY = (
    "controller.clock",
    "controller.told",
    "controller.host.watchdog",
    "controller.words.alarm_details",
    "controller.words.plurals",
    "controller.words.roles",
    "controller.words.hands",
    "controller.words.letters",
    "controller.words.money",
    "controller.words.setting_words",
    "controller.words.spots",
    "controller.screens.wire",
    "controller.game.choices",
    "controller.game.meter.types",
    "controller.game.views",
    "controller.game.dealing.view_types",  # types alone: what a seat's map holds
    "controller.game.money",
    "controller.game.felt",
    "controller.game.cards",
)
DRIVERS_MAY = (
    "controller.ports",
    "controller.clock",
    "controller.installed",
    "controller.game.inputs",
    "controller.game.requests",
    "controller.game.cards",
    "controller.game.felt",
)
WORDS_OF_SCREENS = {
    "controller.cli.explain": ("controller", "ui.texts"),
    "controller.cli.status_words": ("controller", "ui.texts"),
    "controller.boot.rehearsal.refusal_codes": ("ui.texts",),
}
"""What a terminal says in the words of the screens: alarms, machines, why JP1 is closed."""
ROOMS = (
    "game",
    "",  # clock, ports, installed, told
    "host",
    "journal",
    "words",
    "odds",
    "book",
    "settings",
    "table",
    "people",
    "screens",
    "backup",
    "witness",
    "papers",
    "registers",
    "house",
    "simulation",
    "boot",
    "learning",
    "cli",
)
"""The rooms of `controller`: each knows those before it and none after it."""
LINES_OF_CODE_MAX = 400
"""What one reads in a sitting. Imports, docstrings, comments and empty lines are not counted: a topic is not
cut in two for what explains it."""
FUNCTION_MAX = 70


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(imported(path))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if is_package(full) or is_module(full) else str(node.module)


@cache
def is_package(name: str) -> bool:
    return (ROOT / name.replace(".", "/")).exists()


@cache
def is_module(name: str) -> bool:
    return (ROOT / (name.replace(".", "/") + ".py")).exists()


def within(name: str, allowed: tuple[str, ...]) -> bool:
    return any(name == one or name.startswith(one + ".") for one in allowed)


def ours(name: str) -> bool:
    return name.split(".")[0] in (*PRODUCT, "tests")


def test_imports_keep_their_direction() -> None:
    for module, name in ((module_of(path), name) for path in sources(*PRODUCT) for name in imports(path)):
        if not ours(name):
            continue
        where = f"{module} imports {name}"
        assert not name.startswith("tests"), where
        if module.startswith("controller.game"):
            assert name.startswith("controller.game"), where
        elif module in WORDS_OF_SCREENS:
            assert within(name, WORDS_OF_SCREENS[module]), where
        elif within(module, ("controller.boot",)):
            assert not name.startswith("ui"), where
        elif module.startswith("controller"):
            assert name.startswith("controller"), where
        elif module.startswith("drivers"):
            assert name.startswith("drivers") or within(name, DRIVERS_MAY), where
        elif module.startswith("ui"):
            assert name.startswith("ui") or within(name, UI_MAY), where


def room_of(module: str) -> str:
    """The room of a module of `controller`; empty for what stands loose beside the rooms."""
    parts = module.split(".")
    return parts[1] if (ROOT / "controller" / parts[1]).is_dir() else ""


def test_a_room_knows_only_the_rooms_before_it() -> None:
    for path in sources(*(f"controller/{room}" for room in ROOMS if room)):
        room = room_of(module_of(path))
        for name in imports(path):
            if name.startswith("controller."):
                known = room_of(name)
                assert ROOMS.index(known) <= ROOMS.index(room), f"{module_of(path)} imports {name}"


def test_every_room_has_its_place_in_the_order() -> None:
    rooms = {path.name for path in (ROOT / "controller").iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(ROOMS) - {""}


def test_what_stands_beside_the_rooms_is_used_by_many() -> None:
    loose = {path.stem for path in (ROOT / "controller").glob("*.py")} - {"__init__"}
    assert loose == {"clock", "ports", "installed", "told"}


def test_no_modules_import_one_another_in_a_circle() -> None:
    known = {module_of(path): {*imports(path)} for path in sources(*PRODUCT)}
    left = dict(known)
    while free := {module for module, names in left.items() if not names & (left.keys() - {module})}:
        left = {module: names for module, names in left.items() if module not in free}
    assert not left, f"in a circle, or on the way to one: {sorted(left)}"


@pytest.mark.parametrize("path", sources("controller/game"), ids=module_of)
def test_the_core_knows_no_clock_no_dice_no_file_and_no_float(path: Path) -> None:
    for name in imports(path):
        assert ours(name) or name in CORE_STDLIB or name.rpartition(".")[0] in CORE_STDLIB, name
        assert name != "datetime" or "from datetime import date\n" in path.read_text(encoding="utf-8")
    for node in ast.walk(parsed(path)):
        line = f"{path.name}:{getattr(node, 'lineno', 0)}"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{line}: a float"
        assert not isinstance(node, ast.Div), f"{line}: a division that is not whole"
        if isinstance(node, ast.BinOp | ast.AugAssign):
            assert not isinstance(node.op, ast.Div), f"{line}: a division that is not whole"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "print", "input", "float", "eval", "exec"}, line


def lines_of_code(tree: ast.Module) -> Iterator[int]:
    """The numbers of the lines on which something is said to the machine."""
    explains = {
        id(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    }
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if id(node) in explains:
            continue
        if isinstance(node, ast.expr | ast.stmt):
            yield node.lineno
            yield node.end_lineno or node.lineno
        stack += ast.iter_child_nodes(node)


def test_a_module_is_read_in_a_sitting() -> None:
    for path in sources(*PRODUCT):
        lines = len(set(lines_of_code(parsed(path))))
        assert lines <= LINES_OF_CODE_MAX, f"{path}: {lines} lines of code"


def test_a_function_fits_a_screen() -> None:
    for path in sources(*PRODUCT):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                length = node.end_lineno - node.lineno + 1
                assert length <= FUNCTION_MAX, f"{path.name}: {node.name} has {length} lines"


@pytest.mark.parametrize("door", [events, inputs], ids=lambda door: door.__name__)
def test_every_word_of_a_vocabulary_is_had_at_its_door(door: ModuleType) -> None:
    folder = Path(str(door.__file__)).parent
    for path in sources(folder.relative_to(ROOT).as_posix()):
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef):
                assert hasattr(door, node.name), f"{path}: {node.name} is not in __all__"


def test_a_package_loads_nothing_of_itself_but_a_vocabulary() -> None:
    """Who needs one module of a room would else wait for all of them at its start."""
    doors = {"controller.game.events", "controller.game.inputs"}
    for path in sources(*PRODUCT):
        if path.name == "__init__.py" and module_of(path) not in doors:
            assert not {name for name in imports(path) if within(name, (module_of(path),))}, path


def test_a_module_says_what_it_is_for() -> None:
    for path in sources(*PRODUCT):
        assert not parsed(path).body or ast.get_docstring(parsed(path)), f"{path} has no docstring"


def test_an_error_of_types_is_passed_over_for_a_reason_alone() -> None:
    """mypy is told which error, and the reader why, on the same line."""
    said = re.compile(r"# type: ignore\[[a-z-]+\]  # \w.*\w \w")
    for path in sources(*PRODUCT):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert "type: ignore" not in line or said.search(line), f"{path}:{number}: {line}"


def test_no_module_is_called_a_drawer() -> None:
    drawers = {"utils", "util", "helpers", "common", "constants", "base", "manager", "misc"}
    assert not {path.stem for path in sources(*PRODUCT)} & drawers


def test_no_two_modules_of_tests_have_one_name() -> None:
    named = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, times in named.items() if times > 1] == [], "the second is not collected"


def test_every_test_that_the_suite_samples_is_there_and_has_cases() -> None:
    """Cases are those of the test, or of a fixture that it asks for by name in its own file."""
    with_cases = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if not any(name in text for name in THINNED):
            continue
        functions = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
        said = {one.name: "".join(map(ast.unparse, one.decorator_list)) for one in functions}
        fixtures = {name for name, decorated in said.items() if "params=" in decorated}
        for one in functions:
            asked = {argument.arg for argument in one.args.args}
            if "mark.parametrize(" in said[one.name] or asked & fixtures:
                with_cases.add(one.name)
    assert [name for name in THINNED if name not in with_cases] == []


def test_nothing_is_left_to_do_and_no_test_is_skipped() -> None:
    words = re.compile(
        r"\b(TODO|FIX" + r"ME|XX" + r"X)\b|NotImplemented" + r"Error|mark\.(skip|xfail)|pytest\.skip"
    )
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.qml"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.split():
        if name != "tests/test_tidy.py":
            found = words.search((ROOT / name).read_text(encoding="utf-8"))
            assert found is None, f"{name}: {found}"


def test_assertions_are_on() -> None:
    assert __debug__, "the invariants of the table are assertions: never run with -O"


TOP = {
    *(".ci", ".gitignore", "Makefile", "pyproject.toml", "LICENSE", "README.md", "ARCHITECTURE.md"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "config", "controller", "deploy", "drivers", "tests", "ui"),
}


def test_nothing_else_stands_at_the_top() -> None:
    """Commands write where one stands: what a test or a trial has left there was committed once."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in tracked.splitlines()} == TOP
