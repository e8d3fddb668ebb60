"""Tables of a room hold each other's heads: whoever rewrites one journal contradicts the others."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from controller.game import events as e
from controller.journal.chain import Head, opening_of
from controller.journal.heads import heads_path, read_heads
from controller.journal.keys import simulated_keys
from controller.journal.report import Report, Seen
from controller.journal.verify import verify
from controller.journal.witness import read_witnesses
from tests.long import long
from tests.shell.journal.auditor import RULES, audited
from tests.shell.journal.forgeries import linked
from tests.shell.journal.inspector import inspected
from tests.shell.journal.journals import rewrite, rows_of
from tests.simulation.room_night import RoomNight, journal_of

ROUNDS = 16
SEED = 11


def told_rows(path: Path) -> list[int]:
    return [row.at_ms for row in rows_of(path) if row.kind == e.HeadsWitnessed.__name__]


def played(folder: Path, tables: int, seed: int, deaths: int = 0) -> RoomNight:
    room = RoomNight(folder, tables, ROUNDS, seed, deaths=deaths)
    room.play()
    return room


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three tables after a hard night; only looked at."""
    folder = tmp_path_factory.mktemp("room")
    played(folder, 3, SEED)
    return folder


@pytest.fixture
def copy(room: Path, tmp_path: Path) -> Path:
    return shutil.copytree(room / "journals", tmp_path / "journals")


def keys(folder: Path) -> list[str]:
    """As an inspector names them, of each table."""
    tables = sorted({path.name[:5] for path in folder.glob("*.journal")})
    return [word for one in tables for word in ("--key", f"{one}={simulated_keys(SEED, one).signer.key}")]


@pytest.mark.parametrize(
    ("tables", "seed", "deaths"),
    [(1, 1, 1), (2, 2, 0), (3, 3, 3), (4, 4, 2), *(long(1 + n % 4, n, n % 4) for n in range(5, 105))],
)
def test_no_honest_room_is_accused(tables: int, seed: int, deaths: int, tmp_path: Path) -> None:
    """Hard nights, and programs that die and are started again beside machines that go on."""
    room = played(tmp_path, tables, seed, deaths)
    for witnesses in ((), read_witnesses(room.heads)):
        report = verify(room.journals, witnesses=witnesses)
        assert report.ok, (report.faults, [one.why for one in report.files])
        assert not report.others.notes
        others = {name: {*room.names} - {name} for name in room.names}
        assert {one.table: {by for by, _ in one.by} for one in report.others.seen} == others
    for words in ((), ("--witness", room.heads)):
        code, out = inspected(room.journals, *words)
        assert code == 0, out
        assert "NOTE" not in out
    for name in room.names:
        at = told_rows(journal_of(room.journals, name))
        assert len(at) >= (2 if tables > 1 else 0), "a night in which nothing was told shows nothing"
        assert all(after - before >= 300_000 for before, after in pairwise(at))


def test_in_a_room_of_one_table_it_is_said_that_nobody_has_seen_it(tmp_path: Path) -> None:
    room = played(tmp_path, 1, 1)
    (one,) = verify(room.journals).others.seen
    assert (one.to, one.by) == (0, ())
    code, out = inspected(room.journals)
    assert code == 0
    assert "UTH-1: no other table here has seen it" in out


# --- the owner of one machine, with its disk and its key -----------------------------------------


def forge(folder: Path, table: str, seq: int) -> None:
    """From this entry on the journal is another that can have been, its heads signed anew with its key."""
    path = journal_of(folder, table)
    rows, heads = rows_of(path), read_heads(heads_path(path))
    fresh = linked([row._replace(at_ms=row.at_ms + (row.seq >= seq)) for row in rows], seq - 1)
    rewrite(path, fresh)
    signer, opening = simulated_keys(SEED, table).signer, opening_of(fresh[0])
    lines = [
        signer.head(opening, fresh[0].hash, Head(one.size, fresh[one.size - 1].hash), one.at_ms + 1).line
        for one in heads
    ]
    heads_path(path).write_text("".join(f"{line}\n" for line in lines), "ascii")


