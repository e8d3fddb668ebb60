"""The feed of the house: cut anywhere it loses nothing, tells nothing twice, and no card face down."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.boot.feed import remote_feed
from controller.cli import main
from controller.house import feed_door
from controller.house.feed import Position, Positions
from controller.house.feed_client import NoFeed, entries_after
from controller.journal.chain import Row
from controller.journal.entries import masked_fields
from controller.settings.room import RoomFile, RoomTable
from controller.settings.table import RemoteFile
from controller.witness.table_line import LineDown, TableLine
from tests.bench import house as bench
from tests.certificates import Authority
from tests.memory.nights import alter, cut, rows_of
from tests.memory.serving import serving
from tests.private_postgres import PrivateServer

Told = dict[str, list[tuple[str, int]]]


@pytest.fixture(scope="module")
def journals(night: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sessions of one table, each linked to the one before, and one of another."""
    folder = tmp_path_factory.mktemp("house") / "journals"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bench, "A_NIGHT", 12)
        bench.make(folder, 36)
    for path in night.glob("UTH-2*.journal"):
        shutil.copyfile(path, folder / path.name)
    assert len(list(folder.glob("*.journal"))) == 4
    return folder


def entries_of(folder: Path) -> Told:
    """Every entry of the journals by table, in their order: journal and number."""
    told: Told = {}
    for path in sorted(folder.glob("*.journal")):
        of_file = [seq for seq, *_ in rows_of(path)]
        told.setdefault(path.name[:5], []).extend((path.name, seq) for seq in of_file)
    return told


def by_file(folder: Path, lines: list[dict[str, Any]]) -> Told:
    """The same of what was told."""
    told: Told = {}
    for one in lines:
        name = f"{one['table']}-{one['session']:06d}.journal"
        told.setdefault(one["table"], []).append((name, one["entry"]))
    return told


def asked(run_dir: Path, first: object) -> socket.socket:
    """A line on which this was said first."""
    sock = socket.socket(socket.AF_UNIX)
    sock.settimeout(10)
    sock.connect(str(run_dir / "feed.sock"))
    sock.sendall(json.dumps(first).encode() + b"\n")
    return sock


def until_idle(line: TableLine, after: Positions, wanted: int = 0) -> list[dict[str, Any]]:
    """What is told until there is nothing more, and at least so many entries."""
    found = []
    for told in entries_after(line, after):
        if told is not None:
            found.append(told)
        elif len(found) >= wanted:
            return found
    raise AssertionError("a feed has no end")


def here(run_dir: Path) -> TableLine:
    return TableLine.to_socket(run_dir / "feed.sock")


