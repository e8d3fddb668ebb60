"""One command says in French what a stick of journals is worth, and what to type next."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from controller.journal.heads import heads_path, key_fingerprint
from tests.law.requirements import requirement
from tests.shell.journal import forged_files
from tests.shell.journal.forged_files import SHORT, STRANGER
from tests.shell.journal.forgeries import linked
from tests.shell.journal.journals import rewrite, rows_of
from tests.shell.journal.sticks import DEPLOY, TABLES, TOOLS, asked, forged, journal, key_of, paper, put

pytestmark = pytest.mark.slow


@requirement("SE-12")
def test_from_a_stick_to_verified_in_two_commands(tools: Path, honest: Path) -> None:
    """The first says what is to be had on paper and how to type it; the second is that line, filled in."""
    code, said = asked(tools, honest / "stick")
    assert code == 3
    assert "RIEN DE FAUX, MAIS PAS ENCORE PROUVÉ" in said
    for table in TABLES:
        assert f"signé par {key_fingerprint(key_of(table).key)} : PAS ENCORE COMPARÉE" in said
        assert f'--cle "{table}=8 GROUPES DU PAPIER"' in said
    assert "--temoin heads.txt" in said
    code, said = asked(tools, honest / "stick", *paper(honest))
    assert code == 0, said
    assert "VÉRIFIÉ." in said
    assert said.count("c’est celle du papier") == 2
    assert "rejoué  12 coups" in said
    assert "jackpot.book, le livre du jackpot" in said


def test_the_papers_may_be_written_into_a_file(tools: Path, honest: Path, tmp_path: Path) -> None:
    lines = [f"{table} = {key_fingerprint(key_of(table).key)}\n" for table in TABLES]
    (tmp_path / "papier.txt").write_text("".join(lines))
    words = ["--cle", tmp_path / "papier.txt", "--temoin", honest / "heads.txt"]
    assert asked(tools, honest / "stick", *words)[0] == 0


@pytest.mark.parametrize(
    ("kind", "field", "told"),
    [
        ("SeatSettled", "paid_cents", r"payé : il y a \d+,01 €, les règles donnent \d+,00 €"),
        ("ContributionRecorded", "meter_cents", "compteur du JP1"),
        ("RoundClosed", "bank_cents", "banque"),
    ],
)
def test_one_cent_is_named_with_its_entry_even_where_the_table_s_own_key_signs_it(
    tools: Path, stick: Path, kind: str, field: str, told: str
) -> None:
    at = forged(stick, kind, field, 1, key_of("UTH-1"))
    code, said = asked(tools, stick / "stick")
    assert code == 1
    assert "FAUX. Ce qui est marqué FAUX" in said
    assert "Ne rien modifier sur la clé" in said
    shown = f"{at:,}".replace(",", " ")
    assert re.search(rf"écriture {shown} : .*{told}", said), said
    assert asked(tools, stick / "stick", *paper(stick))[0] == 1


def test_one_card_is_found(tools: Path, stick: Path) -> None:
    rows = rows_of(journal(stick))
    at = next(at for at, row in enumerate(rows) if row.kind == "CardsRevealed")
    body = json.loads(rows[at].body)
    one = body["cards"][0]
    one["card"] = f"{one['card'][0]}{'d' if one['card'][1] != 'd' else 'h'}"
    row = rows[at]._replace(body=json.dumps(body, separators=(",", ":")))
    put(stick, linked([*rows[:at], row, *rows[at + 1 :]], at), key_of("UTH-1"))
    code, said = asked(tools, stick / "stick")
    assert code == 1
    place = re.fullmatch(r"(hole|dealer|board)\.(?:(\d)\.)?(\d)", one["place"])
    assert place is not None
    name = {"hole": f"place {place[2]}", "dealer": "banque", "board": "board"}[place[1]]
    assert f"la carte retournée ({name}, carte {int(place[3]) + 1}) n’est pas celle" in said


def test_what_a_stranger_signed_is_not_the_paper_s_and_his_witness_is_not_believed(
    tools: Path, stick: Path
) -> None:
    """True in every figure, and of somebody else: only paper tells."""
    put(stick, rows_of(journal(stick)), STRANGER)
    head = heads_path(journal(stick)).read_text().splitlines()[-1]
    (stick / "stick" / "heads.txt").write_text(f"key UTH-1 {STRANGER.key}\n{head}\n")
    code, said = asked(tools, stick / "stick")
    assert code == 3, "alone the stick does not contradict itself"
    assert "il ne vaut que pris à sa machine" in said
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 1
    assert "aucune tête n’est signée de la clé dont l’empreinte est sur le papier" in said
    code, said = asked(tools, stick / "stick", *paper(stick)[:4], "--temoin", stick / "stick" / "heads.txt")
    assert code == 1, "the key of the store is the stranger's"


def test_a_journal_that_is_false_already_is_held_against_the_witness_all_the_same(
    tools: Path, stick: Path
) -> None:
    """Rewritten and signed by the table's own key: only the first thing found was said, and not that."""
    forged(stick, "SeatSettled", "stake_cents", 100, key_of("UTH-1"))
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 1
    last = int(heads_path(journal(stick)).read_text().splitlines()[-1].split()[5])
    number = f"{last:,}".replace(",", " ")
    assert re.search(
        rf"FAUX +UTH-1, séance 1, écriture {number}.* : le témoin en a vu une autre, signée le .* UTC", said
    )
    assert "le journal a été réécrit depuis, et signé de la clé du papier" in said
    assert "prendre le fichier du témoin" not in said, "it is here"
    assert "le témoin en a vu une autre" not in asked(tools, stick / "stick")[1]


