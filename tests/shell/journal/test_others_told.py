"""A witness tells each table of the others, over the line that it has; no table waits for it."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.game.events import HeadsWitnessed
from controller.game.machines.others_heads import EVERY_MS, HEADS_MAX
from controller.journal.chain import Head
from controller.journal.heads import HeadRefused, SignedHead, Signer
from controller.journal.reading import read_rows
from controller.journal.verify import verify
from controller.journal.witness import WitnessStore
from controller.screens.unix_socket import Doors
from controller.witness import desk as witness_desk
from controller.witness.desk import WitnessDesk
from controller.witness.others_told import TELL_AGAIN_S, TELL_EVERY_S, OthersTold, Telling
from controller.witness.table_line import LineDown
from tests.certificates import Authority
from tests.shell.journal.inspector import inspected
from tests.shell.journal.journals import OPENING
from tests.shell.journal.witnessed import Machine, Pit, sessions
from tests.shell.live_table import LiveTable, typed, write_settings

OTHER = Signer(b"\2" * 32)


class Clock:
    """Seconds that the test lets pass."""

    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


class Heard:
    """What a table's inbox was handed."""

    def __init__(self, table: str) -> None:
        self.lines: list[tuple[str, ...]] = []
        self.clock = Clock()
        self.others = OthersTold(table, self.lines.append, self.clock)


@pytest.fixture
def heard() -> Heard:
    return Heard("UTH-2")


@pytest.fixture
def table(tmp_path: Path, authority: Authority, heard: Heard) -> Iterator[Machine]:
    with Machine(tmp_path / "table", authority, "UTH-2", others=heard.others) as made:
        yield made


def head(table: str, size: int = 3) -> SignedHead:
    opening = replace(OPENING, table=table)
    return OTHER.head(opening, "a" * 64, Head(size, f"{size:064x}"), 17)


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    """Its store has a head of the other table already."""
    made = Pit(tmp_path / "pit", "UTH-2")
    made.store.trust("UTH-1", OTHER.key)
    assert made.store.take(head("UTH-1").line)
    return made


def test_a_table_is_told_the_last_head_of_the_other_as_it_was_signed(
    table: Machine, pit: Pit, heard: Heard
) -> None:
    sessions(table.journals, 2)
    with table.line() as line, pit.visits("UTH-2") as visits:
        assert visits.visit(line)
        assert heard.lines == [(head("UTH-1").line,)]
        pit.store.take(head("UTH-1", 9).line)
        assert visits.visit(line)
    assert len(heard.lines) == 1, "told once in a while, however often it is visited"


def test_sixteen_of_the_longest_heads_go_over_the_line(table: Machine, heard: Heard) -> None:
    told = [head(f"{'T' * 30}{number:02}", 10**17 + number).line for number in range(HEADS_MAX)]
    with table.line() as line:
        assert line.ask({"others": told}) == {"others": HEADS_MAX}
    assert heard.lines == [tuple(told)]


@pytest.mark.parametrize(
    "told",
    [
        None,
        {},
        "tapis/1",
        [1],
        [["tapis/1"]],
        ["tapis/1 UTH-1"],
        [head("UTH-1").line] * (HEADS_MAX + 1),
        [head("UTH-1")._replace(hash="9" * 64).line],
        [head("UTH-1").line + "\n"],
    ],
)
def test_what_are_no_signed_heads_is_not_handed_on_and_the_desk_goes_on(
    told: object, table: Machine, pit: Pit, heard: Heard
) -> None:
    sessions(table.journals, 1)
    with table.line() as line:
        assert "dropped" in line.ask({"others": told})
    assert heard.lines == []
    assert pit.visit(table.line(), "UTH-2")
    assert heard.lines == [(head("UTH-1").line,)]


def test_a_witness_that_tells_without_end_is_listened_to_once_in_five_minutes(
    table: Machine, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness_desk, "REST_S", 0.0)
    with table.line() as line:
        taken = []
        for number in range(1, 901):
            heard.clock.s = float(number)
            taken.append(line.ask({"others": [head("UTH-1", number).line]})["others"])
    assert sum(taken) == len(heard.lines) == 3
    assert EVERY_MS == 300_000


