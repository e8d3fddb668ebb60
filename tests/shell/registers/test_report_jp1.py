"""The jackpot of a session on paper and by `tapis book wins` (AC-07, AC-08, PM-06, PM-11)."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from controller.book.sqlite import SqliteBook
from controller.cli import main
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.meter.types import CorrectionReason
from controller.settings.files import config_path
from controller.settings.keys import settings_terms
from controller.settings.table import load_table
from controller.words.money import EN, FR
from controller.words.setting_words import setting_name, setting_value
from tests.builders import COMITE, TERMS, Felt
from tests.law.requirements import requirement
from tests.shell.book.jackpot_books import EXAMPLE, over, pay_jackpot, royal, stake
from tests.shell.registers.test_report_cli import journal_of
from tests.ui.settings_states import coming


def tapis(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def closed(tmp_path: Path) -> Path:
    """A session with two stakes, a correction by two persons, and a certified history."""
    felt = Felt(cash=TERMS).open().stakes(s1=1000, s2=1000).chips(1, 2).close()
    felt.draw("Ah 7d 2c 9d Qc Jd").play(4, 1, 2).draw("Kd 8s 3h 9c 4d").showdown().settle()
    felt.do(i.NextRound()).badge(*COMITE).do(i.CorrectMeter(-50, CorrectionReason.MALFUNCTION))
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    felt.fill_closing().do(i.CloseTable())
    return journal_of(tmp_path / "UTH-2-000001.journal", felt)


@pytest.mark.parametrize(
    "words", ["report jp1", "report reconciliation", "report notices", "report registers", "journal verify"]
)
def test_who_names_the_book_for_the_journal_is_told_so_and_what_to_type(tmp_path: Path, words: str) -> None:
    SqliteBook.create(tmp_path / "kept.book", EXAMPLE).close()
    told = tapis(*words.split(), tmp_path / "kept.book")
    assert (told.exit_code, told.stdout) == (2, "")
    assert (
        "kept.book : c’est un livre du jackpot, pas un journal ; taper la même commande avec le journal de la"
        " séance, qui est dans journals et s’appelle UTH-1-000001.journal, par table et séance"
    ) in plain(told.stderr)


@requirement("AC-07")
def test_the_history_of_a_session_is_printed_with_who_certified_it(tmp_path: Path) -> None:
    path = closed(tmp_path)
    told = tapis("report", "jp1", path, "--pdf", tmp_path / "h.pdf")
    assert told.exit_code == 0, told.output
    said = plain(told.stdout)
    for words in ("Certifié par", "Durand", "2 · 10,00 €", "Compteur corrigé", "Historique certifié"):
        assert words in said, words
    (page,) = PdfReader(tmp_path / "h.pdf").pages  # each act below what was certified: no page is half empty
    assert page.mediabox.width > page.mediabox.height  # modèle 8 quater has twelve columns
    told = page.extract_text()
    for heading in (
        "Certifié par",
        "Chaque acte sur le compteur",
        "Journaux lus",
        "Coup",
        "Sièges",
        "JP1 payé",
        "Personnes",
        "dysfonctionnement",
        "Corrige",
    ):
        assert heading in told, heading


def test_the_history_goes_to_spreadsheets_and_programs(tmp_path: Path) -> None:
    path = closed(tmp_path)
    lines = tapis("report", "jp1", path, "--format", "csv").stdout.splitlines()
    assert "meter_corrected" in "".join(lines)
    told = json.loads(tapis("report", "jp1", path, "--format", "json").stdout)
    rows = told["registers"]["jp1-history"]["rows"]
    (row,) = [row for row in rows if row["act"] == "meter_corrected"]
    assert (row["meter_before_cents"], row["meter_cents"], row["red"]) == (1_000_250, 1_000_200, True)
    assert row["persons"] == ["Durand", "Le Goff"]
    assert told["certified"]["person"] == "Durand"
    assert told["certified"]["session"]["corrected_cents"] == -50


@requirement("AC-08")
def test_the_reconciliation_tells_each_sum_apart(tmp_path: Path) -> None:
    path = closed(tmp_path)
    told = tapis("report", "reconciliation", path)
    assert told.exit_code == 0, told.output
    for words in ("à la fermeture", "Contributions", "2,50 €", "Corrections", "-0,50 €", "10 002,00 €"):
        assert words in plain(told.stdout).replace("−", "-"), words
    (one,) = json.loads(tapis("report", "reconciliation", path, "--json").stdout)["reconciliations"]
    assert (one["unexplained_cents"], one["figures"]["residual_micro"], one["display_cents"]) == (
        0,
        0,
        1_000_200,
    )


def test_a_session_without_a_reconciliation_or_with_a_difference_is_no_success(tmp_path: Path) -> None:
    none = journal_of(tmp_path / "none.journal", Felt(cash=TERMS).open())
    assert tapis("report", "reconciliation", none).exit_code == 1
    felt = Felt(cash=TERMS).open().see(i.MeterObserved(1, 1_000_700, 9))
    felt.meter_cents, felt.book_seq = 1_000_700, 9
    left = journal_of(tmp_path / "left.journal", felt.badge().do(i.BeginClosing()))
    assert tapis("report", "reconciliation", left).exit_code == 1


@requirement("PM-11")
def test_a_notice_for_accounting_tells_the_meter_before_and_after(tmp_path: Path) -> None:
    told = tapis("report", "notices", closed(tmp_path), "--pdf", tmp_path / "n.pdf")
    said = plain(told.stdout)
    for words in (
        "Avis à la comptabilité",
        "10 002,50 €",
        "10 002,00 €",
        "dysfonctionnement",
        "Durand, Le Goff",
    ):
        assert words in said, words
    assert (tmp_path / "n.pdf").read_bytes().startswith(b"%PDF")


def test_a_change_of_settings_is_a_notice_for_accounting_with_each_value(tmp_path: Path) -> None:
    path = journal_of(tmp_path / "UTH-2-000001.journal", coming())
    said = plain(tapis("report", "notices", path, "--lang", "en").stdout)
    for words in (
        "Notice for accounting: settings",
        "Minimum of the bets",
        "5,00 € becomes 10,00 €",
        "A. Fontaine",
        "B. Carlier",
        "attendance",
    ):
        assert words in said, words


def test_every_setting_that_may_be_drafted_is_named_and_told_in_its_unit() -> None:
    settings = settings_terms(load_table(config_path("table.toml"))).settings
    assert len(settings) == 16
    for one in settings:
        assert setting_name(one.key, FR) != one.key, one.key
        said = [setting_value(one.key, choice, EN) for choice in one.choices]
        bare = [text for text in said if text.isdecimal()]
        assert bare == [], one.key
    assert setting_value("pace.betting_ms", "2500", FR) == "2,5\u00a0s"
    notice = [setting_value("payments.stop_notice_h", hours, FR) for hours in ("24", "360", "361")]
    assert notice == ["24\u00a0h", "15\u00a0jours", "361\u00a0h"]
    assert setting_value("opening.last_deals", "1", FR) == "1\u00a0donne"
    assert setting_value("opening.closes", "", EN) == "nothing"


@requirement("PM-06")
def test_the_last_wins_and_the_continuous_meters_are_recalled(tmp_path: Path) -> None:
    path = tmp_path / "jackpot.book"
    with closing(SqliteBook.create(path, EXAMPLE)) as book:
        for number in range(1, 28):
            stake(book, "T1", number, 1)
            royal(book, "T1", number)
            pay_jackpot(book, "T1", number)
            over(book, "T1", number)
    told = json.loads(tapis("book", "wins", path, "--json").stdout)
    assert (told["wins_count"], told["stakes_count"], len(told["wins"])) == (27, 27, 25)
    assert [won["round"] for won in told["wins"][:2]] == [27, 26]
    said = tapis("book", "wins", path)
    assert said.exit_code == 0
    assert "T1 coup 27 siège 1" in said.stdout


@requirement("PM-06")
def test_overflow_and_reserve_are_recalled_beside_the_meter(tmp_path: Path) -> None:
    """PM-06: in-meter, display value, overflow, reserve pool; every win with amount, time, table, round."""
    path = tmp_path / "jackpot.book"
    limited = replace(EXAMPLE, limit_cents=EXAMPLE.start_cents + 200)
    with closing(SqliteBook.create(path, limited)) as book:
        stake(book, "T1", 1, 1)
        value = royal(book, "T1", 1).value_cents
        pay_jackpot(book, "T1", 1)
        over(book, "T1", 1)
        stake(book, "T2", 1, 1, 2, 3)
    told = json.loads(tapis("book", "wins", path, "--json").stdout)
    names = ("stakes_count", "meter_cents", "overflow_cents", "reserve_cents", "wins_count", "wins_cents")
    # Of the reserve of 0,75 € the new cycle began with all; of 3 × 1,25 € the limit left 2,00 − 0,75.
    assert {name: told[name] for name in names} == {
        "stakes_count": 4,
        "meter_cents": EXAMPLE.start_cents + 200,
        "overflow_cents": 3 * 125 - (200 - 75),
        "reserve_cents": 3 * 75,
        "wins_count": 1,
        "wins_cents": value,
    }
    (won,) = told["wins"]
    assert (won["table"], won["round"], won["cents"], won["at_ms"]) == ("T1", 1, value, 4_000)
    said = plain(tapis("book", "wins", path).stdout)
    assert all(amount in said for amount in ("2,25 €", "2,50 €", "10 002,00 €", "10 001,25 €"))
