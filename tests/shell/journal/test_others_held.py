"""What the journals of other tables hold is held against a journal, and no honest one is accused by it."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from controller.game.events import Event, HeadsWitnessed
from controller.game.events.meter import DataGapFound
from controller.game.meter.types import DataGap
from controller.journal.chain import Head, Opening
from controller.journal.file import connect_reader, connect_writer
from controller.journal.heads import SignedHead, Signer, heads_path, read_heads
from controller.journal.held_by_others import Holdings, _hashes
from controller.journal.report import Report
from controller.journal.signing import SignedJournal
from controller.journal.verify import verify
from controller.journal.witness import WitnessRefused, WitnessStore, read_asides
from controller.journal.writer import Journal
from tests.shell.journal.forgeries import linked
from tests.shell.journal.inspector import inspected
from tests.shell.journal.journals import START_MS, create, reopen, rewrite, rows_of, steps_of

HOUR_MS = 3_600_000
KEYS = {name: Signer(bytes([number]) * 32) for number, name in enumerate(("UTH-1", "UTH-2"), start=1)}


@dataclass
class Table:
    """A table that writes and signs, session after session; its clock is where the test puts it."""

    folder: Path
    name: str
    now_ms: int = START_MS
    session: int = 0
    signer: Signer | None = None
    rounds: int = 0
    last: SignedHead | None = None
    signed: SignedJournal = field(init=False)

    def open(self, previous: str | None = None) -> Table:
        """The next session is under way."""
        self.session += 1
        before = self.last.hash if self.last is not None else ""
        previous = before if previous is None else previous
        opening = Opening(self.name, self.session, "d" * 64, True, previous, self.rounds + 1)
        journal = create(self.path, opening)
        return self.goes_on(journal)

    def goes_on(self, journal: Journal) -> Table:
        """It is written into this journal from now on."""
        signer = self.signer or KEYS[self.name]
        self.signed = SignedJournal(journal, self.path, signer, at_ms=self.now_ms, durable=False)
        return self

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}-{self.session:06d}.journal"

    def play(self, rounds: int = 1) -> Table:
        for _ in range(rounds):
            self.rounds += 1
            for step in steps_of(self.rounds):
                self.write(*step)
        return self

    def write(self, *events: Event) -> Table:
        self.now_ms += 1_000
        self.signed.append(list(events), self.now_ms)
        self.last = self.signed.last
        return self

    def sign(self) -> SignedHead:
        self.last = self.signed.sign(self.now_ms)
        return self.last

    def hold(self, *heads: SignedHead) -> Table:
        self.write(HeadsWitnessed(tuple(one.line for one in heads)))
        self.sign()
        return self

    def end(self) -> Table:
        self.sign()
        self.signed.close()
        self.signed.journal.close()
        return self


@pytest.fixture
def one(tmp_path: Path) -> Table:
    (tmp_path / "journals").mkdir()
    return Table(tmp_path / "journals", "UTH-1").open()


@pytest.fixture
def other(one: Table) -> Table:
    return Table(one.folder, "UTH-2").open()


def looked(one: Table, *words: str | Path, **known: Any) -> tuple[Report, str]:
    """Both verifiers say the same."""
    report = verify(one.folder, **known)
    code, out = inspected(one.folder, *words)
    assert code == (0 if report.ok else 1), (report, out)
    assert ("NOTE" in out) is bool(report.others.notes), (report.others, out)
    return report, out


def put_back(one: Table, place: Path, played_to: int) -> Table:
    """The table is gone on with from the backup, in a session of its own, as its mark tells it to."""
    for path in one.folder.glob(f"{one.name}-*"):
        path.unlink()
    for path in place.iterdir():
        shutil.copy(path, one.folder)
    found = rows_of(one.path)[-1]
    one.last = read_heads(heads_path(one.path))[-1]
    lost = DataGap("data_short", one.session, played_to, one.session, found.seq)
    one.open(found.hash).write(DataGapFound(lost))
    return one


def lost_and_put_back(one: Table, other: Table, back_ms: int = HOUR_MS) -> tuple[Table, SignedHead]:
    """Two rounds are in the backup, two more are seen by the other table and lost; with a head of those."""
    one.play(2).end()
    one.signed.journal.close()
    place = one.folder.with_name("backup")
    place.mkdir()
    for path in one.folder.glob(f"{one.name}-*"):
        shutil.copy(path, place)
    one.goes_on(reopen(one.path)).play(2)
    old = one.sign()
    other.now_ms = one.now_ms
    other.hold(old)
    one.end()
    one.now_ms += back_ms
    return put_back(one, place, old.size), old


def test_data_that_were_put_back_are_told_and_accuse_nobody(one: Table, other: Table) -> None:
    lost_and_put_back(one, other)[0].play().end()
    other.end()
    report, out = looked(one)
    assert report.ok
    (note,) = report.others.notes
    assert "UTH-2 holds heads of entries to" in note
    assert "older data were put back" in out


def test_a_clock_that_was_behind_after_data_were_put_back_accuses_nobody(one: Table, other: Table) -> None:
    """By the order in which the other table wrote them down: the lost ones before what came then."""
    lost_and_put_back(one, other, back_ms=-30_000)[0].play()
    other.now_ms += HOUR_MS
    other.hold(one.sign()).end()
    one.end()
    assert looked(one)[0].ok


def test_heads_from_before_that_are_told_once_more_accuse_nobody(one: Table, other: Table) -> None:
    """A witness that was not told of it, or means harm."""
    one, old = lost_and_put_back(one, other)
    other.now_ms += 2 * HOUR_MS
    other.hold(one.play().sign()).hold(old).end()
    one.end()
    report, _ = looked(one)
    assert report.ok
    assert report.others.seen[1].to > 0


def test_data_put_back_that_nobody_tells_of_are_found(one: Table, other: Table) -> None:
    one.play(4)
    other.hold(one.sign()).end()
    size = one.last.size if one.last is not None else 0
    one.end()
    cut(one.path, size // 2)
    report, out = looked(one)
    assert report.ok, "a copy that is older looks the same"
    assert f"its entry {size}: an older copy, or cut off" in out
    before = rows_of(one.path)[-1]
    one.rounds = 4
    one.open(before.hash).play().end()
    (fault,) = looked(one)[0].faults
    assert "UTH-1-000001.journal: one of entries 1 to" in fault
    assert "is not the one that UTH-2 holds" in fault


def test_an_entry_that_alone_was_taken_back_is_told_by_its_number(one: Table, other: Table) -> None:
    other.hold(one.play(4).sign())
    other.hold(one.write(steps_of(5)[0][0]).sign()).end()
    assert one.last is not None
    size = one.last.size
    one.end()
    cut(one.path, size - 1)
    one.rounds = 4
    one.open(rows_of(one.path)[-1].hash).play().end()
    (fault,) = looked(one)[0].faults
    assert f"UTH-1-000001.journal: entry {size} is not the one that UTH-2 holds" in fault


def cut(path: Path, size: int) -> None:
    """The journal ends there, and is signed there."""
    rows, heads = rows_of(path)[:size], read_heads(heads_path(path))
    rewrite(path, rows)
    kept = [one.line for one in heads if one.size <= size]
    heads_path(path).write_text("".join(f"{line}\n" for line in kept), "ascii")


def test_an_entry_rewritten_after_data_were_put_back_is_found(one: Table, other: Table) -> None:
    """That data were put back once is no leave for ever."""
    one, _ = lost_and_put_back(one, other)
    other.now_ms = one.now_ms + HOUR_MS
    other.hold(one.play(2).sign()).end()
    one.end()
    assert looked(one)[0].ok
    rewritten(one, 5)
    report, out = looked(one)
    assert [fault[:5] for fault in report.faults] == ["UTH-1"]
    assert "UTH-2 holds" in report.faults[0]
    assert "UTH-2 holds" in out


def rewritten(one: Table, seq: int, signer: Signer | None = None) -> None:
    """The table's newest journal is another from this entry on, signed anew."""
    rows, heads = rows_of(one.path), read_heads(heads_path(one.path))
    fresh = linked([row._replace(at_ms=row.at_ms + (row.seq >= seq)) for row in rows], seq - 1)
    rewrite(one.path, fresh)
    lines = []
    for head in heads:
        told = (*head[:3], fresh[0].hash, fresh[0].prev_hash, head.size, fresh[head.size - 1].hash)
        key = signer or KEYS[one.name]
        text = " ".join(map(str, (*told, head.at_ms + 1, key.key)))
        lines.append(f"{text} {key.sign(text.encode())}\n")
    heads_path(one.path).write_text("".join(lines), "ascii")


