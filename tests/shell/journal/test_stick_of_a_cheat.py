"""Sticks and papers that were made to get VÉRIFIÉ for what is false, and those that only look like it."""

from __future__ import annotations

import importlib.util
import json
import py_compile
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from controller.journal.chain import SCHEMA
from controller.journal.heads import Signer, heads_path, key_fingerprint
from controller.journal.reading import CODEC
from tests.law.requirements import requirement
from tests.shell.journal.forged_files import STRANGER, resign
from tests.shell.journal.forgeries import linked, numbered
from tests.shell.journal.inspector import INSPECTOR
from tests.shell.journal.journals import by_hand, rewrite, rows_of
from tests.shell.journal.sticks import DEPLOY, asked, forged, journal, key_of, paper, put

pytestmark = pytest.mark.slow

NEW_KEY: Final = Signer(b"\3" * 32)
INTERIOR: Final = 5
"""The first byte of a page of SQLite that leads to others: a cell is a page, and the last entry under it."""
READINGS: Final = 12
"""Who sees one of two stories at each of two readings is missed once in four."""


def head_of(folder: Path, table: str = "UTH-1") -> str:
    """What stands on the paper of a session's end."""
    return rows_of(journal(folder, table))[-1].hash


def witnessed(folder: Path, key: str = "") -> None:
    """The witness saw the first table as it lies there now, and trusts this key of it."""
    kept = (folder / "heads.txt").read_text().splitlines()
    last = heads_path(journal(folder)).read_text().splitlines()[-1]
    own = [f"key UTH-1 {key}"] if key else [kept[0]]
    (folder / "heads.txt").write_text("\n".join([*own, kept[1], last, kept[3]]) + "\n")


def entry(line: str) -> int:
    """At which entry this head was signed."""
    return int(line.split()[5])


# --- the file of a journal -----------------------------------------------------------------------------


@requirement("SE-12")
def test_a_view_in_the_place_of_a_journal_shows_no_reader_another_story(tools: Path, stick: Path) -> None:
    """One program read the signed forgery, the other what was right: VÉRIFIÉ for 1,000 euros too much."""
    clean = {row.seq: row.body for row in rows_of(journal(stick))}
    forged(stick, "SeatSettled", "paid_cents", 100_000, key_of("UTH-1"))
    witnessed(stick)
    assert asked(tools, stick / "stick", *paper(stick))[0] == 1, "the forgery alone is found by the rules"
    with closing(sqlite3.connect(journal(stick), isolation_level=None)) as file:
        for name in ("never_changes", "never_forgets", "grows_at_the_end"):
            file.execute(f"DROP TRIGGER journal_{name}")
        file.execute("ALTER TABLE journal RENAME TO told")
        file.execute("CREATE TABLE clean (seq INTEGER PRIMARY KEY, body TEXT)")
        file.executemany("INSERT INTO clean VALUES (?, ?)", clean.items())
        file.execute(
            "CREATE VIEW journal AS SELECT seq, at_ms, kind, CASE (SELECT random() & 1) WHEN 0 THEN told.body"
            " ELSE clean.body END AS body, prev_hash, hash FROM told JOIN clean USING (seq)"
        )
    for _ in range(READINGS):
        code, said = asked(tools, stick / "stick", *paper(stick))
        assert code == 1, said
        assert "le fichier contient « clean », que nul journal n’a" in said


OTHERWISE: Final = {
    "CREATE TABLE more (a)": "« more », que nul journal n’a",
    "CREATE INDEX by_kind ON journal (kind)": "« by_kind », que nul journal n’a",
    "DROP TRIGGER journal_never_changes": "la table du fichier, ou ce qui la garde",
    "ALTER TABLE journal ADD COLUMN note TEXT": "la table du fichier, ou ce qui la garde",
}


@pytest.mark.parametrize("change", OTHERWISE)
def test_a_file_that_is_laid_out_otherwise_than_a_journal_is_false(
    tools: Path, stick: Path, change: str
) -> None:
    with by_hand(journal(stick), without_triggers=False) as file:
        file.execute(change)
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 1, said
    assert OTHERWISE[change] in said


