"""Heads that a table told and whose entries did not come with them: it is held to what it signed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.journal.chain import JournalBroken
from controller.journal.heads import SignedHead, heads_path, read_heads
from controller.journal.mirror import put_aside
from controller.journal.signing import SignedJournal
from controller.journal.told_heads import TOLD_BYTES_MAX, keep_told, told_heads, told_path
from controller.journal.verify import verify
from controller.journal.witness import WitnessStore, read_witnesses
from controller.journal.witness_refusals import refusals
from controller.witness.table_line import LineDown
from tests.shell.journal.forgeries import linked
from tests.shell.journal.inspector import INSPECTOR, inspected
from tests.shell.journal.journals import START_MS, disk_full, reopen, rewrite, rows_of, steps_of
from tests.shell.journal.witnessed import SIGNER, TABLE, Machine, Meanwhile, Pit, Writing, same, sessions


def broken_off(table: Machine, pit: Pit, number: int, happens: Callable[[], object] = lambda: None) -> None:
    """A visit whose line goes as this question is asked; the witness is started anew for the next."""

    def cut() -> None:
        happens()
        raise LineDown("cut")

    with table.line() as line, pit.visits() as visits, pytest.raises(LineDown, match="cut"):
        visits.visit(Meanwhile(line, cut, number))  # type: ignore[arg-type]
    pit.store = WitnessStore(pit.heads)


def rewritten(path: Path, at: int, rounds: int = 0) -> None:
    """Its entries are others from here on, in a chain that holds and is signed with the table's own key."""
    rows, signed = rows_of(path), read_heads(heads_path(path))
    rewrite(path, linked([*rows[:at], rows[at]._replace(at_ms=rows[at].at_ms + 1), *rows[at + 1 :]], at))
    heads_path(path).write_text("".join(f"{one.line}\n" for one in signed if one.size <= at))
    with reopen(path) as journal:
        signing = SignedJournal(journal, path, SIGNER, at_ms=START_MS + 1, durable=False)
        for number in range(rounds):
            for step in steps_of(90 + number):
                signing.append(step, START_MS + 2)
        signing.close()


def last_signed(path: Path) -> SignedHead:
    return read_heads(heads_path(path))[-1]


@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize("number", [2, 3])
def test_a_head_that_was_told_binds_the_entries_that_come_at_a_later_visit(
    number: int, after: int, table: Machine, pit: Pit
) -> None:
    """The line is cut, and what the head was of is another entry when it is back, alone or with more."""
    writing = Writing(table.journals)
    writing.play(30)
    writing.close()
    told = last_signed(writing.path)
    broken_off(table, pit, number)
    rewritten(writing.path, told.size - 2, rounds=after)
    for _ in range(2):
        assert not pit.visit(table.line())
    (refused,) = refusals(pit.journals, TABLE)
    assert (refused["seq"], refused["said"]) == (told.size, told.line)


def test_a_head_that_was_told_is_known_though_its_session_is_gone(table: Machine, pit: Pit) -> None:
    (first,) = sessions(table.journals, 1)
    assert pit.visit(table.line())
    second = Writing(table.journals, 2, rows_of(first)[-1].hash)
    second.play()
    second.close()
    broken_off(table, pit, 4)
    second.path.unlink()
    heads_path(second.path).unlink()
    assert not pit.visit(table.line())
    (refused,) = refusals(pit.journals, TABLE)
    assert refused["why"] == "session 2: the table does not have this session any more"
    assert [one.session for one in told_heads(pit.journals / second.path.name)] == [2]


def test_a_head_whose_entries_come_later_is_borne_out_and_nothing_is_left_of_it(
    table: Machine, pit: Pit
) -> None:
    writing = Writing(table.journals)
    writing.play(30)
    broken_off(table, pit, 3, writing.play)
    assert not pit.store.last, "whoever reads the store finds every entry of which it has a head"
    assert len(told_heads(pit.journals / writing.path.name)) == 1
    assert pit.visit(table.line())
    writing.close()
    assert pit.visit(table.line())
    assert same(table.journals, pit.journals)
    assert {one.name for one in pit.journals.iterdir()} == {one.name for one in table.journals.iterdir()}


def test_a_witness_without_room_for_a_row_keeps_no_head_of_it(table: Machine, pit: Pit) -> None:
    writing = Writing(table.journals)
    writing.play()
    with table.line() as line, pit.visits() as visits:
        assert visits.visit(line)
        writing.play(100)
        with disk_full(60_000), pytest.raises(JournalBroken, match="the mirror cannot be written"):
            visits.visit(line)
    writing.close()
    assert verify(pit.journals, witnesses=read_witnesses(pit.heads)).ok
    assert pit.visit(table.line())
    assert not refusals(pit.journals, TABLE)