def test_a_rewritten_first_entry_is_another_journal_and_is_found(one: Table, other: Table) -> None:
    other.hold(one.play().sign()).end()
    one.end()
    rewritten(one, 1)
    (fault,) = looked(one)[0].faults
    assert "UTH-1-000001.journal: the journal is not the one that UTH-2 holds" in fault


def test_the_end_of_a_session_is_bound_by_the_first_head_of_the_next(one: Table, other: Table) -> None:
    """A session whose last entries nobody saw is borne out as soon as the next one is."""
    one.play().end()
    alone = verify(one.folder).others.seen[0]
    assert alone.to == 0
    one.open().play()
    other.hold(one.sign()).end()
    one.end()
    report, _ = looked(one)
    first = report.others.seen[0]
    assert (first.session, first.to, first.by) == (1, report.files[0].entries, (("UTH-2", first.to),))


def test_a_stranger_who_signs_heads_of_a_table_accuses_nobody(one: Table, other: Table) -> None:
    """A hostile witness has no key of a table: what it makes up is told as what it is."""
    stranger = Signer(b"\7" * 32)
    head = one.play().sign()
    made_up = stranger.head(
        one.signed.journal.opening, head.journal_id, Head(head.size, "9" * 64), head.at_ms
    )
    other.hold(made_up).end()
    one.end()
    for words, known in (((), {}), (named(), {"keys": keys()})):
        report, _ = looked(one, *words, **known)
        assert report.ok
        (note,) = report.others.notes
        assert stranger.key in note
    assert report.others.seen[0].to == 0


