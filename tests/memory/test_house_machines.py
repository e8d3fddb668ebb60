"""The machines over time: what their lines carried, which they are, how long they have been there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.machines import worn
from controller.house.scope import BadQuestion
from controller.house.store import Store, insert
from tests.memory.conftest import NewStore
from tests.memory.nights import rows_of

FIVE_MIN_MS = 300_000


@pytest.fixture
def answers(night: Path, read_store: NewStore) -> Iterator[Answers]:
    with closing(House([night], read_store())) as made:
        made.read_all()
        yield Answers(made)


def carried(night: Path, table: str) -> dict[str, Counter[str]]:
    """What the journals of a table say that each line carried."""
    sums: dict[str, Counter[str]] = {}
    for path in night.glob(f"{table}-*.journal"):
        for _, _, kind, body in rows_of(path):
            for line in body["lines"] if kind == "LinesCounted" else ():
                under = sums.setdefault(line["machine"], Counter())
                under.update({name: line[name] for name in ("frames", "retries", "damaged", "returns")})
    return sums


def counts(*lines: tuple[int, int]) -> list[Any]:
    """Five minutes each: (whole, repeated)."""
    return [
        {
            "at_ms": (at + 1) * FIVE_MIN_MS,
            "lasted_ms": FIVE_MIN_MS,
            "frames": whole,
            "retries": repeated,
            "damaged": 0,
        }
        for at, (whole, repeated) in enumerate(lines)
    ]


def test_the_lines_of_a_day_are_those_of_the_journals(answers: Answers, night: Path) -> None:
    told = answers.plots({"plots": ["machines"]})["plots"]["machines"]
    for table in told["tables"]:
        wanted = carried(night, table["table"])
        assert wanted["shoe"]["frames"] > 100
        for one in table["machines"]:
            line = {name: one["line"][name] for name in ("frames", "retries", "damaged", "returns")}
            assert line == {name: wanted[one["machine"]][name] for name in line}, one["machine"]


def test_a_span_that_repeats_too_much_is_worn_and_its_neighbours_are_one() -> None:
    assert worn(counts((1_200, 5), (1_200, 20), (1_200, 40), (1_200, 2))) == [
        [FIVE_MIN_MS, 3 * FIVE_MIN_MS, 32]
    ]


def test_few_messages_are_judged_together() -> None:
    assert worn(counts(*[(40, 2)] * 7)) == []
    assert worn(counts(*[(40, 2)] * 8)) == [[0, 8 * FIVE_MIN_MS, 47]]


def test_a_machine_has_its_curve_its_identity_and_its_kind(answers: Answers) -> None:
    table = answers.answer({"ask": "house"})["tables"][0]
    told = answers.answer({"ask": "machine", "table": table, "machine": "shoe"})
    assert told["identity"]["model"] == "simulated shoe"
    assert told["identity"]["reference"] is True
    by_table = {row["name"]: row["rounds"] for row in answers.answer({"ask": "figures"})["rows"]}
    assert told["identity"]["rounds"] == by_table[table]
    assert told["since_ms"] < told["points"][0][0] <= told["points"][-1][0] <= told["until_ms"]
    assert len(told["points"][0]) == 6
    assert {name for name, _, _ in told["types"]} >= {"shoe", "shuffler"}
    assert told["day"]["frames"] == sum(carried_of(answers.house.db, table))


def carried_of(conn: Store, table: str) -> list[int]:
    rows = conn.execute(
        "SELECT frames FROM line JOIN source ON source.id = line.source"
        " WHERE machine = 'shoe' AND table_name = ?",
        (table,),
    )
    return [frames for (frames,) in rows]


def test_a_machine_is_in_service_since_it_was_first_named_whatever_program_it_got(answers: Answers) -> None:
    db = answers.house.db
    (source,) = db.execute("SELECT id FROM source WHERE table_name = 'UTH-1'").fetchone()
    db.execute("DELETE FROM identity")
    for at_ms, model, firmware in ((1, "old", "1"), (2, "new", "1"), (3, "new", "2"), (4, "new", "2")):
        told = {"machine": "shoe", "model": model, "port": "shoe", "firmware": firmware, "digest": ""}
        insert(db, "identity", [{"source": source, "at_ms": at_ms, "reference": -1, **told}])
    told = answers.answer({"ask": "machine", "table": "UTH-1", "machine": "shoe"})["identity"]
    assert (told["model"], told["firmware"], told["reference"]) == ("new", "2", None)
    assert (told["since_ms"], told["program_ms"]) == (2, 3)


def test_a_machine_that_never_named_itself_has_no_identity(answers: Answers) -> None:
    told = answers.answer({"ask": "machine", "table": "UTH-1", "machine": "chips"})
    assert told["identity"] is None
    with pytest.raises(BadQuestion, match="machine, table: both are wanted"):
        answers.answer({"ask": "machine", "table": "UTH-1"})
