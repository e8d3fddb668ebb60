"""A journal mirrored while it is written, over real TLS: whole after every cut, and nothing that is a lie."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.journal import witness as witness_store
from controller.journal.chain import JournalBroken, Row
from controller.journal.file import WriterLock, connect_reader
from controller.journal.heads import Signer, heads_path
from controller.journal.report import Report
from controller.journal.signing import SignedJournal, check_heads
from controller.journal.verify import verify
from controller.journal.witness import WitnessStore, read_witnesses
from controller.journal.witness_refusals import refusals
from controller.screens.remote import name_of
from controller.witness import desk as witness_desk
from controller.witness import table_line
from controller.witness.table_line import LineDown, TableLine
from tests.certificates import Authority
from tests.link_proxy import Proxy
from tests.patience import PATIENCE_S
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import START_MS, by_hand, disk_full, reopen, rewrite, rows_of, steps_of
from tests.shell.journal.witnessed import SIGNER, TABLE, Machine, Meanwhile, Pit, Writing, same, sessions

# --- what is kept --------------------------------------------------------------------------------


def test_a_journal_is_mirrored_while_it_is_written(table: Machine, pit: Pit) -> None:
    first = Writing(table.journals)
    with table.line() as line, pit.visits() as visits:
        for _ in range(3):
            first.play()
            assert visits.visit(line)
            assert same(table.journals, pit.journals)
        previous = first.close()
        assert visits.visit(line)
        second = Writing(table.journals, 2, previous)
        second.play(2)
        assert visits.visit(line)
        second.close()
    assert same(table.journals, pit.journals)
    assert f"whole    {TABLE}, session 1" in "\n".join(pit.said)
    report = verify(pit.journals, witnesses=read_witnesses(pit.heads))
    assert report.ok
    assert [one.signed_heads for one in report.files] == [4, 3]
    names = {path.name for path in pit.journals.iterdir()}
    with reopen(pit.journals / second.path.name) as journal:  # a table that lost its disk goes on from it
        assert check_heads(journal, pit.journals / second.path.name)
    assert names == {path.name for path in table.journals.iterdir()}  # no log, no lock, nothing refused


def test_a_table_is_caught_up_with_after_many_sessions(
    table: Machine, pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness_desk, "SESSIONS_AT_ONCE", 3)
    monkeypatch.setattr(witness_desk, "ROWS_AT_ONCE", 7)
    monkeypatch.setattr(witness_desk, "BYTES_AT_ONCE", 1_500)
    monkeypatch.setattr(witness_desk, "REST_S", 0.0)
    sessions(table.journals, 11, rounds=2)
    assert pit.visit(table.line())
    assert same(table.journals, pit.journals)
    assert len(pit.said) == 11 + 10
    assert pit.visit(table.line())
    assert len(pit.said) == 11 + 10  # nothing new, nothing said


def test_the_mirror_is_found_like_the_tables_own_by_the_command(table: Machine, pit: Pit) -> None:
    sessions(table.journals, 2)
    assert pit.visit(table.line())
    found = CliRunner().invoke(main, ["journal", "verify", str(pit.journals), "--witness", str(pit.heads)])
    assert found.exit_code == 0, found.output
    truth = CliRunner().invoke(main, ["journal", "verify", str(table.journals), "--witness", str(pit.heads)])
    assert found.output == truth.output


def test_the_unix_socket_is_a_way_too_and_two_witnesses_may_not_keep_one_folder(
    table: Machine, pit: Pit
) -> None:
    def pull() -> tuple[int, str]:
        words = [
            "witness",
            "pull",
            pit.heads,
            "--journals",
            pit.journals,
            "--from",
            table.run,
            "--lang",
            "en",
        ]
        done = CliRunner().invoke(main, [*map(str, words)])
        return done.exit_code, done.stderr

    sessions(table.journals, 2)
    lock = WriterLock(pit.journals / "mirror")
    assert pull() == (2, f"Error: {pit.journals}: another witness keeps its journals here\n")
    lock.release()
    assert pull() == (0, "")
    assert same(table.journals, pit.journals)


def test_two_witnesses_at_a_time_are_told_the_same(table: Machine, tmp_path: Path) -> None:
    sessions(table.journals, 3, rounds=8)
    pits = [Pit(tmp_path / name) for name in ("one", "two")]
    threads = [threading.Thread(target=one.visit, args=(table.line(),)) for one in pits]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(same(table.journals, one.journals) for one in pits)


def test_what_is_asked_does_not_take_the_writers_locks(table: Machine, pit: Pit) -> None:
    """Another process that could tidy the log of a journal being written away would break it."""
    writing = Writing(table.journals)
    writing.play()
    assert pit.visit(table.line())
    script = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1], timeout=0).execute(sys.argv[2]))"
    words = [sys.executable, "-c", script, str(writing.path), "PRAGMA journal_mode=DELETE"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert "database is locked" in done.stderr
    writing.close()


# --- who may ask ---------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["pit", "jackpot"])
def test_the_certificate_of_a_screen_is_told_no_row(
    role: str, table: Machine, pit: Pit, authority: Authority
) -> None:
    sessions(table.journals, 1)
    with pytest.raises(LineDown):
        pit.visit(table.line(authority.screen(role, name_of(role, TABLE))))
    assert any(f"does not serve {role} now" in line for line in table.said)
    assert list(pit.journals.iterdir()) == []


def test_the_witness_of_another_table_is_told_no_row(table: Machine, pit: Pit, authority: Authority) -> None:
    sessions(table.journals, 1)
    with pytest.raises(LineDown, match="this certificate is not for this table"):
        pit.visit(table.line(authority.screen("other", name_of("witness", "UTH-7"))))
    assert list(pit.journals.iterdir()) == []


@pytest.mark.parametrize(
    "asked",
    [
        b"nonsense",
        b"{}",
        b'{"rows":[1,0],"heads":[1,0]}',
        b'{"view":1}',
        b'{"rows":[1]}',
        b'{"rows":[1,-1]}',
        b'{"rows":["1",0]}',
        b'{"rows":[true,0]}',
        b'{"rows":[1000000,0]}',
        b'{"heads":[1,1e3]}',
        b'{"sessions":"../x"}',
        b'{"sessions":null}',
        b"x" * 2_000,
    ],
)
def test_what_is_no_question_is_told_so_and_left(asked: bytes, table: Machine) -> None:
    with table.line() as line:
        line.send(asked + b"\n")
        assert "dropped" in line.hear()
        with pytest.raises(LineDown):
            line.hear()


def test_a_witness_that_asks_nothing_any_more_is_left(
    table: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness_desk, "ASK_EVERY_S", 0.2)
    with table.line() as line, pytest.raises(LineDown, match="hung up"):
        line.hear()


def test_lines_that_are_held_keep_no_witness_out(table: Machine) -> None:
    """Four that asked something every minute kept the true witness away for as long as they liked."""
    with table.line() as witness:
        witness.ask({"sessions": 1})
        for asks in (False, True):
            held = []
            for _ in range(witness_desk.WITNESSES_MAX + 2):
                held.append(table.line())
                if asks:
                    held[-1].ask({"sessions": 1})
                assert "sessions" in witness.ask({"sessions": 1}), "who asks most lately stays"
            for line in held:
                line.close()
    with table.line() as late:
        assert "sessions" in late.ask({"sessions": 1})


# --- cut, silent, killed -------------------------------------------------------------------------


def test_a_line_cut_at_any_byte_leaves_no_gap_and_no_double_row(table: Machine, pit: Pit) -> None:
    sessions(table.journals, 2, rounds=12)
    dice, cuts = Random(9), 0
    with Proxy(table.port) as proxy:
        while True:
            # Of a handshake some 1,500 bytes come first: some cuts are in it.
            proxy.bytes_left = dice.randint(1_000, 60_000) if cuts < 25 else None
            try:
                if pit.visit(table.line(port=proxy.port)):
                    break
            except LineDown:
                cuts += 1
            entries_kept(pit)
    assert cuts >= 5
    assert same(table.journals, pit.journals)


def entries_kept(pit: Pit) -> int:
    """How many entries the mirrors have, each of which holds."""
    if not list(pit.journals.glob("*.journal")):
        return 0
    report = verify(pit.journals)
    assert report.ok
    return report.entries


@pytest.mark.long
def test_a_half_open_line_is_given_up_and_the_next_one_goes_on(
    table: Machine, pit: Pit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_line, "PATIENCE_S", 3.0)  # long enough for a table on a busy machine
    writing = Writing(table.journals)
    writing.play()
    with Proxy(table.port) as proxy, pit.visits() as visits:
        with table.line(port=proxy.port) as line:
            assert visits.visit(line)
            writing.play()
            proxy.silent = True
            with pytest.raises(LineDown, match="timed out"):
                visits.visit(line)
        proxy.silent = False
        with table.line(port=proxy.port) as line:
            assert visits.visit(line)
    writing.close()
    assert same(table.journals, pit.journals)


_KEEP = """
import os, signal, sys, threading
from pathlib import Path
from controller.journal.witness import WitnessStore
from controller.witness.table_line import TableLine
from controller.witness.visits import Visits
socket, heads, kept, table, asks, delay_s = sys.argv[1:]
class Dying(TableLine):
    left = int(asks)
    def ask(self, question):
        self.left -= 1
        if self.left == 0:
            threading.Timer(float(delay_s), os.kill, (os.getpid(), signal.SIGKILL)).start()
        return super().ask(question)