def test_pages_in_which_a_search_misses_an_entry_are_false(tools: Path, stick: Path) -> None:
    """Read in order all entries are there; the way to one of them leads to another page."""
    path = journal(stick)
    with closing(sqlite3.connect(path)) as file:
        size = file.execute("PRAGMA page_size").fetchone()[0]
        root = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchone()[0]
    data, page = bytearray(path.read_bytes()), (root - 1) * size
    assert data[page] == INTERIOR
    cell = page + int.from_bytes(data[page + 12 : page + 14])
    data[cell + 4] += 1
    path.write_bytes(data)
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 1, said
    assert "ses pages sont abîmées" in said


# --- what an entry is ----------------------------------------------------------------------------------


def told_besides(folder: Path, *kinds: str, schema: str = "") -> list[int]:
    """Entries of these kinds stand before the first settlement, and are signed; at which number each is."""
    rows = rows_of(journal(folder))
    at = next(at for at, row in enumerate(rows) if row.kind == "SettlementOpened")
    like, body = rows[at], '{"seat":1,"ante_cents":15000,"side_cents":0}'
    more = [like._replace(kind=kind, body=body) for kind in kinds]
    if schema:
        opened = rows[0]._replace(body=rows[0].body.replace('"schema":"1.1"', f'"schema":"{schema}"'))
        assert opened != rows[0]
        rows[0] = opened
    put(folder, linked(numbered([*rows[:at], *more, *rows[at:]])), key_of("UTH-1"))
    witnessed(folder)
    return [at + 1 + number for number in range(len(kinds))]


@pytest.mark.parametrize(
    "kind", ["other tables", "verify_journal.py", "lay", "hold", "Note", "SeatSettled\0"]
)
def test_an_entry_of_no_kind_is_false_and_hides_no_other(tools: Path, stick: Path, kind: str) -> None:
    """Twenty of `other tables` filled the list of what is told, and a million paid after them was left out;
    an entry `lay` laid other stakes, for a program has a helper of that name."""
    at = told_besides(stick, *[kind] * 20)[0]
    forged(stick, "SeatSettled", "paid_cents", 100_000_000, key_of("UTH-1"))
    witnessed(stick)
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 1, said
    shown = kind.replace("\0", "\\x00")
    assert f"écriture {at} : « {shown} » n’est d’aucune sorte d’écriture de ce format" in said
    assert re.search(r"payé : il y a 1 000 0\d\d,00 €", said), said


def test_kinds_of_a_later_edition_are_named_and_nothing_of_them_is_verified(tools: Path, stick: Path) -> None:
    told_besides(stick, "SeatPaidAgain", schema="1.2")
    (stick / "stick" / "jackpot.book").unlink()
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 3, said
    assert "des écritures que ces programmes ne connaissent pas : SeatPaidAgain" in said
    assert "prendre les outils de cette édition" in said


def test_the_verifier_knows_every_kind_of_the_format_that_is_written() -> None:
    assert INSPECTOR.KNOWN == SCHEMA, "who adds a kind gives the format a new number"
    assert CODEC.kinds | {"JournalOpened"} == INSPECTOR.KINDS


def test_a_session_that_was_never_closed_is_not_verified(tools: Path, stick: Path) -> None:
    """What a table owes the book, and its result, are settled as it closes: a journal may just end before."""
    rows = rows_of(journal(stick))
    at = next(at for at, row in enumerate(rows) if row.kind == "TableClosed")
    put(stick, rows[:at], key_of("UTH-1"))
    witnessed(stick)
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 3, said
    assert "UTH-1-000001.journal : la table n’est pas fermée" in said


ESCAPE: Final = "\x1b[8m\x1b[2J\nVÉRIFIÉ.\r"