def test_a_store_that_is_made_smaller_never_says_that_the_rewritten_past_is_the_witnessed_one(
    table: Machine, pit: Pit
) -> None:
    """Of a session its last head alone stays: it was the forger's, and the true ones were gone with it."""
    (path,) = sessions(table.journals, 1, rounds=3)
    assert pit.visit(table.line())
    rewritten(path, 10, rounds=2)
    assert not pit.visit(table.line())
    assert told_heads(pit.journals / path.name) == [last_signed(path)], "what it signed is kept as it is"
    pit.store._fold()
    seen = read_witnesses(pit.heads)
    assert verify(pit.journals, witnesses=seen).ok
    assert not verify(table.journals, witnesses=seen).ok


def test_a_witness_that_lost_its_mirrors_knows_which_session_was_the_last(table: Machine, pit: Pit) -> None:
    paths = sessions(table.journals, 3)
    assert pit.visit(table.line())
    for one in (*pit.journals.iterdir(), paths[-1], heads_path(paths[-1])):
        one.unlink()
    assert not pit.visit(table.line())
    (refused,) = refusals(pit.journals, TABLE)
    assert refused["why"] == "session 3: the table does not have this session any more"


def test_a_store_that_was_put_back_from_before_goes_on_from_the_mirrors(table: Machine, pit: Pit) -> None:
    """No head of the sessions since was told, it said of each table, at every visit."""
    writing = Writing(table.journals)
    writing.play()
    assert pit.visit(table.line())
    before = pit.heads.read_bytes()
    for number in range(2, 5):
        writing.play()
        writing = Writing(table.journals, number, writing.close())
        assert pit.visit(table.line())
    writing.close()
    pit.heads.write_bytes(before)
    pit.store = WitnessStore(pit.heads)
    assert pit.visit(table.line()), pit.said[-1]
    assert not refusals(pit.journals, TABLE)
    assert verify(pit.journals, witnesses=read_witnesses(pit.heads)).ok


def test_what_was_told_of_data_that_were_put_back_is_set_aside_with_the_mirrors(
    table: Machine, pit: Pit
) -> None:
    writing = Writing(table.journals)
    writing.play(30)
    broken_off(table, pit, 3)
    moved = put_aside(pit.journals, TABLE, 1, 7)
    assert told_path(pit.journals / "aside-7" / writing.path.name) in moved
    writing.close()
    assert pit.visit(table.line())


def test_a_session_is_set_aside_of_which_a_mirror_lies_here_and_no_head_in_the_store(
    table: Machine, pit: Pit
) -> None:
    """The line went before its head was kept; or the command was killed before it moved the mirrors."""
    (first,) = sessions(table.journals, 1)
    assert pit.visit(table.line())
    second = Writing(table.journals, 2, rows_of(first)[-1].hash)
    second.play(30)
    second.close()
    broken_off(table, pit, 6)
    assert (pit.journals / second.path.name).exists()
    assert pit.store.last[TABLE].session == 1
    words = ["witness", "aside", str(pit.heads), TABLE, "2", "--journals", str(pit.journals)]
    named = ["--by", "A.Roy", "--with", "B.Lenoir", "--lang", "en"]
    done = CliRunner().invoke(main, [*words, *named])
    assert done.exit_code == 0, done.output
    assert [one.name for one in pit.journals.glob("*.journal")] == [first.name]
    assert CliRunner().invoke(main, [*words, *named]).exit_code == 2, "nothing of it is left"
    pit.store = WitnessStore(pit.heads)
    assert pit.visit(table.line())


def test_heads_that_are_told_for_ever_fill_no_disk_and_half_a_line_is_none(table: Machine, pit: Pit) -> None:
    (path,) = sessions(table.journals, 1)
    head, mirror = last_signed(path), pit.journals / path.name
    keep_told(mirror, head, durable=False)
    keep_told(mirror, head)
    told_path(mirror).write_text(told_path(mirror).read_text() + head.line[:80])
    keep_told(mirror, read_heads(heads_path(path))[0])
    assert told_heads(mirror) == [head, read_heads(heads_path(path))[0]]
    told_path(mirror).write_bytes(b"\n" * (TOLD_BYTES_MAX + 1))
    keep_told(mirror, head)
    assert told_heads(mirror) == []
    told_path(mirror).unlink()
    with disk_full(10), pytest.raises(JournalBroken, match="the signed heads cannot be written"):
        keep_told(mirror, head)


def test_a_store_whose_last_line_was_cut_off_is_read_by_the_program_on_paper_too(
    table: Machine, pit: Pit
) -> None:
    """A witness that lost its power, and was sealed as it stood, or was copied as it wrote."""
    sessions(table.journals, 1)
    assert pit.visit(table.line())
    whole = pit.heads.read_text()
    last = whole.splitlines()[-1]
    for left in (last[:3], last[:90], last[:-4], f"key {TABLE} 9f", "aside"):
        pit.heads.write_text(whole + left)
        assert read_witnesses(pit.heads)
        code, said = inspected(pit.journals, "--witness", pit.heads)
        assert code == 0, said
        pit.heads.write_text(f"{whole}{left}\n{last}\n")
        with pytest.raises(INSPECTOR.Unfit, match="line 3"):
            INSPECTOR.Trust().witness(pit.heads)