visits = Visits(table, WitnessStore(Path(heads)), Path(kept), lambda line: None)
with Dying.to_socket(Path(socket)) as line:
    visits.visit(line)
    threading.Event().wait(5)
"""


@pytest.mark.long
def test_a_witness_killed_at_any_moment_goes_on_where_its_mirror_ends(table: Machine, pit: Pit) -> None:
    """Some asks are answered, and then it dies at an instant of some thousandths that nobody chose."""
    sessions(table.journals, 3, rounds=25)
    words = [sys.executable, "-c", _KEEP, table.run / "witness.sock", pit.heads, pit.journals, TABLE]
    dice, ends = Random(4), [0]
    for asks in (3, 4, 5, 5, 6):
        dying = [*map(str, words), str(asks), f"{dice.uniform(0.015, 0.03):.4f}"]
        done = subprocess.run(dying, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")
        ends.append(entries_kept(pit))
    assert ends == sorted(ends)
    assert len(set(ends)) > 3
    pit.store = WitnessStore(pit.heads)
    assert pit.visit(table.line())
    assert same(table.journals, pit.journals)


# --- a table that lies ---------------------------------------------------------------------------


Lie = Callable[[Path], None]


def changed(path: Path) -> None:
    rows = rows_of(path)
    rewrite(path, [*rows[:-5], rows[-5]._replace(at_ms=7), *rows[-4:]])


def skipped(path: Path) -> None:
    with by_hand(path) as conn:
        conn.execute("DELETE FROM journal WHERE seq = ?", (len(rows_of(path)) - 4,))


def another_card(path: Path) -> None:
    rows = rows_of(path)
    at = max(at for at, row in enumerate(rows) if row.kind == "CardsRevealed")
    card = rows[at].body.partition('"card":"')[2][:2]
    other = "2c" if card != "2c" else "3d"
    told = rows[at]._replace(body=rows[at].body.replace(f'"card":"{card}"', f'"card":"{other}"', 1))
    rewrite(path, linked([*rows[:at], told, *rows[at + 1 :]], at))


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (changed, "its hash is not that of its content"),
        (skipped, "the entry is missing"),
        (another_card, "is not the one sealed there"),
    ],
)
def test_a_row_that_does_not_hold_is_refused_and_those_before_it_are_kept(
    lie: Lie, why: str, table: Machine, pit: Pit
) -> None:
    (path,) = sessions(table.journals, 1)
    assert pit.visit(table.line())
    kept = rows_of(pit.journals / path.name)
    with reopen(path) as journal:
        signed = SignedJournal(journal, path, SIGNER, at_ms=START_MS, durable=False)
        for step in steps_of(2):
            signed.append(step, START_MS)
        signed.close()
    lie(path)
    assert not pit.visit(table.line())
    mirrored = rows_of(pit.journals / path.name)
    assert mirrored[: len(kept)] == kept
    assert len(kept) <= len(mirrored) < kept[-1].seq + len(steps_of(2)) * 4
    assert verify(pit.journals).ok
    (told,) = refusals(pit.journals, TABLE)
    assert (told["session"], told["seq"]) == (1, len(mirrored) + 1)
    assert why in told["why"]
    assert told["said"]
    assert f"REFUSED  {TABLE}, session 1, entry {told['seq']}: " in pit.said[-1]


def relinked(path: Path) -> None:
    rows = rows_of(path)
    rewrite(path, linked([*rows[:5], rows[5]._replace(at_ms=7), *rows[6:]], 5))


def rewound(path: Path) -> None:
    rewrite(path, rows_of(path)[:-3])


@pytest.mark.parametrize(
    ("lie", "why"),
    [(relinked, "it is another one now"), (rewound, "the table's journal ends before it")],
)
def test_a_table_that_rewrites_or_shortens_its_past_is_refused_at_the_next_look(
    lie: Lie, why: str, table: Machine, pit: Pit
) -> None:
    """A chain that holds in itself, with heads signed by the table's own key beside it."""
    (path,) = sessions(table.journals, 1, rounds=2)
    assert pit.visit(table.line())
    truth = rows_of(path)
    lie(path)
    for _ in range(3):
        assert not pit.visit(table.line())
    assert rows_of(pit.journals / path.name) == truth
    (told,) = refusals(pit.journals, TABLE)  # kept once, however often it is said again
    assert why in told["why"]
    rewrite(path, truth)
    assert pit.visit(table.line())  # it tells the truth again; what was refused stays on record
    assert len(refusals(pit.journals, TABLE)) == 1


