"""A witness takes every honest restart of a table, and no hour passes in which its owner rewrites unseen."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from controller.boot.sessions import open_session
from controller.cli import main
from controller.clock import VirtualClock
from controller.journal.closed import session_files
from controller.journal.heads import heads_path, read_heads
from controller.journal.verify import verify
from controller.journal.witness import WitnessRefused, WitnessStore, read_witnesses
from controller.screens.unix_socket import Doors
from controller.witness import desk as witness_desk
from controller.witness.desk import WitnessDesk, last_head
from controller.witness.table_line import TableLine
from tests.long import long
from tests.shell.journal.journals import MASTER, START_MS, rows_of
from tests.shell.journal.restarting import ENDS, TABLE, Restarted, Watcher, facts_of
from tests.shell.journal.witnessed import SIGNER, sessions
from tests.shell.journal.witnessed import TABLE as SESSION_TABLE


@pytest.fixture(autouse=True)
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness_desk, "REST_S", 0.0)
    monkeypatch.setattr(witness_desk, "LOOK_S", 0.02)


def watchers(folder: Path, socket: Path) -> list[Watcher]:
    return [
        Watcher(folder / name, socket, mirrors=mirrors)
        for name, mirrors in (("mirrors", True), ("heads", False))
    ]


@pytest.mark.parametrize(("seed", "lives"), [(1, 12), (2, 12), long(3, 200), long(4, 200)])
def test_no_honest_restart_is_refused(seed: int, lives: int, tmp_path: Path) -> None:
    """Clean, killed, cut off in a write or in a line, archived, the clock set, the witness killed as well."""
    dice, table = Random(seed), Restarted(tmp_path, Random(seed + 100))
    with table.answering() as socket:
        seen_by = watchers(tmp_path, socket)
        table.live("killed")
        for life in range(lives):
            table.live(ENDS[(life + seed) % len(ENDS)])
            if dice.random() < 0.3:
                seen_by[dice.randrange(2)].restart(torn=dice.random() < 0.5)
            if dice.random() < 0.5:
                assert [one.visit() for one in seen_by] == [True, True], [one.said[-1:] for one in seen_by]
                if dice.random() < 0.3:
                    number = int(session_files(table.journals, TABLE)[-1].stem[-6:])
                    table.put_away(number - 1, heads_too=dice.random() < 0.5)
        table.live("clean")
        assert [one.visit() for one in seen_by] == [True, True], [one.said[-1:] for one in seen_by]
    assert not [line for one in seen_by for line in one.said if "REFUSED" in line]
    for path in session_files(table.archive, TABLE):
        shutil.copy(path, table.journals)
        shutil.copy(heads_path(table.archive / path.name), table.journals)
    mirrors = seen_by[0].kept
    assert mirrors is not None
    for folder in (table.journals, mirrors):
        for one in seen_by:
            assert one.verified(folder).ok, one.verified(folder).faults
    for path in session_files(table.journals, TABLE):
        assert read_heads(heads_path(path))[-1].size == rows_of(path)[-1].seq, "an entry that no head covers"
    assert len(rows_of(session_files(mirrors, TABLE)[-1])) == rows_of(path)[-1].seq


@pytest.mark.parametrize("act", ["forge", "cut", "drop"])
@pytest.mark.parametrize(("seed", "times"), [(1, 3), long(2, 40)])
def test_whatever_the_owner_rewrites_of_what_a_witness_saw_is_found(
    act: str, seed: int, times: int, tmp_path: Path
) -> None:
    """He has disk, program and both keys, and does it with the table stopped, after any kind of end."""
    dice = Random(f"{act}/{seed}")
    for time in range(times):
        folder = tmp_path / f"{time}"
        table = Restarted(folder, Random(dice.random()))
        with table.answering() as socket:
            seen_by = watchers(folder, socket)
            for _ in range(dice.randint(2, 6)):
                table.live(dice.choice(ENDS))
            table.live("killed")
            assert all(one.visit() for one in seen_by), [one.said for one in seen_by]
            made = session_files(table.journals, TABLE)
            path = dice.choice([one for one in made if rows_of(one)[-1].seq > 1])
            if act == "drop":  # an older one that is gone was put away, and the mirror has it
                path = made[-1]
            signed = read_heads(heads_path(path))[-1].size
            seq = dice.randint(2, rows_of(path)[-1].seq)
            if act == "drop":
                table.drop(path)
            else:
                getattr(table, act)(path, seq)
            for _ in range(dice.randint(1, 3) if path == made[-1] else 0):
                table.live(dice.choice(ENDS))
            found = [not one.visit() or not one.verified(table.journals).ok for one in seen_by]
        assert found[0], (act, path.name, seq)
        if act == "drop" or seq <= signed:  # what no head covered, a witness of heads alone has not seen
            assert found[1], (act, path.name, seq)


def test_data_put_back_are_refused_until_two_persons_set_aside_what_was_seen(tmp_path: Path) -> None:
    """rules, 7.10: they can always accept it; what was seen is kept, and counts no more."""
    table = Restarted(tmp_path, Random(6))
    with table.answering() as socket:
        seen_by = watchers(tmp_path, socket)
        for end in ("clean", "killed", "clean"):
            table.live(end)
        backup = shutil.copytree(table.journals, tmp_path / "backup")
        for end in ("killed", "clean", "clean"):
            table.live(end)
            assert [one.visit() for one in seen_by] == [True, True]
        shutil.rmtree(table.journals)
        shutil.copytree(backup, table.journals)
        table.live("clean")
        assert [one.visit() for one in seen_by] == [False, False]
        session = str(int(session_files(backup, TABLE)[-1].stem[-6:]))
        for one in seen_by:
            mirrors = ("--journals", str(one.kept)) if one.kept else ()
            for two in (("--by", "A.Roy"), ("--by", "A.Roy", "--with", "A.Roy")):
                assert aside(one, session, *mirrors, *two) == 2
            assert not one.visit()
            assert aside(one, session, *mirrors, "--by", "A.Roy", "--with", "B.Lenoir") == 0
            one.restart()
            assert one.visit(), one.said[-1]
            table.live("killed")
            assert one.visit()
            assert one.verified(table.journals).ok
    (kept,) = (seen_by[0].kept or tmp_path).glob("aside-*")
    assert len(list(kept.glob("*.journal"))) >= 1
    assert "B.Lenoir" in seen_by[1].heads.read_text()


def aside(watcher: Watcher, session: str, *words: str) -> int:
    done = CliRunner().invoke(main, ["witness", "aside", str(watcher.heads), TABLE, session, *words])
    assert isinstance(done.exception, (SystemExit, type(None))), done.exc_info
    return done.exit_code


def test_a_crash_leaves_a_tail_and_the_next_start_signs_it_before_it_adds_to_it(tmp_path: Path) -> None:
    table = Restarted(tmp_path, Random(5))
    table.live("after_commit")
    (path,) = session_files(table.journals, TABLE)
    found = rows_of(path)[-1]
    assert read_heads(heads_path(path))[-1].size < found.seq
    clock = VirtualClock(START_MS)
    session = open_session(table.journals, facts_of, TABLE, clock, MASTER, durable=False, signer=SIGNER)
    session.journal.close()
    if session.path != path:  # the session was over: another follows it
        assert (read_heads(heads_path(path))[-1].size, read_heads(heads_path(path))[-1].hash) == (
            found.seq,
            found.hash,
        )
        assert session.journal.opening.previous == found.hash
    assert verify(table.journals).ok


def test_a_head_that_is_not_on_the_disk_yet_is_told_to_no_witness(tmp_path: Path) -> None:
    """A power cut would take it away, and the table would sign another in its place."""
    folder = tmp_path / "journals"
    folder.mkdir()
    (path,) = sessions(folder, 1, rounds=2)
    lines = heads_path(path).read_bytes().splitlines(keepends=True)
    assert last_head(path).encode() == lines[-1].strip()
    run = tmp_path / "run"
    run.mkdir()
    kept = len(lines[0]) + 20
    desk = WitnessDesk(folder, SESSION_TABLE, Doors(run), lambda journal: kept if journal == path else None)
    desk.open()
    try:
        with TableLine.to_socket(run / "witness.sock") as line:
            assert line.ask({"sessions": 1}) == {"sessions": [[1, lines[0].decode().strip()]]}
            assert line.ask({"heads": [1, 0]}) == {"heads": lines[0].decode()}
            assert line.ask({"heads": [1, len(lines[0])]}) == {"heads": ""}
    finally:
        desk.close()


def test_a_store_that_has_seen_nothing_witnesses_nothing(tmp_path: Path) -> None:
    (path,) = sessions(tmp_path, 1)
    store = tmp_path / "heads.txt"
    for text in ("", "# nothing\n", f"key {SESSION_TABLE} {SIGNER.key}\n"):
        store.write_text(text)
        with pytest.raises(WitnessRefused, match="nothing was witnessed yet"):
            read_witnesses(store)
        done = CliRunner().invoke(main, ["journal", "verify", str(path), "--witness", str(store)])
        assert done.exit_code != 0


@pytest.mark.parametrize("left", [1, 4, 40, 200, -1])
def test_a_line_that_a_crash_cut_off_leaves_the_store_as_it_was(left: int, tmp_path: Path) -> None:
    (path,) = sessions(tmp_path, 1)
    store = tmp_path / "heads.txt"
    WitnessStore(store).trust(SESSION_TABLE, SIGNER.key)
    lines = heads_path(path).read_text().splitlines()
    assert WitnessStore(store).take(lines[0])
    whole = store.read_text()
    store.write_text(whole + lines[-1][:left])
    assert len(read_witnesses(store)) == 1
    assert WitnessStore(store).take(lines[-1])
    assert store.read_text() == f"{whole}{lines[-1]}\n"
    assert len(read_witnesses(store)) == 2
