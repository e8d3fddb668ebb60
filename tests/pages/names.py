"""Names between backticks, as docstrings and pages point at code, and whether there still is such a name.

`heads`, `Act.right`, `card_seen_twice.held_by_twice()` point somewhere; `tapis par` and `SELECT 1` do not:
they have more than a name between their ticks. A single name is there when code of any kind has the word. Of
a dotted name that begins with a module or a class of ours, that one has what comes after the point.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from tests.pages.citations import texts
from tests.pages.typed import ROOT

_TICKED: Final = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`(?!`)", re.ASCII)
_PATH: Final = re.compile(r"`((?:controller|drivers|ui|tests|deploy|config)/[\w./-]+)`")
_EXAMPLE: Final = re.compile(r"\w+_\d+|[A-Z]\d|[0-9a-f]{64}|.*/its_name\.\w+")
"""A code with a number in it, a card, a digest, a file that somebody else will add."""
_OF_A_PAGE: Final = re.compile(r"\w*[a-z]_[a-z]\w*|[A-Z]\w*[a-z][A-Z]\w*|[\w.]+\.\w+")
"""What looks like a name of code on a page, where words of screens stand between ticks too."""
_OTHERS_FILES: Final = ("conf", "json", "key", "log", "pepper", "sig", "sock", "txt")
"""Ends of files that a machine or a folder of evidence has and the repository has not."""
_OF_OTHERS: Final = frozenset(
    {
        "bounce_time",
        "findChild",
        "integrity_check",
        "pg_rewind",
        "rules.toml",
        "SerialException",
        "TAPI",
    }
)
"""Names of libraries and of other programs; a header's four letters."""
_KEY: Final = re.compile(r'"(\w+)"')
_PAIR: Final = re.compile(r"(\w+)(?:\.|\"\]\[\")(?=(\w+))")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_FENCED: Final = re.compile(r"```.*?```", re.DOTALL)
_COMMENT: Final = re.compile(r"(?:^|\s)(?:#|//|--)\s.*")
_HISTORY: Final = "CHANGELOG.md"
"""It tells of names as they were."""
_EXAMPLES: Final = "tests/pages/test_names.py"
"""Its names are made up."""


class Named(NamedTuple):
    """A name between backticks, and the file in which it stands."""

    file: str
    name: str


class Source(NamedTuple):
    """A Python file: its docstrings, the code without them, and what its modules and classes have."""

    prose: tuple[str, ...]
    code: str
    defined: frozenset[str]
    classes: tuple[tuple[str, frozenset[str], frozenset[str]], ...]


def names_told() -> Iterator[Named]:
    """Every name between backticks in the docstrings and the pages of the repository."""
    for file, text in texts().items():
        page = (_FENCED.sub("", text),) if file.endswith(".md") and file != _HISTORY else ()
        prose = _sources()[file].prose if file in _sources() else page
        for part in prose:
            for name in (*_PATH.findall(part), *_TICKED.findall(part)):
                if not _EXAMPLE.fullmatch(name) and (
                    prose is not page or "/" in name or _OF_A_PAGE.fullmatch(name)
                ):
                    yield Named(file, name)


def is_there(name: str) -> bool:
    """Whether code of any kind has this name; a path, whether it is one."""
    if "/" in name:
        return (ROOT / name).exists()
    first, *rest = name.split(".")
    if name in _files() | _OF_OTHERS or (rest and rest[-1] in _OTHERS_FILES):
        return True
    if not rest:
        return not _words().isdisjoint((name, _family(name))) or hasattr(builtins, name)
    owners = [*_modules().get(first, ()), *_classes().get(first, ())]
    if any(rest[0] in had for had in owners):
        return len(rest) == 1 or is_there(".".join(rest))
    return (first, rest[0]) in _pairs() or (_words() if not owners else _keys()).issuperset((first, *rest))


def _family(metric: str) -> str:
    """A metric as code writes it, its first word in braces and its unit by its kind."""
    return metric.removeprefix("tapis").removesuffix("_total")


@cache
def _sources() -> dict[str, Source]:
    return {
        file: _source(text) for file, text in texts().items() if file.endswith(".py") and file != _EXAMPLES
    }


def _source(text: str) -> Source:
    lines, prose, classes = text.split("\n"), [], []
    tree = ast.parse(text)
    defined = _defined(tree.body)
    bodies = [tree.body]
    while bodies:
        for node in bodies.pop():
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                prose.append(str(node.value.value))
                lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
            if isinstance(node, ast.ClassDef):
                own = set(re.findall(r"\bself\.(\w+)", "\n".join(lines[node.lineno : node.end_lineno])))
                bases = frozenset(_WORD.findall(" ".join(map(ast.unparse, node.bases))))
                classes.append((node.name, frozenset(_defined(node.body) | own), bases))
            bodies += [
                getattr(node, part)
                for part in ("body", "orelse", "finalbody")
                if isinstance(getattr(node, part, None), list)
            ]
    code = "\n".join(_COMMENT.sub("", line) for line in lines)
    return Source(tuple(prose), code, frozenset(defined), tuple(classes))


def _defined(body: list[ast.stmt]) -> set[str]:
    """The names that these statements bind."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(*(_WORD.findall(ast.unparse(target)) for target in targets))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            found |= _defined(node.body)
    return found


@cache
def _files() -> frozenset[str]:
    return frozenset(PurePosixPath(file).name for file in texts())


@cache
def _words() -> frozenset[str]:
    """The words of all code: of modules, queries, settings, screens, scripts; and the names of files."""
    found = set()
    for file, text in texts().items():
        found.update(PurePosixPath(file).with_suffix("").parts)
        if file in _sources():
            found.update(_WORD.findall(_sources()[file].code))
        elif not file.endswith((".md", ".py")):
            found.update(_WORD.findall("\n".join(_COMMENT.sub("", line) for line in text.split("\n"))))
    return frozenset(found)


@cache
def _pairs() -> frozenset[tuple[str, str]]:
    """What code asks of what by name: `say.word`, `answer["jp1"]["fixed_return"]`."""
    return frozenset(pair for source in _sources().values() for pair in _PAIR.findall(source.code))


@cache
def _keys() -> frozenset[str]:
    """Words that are strings by themselves, as the keys of an answer are."""
    return frozenset(key for source in _sources().values() for key in _KEY.findall(source.code))


@cache
def _modules() -> dict[str, list[frozenset[str]]]:
    """What each module and package of a name has."""
    found = defaultdict(list)
    for file, source in _sources().items():
        path = PurePosixPath(file)
        stem = path.parent.name if path.name == "__init__.py" else path.stem
        found[stem].append(source.defined)
        for part, parent in pairwise(path.with_suffix("").parts[::-1]):
            found[parent].append(frozenset({part}))
    return found


@cache
def _classes() -> dict[str, list[frozenset[str]]]:
    """What each class of a name has, by itself or from a base of ours."""
    own = defaultdict(list)
    for source in _sources().values():
        for name, had, bases in source.classes:
            own[name].append((had, bases))

    def all_of(name: str, seen: frozenset[str]) -> frozenset[str]:
        return frozenset().union(
            *(
                had.union(*(all_of(base, seen | {name}) for base in bases - seen))
                for had, bases in own.get(name, ())
            )
        )

    return {name: [all_of(name, frozenset({name}))] for name in own}
