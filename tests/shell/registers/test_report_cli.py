"""The closing slip, read from a journal (AC-05, AC-06, AC-13)."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from controller.cli import main
from controller.game import inputs as i
from tests.builders import FLOAT, TERMS, Felt
from tests.law.requirements import requirement
from tests.shell.journal.journals import OPENING, create


def slip(*words: object) -> Result:
    return CliRunner().invoke(main, ["report", "closing", *map(str, words)])


def journal_of(path: Path, felt: Felt) -> Path:
    with create(path, OPENING) as journal:
        for entry in felt.entries:
            journal.append([entry.event], entry.at_ms)
    return path


@requirement("AC-13")
def test_what_jp1_moved_stands_in_a_column_of_its_own_and_in_no_result_of_the_table(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().stakes(s1=1000).chips(1).close().draw("Ah 7d Qc Jd").play(4, 1)
    felt.draw("2c 3d 4h 8s Tc").showdown().settle().do(i.NextRound()).badge()
    felt.fill_closing(p100000=24, p500=3).do(i.CloseTable())
    told = (
        slip(journal_of(tmp_path / "UTH-2-000001.journal", felt))
        .stdout.replace("\u00a0", " ")
        .replace("\u202f", " ")
    )
    head = next(line for line in told.splitlines() if line.startswith("UTH-2"))
    table, jp1 = head.index("Table") + len("Table"), len(head)
    amounts = {}
    for line in told.splitlines():
        name, _, amount = line.rstrip().partition("  ")
        if amount.endswith("€"):
            amounts[name] = (amount.strip(" €"), {table: "table", jp1: "jp1"}[len(line.rstrip())])
    assert amounts["Encaisse"] == ("24 015,00", "table")
    assert amounts["Résultat"] == ("−985,00", "table")
    assert amounts["Mouvements"] == ("1,25", "jp1")
    assert amounts["Jackpot affiché"] == ("10 001,25", "jp1")


@requirement("AC-05")
def test_the_slip_tells_the_result_of_the_table_and_who_signed_it(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().fill_closing(**FLOAT | {"p500": 61}).do(i.CloseTable())
    told = slip(journal_of(tmp_path / "UTH-2-000001.journal", felt), "--pdf", tmp_path / "slip.pdf")
    assert told.exit_code == 0, told.output
    assert "SIMULATION" in told.stdout
    assert "5,00 € × 61" in told.stdout.replace("\u00a0", " ")
    lines = {line.split("  ")[0]: line.split() for line in told.stdout.splitlines()}
    assert lines["Résultat"][1] == "55,00"
    assert lines["Écart"][1] == "0,00"
    assert "Signé\u00a0: Lopez (caissier)" in told.stdout
    assert "Tête du journal\u00a0: " in told.stdout
    english = slip(tmp_path / "UTH-2-000001.journal", "--lang", "en")
    assert "Signed: Lopez (cashier)" in english.stdout
    assert (tmp_path / "slip.pdf").read_bytes().startswith(b"%PDF")


def test_a_session_that_is_not_closed_has_no_slip(tmp_path: Path) -> None:
    told = slip(journal_of(tmp_path / "UTH-2-000001.journal", Felt(cash=TERMS).open()))
    assert told.exit_code == 1
    assert "aucune fermeture n’y est inscrite" in told.stderr
