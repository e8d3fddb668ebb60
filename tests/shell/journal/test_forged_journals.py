"""Forged journals, judged by the product and by the verifier that shares no line with it.

Two thousand here; `python -m tests.bench.forged` tries twenty thousand.
"""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from controller.boot.simulated import simulated_night
from controller.journal import Row, Witness, verify
from controller.journal.chain import Head, opening_of
from controller.journal.verify import verify_rows
from controller.keys import simulated_keys
from drivers.sim.decks import royal, unqualified
from tests.shell.journal.forgeries import PARTIAL, WHOLE, Rows, linked
from tests.shell.journal.journals import rows_of

pytestmark = pytest.mark.slow

SEEDS = (3, 4, 5, 6)
BLOCKS = 5
FORGERIES = 2_000
SCRIPT = Path(__file__).parents[3] / "deploy" / "verify_journal.py"


def loaded() -> ModuleType:
    """The independent verifier, as a module."""
    spec = importlib.util.spec_from_file_location("verify_journal", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


INSPECTOR = loaded()


class Honest:
    """A journal as it was written, and its head as two witnesses keep it."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        opening, last = opening_of(rows[0]), rows[-1]
        head = simulated_keys(1, opening.table).signer.head(
            opening, rows[0].hash, Head(last.seq, last.hash), last.at_ms
        )
        self.witness = Witness(head.journal_id, head.size, head.hash, head.table, head.session)
        self.heads = [INSPECTOR.signed(head.line, ())]

    def found_by_chain(self, rows: Rows) -> bool:
        return not verify_rows("forged", rows).ok

    def found_by_witness(self, rows: Rows) -> bool:
        return not verify_rows("forged", rows, witnesses=[self.witness]).ok

    def found_by_inspector(self, rows: Rows, *, witnessed: bool) -> bool:
        try:
            INSPECTOR.check(rows, self.heads if witnessed else (), witnessed=witnessed)
        except INSPECTOR.Bad:
            return True
        return False


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> list[Honest]:
    """Short journals of simulated tables, one of them with a jackpot and its award."""
    return honest_journals(tmp_path_factory.mktemp("honest"))


def honest_journals(place: Path) -> list[Honest]:
    """The same, in directories of this one."""
    journals = []
    for seed in SEEDS:
        folder = place / str(seed)
        stacked = (royal,) if seed == SEEDS[0] else (unqualified,)
        night = simulated_night(rounds=1, seed=seed, journal=folder, stacked=stacked)
        night.play()
        night.close()
        journals.append(Honest(rows_of(next(folder.glob("*.journal")))))
    assert any(row.kind == "ClaimRecorded" for row in journals[0].rows)
    return journals


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_forged_journal_is_found(honest: list[Honest], block: int) -> None:
    """Every partial edit by the chain alone, every edit where a head was kept elsewhere."""
    met = found_of(honest, block, FORGERIES // BLOCKS)
    assert set(met) == {*PARTIAL, *WHOLE}
    assert met.total() > 0.99 * FORGERIES / BLOCKS


def found_of(honest: list[Honest], block: int, forgeries: int) -> Counter[str]:
    """How many of each kind were forged, every one of which was found."""
    dice, met = Random(block), Counter[str]()
    kinds = islice(cycle([*PARTIAL.items(), *WHOLE.items()]), forgeries)
    for turn, (name, forge) in enumerate(kinds):
        one = honest[turn % len(honest)]
        forged = forge(one.rows, dice)
        if forged == one.rows:
            continue  # two equal rows swapped: nothing was forged
        met[name] += 1
        where = f"{name}, block {block}, turn {turn}"
        if name in PARTIAL:
            assert one.found_by_chain(forged), where
            assert one.found_by_inspector(forged, witnessed=False), where
        else:
            assert one.found_by_witness(forged), where
            assert one.found_by_inspector(forged, witnessed=True), where
    return met


def test_an_honest_journal_is_never_called_forged(honest: list[Honest]) -> None:
    """At whatever entry it is looked at, while it grows too."""
    for one in honest:
        for size in range(1, len(one.rows) + 1):
            assert not one.found_by_chain(one.rows[:size])
            assert not one.found_by_inspector(one.rows[:size], witnessed=False)
        assert not one.found_by_witness(one.rows)
        assert not one.found_by_inspector(one.rows, witnessed=True)


def test_a_whole_rewriting_is_a_chain_that_holds(honest: list[Honest]) -> None:
    """Why witnesses are needed at all: of these the chain alone knows nothing."""
    dice = Random(1)
    for name in ("truncate", "roll_back", "another_session"):
        assert not honest[0].found_by_chain(WHOLE[name](honest[0].rows, dice)), name


@pytest.mark.parametrize("faults", ["none", "hard"])
def test_both_verifiers_agree_on_whole_nights(
    faults: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    night = simulated_night(
        rounds=24, seed=9, journal=tmp_path, tables=2, faults=faults, stacked=(unqualified, royal)
    )
    night.play()
    night.close()
    report = verify(tmp_path)
    assert report.ok
    assert all(one.signed_heads > 12 for one in report.files)
    monkeypatch.setattr(sys, "argv", ["verify_journal", *map(str, sorted(tmp_path.glob("*.journal")))])
    assert INSPECTOR.main() == 0
    told = capsys.readouterr().out
    assert all(f"{one.entries} entries, head {one.head}" in told for one in report.files)


def test_the_inspector_finds_figures_that_do_not_add_up(honest: list[Honest]) -> None:
    """In a chain that holds: what the program itself would have to have written wrongly."""
    rows = honest[0].rows
    for kind, old, new in (
        ("ContributionRecorded", '"meter_cents":', '"meter_cents":9'),
        ("AwardRecorded", '"cents":', '"cents":9'),
        ("SeatSettled", '"returned_cents":', '"returned_cents":9'),
        ("CardsRevealed", '"card":"', '"card":"2c","x":"'),
    ):
        at = next(at for at, row in enumerate(rows) if row.kind == kind)
        wrong: list[Row] = [*rows]
        wrong[at] = rows[at]._replace(body=rows[at].body.replace(old, new, 1))
        assert honest[0].found_by_inspector(linked(wrong, at), witnessed=False), kind