def test_a_fingerprint_that_is_not_the_key_s_is_to_be_read_again_before_a_machine_is_sealed(
    tools: Path, stick: Path
) -> None:
    """One sign typed wrong sealed a machine, and the key stood as not compared."""
    words = paper(stick)
    words[1] = words[1][:-1] + ("0" if words[1][-1] != "0" else "1")
    code, said = asked(tools, stick / "stick", *words)
    assert code == 1
    assert f"signé par {key_fingerprint(key_of('UTH-1').key)} : ce n’est PAS celle du papier" in said
    assert "PAS ENCORE COMPARÉE" not in said
    assert "1. Relire sur le papier les empreintes tapées, signe par signe, table par table." in said


def test_heads_that_were_not_copied_are_missed_and_are_no_fault(tools: Path, stick: Path) -> None:
    """They were called another's: no head was signed by the key on paper."""
    for table in TABLES:
        heads_path(journal(stick, table)).unlink()
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 3, said
    assert "UTH-1 : aucune tête signée à côté des journaux" in said
    assert "copier aussi les fichiers *.journal.heads" in said


def test_what_the_witness_had_not_seen_yet_is_not_verified(tools: Path, stick: Path) -> None:
    """One early head verified all that came after it, which the key of the table can write anew."""
    lines = heads_path(journal(stick)).read_text().splitlines()
    seen, end = (int(line.split()[5]) for line in (lines[3], lines[-1]))
    kept = (stick / "heads.txt").read_text().splitlines()
    (stick / "heads.txt").write_text("\n".join([*kept[:2], lines[2], lines[3], kept[3]]) + "\n")
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 3, said
    told = (
        f"UTH-1, séance 1 : le témoin n’a rien vu après l’écriture {seen}, ni donc les {end - seen} dernières"
    )
    assert told in re.sub(r"(?<=\d) (?=\d)", "", said)
    assert "reprendre le fichier du témoin à sa machine" in said


def test_a_session_that_another_follows_is_seen_whole_with_the_first_head_of_that(tmp_path: Path) -> None:
    """Of an old session the witness keeps the last head alone; the next one's names its last hash."""
    verify, check = module().beside("verify_journal"), module()
    folder = forged_files.honest(tmp_path)
    trust = verify.Trust()
    trust.witness(folder / "witness.txt")
    short = [one for one in verify.journals_of([folder / "journals"]) if one.order[0] == SHORT]
    ends = [reached for _, reached, _ in verify.judged(short, trust, True)]
    trust.heads = [one for one in trust.heads if one[1:3] == [SHORT, "2"]]
    seen = [check.witnessed_to(trust, one, end) for one, end in zip(short, ends, strict=True)]
    assert seen == [ends[0][0], ends[1][0], 0]