def test_heads_of_another_key_are_refused(table: Machine, pit: Pit) -> None:
    (path,) = sessions(table.journals, 1)
    assert pit.visit(table.line())
    with reopen(path) as journal:
        SignedJournal(journal, path, Signer(b"\2" * 32), at_ms=START_MS, durable=False).close()
    assert not pit.visit(table.line())
    assert "signed with a key that is not known here" in refusals(pit.journals, TABLE)[0]["why"]
    assert verify(pit.journals).files[0].signed_by == (SIGNER.key,)


def test_a_table_whose_key_nobody_compared_is_told_of_and_not_kept(table: Machine, tmp_path: Path) -> None:
    stranger = Pit(tmp_path / "stranger", "UTH-7")
    sessions(table.journals, 1)
    with pytest.raises(LineDown, match="no key of it is trusted here"):
        stranger.visit(table.line())
    assert list(stranger.journals.iterdir()) == []


def test_a_head_that_is_signed_over_other_rows_than_were_told_is_refused(table: Machine, pit: Pit) -> None:
    (path,) = sessions(table.journals, 1)
    rows = rows_of(path)
    rewrite(path, linked([*rows[:5], rows[5]._replace(at_ms=7), *rows[6:]], 5))
    assert not pit.visit(table.line())
    assert "is not that of the entry it told" in refusals(pit.journals, TABLE)[0]["why"]