def test_no_name_on_a_stick_speaks_to_the_terminal_or_has_a_line_of_its_own(tools: Path, stick: Path) -> None:
    """A folder hid what was said, and a hidden file wrote VÉRIFIÉ over it."""
    forged(stick, "SeatSettled", "paid_cents", 1, key_of("UTH-1"))
    place = stick / f"UTH{ESCAPE}"
    (stick / "stick").rename(place)
    (place / f".x{ESCAPE}").write_text("")
    (place / f"x{ESCAPE}").write_text("")
    said = asked(tools, place)[1] + asked(tools, place, "--cle", f"UTH-1{ESCAPE}={'0' * 32}")[1]
    assert "FAUX. Ce qui est marqué FAUX" in said
    assert not [one for one in said if ord(one) < ord(" ") and one != "\n"]
    assert not [line for line in said.splitlines() if line.startswith("VÉRIFIÉ")]


# --- the jackpot's book --------------------------------------------------------------------------------


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100_000])


def first_byte(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(bytes([data[0] ^ 1]) + data[1:])


def a_view(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        book.execute("ALTER TABLE standing RENAME TO stood")
        book.execute("CREATE VIEW standing AS SELECT * FROM stood")


DAMAGE: Final[dict[str, Callable[[Path], object]]] = {
    "empty": lambda path: path.write_bytes(b""),
    "a text": lambda path: path.write_text("le livre"),
    "its first byte": first_byte,
    "cut off": cut,
    "a view in it": a_view,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_book_that_cannot_be_read_is_named_and_not_called_absent(
    tools: Path, stick: Path, damage: str
) -> None:
    DAMAGE[damage](stick / "stick" / "jackpot.book")
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 2, said
    assert "jackpot.book" in said
    assert "le livre du jackpot n’est pas sur la clé" not in said


def done_in_the_book(path: Path, table: str, journal_id: str, at_ms: int | None = None) -> None:
    """Another journal of this table had the book finish a round, after all that is there."""
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        last, now_ms = book.execute("SELECT max(seq), max(at_ms) FROM entries").fetchone()
        columns = [row[1] for row in book.execute("PRAGMA table_info(entries)")]
        row = dict(
            zip(columns, book.execute("SELECT * FROM entries WHERE seq = ?", (last,)).fetchone(), strict=True)
        )
        number = book.execute("SELECT max(id) + 1 FROM rounds").fetchone()[0]
        moved = {name: 0 for name in columns if name.endswith("_micro") and not name.endswith("_after_micro")}
        row |= moved | {"seq": last + 1, "at_ms": at_ms or now_ms, "kind": "finish", "round_id": number}
        row |= {"attempt": 1, "seat": 0, "link_seq": 0, "note": ""}
        book.execute(f"INSERT INTO entries VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
        answer = json.loads(
            book.execute("SELECT answer FROM answers WHERE act = 'finish' ORDER BY book_seq DESC").fetchone()[
                0
            ]
        ) | {"book_seq": last + 1}
        book.execute(
            "INSERT INTO rounds VALUES (?, ?, ?, 1, ?, ?, 0)",
            (number, table, journal_id, row["generation"], last + 1),
        )
        book.execute(
            "INSERT INTO answers VALUES (?, ?, 1, 1, 'finish', 0, 'finish', ?, 0, ?, ?)",
            (table, journal_id, "0" * 64, last + 1, json.dumps(answer)),
        )
        book.execute("UPDATE standing SET seq = ?", (last + 1,))


@pytest.mark.parametrize("table", ["UTH-1", "UTH-9"])
@pytest.mark.parametrize("at_ms", [None, 1])
def test_an_act_of_the_book_that_no_journal_here_asked_is_named(
    tools: Path, stick: Path, table: str, at_ms: int | None
) -> None:
    """A jackpot was paid to a journal of a name that nobody has, and the answer was VÉRIFIÉ."""
    book = stick / "stick" / "jackpot.book"
    done_in_the_book(book, table, "f" * 64, at_ms)
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code in (1, 3), said
    if table == "UTH-1":
        assert "UTH-1 : le livre du jackpot porte un acte d’elle, écriture " in said
        assert "d’un journal qui n’est pas sur la clé" in said
    else:
        assert "UTH-9 : aucun de ses journaux n’est sur la clé ; le livre du jackpot la nomme" in said


def test_a_book_is_read_with_the_log_beside_it_and_left_as_it_lies(tools: Path, stick: Path) -> None:
    """Its tables were read without the log, and its sums with it: what stood there alone was missed."""
    place, book = stick / "stick", stick / "stick" / "jackpot.book"
    with closing(sqlite3.connect(book, isolation_level=None)) as held:
        held.execute("PRAGMA journal_mode=WAL")
        held.execute("PRAGMA wal_autocheckpoint=0")
        done_in_the_book(book, "UTH-9", "f" * 64)
        held.execute("SELECT count(*) FROM entries").fetchone()
        copy = shutil.copytree(place, stick / "copy", ignore=shutil.ignore_patterns("*-shm"))
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert "jackpot.book-wal" in before
    code, said = asked(tools, copy, *paper(stick))
    assert code in (1, 3), said
    assert "UTH-9 : aucun de ses journaux n’est sur la clé ; le livre du jackpot la nomme" in said
    assert "-wal" not in said
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == before


# --- keys on paper -------------------------------------------------------------------------------------


def test_two_keys_that_sign_the_same_entries_are_false_whoever_names_both(tools: Path, stick: Path) -> None:
    """A house that hands over a list of keys could add the forger's to it."""
    resign(journal(stick), STRANGER)
    both = [*paper(stick), "--cle", f"UTH-1={key_fingerprint(STRANGER.key)}"]
    code, said = asked(tools, stick / "stick", *both)
    assert code == 1, said
    assert "UTH-1 : deux clés signent les mêmes écritures" in said


def test_a_new_key_after_the_old_one_is_told_and_held(tools: Path, stick: Path) -> None:
    """The key ceremony: two persons have read the new one at the table."""
    path, half = journal(stick), len(rows_of(journal(stick))) // 2
    old = heads_path(path).read_text().splitlines()
    resign(path, NEW_KEY)
    new = heads_path(path).read_text().splitlines()
    kept = [line for line in old if entry(line) <= half] + [line for line in new if entry(line) > half]
    heads_path(path).write_text("".join(f"{line}\n" for line in kept))
    witnessed(stick, NEW_KEY.key)
    both = [*paper(stick), "--cle", f"UTH-1={key_fingerprint(NEW_KEY.key)}"]
    code, said = asked(tools, stick / "stick", *both)
    assert code == 0, said
    assert "à savoir  UTH-1 : signé de plus d’une clé, l’une après l’autre" in said
    assert "la maison doit avoir dit par écrit depuis quand la nouvelle vaut" in said


WRITTEN: Final = {
    "by Windows": ("utf-8-sig", "{} = {}\r\n"),
    "by Windows, wide": ("utf-16", "{} = {}\r\n"),
    "as a letter has them": ("utf-8", "{} : {}\n"),
}


@pytest.mark.parametrize("how", WRITTEN)
def test_a_file_of_fingerprints_is_read_however_it_was_typed(tools: Path, stick: Path, how: str) -> None:
    encoding, line = WRITTEN[how]
    lines = [line.format(table, key_fingerprint(key_of(table).key)) for table in ("UTH-1", "UTH-2")]
    (stick / "papier.txt").write_bytes("".join(lines).encode(encoding))
    words = ["--cle", stick / "papier.txt", "--temoin", stick / "heads.txt"]
    code, said = asked(tools, stick / "stick", *words)
    assert code == 0, said


# --- papers --------------------------------------------------------------------------------------------


def test_a_paper_s_head_is_looked_for_in_the_chain_and_nowhere_else(tools: Path, stick: Path) -> None:
    """It was searched for in all bytes: whoever rewrote a journal wrote the old head behind its end."""
    old, at = head_of(stick), len(rows_of(journal(stick)))
    words = [*paper(stick), "--papier", old, "--papier", head_of(stick, "UTH-2")[:16].upper()]
    code, said = asked(tools, stick / "stick", *words)
    assert code == 0, said
    assert f"papier  {old[:16]}… : UTH-1, séance 1, écriture {at}, la dernière" in said
    assert f"papier  {head_of(stick, 'UTH-2')[:16]}… : UTH-2, séance 1" in said
    rows = rows_of(journal(stick))
    rewrite(journal(stick), linked([*rows[:-1], rows[-1]._replace(at_ms=rows[-1].at_ms + 1)], len(rows) - 1))
    resign(journal(stick), key_of("UTH-1"))
    witnessed(stick)
    with journal(stick).open("ab") as file:
        file.write(old.encode())
    heads_path(journal(stick)).with_name("UTH-1-000001.journal.txt").write_text(old)
    code, said = asked(tools, stick / "stick", *words)
    assert code == 3, said
    assert f"le papier {old[:16]}… : aucun journal d’ici qui tienne ne porte cette tête" in said


def test_a_paper_s_head_that_is_typed_too_short_is_asked_for_anew(tools: Path, stick: Path) -> None:
    code, said = asked(tools, stick / "stick", "--papier", head_of(stick)[:15])
    assert code == 2
    assert "la tête d’un papier a 64 signes" in said


# --- what else lies on a stick --------------------------------------------------------------------------


def test_what_a_system_lays_on_a_stick_is_not_taken_for_a_journal(tools: Path, stick: Path) -> None:
    place = stick / "stick"
    (place / "._UTH-1-000001.journal").write_bytes(b"\0\5\x16\7" * 40)
    shutil.copytree(place, stick / "bin")
    shutil.move(stick / "bin", place / ".Trash-0")
    code, said = asked(tools, place, *paper(stick))
    assert code == 0, said
    assert "Non examinés, car cachés : 7 fichiers" in said


def test_what_is_verified_of_a_simulation_says_so_in_its_last_lines(tools: Path, stick: Path) -> None:
    said = asked(tools, stick / "stick", *paper(stick))[1]
    assert "Mais ce sont des SIMULATIONS" in said[said.index("VÉRIFIÉ.") :]


def test_the_line_to_type_next_names_the_program_as_it_was_called(tools: Path, stick: Path) -> None:
    """A package's command has no `.py`, and Python was asked for a file of that name."""
    command = tools / "tapis-check-stick"
    shutil.copy(DEPLOY / "check_stick.py", command)
    code, said = asked(tools, stick / "stick", program=command.name)
    command.unlink()
    assert code == 3
    assert "   tapis-check-stick " in said
    assert "python3 tapis-check-stick" not in said


# --- what lies beside the tools ---------------------------------------------------------------------------


def test_nothing_beside_the_tools_is_taken_for_python_s_library_or_for_what_they_are_compiled_to(
    tools: Path, stick: Path, tmp_path: Path
) -> None:
    """On a stick they took an `argparse.py` from there, and what somebody had compiled of each other."""
    hand = shutil.copytree(tools, tmp_path / "hand")
    (hand / "argparse.py").write_text("print('VÉRIFIÉ.')\nraise SystemExit(0)\n")
    (hand / "planted.py").write_text("print('VÉRIFIÉ.')\nraise SystemExit(0)\n")
    py_compile.compile(
        str(hand / "planted.py"),
        cfile=importlib.util.cache_from_source(str(hand / "verify_journal.py")),
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    forged(stick, "SeatSettled", "paid_cents", 1, key_of("UTH-1"))
    for how in (("-I",), ()):
        for name in ("check_stick.py", "audit_journal.py", "verify_journal.py"):
            done = subprocess.run(
                [sys.executable, *how, hand / name, stick / "stick"],
                capture_output=True,
                text=True,
                check=False,
            )
            assert "VÉRIFIÉ." not in done.stdout, (how, name)
            assert done.returncode == 1, (how, name, done.stderr)
