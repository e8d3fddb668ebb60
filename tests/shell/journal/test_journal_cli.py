"""`tapis journal`: what it prints and with which exit it ends (rules, section 6)."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.game.events import EVENTS
from controller.journal.chain import OPENED, Row
from controller.words.journal_entries import KINDS, entry_in_words
from controller.words.journal_fields import FIELDS
from tests.shell.journal.journals import (
    EVENTS_A_ROUND,
    OPENING,
    by_hand,
    create,
    rewrite,
    rows_of,
    steps_of,
    written,
)


def tapis(*words: object) -> Result:
    """The command run in this process; it must not end in a traceback."""
    result = CliRunner().invoke(main, ["journal", *map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "UTH-2-000001.journal", 3)


def damage(path: Path, seq: int) -> None:
    with by_hand(path) as conn:
        conn.execute("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = ?", (seq,))


# --- verify --------------------------------------------------------------------------------------


def test_verify_prints_entries_and_head(path: Path) -> None:
    result = tapis("verify", path, "--lang", "en")
    assert result.exit_code == 0
    assert f"{1 + 3 * EVENTS_A_ROUND} entries, head {rows_of(path)[-1].hash}\n" in result.stdout
    assert "SIMULATION" in result.stdout
    assert result.stdout.endswith(
        "       not signed from entry 1 on\n"
        "chain is whole; whose it is was not checked: that takes --key or --witness\n"
    )


def test_verify_names_the_first_bad_entry(path: Path) -> None:
    damage(path, 12)
    result = tapis("verify", path, "--lang", "en")
    assert result.exit_code == 1
    assert "entry 12: its hash is not that of its content" in result.stdout
    french = tapis("verify", path)
    assert french.exit_code == 1
    assert french.stdout.startswith(
        "FAUX      UTH-2-000001.journal\u00a0: UTH-2, séance 1, SIMULATION\u00a0: "
    )
    assert (
        "11 écritures tiennent\u202f; écriture 12\u00a0: son empreinte n’est pas celle de son contenu"
        in french.stdout
    )
    as_json = tapis("verify", path, "--json")
    assert as_json.exit_code == 1
    (one,) = json.loads(as_json.stdout)["files"]
    assert (one["ok"], one["first_bad_seq"], one["entries"]) == (False, 12, 11)


def test_verify_prints_one_json_object(path: Path) -> None:
    result = tapis("verify", "--json", path)
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    assert (found["ok"], found["head"]) == (True, rows_of(path)[-1].hash)


def test_verify_takes_a_directory(path: Path) -> None:
    written(path.with_name("UTH-7.journal"), 1, replace(OPENING, table="UTH-7"))
    result = tapis("verify", path.parent)
    assert result.exit_code == 0
    assert "2 journaux, " in result.stdout
    assert "2 journals, " in tapis("verify", path.parent, "--lang", "en").stdout
    damage(path, 2)
    assert tapis("verify", path.parent).exit_code == 1


def test_what_is_no_journal_ends_with_2_and_one_line(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("dear all")
    for words in (
        ("verify", letter),
        ("verify", tmp_path / "none"),
        ("show", letter),
        ("export", letter, "--csv"),
    ):
        result = tapis(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1


def test_verify_holds_a_journal_against_its_witness(path: Path, tmp_path: Path) -> None:
    rows, heads = rows_of(path), tmp_path / "heads"
    heads.write_text(f"{rows[0].hash} {rows[-1].seq} {rows[-1].hash}\n")
    assert tapis("verify", path, "--witness", heads).exit_code == 0
    rewrite(path, rows[:-1])
    result = tapis("verify", path, "--witness", heads, "--lang", "en")
    assert result.exit_code == 1
    assert f"entry {rows[-1].seq} is not the one that was witnessed" in result.stdout
    heads.write_text("nonsense\n")
    result = tapis("verify", path, "--witness", heads)
    assert result.exit_code == 2
    assert "heads, ligne 1\u00a0: il faut «\u00a0id-du-journal numéro empreinte\u00a0»" in result.stderr


def test_verify_says_in_french_what_holds_unless_english_is_asked_for(path: Path) -> None:
    said = tapis("verify", path).stdout.replace("\u00a0", " ").replace("\u202f", " ").splitlines()
    count, head = 1 + 3 * EVENTS_A_ROUND, rows_of(path)[-1].hash
    assert said == [
        f"tient     {path.name} : UTH-2, séance 1, SIMULATION : {count} écritures, tête {head}",
        "          non signé à partir de l’écriture 1",
        "la chaîne est entière ; à qui elle est n’a pas été vérifié : il y faut --key ou --witness",
    ]
    refused = tapis("verify", path.with_name("none"))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.endswith(
        "none\u00a0: il n’y a ni fichier ni dossier de ce nom\u00a0: nommez-en un qui est là\n"
    )


def test_verify_says_how_far_a_witness_has_seen_a_journal(path: Path, tmp_path: Path) -> None:
    """After that entry who has the table's machine can write it anew, and its own signature does not tell."""
    rows, heads = rows_of(path), tmp_path / "heads"
    for seen in (len(rows), len(rows) - 3, len(rows) - 1):
        heads.write_text(f"{rows[0].hash} {seen} {rows[seen - 1].hash}\n")
        french, english = (tapis("verify", path, "--witness", heads, "--lang", one) for one in ("fr", "en"))
        assert (french.exit_code, english.exit_code) == (0, 0)
        told = json.loads(tapis("verify", path, "--witness", heads, "--json").stdout)
        assert told["files"][0]["witnessed_to"] == seen
        if seen == len(rows):
            assert f"vu du témoin jusqu’à sa dernière écriture, {seen}\n" in french.stdout
            assert f"witnessed to its last entry, {seen}\n" in english.stdout
            continue
        assert f"le témoin n’a rien vu après l’écriture {seen}, sur {len(rows)}\n" in french.stdout
        assert "reprendre le fichier du témoin à sa machine, tables fermées" in french.stdout
        assert f"the witness has seen nothing after entry {seen} of {len(rows)}\n" in english.stdout