def test_its_own_head_is_no_news_and_takes_nobodys_turn(heard: Heard) -> None:
    assert heard.others([head("UTH-2").line]) == 0
    assert heard.others([head("UTH-1").line, head("UTH-2").line]) == 1
    assert heard.lines == [(head("UTH-1").line,)]


def test_too_soon_nothing_is_even_looked_at(heard: Heard) -> None:
    assert heard.others([head("UTH-1").line]) == 1
    false = head("UTH-1")._replace(hash="9" * 64).line
    assert heard.others([false]) == 0
    heard.clock.s = EVERY_MS / 1000
    with pytest.raises(HeadRefused):
        heard.others([false])


def test_a_table_of_an_older_edition_is_told_once_and_mirrored_as_before(
    tmp_path: Path, authority: Authority, pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not know the question and hangs up; the witness comes again and leaves it out."""
    made = WitnessDesk.__init__

    def older(desk: WitnessDesk, folder: Path, table: str, doors: Doors, **_: object) -> None:
        made(desk, folder, table, doors)
        del desk._asks["others"]

    monkeypatch.setattr(WitnessDesk, "__init__", older)
    with Machine(tmp_path / "older", authority, "UTH-2") as table, pit.visits("UTH-2") as visits:
        sessions(table.journals, 2)
        with table.line() as line:
            assert visits.visit(line)
            with pytest.raises(LineDown):
                visits.visit(line)
        with table.line() as line:
            assert all(visits.visit(line) for _ in range(3))


def test_a_table_that_did_not_understand_is_told_again_once_another_edition_may_be_there() -> None:
    """Red before: a witness that ran on told an upgraded table nothing until it was itself restarted."""
    clock = Clock()
    telling, last = Telling("UTH-2", clock), {"UTH-1": head("UTH-1")}
    assert telling.due(last)
    telling.not_understood()
    clock.s += TELL_AGAIN_S - 1
    assert telling.due(last) == []
    clock.s += 1
    assert telling.due(last) == [head("UTH-1").line]


def test_of_many_tables_each_is_told_in_its_turn() -> None:
    clock = Clock()
    telling, last = Telling("UTH-2", clock), {f"T-{n}": head(f"T-{n}") for n in range(40)}
    told: set[str] = set()
    for _ in range(3):
        lines = telling.due(last)
        assert len(lines) == HEADS_MAX
        told |= {line.split(" ")[1] for line in lines}
        telling.told(lines, len(lines))
        assert telling.due(last) == []
        clock.s += TELL_EVERY_S
    assert told == set(last)


def test_a_real_table_writes_what_a_real_witness_tells_it(tmp_path: Path) -> None:
    """`tapis run` and `tapis witness pull`, each a process: the head stands in its journal."""
    settings, store = write_settings(tmp_path), tmp_path / "heads.txt"
    table = LiveTable(settings)
    key = typed("keys", "show", "--settings", str(settings)).stdout.split()[3]
    kept = WitnessStore(store)
    kept.trust("UTH-9", key)
    kept.trust("UTH-1", OTHER.key)
    opening = replace(OPENING, table="UTH-1", simulated=False)
    told = OTHER.head(opening, "a" * 64, Head(3, "b" * 64), 17).line
    assert kept.take(told)
    try:
        assert table.tap("OpenTable")["ok"]
        done = typed("witness", "pull", str(store), "--from", str(tmp_path / "run"))
        assert (done.returncode, done.stderr) == (0, "")
        table.tap("OpenTable")  # heard after what the witness told
    finally:
        assert table.stop(signal.SIGTERM)[0] == 0
    (journal,) = (tmp_path / "data" / "journals").glob("*.journal")
    rows = [row for row in read_rows(journal) if row.kind == HeadsWitnessed.__name__]
    assert [json.loads(row.body) for row in rows] == [{"heads": [told]}]
    assert verify(journal).ok
    assert inspected(journal)[0] == 0