def keys() -> dict[str, frozenset[str]]:
    return {name: frozenset({signer.key}) for name, signer in KEYS.items()}


def named() -> list[str]:
    return [word for name, signer in KEYS.items() for word in ("--key", f"{name}={signer.key}")]


def test_a_head_whose_signature_was_made_up_bears_out_and_accuses_nobody(one: Table, other: Table) -> None:
    head = one.play().sign()
    false = head._replace(hash="9" * 64)
    other.hold(false).end()
    one.end()
    report, _ = looked(one)
    assert report.ok
    assert report.others.seen[0].to == 0


def test_a_key_that_was_changed_leaves_what_the_older_one_signed(one: Table, other: Table) -> None:
    other.hold(one.play().sign())
    one.end()
    one.signer = Signer(b"\6" * 32)
    one.open().play()
    other.hold(one.sign()).end()
    one.end()
    both = {**keys(), "UTH-1": frozenset({KEYS["UTH-1"].key, one.signer.key})}
    assert looked(one)[0].ok
    report = verify(one.folder, keys=both)
    assert report.ok
    assert [seen.to > 0 for seen in report.others.seen[:2]] == [True, True]


def test_a_table_that_began_anew_is_good_once_two_persons_have_set_aside_what_was_seen(
    one: Table, other: Table, tmp_path: Path
) -> None:
    """Its machine was lost with all that was on it: another session 1, told to the witness as such."""
    store = WitnessStore(tmp_path / "heads.txt")
    store.trust("UTH-1", KEYS["UTH-1"].key)
    store.trust("UTH-2", KEYS["UTH-2"].key)
    other.hold(one.play().sign())
    store.take(one.sign().line)
    one.end()
    for path in one.folder.glob("UTH-1-*"):
        path.unlink()
    one.session, one.last, one.rounds = 0, None, 0
    one.now_ms += HOUR_MS
    one.open().play().end()
    other.end()
    assert verify(one.folder).faults
    store.set_aside("UTH-1", 1, one.now_ms, ("A.Roy", "B.Lenoir"))
    store.take(one.last.line if one.last is not None else "")
    store.take(other.last.line if other.last is not None else "")
    report, _ = looked(one, "--witness", tmp_path / "heads.txt", asides=read_asides(tmp_path / "heads.txt"))
    assert report.ok


def test_a_file_that_is_no_store_has_nothing_set_aside_in_it(tmp_path: Path) -> None:
    with pytest.raises(WitnessRefused):
        read_asides(tmp_path / "none")


def test_a_row_with_a_head_of_its_own_table_can_be_of_no_table(one: Table) -> None:
    head = one.play().sign()
    one.hold(head).end()
    report = verify(one.path)
    assert not report.ok
    assert inspected(one.path)[0] == 1


