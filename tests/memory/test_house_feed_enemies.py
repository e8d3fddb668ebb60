"""Feed and export among clients, houses, cursors, journals and disks that are not as they should be."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.house.archive import House
from controller.house.feed import Feed, Position
from controller.house.feed_client import EntryFile, NoFeed, entries_after
from controller.house.fold import HEARD
from controller.house.parquet_export import Export
from controller.house.store import StoreLost, facts_of
from controller.journal.chain import OPENED, Row, link
from controller.witness.table_line import LineDown, TableLine
from controller.words.money import EN
from tests.memory.nights import cut, export_command
from tests.memory.serving import serving
from tests.shell.journal.journals import rewrite, rows_of
from tests.small_disk import limited


@pytest.fixture
def live(night: Path, tmp_path: Path) -> Path:
    """A copy that may be altered."""
    return Path(shutil.copytree(night, tmp_path / "live"))


def here(run_dir: Path) -> TableLine:
    return TableLine.to_socket(run_dir / "feed.sock")


def first_word(line: TableLine, first: dict[str, Any]) -> dict[str, Any]:
    line.send(json.dumps(first).encode() + b"\n")
    return line.hear()


def feed(*words: object) -> Result:
    return CliRunner().invoke(main, ["house", "feed", "--lang", "en", *map(str, words)])


def heard(house: House, after: dict[str, Position]) -> list[dict[str, Any]]:
    """What a feed tells until there is nothing more."""
    told, one = list[dict[str, Any]](), Feed(house, after)
    while lines := [*one.lines()]:
        told += map(json.loads, lines)
    return told


# --- cursors and journals ------------------------------------------------------------------------


def test_a_client_of_a_house_that_has_still_to_read_waits_and_is_not_refused(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a store was lost the house knows no journal for a while: no cursor is wrong for that."""
    update, gate = House.update, threading.Event()
    monkeypatch.setattr(House, "update", lambda *told: update(*told) if gate.is_set() else 0)
    path = min(night.glob("*.journal"))
    rows = rows_of(path)
    cursor = {"UTH-1": [rows[0].hash, len(rows)]}
    run_dir = tmp_path / "run"
    with (
        serving(night, run_dir, ":memory:"),
        here(run_dir) as known,
        here(run_dir) as now,
        here(run_dir) as wrong,
    ):
        known.send(json.dumps({"feed": 1, "after": cursor}).encode() + b"\n")
        now.send(b'{"feed": 1, "from": "now"}\n')
        wrong.send(b'{"feed": 1, "after": {"UTH-1": ["5f", 1]}}\n')
        time.sleep(0.2)
        gate.set()
        assert known.hear() == {"feed": 1, "after": cursor}
        assert "UTH-2" in now.hear()["after"], "where the journals end, not where they begin"
        assert wrong.hear() == {"dropped": "after.UTH-1: no journal '5f' is known here"}


def test_a_cursor_beyond_what_the_house_has_is_told_what_it_waits_for(live: Path) -> None:
    path = min(live.glob("*.journal"))
    rows = rows_of(path)
    beyond = {"UTH-1": Position(rows[0].hash, len(rows) + 5)}
    with closing(House([live], ":memory:")) as house:
        house.update(100)
        one = Feed(house, {"UTH-1": Position(rows[0].hash, 90)})
        assert [*one.lines()], "while the house reads"
        assert [json.loads(line) for line in Feed(house, beyond).lines() if b"waits" in line] == []
        house.read_all()
        (said,) = [told for told in heard(house, beyond) if "waits" in told]
        assert said["waits"] == f"{path.name} has {len(rows)} entries here"
    alter_again(path, 300)
    with closing(House([live], ":memory:")) as house:
        house.read_all()
        (said,) = [told for told in heard(house, beyond) if "waits" in told]
        assert said["waits"].startswith("entry 301: it does not follow")


def alter_again(path: Path, seq: int, change: Callable[[Row], Row] | None = None) -> None:
    """The entry is another, with the hash of its new content: a forger who has no more than this row."""
    rows = rows_of(path)
    row = rows[seq - 1]._replace(at_ms=rows[seq - 1].at_ms + 1) if change is None else change(rows[seq - 1])
    rows[seq - 1] = row._replace(hash=link(row.prev_hash, *row[:4]))
    rewrite(path, rows)