def test_signed_heads_that_were_taken_away_are_missed(table: Machine, pit: Pit) -> None:
    (path,) = sessions(table.journals, 1, rounds=3)
    assert pit.visit(table.line())
    beside = heads_path(path)
    beside.write_bytes(beside.read_bytes().partition(b"\n")[0] + b"\n")
    assert not pit.visit(table.line())
    assert not pit.visit(table.line())


def test_a_session_that_is_gone_is_told_of_and_the_next_is_kept(table: Machine, pit: Pit) -> None:
    made = sessions(table.journals, 2)
    assert pit.visit(table.line())
    made[1].unlink()
    heads_path(made[1]).unlink()
    assert not pit.visit(table.line())
    assert (
        "session 2: the table does not have this session any more" in refusals(pit.journals, TABLE)[0]["why"]
    )
    Writing(table.journals, 3, rows_of(pit.journals / made[1].name)[-1].hash).close()
    assert pit.visit(table.line()), "it follows what is kept here to the end: that one was put away"
    assert verify(pit.journals).ok


def test_a_session_that_does_not_follow_the_one_kept_is_refused(table: Machine, pit: Pit) -> None:
    sessions(table.journals, 1)
    assert pit.visit(table.line())
    Writing(table.journals, 2, "a" * 64).close()
    assert not pit.visit(table.line())
    assert [path.name for path in pit.journals.glob("*.journal")] == [f"{TABLE}-000001.journal"]


class Teller:
    """A line over which something else is told than a table tells."""

    def __init__(self, line: TableLine, told: dict[str, object]) -> None:
        self._line, self._told = line, told

    def ask(self, question: dict[str, object]) -> dict[str, object]:
        (what,) = question
        return {what: self._told[what], "at": ""} if what in self._told else self._line.ask(question)


@pytest.mark.parametrize("number", range(1, 8))
def test_a_session_that_ends_during_a_visit_is_followed_by_the_next(
    number: int, table: Machine, pit: Pit
) -> None:
    first = Writing(table.journals)
    first.play()

    begun: list[Writing] = []

    def another_begins() -> None:
        first.play()
        begun.append(Writing(table.journals, 2, first.close()))
        begun[0].play()

    with table.line() as line, pit.visits() as visits:
        assert visits.visit(Meanwhile(line, another_begins, number))  # type: ignore[arg-type]
        assert visits.visit(line)
    (second,) = begun
    second.close()
    assert same(table.journals, pit.journals)
    assert not refusals(pit.journals, TABLE)