def test_a_table_that_paper_witness_or_book_name_and_that_is_not_there_is_missed(
    tools: Path, stick: Path
) -> None:
    """A stick of one table of two was verified, whoever knew of the other."""
    journal(stick, "UTH-2").unlink()
    heads_path(journal(stick, "UTH-2")).unlink()
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 3, said
    named = "UTH-2 : aucun de ses journaux n’est sur la clé"
    assert f"{named} ; le papier, le témoin et le livre du jackpot la nomment" in said
    lone = [paper(stick)[1], "--temoin", str(stick / "heads.txt")]
    assert (
        f"{named} ; le témoin et le livre du jackpot la nomment"
        in asked(tools, stick / "stick", "--cle", *lone)[1]
    )
    code, said = asked(tools, stick / "stick", "--cle", *lone, "--seulement", "UTH-1")
    assert code == 0, "one asked for that table alone"
    assert "Rien n’est dit d’une autre table que UTH-1." in said
    code, said = asked(tools, stick / "stick", "--cle", *lone, "--seulement", "UTH-3")
    assert code == 3
    assert "UTH-3 : aucun de ses journaux n’est sur la clé ; la commande la nomme" in said
    (stick / "stick" / "jackpot.book").unlink()
    kept = [one for one in (stick / "heads.txt").read_text().splitlines() if "UTH-2" not in one]
    (stick / "heads.txt").write_text("\n".join(kept) + "\n")
    assert named not in asked(tools, stick / "stick", "--cle", *lone)[1], "nobody here knows of it"


def test_a_table_that_died_in_a_round_is_not_called_false_nor_verified(tools: Path, stick: Path) -> None:
    path = journal(stick)
    rows, lines = rows_of(path), heads_path(path).read_text().splitlines()
    sizes = [int(line.split()[5]) for line in lines]
    end = sizes[-3] + 4
    assert end < sizes[-2]
    rewrite(path, rows[:end])
    heads_path(path).write_text("".join(f"{line}\n" for line in lines[:-2]))
    (stick / "stick" / "jackpot.book").unlink()
    kept = (stick / "heads.txt").read_text().splitlines()
    (stick / "heads.txt").write_text("\n".join([*kept[:2], lines[-3], kept[3]]) + "\n")
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 3, said
    assert "les 4 dernières écritures ne sont pas signées" in said
    assert "le livre du jackpot n’est pas sur la clé" in said
    assert "de tables liées, celle que fait tapis link copy" in said, "it stands on no machine of a table"


def test_where_something_is_missing_it_says_in_french_what_to_do(
    tools: Path, honest: Path, tmp_path: Path
) -> None:
    assert "ce dossier n’existe pas" in asked(tools, tmp_path / "none")[1]
    assert "ni journal (*.journal)" in asked(tools, tmp_path)[1]
    assert "8 groupes de 4" in asked(tools, honest / "stick", "--cle", "UTH-1=1234")[1]
    assert "Commande non comprise" in asked(tools, honest / "stick", "--key", "x")[1]
    alone = tmp_path / "alone"
    shutil.copytree(tools, alone)
    shutil.rmtree(alone / "rules")
    code, said = asked(alone, honest / "stick")
    assert code == 2
    assert "copier le dossier « rules »" in said
    (alone / "verify_journal.py").unlink()
    assert "verify_journal.py manque" in asked(alone, honest / "stick")[1]