@pytest.mark.parametrize("seq", [1, 2, 150, -1])
def test_an_entry_that_was_forged_after_the_house_had_read_it_is_not_told(live: Path, seq: int) -> None:
    """By its own hash it holds; the one after it, or what the house knows of the first and last, does not."""
    path = min(live.glob("*.journal"))
    rows = rows_of(path)
    seq = len(rows) if seq < 0 else seq
    with closing(House([live], ":memory:")) as house:
        house.read_all()
        alter_again(path, seq)
        told = [one for one in heard(house, {}) if one["table"] == "UTH-1"]
        entries = [one["entry"] for one in told if "kind" in one]
        assert entries == list(range(1, len(entries) + 1))
        assert len(entries) in ({seq - 1, seq} if 1 < seq < len(rows) else {seq - 1})
        assert told[-1]["waits"].startswith(f"entry {len(entries) + 1}: ")
        # A client whose last entry is the forged one does not get what follows another.
        if 1 < seq < len(rows):
            one = Feed(house, {"UTH-1": Position(rows[0].hash, seq)})
            mine = [told for told in map(json.loads, one.lines()) if told["table"] == "UTH-1"]
            assert ["waits" in told for told in mine] == [True]


def test_a_text_that_no_line_can_carry_stops_its_table_and_nothing_else(live: Path) -> None:
    path = min(live.glob("*.journal"))
    rows = rows_of(path)
    seq, body = next(
        (row.seq, row.body.replace('":"', '":"\\ud800', 1))
        for row in rows
        if row.kind not in HEARD and row.kind != OPENED and '":"' in row.body and "clock" not in row.body
    )
    rows[seq - 1] = rows[seq - 1]._replace(body=body)
    rewrite(path, rows, linked_from=seq)
    with closing(House([live], ":memory:")) as house:
        house.read_all()
        told = heard(house, {})
        last = [one for one in told if one["table"] == "UTH-1"][-1]
        assert (last["entry"], last["waits"].partition(":")[0]) == (seq - 1, f"entry {seq}")
        assert [one for one in told if one["table"] == "UTH-2"][-1]["kind"]


def test_a_journal_that_cannot_be_read_for_a_while_is_told_on_when_it_is_there_again(
    live: Path, tmp_path: Path
) -> None:
    """No news comes of it: the feed looks again by itself."""
    path = min(live.glob("*.journal"))
    total = len(rows_of(path))
    with serving(live, tmp_path / "run", ":memory:") as house, here(tmp_path / "run") as line:
        while not house.settled:
            time.sleep(0.01)
        path.rename(path.with_suffix(".away"))
        told = entries_after(line, {})
        waits = next(one for one in told if one is not None and "waits" in one)
        assert "cannot be read" in waits["waits"]
        path.with_suffix(".away").rename(path)
        mine = list(_until(told, "UTH-1", total))
    assert [one["entry"] for one in mine] == list(range(1, total + 1))


def _until(told: Iterator[dict[str, Any] | None], table: str, entry: int) -> Iterator[dict[str, Any]]:
    for one in told:
        if one is not None and one["table"] == table and "kind" in one:
            yield one
            if one["entry"] == entry:
                return


def test_sessions_that_arrive_late_are_told_in_their_order(night: Path, tmp_path: Path) -> None:
    """The witness's mirror of an earlier session may come after that of a later one."""
    from tests.bench import house as bench

    whole, live = tmp_path / "whole", tmp_path / "late"
    live.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bench, "A_NIGHT", 12)
        bench.make(whole, 36)
    paths = sorted(whole.glob("*.journal"))
    with closing(House([live], ":memory:")) as house:
        told, one = list[dict[str, Any]](), Feed(house, {})
        for path in (paths[0], paths[2], paths[1]):
            cut(path, live / path.name, 40)
            house.read_all()
            shutil.copyfile(path, live / path.name)
            os.utime(live)
            house._looked_s = -1e9  # a minute has passed
            house.read_all()
            while lines := [*one.lines()]:
                told += map(json.loads, lines)
    entries = [(one["session"], one["entry"]) for one in told if "kind" in one]
    assert entries == [(at, row.seq) for at, path in enumerate(paths, 1) for row in rows_of(path)]
    (waits,) = [one["waits"] for one in told if "waits" in one]
    assert waits == "session 3 does not begin with the last entry of 1"