def tapis(*words: object) -> Result:
    return CliRunner().invoke(main, ["house", "feed", "--lang", "en", *map(str, words)])


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
@pytest.mark.long
def test_cut_at_any_byte_nothing_is_lost_and_nothing_comes_twice(
    journals: Path, tmp_path: Path, request: pytest.FixtureRequest, engine: str
) -> None:
    """The tables write meanwhile. A client keeps the lines that came whole: the last is its cursor."""
    live, dice, cuts = tmp_path / "live", Random(1), 1_000
    live.mkdir()
    paths = sorted(journals.glob("*.journal"))
    wanted = entries_of(journals)
    total = sum(map(len, wanted.values()))
    sizes = {path: max(seq for seq, *_ in rows_of(path)) for path in paths}
    kept: list[dict[str, Any]] = []
    after: dict[str, list[Any]] = {}
    store = ""
    if engine == "postgresql":
        server: PrivateServer = request.getfixturevalue("postgres")
        store = server.url(server.database())
    with serving(live, run_dir := tmp_path / "run", store):
        for at in range(cuts):
            if at % (cuts // 12) == 0:
                _grow(live, paths, sizes, at + cuts // 12, cuts)
            with closing(asked(run_dir, {"feed": 1, "after": after})) as sock:
                heard, most = b"", dice.randrange(2 * 330 * total // cuts)
                sock.settimeout(0.05)
                try:
                    while len(heard) < most and (data := sock.recv(most - len(heard))):
                        heard += data
                except TimeoutError:
                    pass
            for line in heard.split(b"\n")[:-1]:
                told = json.loads(line)
                if "kind" in told:
                    kept.append(told)
                    after[told["table"]] = [told["journal"], told["entry"]]
        assert len(kept) > total // 4, "many lines came between two cuts"
        _grow(live, paths, sizes, 1, 1)
        cursor = {table: Position(*where) for table, where in after.items()}
        with here(run_dir) as line:
            kept += until_idle(line, cursor, total - len(kept))
    assert by_file(live, kept) == wanted


def _grow(live: Path, paths: list[Path], sizes: dict[Path, int], part: int, of: int) -> None:
    """The journals have this part of all their entries, the last session of a table the rest of it."""
    for table in ("UTH-1", "UTH-2"):
        mine = [path for path in paths if path.name.startswith(table)]
        left = sum(sizes[path] for path in mine) * min(part, of) // of
        for path in mine:
            if left > 0:
                cut(path, live / "draft", min(left, sizes[path]))
                os.replace(live / "draft", live / path.name)
            left -= sizes[path]


def test_nothing_that_lies_face_down_is_told(journals: Path, tmp_path: Path) -> None:
    total = sum(map(len, entries_of(journals).values()))
    with serving(journals, run_dir := tmp_path / "run"), here(run_dir) as line:
        told = until_idle(line, {}, total)
    text = json.dumps(told)
    for hidden in ("sealed", "commitment", "opens", "master"):
        assert f'"{hidden}"' not in text
    dealt = [one["body"] for one in told if one["kind"] == "CardDealt"]
    assert dealt
    assert all(body["card"] is None and body["place"] for body in dealt)
    shown = [one["body"]["cards"] for one in told if one["kind"] == "CardsRevealed"]
    assert shown
    assert all(set(card) == {"place", "card"} for cards in shown for card in cards)
    for path in journals.glob("*.journal"):
        bodies = {seq: (kind, body) for seq, _, kind, body in rows_of(path)}
        name = path.name.removesuffix(".journal")
        for one in told:
            if f"{one['table']}-{one['session']:06d}" == name and one["kind"] not in (
                *("CardDealt", "CardKeyed", "CardProposed", "CardsRevealed", "JournalOpened"),
            ):
                assert bodies[one["entry"]] == (one["kind"], one["body"])


@pytest.mark.long
def test_a_client_that_does_not_listen_loses_nothing_and_holds_nobody_back(
    journals: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_door, "AHEAD_MAX", 4_096)
    total = sum(map(len, entries_of(journals).values()))
    with serving(journals, run_dir := tmp_path / "run"), here(run_dir) as slow:
        silent = entries_after(slow, {})
        first = next(silent)
        while first is None:
            first = next(silent)
        with here(run_dir) as quick:
            assert by_file(journals, until_idle(quick, {}, total)) == entries_of(journals)
        rest = []
        for told in silent:
            if told is not None:
                rest.append(told)
            if len(rest) == total - 1:
                break
        assert by_file(journals, [first, *rest]) == entries_of(journals)


@pytest.mark.long
def test_over_tls_a_cut_line_goes_on_and_another_certificate_hears_nothing(
    journals: Path, tmp_path: Path
) -> None:
    authority, dice = Authority(tmp_path / "pki"), Random(3)
    shown, mine = authority.table("house"), authority.screen("cms", "tapis://house/feed")
    terms = RemoteFile(listen="127.0.0.1:0", ca=authority.ca, certificate=shown.certificate, key=shown.key)
    room = RoomFile(feed=terms, table=[RoomTable(name="UTH-1", socket=tmp_path / "none")])
    wanted = entries_of(journals)
    total = sum(map(len, wanted.values()))
    with serving(journals, run_dir := tmp_path / "run"):
        door = remote_feed(room, run_dir)
        assert door is not None
        door.open()
        with closing(door):
            at = ("--at", f"127.0.0.1:{door.port}", "--ca", authority.ca, "--certificate")
            files = {"ca": authority.ca, "certificate": mine.certificate, "key": mine.key}
            there = RoomTable(name="house", address=f"127.0.0.1:{door.port}")
            client = RoomFile.model_validate({"certificate": files, "table": [there]})
            kept: list[dict[str, Any]] = []
            after: Positions = {}
            for _ in range(12):
                with TableLine.to_table(there, client, "feed") as line:
                    told = entries_after(line, after)
                    kept += [
                        one for _ in range(dice.randrange(total // 12)) if (one := next(told)) is not None
                    ]
                    next(told)  # one more that is not kept: the cursor is where the kept ones end
                    after |= {one["table"]: Position(one["journal"], one["entry"]) for one in kept}
            with TableLine.to_table(there, client, "feed") as line:
                kept += until_idle(line, after, total - len(kept))
            assert by_file(journals, kept) == wanted
            printed = tapis(*at, mine.certificate, "--key", mine.key, "--once")
            assert by_file(journals, [json.loads(one) for one in printed.stdout.splitlines()]) == wanted
            pit = authority.screen("pit", "tapis://UTH-1/pit")
            refused = tapis(*at, pit.certificate, "--key", pit.key, "--once")
            assert refused.exit_code == 1
            assert "this certificate is not for this table" in refused.stderr


@pytest.mark.long
def test_the_house_serves_the_feed_of_its_room_or_says_why_not(journals: Path, tmp_path: Path) -> None:
    authority = Authority(tmp_path / "pki")
    shown, mine = authority.table("house"), authority.screen("cms", "tapis://house/feed")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        room = tmp_path / "room.toml"
        files = f'ca = "{authority.ca}"\ncertificate = "{shown.certificate}"\nkey = "{shown.key}"\n'
        feed = f'[feed]\nlisten = "127.0.0.1:{port}"\n{files}'
        room.write_text(f'{feed}[[table]]\nname = "UTH-1"\nsocket = "/run/tapis/pit.sock"\n')
        words = ["serve", str(journals), "--run", str(tmp_path / "run"), "--room", str(room), "--lang", "en"]
        command = [
            sys.executable,
            "-m",
            "controller.cli",
            "house",
            *words,
            "--store",
            str(tmp_path / "house.db"),
        ]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        assert told.returncode == 2
        assert told.stderr == f"Error: [feed] cannot listen at 127.0.0.1:{port}: Address already in use\n"
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        at = ("--at", f"127.0.0.1:{port}", "--ca", authority.ca, "--certificate", mine.certificate)
        into, until = tmp_path / "all.ndjson", time.monotonic() + 60
        wanted = entries_of(journals)
        while time.monotonic() < until:
            heard = tapis(*at, "--key", mine.key, "--into", into, "--once")
            lines = into.read_text(encoding="utf-8").splitlines() if into.exists() else []
            if heard.exit_code == 0 and len(lines) == sum(map(len, wanted.values())):
                break
        assert by_file(journals, [json.loads(one) for one in lines]) == wanted
    finally:
        process.terminate()
        assert process.wait(20) == 0


@pytest.mark.long
def test_a_file_of_entries_is_its_own_cursor_whenever_the_client_is_killed(
    journals: Path, tmp_path: Path
) -> None:
    wanted, into = entries_of(journals), tmp_path / "all.ndjson"
    command = [sys.executable, "-m", "controller.cli", "house", "feed", "--into", str(into), "--run"]
    with serving(journals, run_dir := tmp_path / "run"):
        for size in (1, 200_000):
            process = subprocess.Popen([*command, str(run_dir)])
            until = time.monotonic() + 30
            while time.monotonic() < until and (not into.exists() or into.stat().st_size < size):
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            process.wait()
        with into.open("ab") as file:
            file.write(b'{"table":"UTH-1","session":3,"jour')
        for _ in range(2):
            told = tapis("--run", run_dir, "--into", into, "--once")
            assert told.exit_code == 0, told.output
    lines = [json.loads(one) for one in into.read_text(encoding="utf-8").splitlines()]
    assert by_file(journals, lines) == wanted


def test_from_now_on_is_what_comes_after(journals: Path, tmp_path: Path) -> None:
    live = tmp_path / "live"
    live.mkdir()
    path = journals / "UTH-1-000001.journal"
    total = max(seq for seq, *_ in rows_of(path))
    cut(path, live / path.name, total - 9)
    with serving(live, run_dir := tmp_path / "run"):
        with here(run_dir) as line:
            until_idle(line, {}, total - 9)  # the house has read what is there
        with closing(asked(run_dir, {"feed": 1, "from": "now"})) as sock, sock.makefile("rb") as lines:
            begun = json.loads(lines.readline())
            assert begun["after"]["UTH-1"][1] == total - 9
            cut(path, live / "draft", total)
            os.replace(live / "draft", live / path.name)
            heard: list[int] = []
            while len(heard) < 9:
                told = json.loads(lines.readline())
                heard += [told["entry"]] if "kind" in told else []
    assert heard == list(range(total - 8, total + 1))


def test_a_table_whose_journal_does_not_hold_stands_still_and_says_so(journals: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    shutil.copytree(journals, bad)
    alter(bad / "UTH-1-000001.journal", 300)
    gap = tmp_path / "gap"
    shutil.copytree(journals, gap)
    (gap / "UTH-1-000002.journal").unlink()
    whole = entries_of(journals)
    for folder, said in ((bad, "entry 300: "), (gap, "session 3 does not begin with the last entry of 1")):
        with serving(folder, run_dir := tmp_path / folder.name / "run"), here(run_dir) as line:
            mine = 299 if folder is bad else len([1 for name, _ in whole["UTH-1"] if "000001" in name])
            told = until_idle(line, {}, mine + len(whole["UTH-2"]) + 1)
        (waits,) = [one for one in told if "waits" in one]
        assert (waits["table"], waits["entry"]) == ("UTH-1", mine)
        assert waits["waits"].startswith(said)
        entries = [one for one in told if "kind" in one]
        assert by_file(folder, entries) == {"UTH-1": whole["UTH-1"][:mine], "UTH-2": whole["UTH-2"]}


def test_what_is_no_cursor_is_refused_by_its_name(journals: Path, tmp_path: Path) -> None:
    refused = (
        ([], "feed: the first line is an object"),
        ({"feed": 2}, "feed: the first line is an object"),
        ({"feed": 1, "from": "noon"}, "from: start or now is wanted"),
        ({"feed": 1, "from": "now", "after": {}}, "from: start or now is wanted, and no cursor beside it"),
        ({"feed": 1, "after": [1]}, "after: an object of at most 256 tables"),
        ({"feed": 1, "after": {"UTH-1": ["5f", "1"]}}, "after.UTH-1: a journal's id and the number"),
        ({"feed": 1, "after": {"UTH-1": ["5f", -1]}}, "after.UTH-1: no entry has the number -1"),
        ({"feed": 1, "after": {"UTH-1": ["5f", 1]}}, "after.UTH-1: no journal '5f' is known here"),
    )
    with serving(journals, run_dir := tmp_path / "run"):
        for first, said in refused:
            with closing(asked(run_dir, first)) as sock, sock.makefile("rb") as lines:
                assert json.loads(lines.readline())["dropped"].startswith(said)
                assert lines.readline() == b""
        told = tapis("--run", run_dir, "--after", '{"UTH-1": ["5f", 1]}', "--once")
        assert (told.exit_code, told.stderr) == (1, "Error: after.UTH-1: no journal '5f' is known here\n")
    for words, said in (
        (("--run", tmp_path, "--once"), "the house does not answer (there is no such file or folder"),
        (("--after", "{"), "after: JSON is wanted"),
        (("--at", "house:7444"), "--at needs --ca, --certificate and --key"),
        (("--into", __file__), "line 1 is no entry of a feed"),
    ):
        told = tapis(*words)
        assert told.exit_code == 2
        assert said in told.stderr


def test_one_client_too_many_takes_the_place_of_the_one_that_took_nothing_longest(
    journals: Path, tmp_path: Path
) -> None:
    with serving(journals, run_dir := tmp_path / "run"):
        crowd = [here(run_dir) for _ in range(feed_door.FEEDS_MAX)]
        with here(run_dir) as line:
            assert until_idle(line, {}, 100)
        with pytest.raises(LineDown):
            crowd[0].hear()
        for one in crowd:
            one.close()


def test_a_line_that_tells_of_a_refusal_ends_the_client(journals: Path, tmp_path: Path) -> None:
    with serving(journals, run_dir := tmp_path / "run"), here(run_dir) as line, pytest.raises(NoFeed):
        next(entries_after(line, {"UTH-1": Position("none", 3)}))


@pytest.mark.parametrize("kind", ["MasterLost", "MasterFound"])
def test_no_entry_tells_which_master_a_session_has(kind: str) -> None:
    row = Row(7, 1, kind, '{"master":"bf7617a28ca9034c"}', "", "")
    assert masked_fields(row) == {}
