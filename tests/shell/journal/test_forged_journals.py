"""Forged journals, judged by the product and by the verifier that shares no line with it.

Two thousand here; `python -m tests.bench.forged` tries twenty thousand.
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.journal.chain import Head, Row, link, opening_of
from controller.journal.heads import heads_path
from controller.journal.keys import simulated_keys
from controller.journal.trust import KeyRefused, keys_told
from controller.journal.verify import verify, verify_rows
from controller.journal.witness import Witness, read_witnesses
from drivers.sim.decks import royal, unqualified
from tests.law.requirements import requirement
from tests.shell.journal import forged_files
from tests.shell.journal.forged_files import BARE_BLIND, FORGERIES, KEYS_BLIND, WITNESS_BLIND
from tests.shell.journal.forgeries import PARTIAL, WHOLE, Rows, linked
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import rows_of

pytestmark = pytest.mark.slow

SEEDS = (3, 4, 5, 6)
BLOCKS = 5
FORGED = 2_000
BY = ("bare", "keys", "witness")


class Honest:
    """A journal as it was written, and its head as two witnesses keep it."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        opening, last = opening_of(rows[0]), rows[-1]
        head = simulated_keys(1, opening.table).signer.head(
            opening, rows[0].hash, Head(last.seq, last.hash), last.at_ms
        )
        self.witness = Witness(head.journal_id, head.size, head.hash, head.table, head.session)
        self.kept = INSPECTOR.Trust()
        self.kept.heads, self.kept.witnessed = [INSPECTOR.signed(head.line)], True

    def found_by_chain(self, rows: Rows) -> bool:
        return not verify_rows("forged", rows).ok

    def found_by_witness(self, rows: Rows) -> bool:
        return not verify_rows("forged", rows, witnesses=[self.witness]).ok

    def found_by_inspector(self, rows: Rows, *, witnessed: bool) -> bool:
        try:
            INSPECTOR.check(rows, trust=self.kept if witnessed else None)
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


@requirement("SE-01")
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_forged_journal_is_found(honest: list[Honest], block: int) -> None:
    """Every partial edit by the chain alone, every edit where a head was kept elsewhere."""
    met = found_of(honest, block, FORGED // BLOCKS)
    assert set(met) == {*PARTIAL, *WHOLE}
    assert met.total() > 0.99 * FORGED / BLOCKS


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


def test_a_bit_turned_in_any_column_of_any_kind_of_entry_is_found_there(honest: list[Honest]) -> None:
    """Entries are checked many at once and those of some kinds without a parser; none is passed over."""
    dice, kinds = Random(7), set[str]()
    for one in honest:
        for at, row in enumerate(one.rows):
            if row.kind in kinds:
                continue
            kinds.add(row.kind)
            for name, value in row._asdict().items():
                if isinstance(value, int):
                    turned: int | str = value ^ 1 << dice.randrange(40)
                else:
                    where = dice.randrange(len(value))
                    turned = (
                        value[:where] + chr(ord(value[where]) ^ 1 << dice.randrange(7)) + value[where + 1 :]
                    )
                forged = [*one.rows[:at], row._replace(**{name: turned}), *one.rows[at + 1 : at + 9]]
                (file,) = verify_rows("forged", forged).files
                assert file.first_bad_seq == row.seq, (row.kind, name)
                with pytest.raises(INSPECTOR.Bad) as bad:
                    INSPECTOR.check(forged)
                assert bad.value.args[0] == row.seq, (row.kind, name)
    assert len(kinds) > 40


def test_a_whole_rewriting_is_a_chain_that_holds(honest: list[Honest]) -> None:
    """Why witnesses are needed at all: of these the chain alone knows nothing."""
    dice = Random(1)
    for name in ("truncate", "roll_back"):
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


@pytest.mark.parametrize(
    "column",
    [
        {"hash": None, "body": b"{}"},
        {"hash": None, "at_ms": "later"},
        {"hash": "", "seq": 3.0},
        {"body": '{"a":' + "[" * 100_000},
        {"body": '{"cents":NaN}'},
        {"body": '{"cents":0.5}'},
    ],
)
def test_an_entry_without_a_hash_or_of_no_whole_numbers_is_named_by_the_script(
    honest: list[Honest], column: dict[str, Any]
) -> None:
    """SQLite keeps any type in any column, and what has no hash is not what has the hash of nothing."""
    first, last = honest[0].rows[0], honest[0].rows[1]._replace(**column)
    if "hash" not in column:
        last = last._replace(hash=link(first.hash, last.seq, last.at_ms, last.kind, last.body))
    with pytest.raises(INSPECTOR.Bad):
        INSPECTOR.check([first, last])


# --- what a house keeps, forged in every way that was thought of --------------------------------------


def found_by(folder: Path, by: str, monkeypatch: pytest.MonkeyPatch) -> tuple[bool, bool]:
    """Whether `tapis journal verify`, and whether `verify_journal.py`, finds something wrong."""
    keys, witness = folder / "keys.txt", folder / "witness.txt"
    kept = read_witnesses(witness) if by == "witness" else ()
    named = keys_told([str(keys)] if by == "keys" else [], witness if by == "witness" else None)
    report = verify(folder / "journals", witnesses=kept, keys=named)
    words = {"bare": [], "keys": ["--key", keys], "witness": ["--witness", witness]}[by]
    monkeypatch.setattr(sys, "argv", ["verify_journal", *map(str, [folder / "journals", *words])])
    return not report.ok, INSPECTOR.main() == 1


def judged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[tuple[bool, bool], ...]]:
    """Of each forgery what is found, in the order of `BY`."""
    honest = forged_files.honest(folder / "honest")
    for by in BY:
        assert found_by(honest, by, monkeypatch) == (False, False), by
    told = {}
    for number, (name, forge) in enumerate(FORGERIES.items()):
        forged = folder / str(number)
        shutil.copytree(honest, forged)
        forge(forged)
        told[name] = tuple(found_by(forged, by, monkeypatch) for by in BY)
        shutil.rmtree(forged)
    return told