@pytest.mark.long
def test_a_store_that_is_lost_holds_the_feed_back_and_loses_nothing_of_it(
    live: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    total = {path.name[:5]: len(rows_of(path)) for path in live.glob("*.journal")}
    with serving(live, tmp_path / "run", str(tmp_path / "house.db")) as house:
        execute, dice, lost = house.db.execute, Random(8), 0

        def failing(*told: Any) -> Any:
            nonlocal lost
            if dice.random() < 0.1:
                lost += 1
                raise StoreLost("no room on the disk")
            return execute(*told)

        monkeypatch.setattr(house.db, "execute", failing)
        with here(tmp_path / "run") as line:
            found: dict[str, list[int]] = {name: [] for name in total}
            for told in entries_after(line, {}):
                if told is not None and "kind" in told:
                    found[told["table"]].append(told["entry"])
                if all(len(found[name]) == size for name, size in total.items()):
                    break
        assert found == {name: list(range(1, size + 1)) for name, size in total.items()}
        assert lost > 3


# --- clients and houses --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        b"[]\n",
        b"\xff\xfe\n",
        b'{"kind": "x"}\n',
        b'{"kind": "x", "table": "T", "journal": ["a"], "entry": 1}\n',
        b'{"kind": "x", "table": "T", "journal": "a", "entry": true}\n',
        b'{"kind": "x", "table": "T", "journal": "a", "entry": 2}\n',
        b'{"feed": 1}\n',
        b'{"feed": 1, "after": {"T": 5}}\n',
        b'{"feed": 1, "after": {"T": ["a", 7]}}\n{"kind": "x", "table": "T", "journal": "a", "entry": 7}\n',
        b'{"feed": 1, "after": {"T": ["a", 7]}}\n{"kind": "x", "table": "T", "journal": "b", "entry": 8}\n',
        b"x" * 5_000_000,
    ],
)
def test_a_house_that_tells_nonsense_a_gap_or_an_entry_twice_is_no_house(said: bytes, tmp_path: Path) -> None:
    with _house(tmp_path, said), here(tmp_path) as line, pytest.raises(LineDown):
        for _ in entries_after(line, {}):
            pass
    with _house(tmp_path, said):
        done = feed("--run", tmp_path, "--into", tmp_path / "all", "--once")
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("Error: the house does not answer (")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "all").exists()


@contextmanager
def _house(run_dir: Path, said: bytes) -> Iterator[None]:
    """Somebody who listens where the house should."""
    path = run_dir / "feed.sock"
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()

        def tell() -> None:
            with suppress(OSError), listener.accept()[0] as sock:
                sock.recv(65_536)
                sock.sendall(said)

        thread = threading.Thread(target=tell)
        thread.start()
        yield
        thread.join(10)


def test_a_client_that_says_where_it_is_byte_by_byte_is_served(night: Path, tmp_path: Path) -> None:
    with serving(night, tmp_path / "run", ":memory:"), closing(socket.socket(socket.AF_UNIX)) as sock:
        sock.connect(str(tmp_path / "run" / "feed.sock"))
        sock.settimeout(10)
        for byte in b'{"feed": 1, "after": {}}\n':
            sock.sendall(bytes([byte]))
        with sock.makefile("rb") as lines:
            assert json.loads(lines.readline()) == {"feed": 1, "after": {}}
            assert json.loads(lines.readline())["entry"] == 1


def test_a_client_that_hangs_up_or_shouts_at_any_moment_leaves_the_others_served(
    night: Path, tmp_path: Path
) -> None:
    total = sum(len(rows_of(path)) for path in night.glob("*.journal"))
    with serving(night, tmp_path / "run", ":memory:"), here(tmp_path / "run") as good:
        told = entries_after(good, {})
        count = 0
        for number in range(60):
            with closing(socket.socket(socket.AF_UNIX)) as bad, suppress(OSError):
                bad.connect(str(tmp_path / "run" / "feed.sock"))
                bad.sendall(
                    (b'{"feed": 1, "after": {}}\n' * (number % 3) + b"\0" * (number * 1_500))[:80_000]
                )
            while count < total * (number + 1) // 60:
                count += next(told) is not None
        assert count == total


def test_two_clients_do_not_append_to_one_file(night: Path, tmp_path: Path) -> None:
    into = tmp_path / "all.ndjson"
    with serving(night, tmp_path / "run", ":memory:"):
        with closing(EntryFile(into)):
            done = feed("--run", tmp_path / "run", "--into", into, "--once")
            assert (done.exit_code, done.stderr) == (
                2,
                f"Error: {into}: another program appends to it; wait for its end\n",
            )
        until_s, total = time.monotonic() + 30, sum(len(rows_of(path)) for path in night.glob("*.journal"))
        while time.monotonic() < until_s and into.read_bytes().count(b"\n") < total:
            assert feed("--run", tmp_path / "run", "--into", into, "--once").exit_code == 0
    lines = [json.loads(line) for line in into.read_bytes().splitlines()]
    assert len({(one["journal"], one["entry"]) for one in lines}) == len(lines) == total