def test_of_a_journal_that_a_witness_never_saw_verify_says_so(path: Path, tmp_path: Path) -> None:
    """A list written by hand names no table: what it does not name was never said to be seen."""
    other = written(path.with_name("UTH-7-000001.journal"), 1, replace(OPENING, table="UTH-7"))
    rows, heads = rows_of(path), tmp_path / "heads"
    heads.write_text(f"{rows[0].hash} {rows[-1].seq} {rows[-1].hash}\n")
    for lang, never in (
        ("fr", "le témoin n’a rien vu de ce journal"),
        ("en", "the witness has seen nothing of this journal"),
    ):
        done = tapis("verify", path.parent, "--witness", heads, "--lang", lang)
        assert (done.exit_code, done.stdout.count(never)) == (0, 1)
        assert done.stdout.index(other.name) < done.stdout.index(never)


def test_verify_reads_a_journal_that_is_being_written(path: Path) -> None:
    with create(path.with_name("live.journal"), replace(OPENING, table="UTH-9")) as journal:
        journal.append(steps_of(1)[0], 1)
        program = [sys.executable, "-m", "controller.cli", "journal", "verify", "--json"]
        found = subprocess.run([*program, path.with_name("live.journal")], capture_output=True, check=True)
        assert json.loads(found.stdout)["head"] == journal.head.hash


# --- show ----------------------------------------------------------------------------------------