def test_without_the_library_of_signatures_it_says_how_to_have_it(tools: Path, honest: Path) -> None:
    for name, told in (("check_stick.py", "manque. Sous Debian"), ("verify_journal.py", "is not installed")):
        command = [sys.executable, "-S", "-I", str(tools / name), str(honest / "stick")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert told in done.stderr
        assert "pip install cryptography" in done.stderr
        # What Debian has installed is found with -I: the advice to leave it is for what pip installs alone.
        assert "sans -I" not in done.stderr.partition("pip install")[0]
        assert "Traceback" not in done.stderr


def test_what_is_false_is_told_with_its_round_and_its_time(tools: Path, stick: Path) -> None:
    """To look at the pictures of a round one needs to know which, and when."""
    at = forged(stick, "SeatSettled", "paid_cents", 1, key_of("UTH-1"))
    rows = rows_of(journal(stick))
    rounds = [json.loads(row.body)["round"] for row in rows[:at] if row.kind == "RoundOpened"]
    when = datetime.fromtimestamp(rows[at - 1].at_ms // 1000, UTC)
    said = asked(tools, stick / "stick")[1]
    told = f"(coup {rounds[-1]}, {when:%d/%m/%Y à %H:%M:%S} UTC)"
    false = [
        line for line in said.splitlines() if "FAUX    UTH-1" in line and f"{at:,}".replace(",", " ") in line
    ]
    assert false
    assert all(line.endswith(told) for line in false), said


def test_what_a_stick_is_of_is_told_with_its_days_its_rules_and_its_approval(
    tools: Path, honest: Path
) -> None:
    """VÉRIFIÉ said neither of when, nor by which rules, nor whether the program was approved for them."""
    rows = rows_of(journal(honest))
    first, last = (datetime.fromtimestamp(rows[at].at_ms // 1000, UTC) for at in (0, -1))
    digest = json.loads(rows[0].body)["profile_digest"]
    said = asked(tools, honest / "stick")[1]
    assert f"du {first:%d/%m/%Y à %H:%M:%S} UTC au {last:%d/%m/%Y à %H:%M:%S} UTC" in said
    assert f"selon   fr-55-20-2021, empreinte {digest}" in said
    assert "SANS APPROBATION : aucune n’est nommée à l’ouverture de UTH-1, UTH-2." in said


def test_a_card_a_number_and_an_instant_are_said_as_one_says_them_in_french() -> None:
    """An answer had `Qs`, `hole.2.1`, `2246` and `2026-11-20` in it."""
    french = module().French()
    assert (french("Qs"), french("hole.2.1"), french("xole.2.1")) == (
        "Q♠",
        "place 2, carte 2",
        "« xole.2.1 »",
    )
    assert "à l’écriture 2\u202f246 ;" in french("missing: a head was signed or witnessed at entry 2246")
    seen = french(
        "UTH-1: seen by UTH-2 to session 3, entry 2246, signed 2026-11-20 20:28:35 UTC;"
        " what comes after, by no other table here"
    )
    assert "la séance 3, signée le 20/11/2026 à 20:28:35 UTC" in seen


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ("[('jackpot', 0), ('consolation', 60000)]", "jackpot à sa valeur gelée, consolation 600,00 €"),
        ("FinishRecorded answers nothing that was asked", "la fin de coup inscrite ne répond à rien"),
        ("while the table is closed", "une table fermée"),
        ("while it is open", "une table ouverte"),
        ("ClaimWithdrawn before ClaimAsked has its answer", "la demande de jackpot retirée vient avant la"),
        ("('taken_cents')", "« taken_cents », introuvable ici"),
        ("('cents')", "« cents », introuvable ici"),
        ("(100)", "« 100 », introuvable ici"),
        ("(-5)", "« -5 », introuvable ici"),
        ("(list index out of range)", "moins de choses qu’elle n’en nomme"),
        ("[('community_royal', 50000)]", "quinte flush royale communautaire 500,00 €"),
        ("[('jackpot', -500)]", "jackpot −5,00 €"),
        ("{'ante': 1000, 'trips': 500}", "Ante 10,00 €, Trips 5,00 €"),
        ("at most the frozen 1000250", "au plus les 10\u202f002,50 € gelés"),
        ("44000 on play or 33000 on play", "440,00 € sur Play ou 330,00 € sur Play"),
        ("no refund of seats [2, 5]", "aucun remboursement des places 2, 5"),
        ("once the hands are dealt and all turned up", "une fois toutes les cartes données et retournées"),
        ("[-100, 0, 0, 0]", "-100, 0, 0, 0"),
        ("[-1, 0], or linked [2, 0], or [3, 0] without elsewhere", "-1, 0, ou en réseau 2, 0, ou 3, 0 sans"),
        ("the table closes, and it was not asked", "fermeture de la table, sans que cela ait été demandé"),
        (f"its head is signed with {'ab' * 32}, a key that nobody named", "sa tête est signée par une autre"),
    ],
)
def test_nothing_is_said_to_an_inspector_as_a_program_writes_it(found: str, said: str) -> None:
    """An answer had `FinishRecorded`, `('taken_cents')` and `[('jackpot', 500)]` in it (an inspector)."""
    told = module().French()(found)
    assert told.startswith(said)
    assert "ab" * 16 not in told


def test_nothing_of_an_honest_stick_alarms(tools: Path, honest: Path, tmp_path: Path) -> None:
    """It said of tables which the witness answers for that somebody can write all of them anew."""
    said = asked(tools, honest / "stick", *paper(honest))[1]
    assert "réécrire" not in said
    shutil.copytree(honest / "stick", tmp_path / "one")
    for path in (tmp_path / "one").glob("UTH-2*"):
        path.unlink()
    assert "one : 1 journal\n" in asked(tools, tmp_path / "one")[1]


def test_a_book_that_goes_on_after_a_journal_is_told_as_what_it_is(tools: Path, stick: Path) -> None:
    """A copy of a table that plays, and the book a little later: no rule gives "an act that it asks"."""
    path = journal(stick)
    rows, lines = rows_of(path), heads_path(path).read_text().splitlines()
    end = int(lines[4].split()[5])
    rewrite(path, rows[:end])
    heads_path(path).write_text("".join(f"{line}\n" for line in lines[:5]))
    code, said = asked(tools, stick / "stick")
    assert code == 1
    assert re.search(
        r"écriture \d+ du livre du jackpot : la \w+( de coup)? du coup \d+, que ce journal ne demande pas",
        said,
    )
    assert "le livre va plus loin que ce journal : copie plus ancienne, ou fin coupée" in said
    assert "les règles donnent un acte" not in said


BOOK_FORGED: Final = {
    "UPDATE entries SET at_ms = at_ms - 31536000000 WHERE kind = 'award'": "heure de l’écriture (le gain)",
    "UPDATE entries SET seat = 7 WHERE seq = (SELECT min(seq) FROM entries WHERE kind = 'contribution')": (
        "places des mises JP1 du coup"
    ),
    "UPDATE entries SET note = 'rien' WHERE seq = (SELECT min(seq) FROM entries WHERE kind = 'finish')": (
        "note (la fin de coup)"
    ),
    "UPDATE standing SET meter_balance = meter_balance + 5000000000": (
        "compteur, au récapitulatif du livre : il y a"
    ),
    "UPDATE standing SET wins_count_total = 3": "nombre de jackpots, au récapitulatif du livre",
    "UPDATE generations SET value_micro = 1 WHERE number = 1": "valeur gelée, à la génération 1 du jackpot",
    "UPDATE rounds SET finished_seq = finished_seq + 1 WHERE id = 1": "écriture de la fin, au coup n° 1",
    "UPDATE cards SET simulated = 0": "cartes simulées, selon le livre",
    "UPDATE entries SET link_seq = 2 WHERE kind = 'award'": "écriture liée (le gain)",
    "UPDATE entries SET round_id = 2 WHERE seq = 3": "coup et donne (la contribution) : il y a UTH-",
}
"""Somebody with the file in hand: what he does to the book, and what is said of it."""


@pytest.mark.parametrize("forgery", BOOK_FORGED)
def test_no_column_of_the_book_is_changed_unseen(tools: Path, stick: Path, forgery: str) -> None:
    """Times, seats, notes and what is kept beside the entries got VÉRIFIÉ, with keys and witness."""
    with closing(sqlite3.connect(stick / "stick" / "jackpot.book", isolation_level=None)) as book:
        for (trigger,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            book.execute(f"DROP TRIGGER {trigger}")
        assert book.execute(forgery).rowcount
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 1, said
    assert "FAUX    jackpot.book" in said
    assert BOOK_FORGED[forgery] in said, said
    assert "(2, (" not in said


def test_a_file_that_cannot_be_read_is_named_with_what_to_do(tools: Path, stick: Path) -> None:
    code, said = asked(tools, stick / "stick", "--temoin", stick / "nowhere.txt")
    assert code == 2
    assert "nowhere.txt : ce fichier n’existe pas" in said
    path = journal(stick)
    path.write_bytes(path.read_bytes()[:50_000])
    code, said = asked(tools, stick / "stick")
    assert code == 2
    assert (
        "UTH-1-000001.journal : ce n’est pas un journal lisible ; la copie est abîmée ou incomplète" in said
    )
    assert "ce qui en dépend n’a pas été examiné" in said
    assert "Ensuite : recopier le fichier nommé, tables fermées, ou corriger" in said
    assert "malformed" not in said


def test_of_a_stick_with_one_broken_journal_the_rest_is_examined(tools: Path, stick: Path) -> None:
    """A file cut in half said nothing of the other table, nor of the book."""
    path = journal(stick)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 2, said
    assert "UTH-1-000001.journal : ce n’est pas un journal lisible ; la copie est abîmée" in said
    assert "tient   UTH-2, séance 1" in said
    assert "le livre du jackpot : " in said
    assert "faire sceller sa machine" in said
    assert "aucun de ses journaux" not in said


def test_heads_without_their_journal_are_named(tools: Path, stick: Path) -> None:
    shutil.copy(heads_path(journal(stick)), stick / "stick" / "UTH-9-000003.journal.heads")
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 3, said
    assert "UTH-9-000003.journal.heads : des têtes signées, et leur journal n’est pas sur la clé" in said


def test_a_journal_under_two_names_is_told_as_that(tools: Path, stick: Path) -> None:
    shutil.copy(journal(stick), stick / "stick" / "copie.journal")
    code, said = asked(tools, stick / "stick", *paper(stick))
    assert code == 1
    assert "la séance 1 est deux fois sur la clé, sous deux noms" in said


def test_what_is_at_hand_is_not_asked_for_again(tools: Path, honest: Path) -> None:
    said = asked(tools, honest / "stick", *paper(honest)[:4])[1]
    assert "demander par écrit" not in said
    assert "prendre soi-même le fichier du témoin" in said.replace("\n", " ")
    said = asked(tools, honest / "stick", *paper(honest)[4:])[1]
    assert "demander par écrit" in said
    assert "prendre soi-même" not in said


# --- every sentence has a French one ---------------------------------------------------------------------


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_stick", DEPLOY / TOOLS[0])
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def sentences(name: str, calls: tuple[str, ...]) -> Iterator[str]:
    """What a program can find, each figure and name of it as `1`: the texts of these calls."""
    for node in ast.walk(ast.parse((DEPLOY / name).read_text(encoding="utf-8"))):
        called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and called in calls:
            yield from filter(None, map(_text, node.args))
        elif isinstance(node, ast.Yield) and node.value is not None and "yield" in calls:
            yield from filter(None, [_text(node.value)])


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join("11" if isinstance(one, ast.FormattedValue) else _text(one) for one in node.values)
    return ""


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("verify_journal.py", ("Bad", "Unsigned", "Unfit", "yield")),
        ("audit_journal.py", ("say", "hold", "Unfit")),
    ],
)
def test_every_sentence_of_both_programs_is_said_in_french(name: str, calls: tuple[str, ...]) -> None:
    french = module().French()
    told = sorted({one for one in sentences(name, calls) if re.search(r"[a-z]{2}", one)})
    assert len(told) > 40
    fields, of_others = re.compile(r"[a-z0-9_.]+"), ("11, line 11: 11", "11, 11, 11_cents")
    told = [one for one in told if not fields.fullmatch(one) and one not in of_others]
    left = [one for one in told if french(one) == f"« {one} »"]
    assert left == []
