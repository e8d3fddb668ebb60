"""`tapis book verify`: exit codes, what is printed, what bad input says."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.book.answers import Award, Key
from controller.book.sqlite import SqliteBook
from controller.cli import main
from controller.game import events as e
from controller.game.cards import FaceDown, parse_cards
from controller.game.felt import hole
from controller.journal.chain import Opening
from controller.journal.seal import master_of_seed
from controller.journal.writer import Journal
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE, STAKE

MASTER = master_of_seed(1)


def play(place: Path, table: str, book: SqliteBook, *, last_recorded: bool = True) -> None:
    """A journal of two rounds of this table, whose money acts are in the book."""
    opening = Opening(table, 1, "ab" * 32, True)
    with Journal.create(place / f"{table}.journal", opening, at_ms=5, sealer_master=MASTER) as journal:
        for round_ in (1, 2):
            key = Key(table, journal.journal_id, round_, 1, "contribute")
            journal.append([e.ContributionAsked(round_, 1, (1, 4), STAKE)], 10)
            took = book.contribute(key, (1, 4), STAKE, 10)
            answer = e.ContributionRecorded(
                round_,
                1,
                1,
                took.meter_before_cents,
                took.meter_cents,
                took.book_seq,  # type: ignore[union-attr]
            )
            if round_ == 2 and not last_recorded:
                return
            journal.append([answer], 11)
            journal.append([e.AwardAsked(round_, 1, 4, (e.PostedAward("quads", 50_000),))], 12)
            key = Key(table, journal.journal_id, round_, 1, "award", 4)
            paid = book.award(key, (Award("quads", 4, 50_000),), 12)
            journal.append([e.AwardRecorded(round_, 1, 4, 50_000, 0, paid.book_seq)], 13)  # type: ignore[union-attr]


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """A directory with a book and the journals of two tables."""
    (tmp_path / "journals").mkdir()
    with closing(SqliteBook.create(tmp_path / "jackpot.book", EXAMPLE)) as book:
        for table in ("T1", "T2"):
            play(tmp_path / "journals", table, book)
    return tmp_path


def verify(place: Path, *more: str) -> Result:
    arguments = [
        "book",
        "verify",
        str(place / "jackpot.book"),
        "--journal",
        str(place / "journals"),
        "--lang",
        "en",
        *more,
    ]
    return CliRunner().invoke(main, arguments)


def test_a_book_that_agrees_exits_with_0(night: Path) -> None:
    result = verify(night)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("book and journals agree\n")


def test_json_is_one_object(night: Path) -> None:
    result = verify(night, "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["ok"] is True
    assert (told["residual_cents"], told["findings"], told["in_flight"]) == (0, [], [])
    assert (told["journals"], told["journal_acts"], told["book_acts"]) == (2, 8, 8)
    assert told["meter_cents"] == 1_000_000 + 8 * 125


def test_an_act_under_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "journals").mkdir()
    with closing(SqliteBook.create(tmp_path / "jackpot.book", EXAMPLE)) as book:
        play(tmp_path / "journals", "T1", book, last_recorded=False)
    result = verify(tmp_path, "--json")
    assert result.exit_code == 0
    (named,) = json.loads(result.stdout)["in_flight"]
    assert "contribute T1" in named
    assert "round 2/1: asked, in the book" in named


def test_a_stake_that_no_journal_knows_exits_with_1(night: Path) -> None:
    with closing(SqliteBook.open(night / "jackpot.book", EXAMPLE)) as book:
        book.contribute(Key("T9", "f" * 64, 1, 1, "contribute"), (1,), STAKE, 0)
    result = verify(night)
    assert result.exit_code == 1
    assert (
        "wrong     contribute T9 ffffffffffff round 1/1: in the book as entry 14, in no journal"
        in result.stdout
    )
    assert json.loads(verify(night, "--json").stdout)["findings_count"] == 1


def test_a_missing_journal_exits_with_1(night: Path) -> None:
    (night / "journals" / "T2.journal").unlink()
    result = verify(night)
    assert result.exit_code == 1
    assert result.stdout.count("in no journal") == 4


def test_a_restored_older_book_exits_with_1(night: Path) -> None:
    (night / "jackpot.book").unlink()
    SqliteBook.create(night / "jackpot.book", EXAMPLE).close()
    result = verify(night)
    assert result.exit_code == 1
    assert result.stdout.count("not in the book") == 8


def test_a_ledger_that_does_not_add_up_exits_with_1(night: Path) -> None:
    with closing(sqlite3.connect(night / "jackpot.book")) as forger:
        forger.execute("UPDATE standing SET meter_balance = meter_balance + 1000000")
        forger.commit()
    result = verify(night, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["residual_cents"] == 2


def test_a_damaged_journal_exits_with_1_and_is_named(night: Path) -> None:
    with closing(sqlite3.connect(night / "journals" / "T1.journal")) as forger:
        forger.execute("DROP TRIGGER journal_never_changes")
        forger.execute("UPDATE journal SET body = replace(body, '50000', '50001') WHERE kind = 'AwardAsked'")
        forger.commit()
    result = verify(night)
    assert result.exit_code == 1
    assert "wrong     T1.journal: entry 4" in result.stdout


def test_a_journal_whose_contents_cannot_be_read_is_named(night: Path) -> None:
    """Its header is sound; what SQLite keeps behind it, on the same page, is not."""
    path = night / "journals" / "T1.journal"
    data = bytearray(path.read_bytes())
    data[100:108] = b"\xff" * 8
    path.write_bytes(data)
    result = verify(night)
    assert result.exit_code == 1
    assert "wrong     T1.journal: cannot be read: damaged" in result.stdout


def test_a_file_that_only_calls_itself_a_journal_is_named(night: Path) -> None:
    (night / "journals" / "T3.journal").write_text("nothing")
    result = verify(night)
    assert result.exit_code == 1
    assert "wrong     T3.journal: cannot be read as a journal" in result.stdout


def test_an_answer_that_nothing_asked_for_is_named(night: Path) -> None:
    with Journal.open(night / "journals" / "T1.journal", sealer_master=MASTER) as journal:
        journal.append([e.RefundRecorded(9, 1, 4, 0, 99)], 20)
    result = verify(night)
    assert result.exit_code == 1
    assert (
        "wrong     T1.journal: refund of round 9 is answered in the journal and was not asked"
        in result.stdout
    )


def test_one_journal_alone_can_be_compared(tmp_path: Path) -> None:
    (tmp_path / "journals").mkdir()
    with closing(SqliteBook.create(tmp_path / "jackpot.book", EXAMPLE)) as book:
        play(tmp_path / "journals", "T1", book)
    journal = tmp_path / "journals" / "T1.journal"
    arguments = ["book", "verify", str(tmp_path / "jackpot.book"), "--journal"]
    assert CliRunner().invoke(main, [*arguments, str(journal)]).exit_code == 0
    result = CliRunner().invoke(main, [*arguments, str(tmp_path / "none")])
    assert (result.exit_code, result.stdout) == (2, "")
    other = CliRunner().invoke(main, [*arguments, str(tmp_path / "jackpot.book")])
    assert "c’est un livre du jackpot, pas un journal" in other.stderr


def test_cards_face_down_are_no_hindrance_without_the_master_key(night: Path) -> None:
    (ace,) = parse_cards("As")
    with Journal.open(night / "journals" / "T1.journal", sealer_master=MASTER) as journal:
        journal.append([e.CardDealt(3, 1, hole(1, 0), FaceDown(ace))], 20)
    assert verify(night).exit_code == 0


@pytest.mark.parametrize("made", ["missing", "text", "other"])
def test_what_is_no_book_exits_with_2_and_one_line(night: Path, made: str) -> None:
    path = night / "jackpot.book"
    path.unlink()
    if made == "text":
        path.write_text("no book at all, but long enough to look like one" * 30)
    elif made == "other":
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE t (x)")
    result = verify(night)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: book ")
    assert "jackpot.book" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_directory_without_journals_exits_with_2(night: Path) -> None:
    for one in (night / "journals").iterdir():
        one.unlink()
    result = verify(night)
    assert result.exit_code == 2
    assert "no journal in this directory" in result.stderr


def test_a_linked_book_that_does_not_answer_is_said_without_its_password(night: Path) -> None:
    arguments = [
        "book",
        "verify",
        "postgresql://u:secret@127.0.0.1:1/db",
        "--journal",
        str(night / "journals"),
    ]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "127.0.0.1" in result.stderr
    assert "secret" not in result.stderr


@requirement("PM-02")
@requirement("PM-04")
def test_the_parameters_of_a_jackpot_are_shown_each_by_its_name(tmp_path: Path) -> None:
    """PM-02: base, reset amount, increment rate, limit, hidden rate, and what counts as unreasonable."""
    path = tmp_path / "jackpot.book"
    terms = replace(EXAMPLE, limit_cents=20_000_000, reset_cents=0, most_stakes=5)
    with closing(SqliteBook.create(path, terms)):
        pass
    told = json.loads(CliRunner().invoke(main, ["book", "terms", str(path), "--json"]).output)
    assert told == {
        "schema": "tapis-book-terms/1",
        "stake_cents": 500,
        "base_cents": 1_000_000,
        "reset_cents": 0,
        "increment_micro": 250_000,
        "reserve_micro": 150_000,
        "house_micro": 600_000,
        "limit_cents": 20_000_000,
        "unreasonable_cents": 2_500,
        "fixed_prizes_paid_from": "house",
    }
    lines = CliRunner().invoke(main, ["book", "terms", str(path), "--lang", "en"]).output.splitlines()
    values = {line[:40].strip(): line[40:].strip() for line in lines}
    assert values["base: the meter starts at"] == "10\u202f000,00\u00a0€"
    assert values["reset: after a win it restarts at"] == "0,00\u00a0€"
    assert values["increment: of each stake, to the meter"] == "25\u00a0%"
    assert values["hidden: of each stake, to the reserve"] == "15\u00a0%"
    assert values["fixed prizes are paid from"] == "the house"
    assert values["limit of the meter"] == "200\u202f000,00\u00a0€"
    assert values["unreasonable: a round that brings more"] == "25,00\u00a0€"


def test_amounts_dates_and_words_of_a_book_are_those_of_every_paper(night: Path) -> None:
    """Rules, section 6: one format of money, `--lang` everywhere, and no name of a field."""
    book = str(night / "jackpot.book")
    for words in (["wins", book], ["terms", book], ["verify", book, "--journal", str(night / "journals")]):
        said = {}
        for lang in ("fr", "en"):
            done = CliRunner().invoke(main, ["book", *words, "--lang", lang])
            assert done.exit_code == 0, done.output
            said[lang] = done.stdout
            assert "\u00a0€" in done.stdout
            assert not re.search(r"\d\.\d\d|_count|_cents|\d{4}-\d\d-\d\d", done.stdout), done.stdout
        assert said["fr"] != said["en"]
        assert CliRunner().invoke(main, ["book", *words]).stdout == said["fr"]


def test_parameters_of_what_is_no_book_exit_with_2(tmp_path: Path) -> None:
    found = CliRunner().invoke(main, ["book", "terms", str(tmp_path / "nowhere")])
    assert (found.exit_code, "book" in found.output) == (2, True)


def test_what_does_not_agree_is_said_in_the_language_that_was_asked(night: Path) -> None:
    next((night / "journals").glob("*.journal")).unlink()
    french, english = (verify(night, "--lang", lang).stdout.splitlines() for lang in ("fr", "en"))
    wrong = [line for line in french if line.startswith("faux")]
    assert wrong
    assert len(wrong) == sum(line.startswith("wrong") for line in english)
    assert all("dans aucun journal" in line for line in wrong)
    left = re.compile(r"\b(in|book|entry|round|journal as|contribute|finish)\b")
    assert not [line for line in french if left.search(line)]
    told = json.loads(verify(night, "--json").stdout)["findings"]
    assert told
    assert all("in no journal" in one for one in told), "other programs read one language"