def test_a_table_that_goes_on_while_its_heads_are_read_is_not_accused(
    one: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: the heads were read after the journal, and named entries that it did not have yet."""
    one.play(2).end()
    connect_writer(one.path, durable=False).close()

    def late(path: Path) -> sqlite3.Connection:
        conn = connect_reader(path)
        one.goes_on(reopen(one.path)).play(2).sign()
        return conn

    monkeypatch.setattr("controller.journal.verify.connect_reader", late)
    report = verify(one.path)
    one.end()
    assert report.ok, report.files


def test_journals_of_before_hold_nothing_and_are_good(one: Table, other: Table) -> None:
    one.play().end()
    other.play().end()
    report, out = looked(one)
    assert report.ok
    assert out.count("no other table here has seen it") == 2


def test_a_journal_whose_own_heads_are_gone_is_not_called_another(one: Table, other: Table) -> None:
    """It is not signed, and that is said; every entry is the one that the other table holds."""
    other.hold(one.play().sign()).end()
    one.end()
    heads_path(one.path).unlink()
    report, out = looked(one, *named(), keys=keys())
    assert not report.ok
    assert report.faults == ()
    assert "is not the one" not in out
    assert f"UTH-1: seen by UTH-2 to session 1, entry {report.others.seen[0].to}," in out


def test_data_put_back_under_a_session_that_is_gone_on_with_accuse_nobody(one: Table, other: Table) -> None:
    """A table that is restored in mid-session finds it before anybody plays on."""
    one.play(2).sign()
    backup = shutil.copytree(one.folder, one.folder.with_name("backup"))
    ends = rows_of(backup / one.path.name)[-1].seq
    other.hold(one.play(2).sign()).end()
    one.end()
    for path in backup.glob("UTH-1-*"):
        shutil.copy(path, one.folder)
    one.now_ms += HOUR_MS
    lost = DataGap("data_short", 1, ends + 20, 1, ends)
    one.rounds = 2
    one.goes_on(reopen(one.path)).write(DataGapFound(lost)).play().end()
    report, out = looked(one)
    assert report.ok
    assert "older data were put back" in out


@pytest.mark.parametrize("again", [False, True], ids=["in its session", "in the next one"])
def test_who_rewrites_entries_is_not_excused_by_an_entry_that_says_data_were_put_back(
    again: bool, one: Table, other: Table
) -> None:
    """Red before. He has the disk and the key; his table would have found that before it played on."""
    size = one.play(3).sign().size
    other.hold(one.sign()).end()
    one.end()
    rewritten(one, 5)
    one.last = read_heads(heads_path(one.path))[-1]
    one.now_ms += HOUR_MS
    excuse = DataGapFound(DataGap("data_short", 1, size, 1, 4))
    (one.open() if again else one.goes_on(reopen(one.path))).write(excuse).end()
    report, out = looked(one)
    (fault,) = report.faults
    assert "UTH-1-000001.journal: one of entries 1 to" in fault
    assert "UTH-2 holds" in out


def test_lines_that_are_no_heads_and_a_table_s_own_bear_nothing_out(one: Table, other: Table) -> None:
    """Who writes a journal anew may write anything under that name; its own report calls that false."""
    mine = one.play().sign()
    one.end()
    other.write(HeadsWitnessed(("bonjour", other.sign().line, mine.line)))
    other.end()
    holdings = Holdings()
    holdings.read(other.path)
    assert [(held.by, held.head) for of in holdings.held.values() for held in of] == [("UTH-2", mine)]


def test_a_session_that_others_have_seen_and_that_is_gone_is_missed(one: Table, other: Table) -> None:
    """The last file of a table is taken away with its heads: its own journals have no gap."""
    one.play().end()
    assert one.last is not None
    one.open().play(2)
    other.hold(one.sign()).end()
    one.end()
    assert looked(one)[0].ok
    for path in one.folder.glob("UTH-1-000002*"):
        path.unlink()
    keys = {name: frozenset([signer.key]) for name, signer in KEYS.items()}
    report = verify(one.folder, keys=keys)
    (fault,) = report.faults
    assert fault.startswith("session 2 of UTH-1, which UTH-2 holds")
    assert not report.ok
    stranger = {name: frozenset([Signer(b"\7" * 32).key]) for name in KEYS}
    unproven = verify(one.folder, keys=stranger).faults
    assert not any("is not here" in fault for fault in unproven), "by a key that nobody named it is no head"


def test_of_several_heads_of_one_table_the_last_tells_how_far_it_was_seen(one: Table, other: Table) -> None:
    early = one.play().sign()
    last = one.play().sign()
    other.hold(early).hold(last).end()
    one.end()
    report, _ = looked(one)
    (seen,) = [told for told in report.others.seen if told.table == "UTH-1"]
    assert (seen.to, seen.by) == (last.size, (("UTH-2", last.size),))


def test_a_journal_that_went_away_while_it_was_compared_holds_nothing(one: Table) -> None:
    path = one.path
    one.play().end()
    assert set(_hashes(path, [1, 2])) == {1, 2}
    path.unlink()
    assert _hashes(path, [1, 2]) == {}
