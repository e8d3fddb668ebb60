"""A linked book copied into a file is the same book: its acts make it again, and an inspector proves it."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from controller.book.port import BookMismatch, BookUnreachable
from controller.book.postgres_copy import ORDERS, copy_into_file
from controller.book.sqlite import SqliteBook
from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.journal.heads import heads_path
from drivers.sim.decks import royal
from tests.law.requirements import requirement
from tests.link.test_same_book import ACTS, any_act, any_terms
from tests.private_postgres import PrivateServer, pooled_book
from tests.shell.journal.sticks import SEED, TABLES, asked, journal, key_of, lay_tools, paper

SEQUENCES = 6
REFUSED_AT = 9
"""The column of an answer that is 0 where the act was refused: `book_seq`."""


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row by its table; a refusal without its sentence, which each kind of book words for itself."""
    with closing(sqlite3.connect(path)) as file:
        told = {
            table: sorted(map(tuple, file.execute(f"SELECT * FROM {table}")), key=repr)
            for table in (*ORDERS, "terms", "cards")
        }
    told["answers"] = [row if row[REFUSED_AT] else row[:-1] for row in told["answers"]]
    return told


def test_a_copied_book_has_every_row_that_a_table_s_own_has(postgres: PrivateServer, tmp_path: Path) -> None:
    """The same acts on a server and on a file; refused ones, which a server undoes, among them."""
    for number in range(SEQUENCES):
        dice = Random(f"copied book {number}")
        terms = any_terms(dice)
        own = tmp_path / f"{number}.own"
        linked, single = (
            pooled_book(postgres, terms),
            SqliteBook.create(own, terms, durable=False, simulated=True),
        )
        rounds = {"T1": 1, "T2": 1, "T3": 1}
        for n in range(ACTS):
            act = any_act(dice, terms, n, rounds)
            act(linked)
            act(single)
        single.close()
        copied = tmp_path / f"{number}.book"
        entries = copy_into_file(postgres.url(linked.database), copied)
        linked.close()
        assert (mine := rows(copied)) == rows(own), f"sequence {number}"
        assert entries == len(mine["entries"]) > 1
        with closing(SqliteBook.open(copied, terms)) as book, closing(SqliteBook.open(own, terms)) as other:
            assert book.unlike() == other.unlike()
            assert book.read(check=True) == other.read(check=True)


@pytest.mark.slow
@requirement("SE-12")
def test_a_stick_of_linked_tables_is_verified_with_the_copy_of_their_book(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    url, stick = postgres.url(postgres.database()), tmp_path / "stick"
    stick.mkdir()
    tools = lay_tools(tmp_path / "tools")
    night = simulated_night(
        rounds=16, seed=SEED, tables=2, faults="hard", journal=stick, book=url, stacked=(royal,)
    )
    night.play()
    night.close()
    seen = [heads_path(journal(tmp_path, table)).read_text().splitlines()[-1] for table in TABLES]
    keys = [f"key {table} {key_of(table).key}" for table in TABLES]
    (tmp_path / "heads.txt").write_text("\n".join([*keys, *seen, ""]))
    code, said = asked(tools, stick, *paper(tmp_path))
    assert code == 3, said
    assert "le livre du jackpot n’est pas sur la clé" in said
    done = CliRunner().invoke(main, ["link", "copy", url, str(stick / "jackpot.book"), "--lang", "en"])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith(f"{stick / 'jackpot.book'}: the whole book, ")
    code, said = asked(tools, stick, *paper(tmp_path))
    assert code == 0, said
    assert "VÉRIFIÉ." in said
    assert "jackpot.book, le livre du jackpot" in said
    told = CliRunner().invoke(
        main, ["book", "verify", str(stick / "jackpot.book"), "--journal", str(stick), "--lang", "en"]
    )
    assert told.exit_code == 0, told.output


def test_a_file_that_is_there_is_not_replaced_and_a_table_s_role_copies_nothing(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    book = pooled_book(postgres, any_terms(Random(1)))
    url = postgres.url(book.database)
    there = tmp_path / "jackpot.book"
    there.write_bytes(b"something else")
    done = CliRunner().invoke(main, ["link", "copy", url, str(there), "--lang", "en"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"Error: {there} exists already: name another file, or remove it first\n"
    assert there.read_bytes() == b"something else"
    with pytest.raises(BookUnreachable, match="nowhere"):
        copy_into_file(url, tmp_path / "nowhere" / "jackpot.book")
    assert CliRunner().invoke(main, ["link", "admit", url, "uth_copy", "--table", "T9"]).exit_code == 0
    with pytest.raises((BookMismatch, BookUnreachable)):
        copy_into_file(postgres.url(book.database, "uth_copy"), tmp_path / "mine.book")
    with pytest.raises(BookMismatch):
        copy_into_file(postgres.url(postgres.database()), tmp_path / "none.book")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["jackpot.book"], "no draft is left"
    book.close()


def test_a_copy_that_the_disk_has_no_room_for_is_told_and_leaves_nothing(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    book = pooled_book(postgres, any_terms(Random(1)))
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_192, most))
    try:
        with pytest.raises(BookUnreachable, match=r"jackpot\.book: the disk "):
            copy_into_file(postgres.url(book.database), tmp_path / "jackpot.book")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))
    assert list(tmp_path.iterdir()) == [], "no draft is left"
    book.close()