def test_a_file_whose_lines_are_not_a_feeds_is_left_as_it_is(tmp_path: Path) -> None:
    for text in (
        "{}\n",
        '{"table": 1, "journal": "a", "entry": 1}\n',
        '{"table": "T", "journal": "a", "entry": -1}\n',
    ):
        (tmp_path / "notes").write_text(text)
        with pytest.raises(NoFeed, match="line 1 is no entry of a feed"):
            EntryFile(tmp_path / "notes")
        assert (tmp_path / "notes").read_text() == text


# --- a full disk ---------------------------------------------------------------------------------


@pytest.mark.long
def test_a_client_whose_disk_is_full_says_so_and_goes_on_where_it_was(night: Path, tmp_path: Path) -> None:
    into = tmp_path / "all.ndjson"
    total = sum(len(rows_of(path)) for path in night.glob("*.journal"))
    with serving(night, tmp_path / "run", ":memory:") as house:
        while not house.settled:
            time.sleep(0.01)
        command = [sys.executable, "-m", "controller.cli", "house", "feed", "--run", str(tmp_path / "run")]
        command += ["--into", str(into), "--once", "--lang", "en"]
        done = subprocess.run(
            command, preexec_fn=limited(100_001), capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert done.stderr.startswith(f"Error: {into}: cannot be written: ")
        assert done.stderr.count("\n") == 1
        assert into.stat().st_size == 100_001, "a line stands there in part"
        assert feed("--run", tmp_path / "run", "--into", into, "--once").exit_code == 0
    lines = [json.loads(line) for line in into.read_bytes().splitlines()]
    assert len({(one["journal"], one["entry"]) for one in lines}) == len(lines) == total


def test_a_house_whose_disk_is_full_says_so_and_goes_on_when_there_is_room(
    night: Path, tmp_path: Path
) -> None:
    with (
        closing(House([night], tmp_path / "house.db")) as house,
        closing(House([night], ":memory:")) as once,
    ):
        once.read_all()
        (made,) = house.db.execute("PRAGMA page_count").fetchone()
        for more in (0, 2):
            house.db.execute(f"PRAGMA max_page_count={made + more}")
            with pytest.raises(StoreLost, match="no room on the disk"):
                house.read_all()
        house.db.execute("PRAGMA max_page_count=1000000")
        house.read_all()
        assert facts_of(house.db) == facts_of(once.db)


@pytest.mark.long
def test_an_export_whose_disk_is_full_says_so_and_the_next_has_each_row_once(
    night: Path, tmp_path: Path
) -> None:
    whole, folder = tmp_path / "whole", tmp_path / "figures"
    with closing(Export(whole)) as export:
        export.run([night])
    command = export_command(night, folder)
    largest = max(path.stat().st_size for path in whole.rglob("*.parquet"))
    done = subprocess.run(
        command, preexec_fn=limited(largest - 1), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: {folder}: cannot be written: ")
    assert done.stderr.count("\n") == 1
    assert list(folder.rglob("*.parquet")), "some were written before"
    with closing(Export(folder)) as export:
        export.run([night])
    for path in whole.rglob("*.parquet"):
        assert (folder / path.relative_to(whole)).read_bytes() == path.read_bytes()
    assert len(list(folder.rglob("*.parquet"))) == len(list(whole.rglob("*.parquet")))
    assert not list(folder.rglob("*.draft"))


@pytest.mark.parametrize("name", ["../../../out", "a/b", "", "UTH 1", "=", "x" * 33])
def test_a_journal_with_the_name_of_no_table_writes_no_folder(live: Path, tmp_path: Path, name: str) -> None:
    path = min(live.glob("*.journal"))
    rows = rows_of(path)
    opened = json.loads(rows[0].body) | {"table": name}
    rows[0] = rows[0]._replace(body=json.dumps(opened, separators=(",", ":")))
    rewrite(path, rows, linked_from=1)
    folder = tmp_path / "one" / "two" / "figures"
    folder.mkdir(parents=True)
    before = {one for one in tmp_path.rglob("*") if folder not in one.parents}
    with closing(Export(folder)) as export:
        done = export.run([live])
    assert f"{path.name}: entry 1: {name[:40]!r} is the name of no table" in done.faults[0][EN]
    assert done.sessions == 1, "the other table's"
    assert {one for one in tmp_path.rglob("*") if folder not in one.parents} == before
    assert {one.parent.parent.name for one in folder.rglob("*.parquet")} == {"table=UTH-2"}