def test_show_prints_a_line_an_entry_with_sealed_cards_covered(path: Path) -> None:
    result = tapis("show", path)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert len(lines) == 1 + 3 * EVENTS_A_ROUND
    dealt = [line for line in lines if "Carte donnée" in line]
    assert len(dealt) == 3 * 6
    assert all("carte ••" in line and not re.search("[♣♦♥♠]", line) for line in dealt)
    turned_up = [line for line in lines if "Cartes retournées" in line]
    assert all(len(re.findall("[♣♦♥♠]", line)) == 4 for line in turned_up)
    assert "20/11/2025 20:00:00.000" in lines[0]


def test_show_shows_one_round(path: Path) -> None:
    result = tapis("show", path, "--round", 2, "--lang", "en")
    lines = result.stdout.splitlines()
    assert len(lines) == EVENTS_A_ROUND
    assert "Round opened" in lines[0]
    assert "round 2" in lines[0]
    assert "Ante 10,00\u00a0€" in lines[1]
    assert "Round closed" in lines[-1]


def test_a_round_that_was_not_played_is_said_so(path: Path) -> None:
    for lang, said in (("fr", "le coup 9 n’est pas dans"), ("en", "round 9 is not in")):
        result = tapis("show", path, "--round", 9, "--lang", lang)
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"{said} UTH-2-000001.journal" in result.stderr


def test_show_and_export_stop_at_the_first_bad_entry(path: Path) -> None:
    damage(path, 12)
    for words in (("show", path), ("export", path, "--csv"), ("export", path, "--json")):
        result = tapis(*words)
        assert result.exit_code == 1
        assert "écriture 12\u00a0: son empreinte" in result.stderr
        assert "entry 12: its hash" in tapis(*words, "--lang", "en").stderr
        assert "Traceback" not in result.output


def test_every_entry_has_words_in_both_languages() -> None:
    assert KINDS.keys() == EVENTS.keys() | {OPENED}
    assert all(len(words) == 2 and all(words) for words in (*KINDS.values(), *FIELDS.values()))


# --- export --------------------------------------------------------------------------------------


def test_export_gives_the_rows_as_they_are(path: Path) -> None:
    rows = rows_of(path)
    (head, *lines) = csv.reader(io.StringIO(tapis("export", "--csv", path).stdout))
    assert head == ["seq", "at_ms", "kind", "body", "prev_hash", "hash"]
    assert lines == [[str(part) for part in row] for row in rows]
    entries = json.loads(tapis("export", "--json", path).stdout)["entries"]
    assert entries == [{**row._asdict(), "body": json.loads(row.body)} for row in rows]


def test_what_was_exported_before_the_damage_is_still_json(path: Path) -> None:
    damage(path, 12)
    assert len(json.loads(tapis("export", "--json", path).stdout)["entries"]) == 11
    damage(path, 1)
    assert tapis("export", "--json", path).stdout == ""


def test_export_wants_a_form(path: Path) -> None:
    for lang, said in (("fr", "dire --csv ou --json"), ("en", "say --csv or --json")):
        result = tapis("export", path, "--lang", lang)
        assert (result.exit_code, said in result.stderr) == (2, True)


def test_the_entries_of_the_other_games_are_worded() -> None:
    for kind, body, french in (
        ("SeatChecked", {"seat": 2, "street": 1}, "Check"),
        ("SeatFolded", {"seat": 4, "by_clock": True}, "par l’horloge oui"),
        ("AntesPaid", {"antes": [{"seat": 7, "cents": 3000}]}, "siège 7 · montant 30,00\u00a0€"),
        (
            "StakesSet",
            {"seat": 1, "ante_cents": 1000, "side_cents": 500, "doubled": False},
            "mise au choix 5,00",
        ),
        (
            "StakesSet",
            {"seat": 1, "ante_cents": 1000, "side_cents": 0, "further": [{"spot": "pocket", "cents": 500}]},
            "autres mises au choix (case Pocket · montant 5,00",
        ),
    ):
        line = entry_in_words(Row(1, 0, kind, "", "", ""), body, 0)
        assert french in line, line
        assert "doublé" not in line