@pytest.mark.long
def test_of_every_kind_of_forgery_both_verifiers_find_what_can_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bare, what contradicts itself; by keys, what the house did not sign; by a witness, all that it saw."""
    all_told = judged(tmp_path, monkeypatch)
    assert len(all_told) >= 65
    for name, found in all_told.items():
        wanted = [name not in BARE_BLIND, name not in KEYS_BLIND, name not in WITNESS_BLIND]
        assert found == tuple(zip(wanted, wanted, strict=True)), name
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("empty.txt",), 2, "no head stands in it"),
        (("words.txt",), 2, "no signed head: 'all is well'"),
        (("stranger.txt",), 2, "signed with a key that no line before names"),
        (("three.txt",), 0, ""),
        (("rewritten.txt",), 1, "it is not the entry whose head was signed or witnessed"),
    ],
)
def test_a_witness_is_read_in_each_of_its_formats_or_refused(
    tmp_path: Path,
    words: tuple[str],
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = forged_files.place(forged_files.honest(tmp_path))
    rows = rows_of(path)
    head = forged_files.STRANGER.head(opening_of(rows[0]), rows[0].hash, Head(1, rows[0].hash), 1)
    (tmp_path / "empty.txt").write_text("# nothing yet\n")
    (tmp_path / "words.txt").write_text("all is well\n")
    (tmp_path / "stranger.txt").write_text(f"{head.line}\n")
    (tmp_path / "three.txt").write_text(f"{rows[0].hash.upper()} {rows[-1].seq} {rows[-1].hash}\n")
    (tmp_path / "rewritten.txt").write_text(f"{rows[0].hash} 7 {'a' * 64}\n")
    monkeypatch.setattr(sys, "argv", ["verify_journal", str(path), "--witness", str(tmp_path / words[0])])
    assert INSPECTOR.main() == code
    told = capsys.readouterr()
    assert said in told.out + told.err


def test_a_witness_may_name_no_key_beside_the_one_that_a_person_read_on_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Journal and store signed anew by a stranger, who brings his own key in the store."""
    folder = forged_files.honest(tmp_path)
    path = forged_files.place(folder)
    forged_files.content(forged_files.later, "stranger", folder)
    head = heads_path(path).read_text().splitlines()[-1]
    (folder / "witness.txt").write_text(f"key UTH-1 {forged_files.STRANGER.key}\n{head}\n")
    words = [str(path), "--key", str(folder / "keys.txt"), "--witness", str(folder / "witness.txt")]
    monkeypatch.setattr(sys, "argv", ["verify_journal", *words])
    assert INSPECTOR.main() == 2
    assert "that you did not name" in capsys.readouterr().err
    with pytest.raises(KeyRefused, match="that you did not name"):
        keys_told([str(folder / "keys.txt")], folder / "witness.txt")


def test_what_is_no_journal_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter").write_text("dear all")
    (tmp_path / "empty").mkdir()
    for name in ("letter", "empty", "none"):
        monkeypatch.setattr(sys, "argv", ["verify_journal", str(tmp_path / name)])
        assert INSPECTOR.main() == 2
        told = capsys.readouterr().err
        assert name in told
        assert "Traceback" not in told


def test_the_script_reads_journals_of_before_stakes_were_confirmed(honest: list[Honest]) -> None:
    rows = honest[0].rows
    before = rows[0]._replace(body=rows[0].body.replace('"schema":"1.1"', '"schema":"1.0"'))
    INSPECTOR.check(linked([before, *rows[1:]]))