def stick(folder: Path, *words: str) -> tuple[int, str]:
    """What an authority's engineer is told of this stick in French."""
    command = [sys.executable, str(RULES.parents[1] / "deploy" / "check_stick.py"), str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.long
def test_a_stick_says_in_french_what_tables_hold_of_each_other(room: Path, copy: Path) -> None:
    code, said = stick(room / "journals")
    assert code == 3, "no key was compared, no witness brought"
    assert re.search(r"attesté +UTH-1 : par UTH-2, UTH-3, jusqu’à l’écriture \d+ de la séance 1", said), said
    row = next(one for one in rows_of(journal_of(copy, "UTH-3")) if one.kind == "RoundOpened")
    forge(copy, "UTH-3", row.seq)
    code, said = stick(copy)
    assert code == 1
    found = r"FAUX +autre table : UTH-3-000001\.journal : .* n’est plus celle que UTH-3 a signée le "
    assert re.search(found, said), said
    assert "« " not in said.partition("FAUX    autre table")[2].partition("\n")[0], "it has its French words"


def seen_of(report: Report, table: str) -> Seen:
    return next(one for one in report.others.seen if one.table == table)


def test_any_past_entry_that_its_owner_rewrites_is_found_by_the_heads_of_the_others(
    room: Path, tmp_path: Path
) -> None:
    """Each head that they hold, the entries beside it, the first, and some between: with his own key."""
    table = "UTH-2"
    seen = seen_of(verify(room / "journals"), table)
    to = seen.to
    sizes = sorted({one.size for one in read_heads(heads_path(journal_of(room / "journals", table)))})
    dice = Random(5)
    tried = {1, 2, to - 1, to, *dice.sample(range(3, to), 6), *dice.sample([n for n in sizes if n < to], 2)}
    for seq in sorted(tried):
        folder = shutil.copytree(room / "journals", tmp_path / f"{seq}")
        forge(folder, table, seq)
        report = verify(folder)
        assert all(one.ok for one in report.files), "alone it would hold: the chain and every head of it"
        assert [one.partition(": ")[0] for one in report.faults] == [f"{table}-000001.journal"], seq
        fault = report.faults[0]
        holding = [name for name, far in seen.by if far >= seq]
        told = f"{' and '.join(holding)} {'hold' if len(holding) > 1 else 'holds'}"
        assert f" that {told}," in fault
        where = re.search(r"(?:one of entries (\d+) to|entry) (\d+)", fault)
        if seq > 1:
            assert where is not None
            assert int(where[1] or where[2]) <= seq <= int(where[2])
        code, out = inspected(folder)
        assert (code, f" that {told}," in out, out.count("FAULT")) == (1, True, 1)


def test_what_nobody_had_seen_yet_can_be_rewritten_and_that_is_said(copy: Path) -> None:
    """The last minutes of the night: they end where the told instant says."""
    before = seen_of(verify(copy), "UTH-2")
    forge(copy, "UTH-2", before.to + 1)
    report = verify(copy)
    assert report.ok
    assert seen_of(report, "UTH-2") == before
    _, out = inspected(copy)
    assert f"UTH-2: seen by UTH-1, UTH-3 to session 1, entry {before.to}," in out
    assert "what comes after, by no other table here" in out


def test_a_rewritten_journal_is_found_by_the_auditor_too(copy: Path) -> None:
    rules = Path(__file__).parents[2] / "config" / "rules"
    code, out, _ = audited(copy, "--rules", rules, *keys(copy))
    assert code == 0, out
    assert "heads of other tables" in out
    forge(copy, "UTH-3", 40)
    code, out, _ = audited(copy, "--rules", rules, *keys(copy))
    assert code == 1
    assert "UTH-1 and UTH-2 hold" in out


@pytest.mark.parametrize("accused", ["UTH-1", "UTH-2"])
def test_who_owns_all_machines_but_one_contradicts_that_one(accused: str, copy: Path) -> None:
    """Two of three rewritten: what the third holds of each of them stands against it."""
    for table in ("UTH-1", "UTH-2"):
        forge(copy, table, 30)
    fault = next(one for one in verify(copy).faults if one.startswith(accused))
    assert "UTH-3" in fault


def test_all_machines_in_one_hand_are_seen_by_none(copy: Path) -> None:
    """He takes out what his tables held of each other; without a witness nothing is left to see it."""
    for table in ("UTH-1", "UTH-2", "UTH-3"):
        path = journal_of(copy, table)
        rows = [row for row in rows_of(path) if row.kind != e.HeadsWitnessed.__name__]
        rewrite(path, linked([row._replace(seq=seq) for seq, row in enumerate(rows, start=1)], 1))
        heads_path(path).unlink()
    report = verify(copy)
    assert report.ok
    assert {one.to for one in report.others.seen} == {0}


def test_a_journal_cut_short_is_told_and_is_a_fault_where_there_is_no_more_of_it(copy: Path) -> None:
    """A copy taken while the room played looks the same: so only who names keys says that it is all."""
    path = journal_of(copy, "UTH-1")
    rows, lines = rows_of(path), heads_path(path).read_text("ascii").splitlines()
    to = seen_of(verify(copy), "UTH-1").to
    kept = [line for line in lines if int(line.split(" ")[5]) < to]
    rewrite(path, rows[: int(kept[-1].split(" ")[5])])
    heads_path(path).write_text("".join(f"{line}\n" for line in kept), "ascii")
    report = verify(copy)
    assert report.ok
    (note,) = report.others.notes
    assert f"hold its entry {to}: an older copy, or cut off" in note
    named = {name: frozenset({simulated_keys(SEED, name).signer.key}) for name in ("UTH-1", "UTH-2", "UTH-3")}
    assert verify(copy, keys=named).faults == (note,)
    assert inspected(copy)[0] == 0
    code, out = inspected(copy, *keys(copy))
    assert code == 1
    assert f"hold its entry {to}: an older copy, or cut off" in out