def test_whoever_reads_the_mirror_during_a_visit_misses_nothing_that_was_witnessed(
    table: Machine, pit: Pit
) -> None:
    """The witness's heads first, then the journals, as the house reads them and an inspector."""
    sessions(table.journals, 2, rounds=40)
    looks: list[Report] = []

    def read() -> None:
        seen = read_witnesses(pit.heads) if pit.store.last else ()
        if [*pit.journals.glob("*.journal")]:
            looks.append(verify(pit.journals, witnesses=seen))

    with table.line() as line, pit.visits() as visits:
        assert visits.visit(Meanwhile(line, read))  # type: ignore[arg-type]
    assert [one.ok for one in looks] == [True] * len(looks)
    assert {one.files[0].entries for one in looks} > {1, 129, 601}
    assert len(looks) > 5


@pytest.mark.parametrize(
    "rows",
    [
        None,
        7,
        [[1, 2, 3]],
        [[True, 0, "a", "b", "c", "d"]],
        [[1, 0, "JournalOpened", "{}", "0" * 64, "0" * 64]],
        [[2, 0, "RoundOpened", "{}", "0" * 64, "0" * 64]],
        [[1 << 70, 0, "a", "\ud800", "c", "d"]],
    ],
)
def test_what_is_no_row_is_refused(rows: object, table: Machine, pit: Pit) -> None:
    sessions(table.journals, 1)
    with table.line() as line, pit.visits() as visits:
        assert not visits.visit(Teller(line, {"rows": rows}))  # type: ignore[arg-type]
    assert [one.suffix for one in pit.journals.glob("*.journal*")] == [".told"]  # the head was signed


@pytest.mark.parametrize("told", [None, [7], [[2, ""], [1, ""]], [["1", ""]], [[1, ""], [1, ""]]])
def test_a_list_of_sessions_that_is_none_is_no_answer(told: object, table: Machine, pit: Pit) -> None:
    with table.line() as line, pit.visits() as visits, pytest.raises(LineDown, match="told no sessions"):
        visits.visit(Teller(line, {"sessions": told}))  # type: ignore[arg-type]


def test_a_mirror_that_was_changed_on_the_witness_itself_is_named(table: Machine, pit: Pit) -> None:
    (path,) = sessions(table.journals, 1)
    assert pit.visit(table.line())
    with by_hand(pit.journals / path.name) as conn:
        conn.execute("UPDATE journal SET at_ms = 7 WHERE seq = 4")
    assert not pit.visit(table.line())
    assert "what is kept here does not hold: entry 4" in refusals(pit.journals, TABLE)[0]["why"]


def test_a_mirror_that_somebody_reads_while_the_witness_starts_accuses_nobody(
    table: Machine, pit: Pit
) -> None:
    """Closed, it is in one piece, and whoever reads it through holds it: it is visited when he is done."""
    (path,) = sessions(table.journals, 1)
    assert pit.visit(table.line())
    with closing(connect_reader(pit.journals / path.name)) as conn:
        reading = conn.execute("SELECT * FROM journal")
        next(reading)
        with pytest.raises(LineDown, match="held by another program"):
            pit.visit(table.line())
        reading.close()
    assert pit.visit(table.line())
    assert not refusals(pit.journals, TABLE)


def test_a_full_disk_of_the_witness_accuses_no_table(table: Machine, pit: Pit) -> None:
    sessions(table.journals, 1)
    assert pit.visit(table.line())
    with disk_full(4096), pytest.raises(JournalBroken, match="the mirror cannot be written"):
        pit.visit(table.line())
    assert pit.visit(table.line())
    assert not refusals(pit.journals, TABLE)


# --- months --------------------------------------------------------------------------------------


def test_a_store_of_heads_stays_short_and_forgets_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(witness_store, "LINES_KEPT", 30)
    pit, folder = Pit(tmp_path / "pit"), tmp_path / "journals"
    folder.mkdir()
    ends: list[Row] = []
    previous = ""
    for number in range(1, 13):
        writing = Writing(folder, number, previous)
        for _ in range(6):
            writing.play()
            pit.store.take(witness_desk.last_head(writing.path))
        previous = writing.close()
        ends.append(rows_of(writing.path)[-1])
    kept = read_witnesses(pit.heads)
    assert len(kept) < 30
    assert {one.hash for one in ends} <= {one.hash for one in kept}
    assert WitnessStore(pit.heads).last == pit.store.last
    assert verify(folder, witnesses=kept).ok
