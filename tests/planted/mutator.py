"""Small changes of the program by a machine: a comparison turned, a number off by one, a call left out.

    python -m tests.planted.mutator 20     # those of seed 20, as `chosen.toml` takes them

They are chosen by a seed among all that can be made in the code of money, durability and secrecy (`WHERE`),
so that nobody chose them for the tests that there are.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from tests.planted.bugs import ROOT

WHERE: Final = {
    "money": (
        "controller/game/settling/*.py",
        "controller/game/jackpot/*.py",
        "controller/book/shares.py",
        "controller/book/claims.py",
        "controller/book/stakes.py",
        "controller/book/posting.py",
    ),
    "durability": (
        "controller/book/ledger.py",
        "controller/book/sqlite.py",
        "controller/book/sqlite_file.py",
        "controller/journal/writer.py",
        "controller/journal/rows.py",
        "controller/journal/signing.py",
        "controller/journal/chain.py",
        "controller/journal/heads.py",
    ),
    "secrecy": (
        "controller/journal/seal.py",
        "controller/game/views.py",
        "controller/game/dealing/show.py",
        "controller/screens/wire_views.py",
    ),
}
SHARES: Final = {"money": 12, "durability": 8, "secrecy": 5}
_TURNED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_WRITTEN: Final = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change that was made by a rule: where, which, and both texts."""

    file: str
    line: int
    rule: str
    there: str
    instead: str


def mutants_of(file: str) -> Iterator[Mutant]:
    """All that can be made in the functions of this file."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                for rule, begin, end, instead in _changes(node, lines):
                    yield _mutant(file, lines, rule, begin, end, instead)


Span = tuple[str, tuple[int, int], tuple[int, int], str]


def _changes(node: ast.AST, lines: list[str]) -> Iterator[Span]:
    """Rule, begin and end as line and column, and the text to be put between; in one line each."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = node.left, node.comparators[0]
        assert left.end_lineno is not None
        assert left.end_col_offset is not None
        begin, end = (left.end_lineno, left.end_col_offset), (right.lineno, right.col_offset)
        word, turned = _WRITTEN[type(node.ops[0])], _TURNED[type(node.ops[0])]
        between = _between(lines, begin, end)
        if between.strip(" (") == word:
            yield "comparison", begin, end, between.replace(word, turned)
    elif isinstance(node, ast.BoolOp):
        first, second = node.values[0], node.values[1]
        assert first.end_lineno is not None
        assert first.end_col_offset is not None
        begin, end = (first.end_lineno, first.end_col_offset), (second.lineno, second.col_offset)
        word, turned = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        between = _between(lines, begin, end)
        if between.strip(" ()") == word:
            yield "both or either", begin, end, between.replace(word, turned)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        begin, end = (node.lineno, node.col_offset), (node.operand.lineno, node.operand.col_offset)
        if _between(lines, begin, end).strip(" (") == "not":
            yield "negation", begin, end, _between(lines, begin, end).replace("not ", "")
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        assert node.left.end_lineno is not None
        assert node.left.end_col_offset is not None
        begin = (node.left.end_lineno, node.left.end_col_offset)
        end = (node.right.lineno, node.right.col_offset)
        word, turned = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
        between = _between(lines, begin, end)
        if between.strip(" ()") == word:
            yield "sum", begin, end, between.replace(word, turned)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        begin, end = _span(node)
        yield "off by one", begin, end, str(node.value + 1)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        begin, end = _span(node)
        if begin[0] == end[0]:
            yield "call left out", begin, end, "pass"


def _span(node: ast.expr | ast.stmt) -> tuple[tuple[int, int], tuple[int, int]]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _between(lines: list[str], begin: tuple[int, int], end: tuple[int, int]) -> str:
    """What stands between; empty where that is more than a line or not ASCII, whose columns are bytes."""
    if begin[0] != end[0] or not lines[begin[0] - 1].isascii():
        return ""
    return lines[begin[0] - 1][begin[1] : end[1]]


def _mutant(
    file: str, lines: list[str], rule: str, begin: tuple[int, int], end: tuple[int, int], instead: str
) -> Mutant:
    """As many lines before and after as make it the only place of the file."""
    at = begin[0] - 1
    changed = lines[at][: begin[1]] + instead + lines[at][end[1] :]
    text = "\n".join(lines)
    first = last = at
    while text.count("\n".join(lines[first : last + 1])) > 1:
        first, last = max(0, first - 1), last + 1
    before, after = lines[first:at], lines[at + 1 : last + 1]
    return Mutant(
        file, at + 1, rule, "\n".join(lines[first : last + 1]), "\n".join([*before, changed, *after])
    )


def chosen(seed: int) -> list[Mutant]:
    """Of each kind of code as many as `SHARES` says, by the seed."""
    dice, found = Random(f"planted {seed}"), []
    for kind, patterns in WHERE.items():
        files = sorted(path.relative_to(ROOT).as_posix() for one in patterns for path in ROOT.glob(one))
        places: dict[str, list[Mutant]] = {}
        for file in files:
            each = list(dict.fromkeys(mutants_of(file)))
            if each:
                places[file] = each
        for _ in range(SHARES[kind]):
            file = dice.choice(list(places))
            one = dice.choice(places[file])
            places[file].remove(one)
            if len(places) > 1:
                del places[file]
            found.append(one)
    return found


def main() -> None:
    """Print those of the seed as tables of `chosen.toml`."""
    for number, one in enumerate(chosen(int(sys.argv[1])), start=1):
        name = f"{Path(one.file).stem}-{one.line}"
        told = f"[[bug]]\nid = '{name}'\nharm = '{number}: {one.rule}'\nfile = '{one.file}'\n"
        sys.stdout.write(f"{told}there = '''\n{one.there}'''\ninstead = '''\n{one.instead}'''\ntest = ''\n\n")


if __name__ == "__main__":
    main()
