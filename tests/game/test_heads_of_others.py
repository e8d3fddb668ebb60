"""What a table is told of other tables' journals: a row now and then, of bounded length, whoever tells it."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.machines.others_heads import HEADS_MAX, LINE_MAX
from controller.game.state import TableState
from controller.table.table import recovered
from tests.builders import Felt

HOUR_MS = 3_600_000


def head(table: str, size: int, *, origin: str = "tapis/1/simulation", hash_: str = "") -> str:
    """A line as a witness tells it; signatures are looked at before it comes here."""
    journal, previous, key = "a" * 64, "0" * 64, "c" * 64
    return f"{origin} {table} 1 {journal} {previous} {size} {hash_ or f'{size:064x}'} 17 {key} {'d' * 128}"


def told(felt: Felt, *lines: str, after_ms: int = 0) -> Felt:
    felt.now_ms += after_ms
    return felt.see(i.HeadsObserved(lines, felt.now_ms + 100))


def rows(felt: Felt) -> list[tuple[str, ...]]:
    return [event.heads for event in felt.events(e.HeadsWitnessed)]


def played() -> Felt:
    felt = Felt()
    assert felt.state.facts.simulated
    return felt.open()


def test_what_the_others_sign_is_written_as_it_was_signed() -> None:
    lines = (head("UTH-7", 40), head("UTH-8", 3))
    assert rows(told(played(), *lines)) == [lines]


@pytest.mark.long
def test_a_witness_that_tells_without_end_has_twelve_rows_an_hour_of_a_told_length() -> None:
    felt, dice = played(), Random(1)
    begun = felt.now_ms
    while felt.now_ms < begun + 3 * HOUR_MS:
        told(felt, *(head(f"T-{dice.randrange(10**9)}", dice.randrange(1, 10**9)) for _ in range(200)))
        felt.now_ms += 1_000
    at = [entry.at_ms for entry in felt.entries if isinstance(entry.event, e.HeadsWitnessed)]
    assert all(sum(one <= other < one + HOUR_MS for other in at) <= 12 for one in at)
    assert len(at) == 36
    assert {len(lines) for lines in rows(felt)} == {HEADS_MAX}
    assert max(len(line) for lines in rows(felt) for line in lines) <= LINE_MAX


def test_a_table_that_dies_and_comes_back_is_told_no_sooner() -> None:
    felt = told(played(), head("UTH-7", 40))
    state: TableState = recovered(felt.state.facts, felt.entries)
    assert state.others == felt.state.others
    assert rows(told(felt, head("UTH-7", 41), after_ms=200_000)) == [(head("UTH-7", 40),)]
    assert len(rows(told(felt, head("UTH-7", 41), after_ms=100_000))) == 2


def test_what_is_written_already_is_not_written_again() -> None:
    felt = told(played(), head("UTH-7", 40))
    told(felt, head("UTH-7", 40).replace(" 17 ", " 18 "), after_ms=HOUR_MS)
    assert len(rows(felt)) == 1
    told(felt, head("UTH-7", 40), head("UTH-8", 1))
    assert rows(felt)[1:] == [(head("UTH-8", 1),)]


def test_data_of_another_table_that_were_put_back_are_written_though_they_are_shorter() -> None:
    felt = told(played(), head("UTH-7", 40))
    told(felt, head("UTH-7", 12), after_ms=HOUR_MS)
    assert rows(felt)[1:] == [(head("UTH-7", 12),)]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "tapis/1/simulation UTH-7",
        head("UTH-7", 40, origin="tapis/1"),
        head("UTH-7", 40) + "0" * 400,
        head("UTH-7", 40) + "\n",
        head("UTH-\u202e", 40),
        head("UTH-7", 40).replace(" 1 a", " x a"),
    ],
)
def test_what_is_no_head_of_another_table_at_such_play_is_not_written(line: str) -> None:
    assert rows(told(played(), line)) == []


def test_its_own_heads_are_no_news() -> None:
    felt = played()
    assert rows(told(felt, head(felt.state.facts.table, 40))) == []


def test_a_closed_table_writes_none() -> None:
    assert rows(told(Felt(), head("UTH-7", 40))) == []


def test_nothing_of_the_play_waits_for_it_or_changes_by_it() -> None:
    """Told or not, the state is the same but for the entry itself."""
    one, other = played().stakes(s1=1000), told(played().stakes(s1=1000), head("UTH-7", 40))
    kept = {name: getattr(one.state, name) for name in one.state.__dataclass_fields__}
    changed = {name for name, value in kept.items() if getattr(other.state, name) != value}
    assert changed == {"others", "seq", "at_ms"}
