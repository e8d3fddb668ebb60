"""What one table asked of the book and what it was told, with the instants of both.

One file a table, one JSON object a line: what is asked is written before it is sent, what is told when it
has come. A table that is killed leaves an operation without an end. Instants are of the machine's monotonic
clock, in ns: of all tables one clock, whatever each believes the time to be.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from typing import Any, Self

Key = tuple[str, int, int, str, int]
"""Table, round, attempt, kind, and seat or 0: an act is done once under it. All rounds are of one journal."""


@dataclass(slots=True)
class Operation:
    """One thing that a table asked.

    `act` is what was asked for, `meter` for a reading; `request` its values; `at_ms` the time as the table
    believed it. `ended_ns` is 0 and `answer` None where nothing came; then it was done or not.
    """

    table: str
    number: int
    act: str
    key: Key | None
    request: list[Any]
    at_ms: int
    began_ns: int
    ended_ns: int = 0
    answer: dict[str, Any] | None = None

    @property
    def words(self) -> str:
        """What a finding calls it."""
        return f"{self.act} {'/'.join(map(str, self.key or (self.table,)))}"


def told(answer: Any) -> dict[str, Any]:
    """An answer as plain values, its kind under `answer`."""
    fields = asdict(answer) if is_dataclass(answer) and not isinstance(answer, type) else answer._asdict()
    plain: dict[str, Any] = json.loads(json.dumps(fields, default=_plain))
    return {"answer": type(answer).__name__, **plain}


def _plain(value: Any) -> Any:
    return asdict(value)


class Log:
    """The file of one table, added to at each begin and end, so that no kill takes any of it."""

    def __init__(self, path: Path) -> None:
        self.operations = list(operations_in(path)) if path.exists() else []
        self._file = path.open("ab", buffering=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *trace: object) -> None:
        self._file.close()

    def begin(self, table: str, act: str, key: Key | None, request: list[Any], at_ms: int) -> Operation:
        one = Operation(table, len(self.operations), act, key, request, at_ms, time.monotonic_ns())
        self._file.write(json.dumps(asdict(one)).encode() + b"\n")
        self.operations.append(one)
        return one

    def end(self, one: Operation, answer: dict[str, Any] | None) -> None:
        """Without an `answer` the table has given up waiting, and nothing is known."""
        if answer is None:
            return
        one.ended_ns, one.answer = time.monotonic_ns(), answer
        end = {"number": one.number, "ended_ns": one.ended_ns, "answer": answer}
        self._file.write(json.dumps(end).encode() + b"\n")


def operations_in(path: Path) -> Iterable[Operation]:
    """Those of one table, in its order; a last line that a kill cut off was never sent."""
    found: dict[int, Operation] = {}
    for line in path.read_bytes().splitlines(keepends=True):
        if not line.endswith(b"\n"):
            continue
        fields = json.loads(line)
        if "act" in fields:
            key = fields["key"]
            fields["key"] = None if key is None else tuple(key)
            found[fields["number"]] = Operation(**fields)
        else:
            one = found[fields["number"]]
            one.ended_ns, one.answer = fields["ended_ns"], fields["answer"]
    return found.values()
