"""The registers: each figure against sums made here from the events themselves, links, damage, signatures."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.game import events as e
from controller.game import inputs as i
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import Role, SheetLine
from controller.game.meter.types import CorrectionReason, Difference, StopCause, StopFate
from controller.game.opening.sheets import CLOSING_TICKS, closing_lines
from controller.journal.chain import JournalDamaged, Opening
from controller.journal.seal import create_master
from controller.registers.column_words import COLUMNS
from controller.registers.export import PAPER_ROWS_MAX, papers, registers_of
from controller.registers.jp1_history import HISTORY
from controller.registers.layout import Grid, Note
from controller.registers.reading import NOT_READ, read_all, read_session
from controller.registers.register import worded
from controller.registers.table_registers import deck_register
from controller.words.codes import CODES
from controller.words.money import EN, FR, MINUS
from tests.builders import CASHIER, CHEF, COMITE, FLOAT, TERMS, Felt
from tests.law.requirements import requirement
from tests.memory.nights import play
from tests.shell.journal.journals import OPENING, START_MS, by_hand, rows_of
from tests.shell.registers.test_report_win import journal_of, royal

MALFUNCTION = CorrectionReason.MALFUNCTION


def evening() -> Felt:
    """A jackpot won, a JP1 stake corrected, a round voided, orphelins, a recount at the closing."""
    felt = royal(Felt(cash=TERMS)).prove_hand().release().settle()
    felt.badge("Lopez", Role.CASHIER).do(i.SignSlip(1, 1)).see(i.BadgeGone()).do(i.NextRound())
    felt.as_before().stakes(s5=2000).chips(1, 5).do(i.CloseBets(), i.CollectJp1()).sweep()
    felt.do(i.ProposeCorrection(5)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    felt.draw("2s 3d 4h 5c 6d 7h 8s 9c Td Jc Qh Kd").badge()
    felt.do(i.DeclareIncident(i.Incident.CONTESTED_CHIPS)).void(i.Incident.CONTESTED_CHIPS)
    felt.do(i.BookOrphan(2_500, i.OrphanPlace.SEAT_LEFT)).see(i.BadgeGone())
    felt.do(*(i.VacateSeat(seat) for seat in felt.state.hollow)).do(i.CloseBets(), i.NextRound())
    felt.fill_closing(**FLOAT | {"p500": 61}).do(i.CountPieces(500, 60)).sign(CHEF, CASHIER)
    return felt.badge().do(i.CloseTable())


@pytest.fixture(scope="module")
def felt() -> Felt:
    return evening()


@pytest.fixture
def path(tmp_path: Path, felt: Felt) -> Path:
    return journal_of(tmp_path / "UTH-2-000001.journal", felt)


def report(*words: object) -> Result:
    return CliRunner().invoke(main, ["report", *map(str, words)])


def told(path: Path, *words: object) -> dict[str, Any]:
    """The registers as JSON, by name."""
    out = path.parent / "json" if path.is_file() else path / "json"
    done = report("registers", path, "--format", "json", "--out", out, "--zone", "Europe/Paris", *words)
    assert done.exit_code in (0, 1), done.output
    found: dict[str, Any] = json.loads((out / "registers.json").read_text())
    return found


def rows(path: Path, name: str, *words: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = told(path, *words)["registers"][name]["rows"]
    return found


# --- figures against the events ------------------------------------------------------------------


@requirement("BC-14")
def test_the_history_of_jp1_sums_to_what_the_events_say(path: Path, felt: Felt) -> None:
    history = rows(path, "jp1-history")
    asked = [one for one in felt.events(e.ContributionAsked) if isinstance(one, e.ContributionAsked)]
    staked = sum(len(one.seats) * one.stake_cents for one in asked)
    refunded = 500 * len(felt.events(e.RefundRecorded))
    assert sum(row["jp1_staked_cents"] or 0 for row in history) == staked - refunded == 1_500
    paid = [one.cents for one in felt.events(e.AwardRecorded) if isinstance(one, e.AwardRecorded)]
    assert sum(row["jp1_prize_cents"] or 0 for row in history) == sum(paid)
    moved = [row for row in history if row["meter_before_cents"] is not None]
    start = history[0]["meter_cents"]
    assert start + sum(row["meter_cents"] - row["meter_before_cents"] for row in moved) == felt.meter_cents


def test_a_refund_is_red_and_linked_to_the_stake_it_takes_back(path: Path) -> None:
    history = rows(path, "jp1-history")
    refunds = [row for row in history if row["act"] == "refund"]
    assert len(refunds) == 2
    stakes = {row["id"]: row for row in history if row["act"] == "contribution"}
    for refund in refunds:
        assert refund["red"]
        assert stakes[refund["corrects"]]["corrected_by"] in {one["id"] for one in refunds}
        assert refund["seats"][0] in stakes[refund["corrects"]]["seats"]
    assert not any(row["red"] for row in history if row["act"] != "refund")


def test_the_jackpot_register_has_the_data_of_the_slip(path: Path) -> None:
    (row,) = rows(path, "jackpot-register")
    assert (row["seat"], row["standing"], row["slip"], row["identity"]) == (1, "paid", "B-1", "ID-1")
    assert (row["identified_by"], row["reviewed_by"], row["cashier"]) == ("Durand", "Petit", "Lopez")
    assert row["released_by"] == ["Durand", "Petit"]
    assert (row["images"], row["kept"], row["camera"]) == ("conform", "kept", "C-14")
    assert row["jp1_paid_cents"] == row["jp1_value_cents"] == 1_000_375


@requirement("AC-06", "AC-13")
def test_the_result_of_the_table_is_apart_from_jp1(path: Path, felt: Felt) -> None:
    (row,) = rows(path, "table-results")
    result = felt.events(e.ResultRecorded)[-1]
    assert isinstance(result, e.ResultRecorded)
    assert (
        row["result_cents"] == row["encaisse_cents"] - row["advances_cents"] == result.result_cents == 5_000
    )
    banks = [one for one in felt.events(e.RoundClosed) if isinstance(one, e.RoundClosed) and one.cards_drawn]
    assert row["by_rounds_cents"] == sum(one.bank_cents for one in banks)
    assert (row["rounds"], row["voided"], row["orphans_cents"]) == (1, 1, 2_500)
    assert row["jp1_staked_cents"] == 1_500
    assert row["signed_by"] == ["Chef 1", "Lopez"]
    assert row["jp1_prize_cents"] == 1_000_375 + 2 * 50_000


@requirement("AC-05")
def test_days_sum_their_sittings_over_all_tables(tmp_path: Path, felt: Felt) -> None:
    for table in ("UTH-2", "UTH-3"):
        journal_of(tmp_path / f"{table}-000001.journal", felt, replace(OPENING, table=table))
    (day,) = rows(tmp_path, "day-totals")
    assert (day["day"], day["tables"], day["sittings"], day["open"]) == (
        "2025-11-20",
        ["UTH-2", "UTH-3"],
        2,
        0,
    )
    assert (day["result_cents"], day["orphans_cents"], day["jp1_staked_cents"]) == (10_000, 5_000, 3_000)


@requirement("CS-23")
def test_a_deck_is_followed_by_its_serial_number(path: Path) -> None:
    decks = rows(path, "decks")
    assert [(row["serial"], row["colour"], row["counted"]) for row in decks] == [
        ("B-0001", "blue", 52),
        ("R-0001", "red", 52),
    ]
    assert {row["stored_by"] for row in decks} == {"Chef 1"}


def test_why_a_deck_was_set_aside_is_in_words_on_paper_and_a_code_elsewhere(path: Path) -> None:
    """`recount_due (12)` was printed under modèle 19."""
    column = next(one for one in deck_register([]).columns if one.key == "blocked")
    told = ["recount_due (12)", "wrong_colour (3)"]
    assert worded(column, told, FR, None) == "à recompter (12), mauvaise couleur (3)"
    assert worded(column, told, EN, None) == "recount due (12), wrong colour (3)"


def test_orphelins_are_booked_with_amount_place_and_chef(path: Path) -> None:
    (row,) = rows(path, "orphans")
    assert (row["cents"], row["place"], row["chef"]) == (2_500, "seat_left", "Chef 1")


@requirement("PM-14")
def test_the_increment_of_a_stopped_jackpot_is_booked_to_the_orphelins(tmp_path: Path) -> None:
    """PM-14: in the register of modèle 11 bis with both persons; no part of it is in the table's result."""
    felt = Felt(cash=TERMS).open().stakes(s1=1000).chips(1).close().draw("Ah 7d Qc Jd").play(4, 1)
    felt.draw("Kd 8s 3h 9c 4d").showdown().settle().next_round()
    for act in (i.StopJackpot(StopFate.ORPHANS), i.CorrectMeter(-125, CorrectionReason.ORPHANS)):
        felt.badge(*COMITE).do(act).badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())
    felt.fill_closing().do(i.CloseTable())
    path = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    (row,) = rows(path, "orphans")
    assert (row["cents"], row["place"], row["chef"]) == (125, "jackpot", "Durand, Le Goff")
    (result,) = rows(path, "table-results")
    assert not result["orphans_cents"]


def test_incidents_say_what_held_the_round_and_who_ended_it(path: Path) -> None:
    found = [(row["what"], row["cause"]) for row in rows(path, "incidents")]
    assert ("hold", "contested_chips") in found
    assert ("void", "contested_chips") in found
    ended = next(row for row in rows(path, "incidents") if row["cause"] == "jp1_correction")
    assert ended["ended_by"] == "Chef 1"
    assert ended["ended_ms"] > ended["at_ms"]


def test_every_correction_stands_under_what_it_corrects_with_its_approver(path: Path) -> None:
    found = rows(path, "corrections")
    red = [row for row in found if row["red"]]
    assert {row["what"] for row in red} == {"jp1_stake", "void", "recount"}
    for row in red:
        before = next(one for one in found if one["id"] == row["corrects"])
        assert not before["red"]
        assert found.index(before) < found.index(row)
        assert row["approved_by"], row["what"]
    recount = next(row for row in red if row["what"] == "recount")
    assert (recount["cents"], recount["approved_by"]) == (60 * 500, ["Chef 1", "Lopez"])


# --- files ---------------------------------------------------------------------------------------


def test_a_french_spreadsheet_gets_semicolons_commas_and_a_byte_order_mark(path: Path) -> None:
    out = path.parent / "csv"
    done = report("registers", path, "--out", out, "--french", "--zone", "Europe/Paris")
    assert done.exit_code == 0, done.output
    data = (out / "table-results.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    (row,) = csv.DictReader(io.StringIO(data.decode("utf-8-sig")), delimiter=";")
    assert (row["result_cents"], row["result_euros"]) == ("5000", "50,00")
    assert row["by_rounds_euros"].startswith("-")
    assert row["at_utc"].endswith(" UTC")
    assert "CET" in row["at_local"]


def test_without_that_option_csv_is_plain(path: Path) -> None:
    out = path.parent / "csv"
    assert report("registers", path, "--out", out).exit_code == 0
    (row,) = csv.DictReader(io.StringIO((out / "orphans.csv").read_text("utf-8")))
    assert (row["cents"], row["euros"]) == ("2500", "25.00")


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().badge("=HYPERLINK(1)", Role.CHEF).do(i.BookOrphan(500, i.OrphanPlace.FELT))
    path = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    report("registers", path, "--out", tmp_path)
    (row,) = csv.DictReader(io.StringIO((tmp_path / "orphans.csv").read_text("utf-8")))
    assert row["chef"] == "'=HYPERLINK(1)"


def test_the_registers_are_printed_lying_and_in_both_languages(path: Path) -> None:
    out = path.parent / "pdf"
    for language in ("fr", "en"):
        done = report("registers", path, "--format", "pdf", "--out", out, "--lang", language)
        assert done.exit_code == 0, done.output
        data = (out / "registers.pdf").read_bytes()
        assert data.startswith(b"%PDF-")
        width, height = re.search(rb"/MediaBox \[0 0 (\d+)\S* (\d+)", data).groups()  # type: ignore[union-attr]
        assert int(width) > int(height)


def test_days_are_local_and_both_ends_are_included(path: Path) -> None:
    for first, last, count in (("2025-11-20", "2025-11-20", 1), ("2025-11-21", "2025-11-30", 0)):
        assert len(rows(path, "table-results", "--from", first, "--to", last)) == count
    wrong = report("registers", path, "--from", "2025-12-01", "--to", "2025-11-01")
    assert (wrong.exit_code, "est après" in wrong.stderr) == (2, True)
    assert report("registers", path, "--from", "tomorrow").exit_code == 2


@requirement("AC-05")
def test_another_minimum_opens_another_carnet(tmp_path: Path, felt: Felt) -> None:
    first = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    head = rows_of(first)[-1].hash
    second = replace(OPENING, session=2, previous=head, profile_digest="e" * 64)
    journal_of(tmp_path / "UTH-2-000002.journal", felt, second)
    assert [row["carnet"] for row in rows(tmp_path, "table-results")] == ["UTH-2/000001", "UTH-2/000002"]


# --- damage and proof ----------------------------------------------------------------------------


def test_a_damaged_journal_is_named_and_the_others_are_read(tmp_path: Path, felt: Felt) -> None:
    for table in ("UTH-2", "UTH-3"):
        journal_of(tmp_path / f"{table}-000001.journal", felt, replace(OPENING, table=table))
    with by_hand(tmp_path / "UTH-2-000001.journal") as conn:
        conn.execute("UPDATE journal SET body = replace(body, '2500', '9900') WHERE kind = 'OrphanBooked'")
    done = report("registers", tmp_path, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "UTH-2-000001.journal\u00a0: écriture" in done.stderr
    assert "rien n’en est dans les registres" in done.stderr
    assert [row["table"] for row in rows(tmp_path, "orphans")] == ["UTH-3"]
    with pytest.raises(JournalDamaged):
        read_session(tmp_path / "UTH-2-000001.journal")


def test_missing_and_foreign_sessions_are_named(tmp_path: Path, felt: Felt) -> None:
    journal_of(tmp_path / "UTH-2-000001.journal", felt)
    journal_of(tmp_path / "UTH-2-000003.journal", felt, replace(OPENING, session=3))
    journal_of(tmp_path / "UTH-2-000004.journal", felt, replace(OPENING, session=4, previous="a" * 64))
    faults = read_all(tmp_path).faults
    assert any("sessions are missing" in fault for fault in faults)
    assert any("does not begin with the last entry" in fault for fault in faults)


def test_a_folder_without_journals_is_no_input(tmp_path: Path) -> None:
    done = report("registers", tmp_path)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)


@requirement("SE-12")
def test_exports_are_signed_with_the_heads_of_the_journals(path: Path) -> None:
    out, key = path.parent / "out", path.parent / "inspection.key"
    create_master(key)
    done = report("registers", path, "--format", "json", "--out", out, "--sign", key)
    assert done.exit_code == 0, done.output
    signature = out / "registers.json.sig"
    checked = report("check", signature, "--json")
    found = json.loads(checked.stdout)
    assert (checked.exit_code, found["ok"]) == (0, True)
    assert found["journals"][0]["journal_head"] == rows_of(path)[-1].hash
    (out / "registers.json").write_text((out / "registers.json").read_text().replace("2500", "2600"))
    tampered = report("check", signature, "--lang", "en")
    assert tampered.exit_code == 1
    assert tampered.stdout.startswith("FAULT  signed with ")
    assert "registers.json is not the file that was signed" in tampered.stdout


def test_a_forged_signature_is_found_and_another_key_too(path: Path) -> None:
    out, key = path.parent / "out", path.parent / "inspection.key"
    create_master(key)
    report("registers", path, "--out", out, "--sign", key)
    signature = out / "registers.csv.sig"
    whole = json.loads(signature.read_text())
    assert report("check", signature, "--key", "0" * 64).exit_code == 1
    whole["signed"]["journals"][0]["journal_head"] = "0" * 64
    signature.write_text(json.dumps(whole))
    forged = report("check", signature)
    assert (forged.exit_code, "la signature ne tient pas" in forged.stdout) == (1, True)
    whole["signed"] |= {"ok": True, "faults": ["nothing"], "schema": "tapis-report-check/9"}
    signature.write_text(json.dumps(whole))
    told = json.loads(report("check", signature, "--json").stdout)
    assert (told["ok"], told["schema"]) == (False, "tapis-report-check/1"), "a stranger's word for it"
    assert told["faults"] == ["the signature does not hold"]
    assert told["signed_faults"] == ["nothing"]
    whole["signed"]["journals"] = [{}]
    signature.write_text(json.dumps(whole))
    assert report("check", signature).exit_code == 2
    signature.write_text("{}")
    assert report("check", signature).exit_code == 2


def test_a_signature_is_checked_in_french_and_refused_in_french(path: Path) -> None:
    out, key = path.parent / "out", path.parent / "inspection.key"
    create_master(key)
    report("registers", path, "--out", out, "--sign", key)
    signature = out / "registers.csv.sig"
    told = report("check", signature).stdout
    assert told.startswith("bon    signé avec ")
    assert re.search(r"\.journal\u00a0: \d+ écritures, tête [0-9a-f]{64}\n", told)
    told = report("check", signature, "--key", "0" * 64).stdout
    assert told.startswith("FAUX   signé avec ")
    assert f"et non avec {'0' * 16}" in told
    signature.write_text("{}")
    refused = report("check", signature)
    assert (refused.exit_code, "n’est pas la signature d’un rapport" in refused.stderr) == (2, True)


def test_a_key_that_others_may_read_signs_nothing(path: Path) -> None:
    key = path.parent / "open.key"
    create_master(key)
    key.chmod(0o644)
    done = report("registers", path, "--out", path.parent / "out", "--sign", key)
    assert (done.exit_code, len(done.stderr.splitlines())) == (2, 1)


# --- secrecy and words ---------------------------------------------------------------------------


def test_nothing_of_a_folded_hand_is_in_any_register(tmp_path: Path) -> None:
    felt = royal().prove_hand().release().settle()
    path = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    found = json.dumps(told(path), ensure_ascii=False)
    assert "9s" not in found
    assert "Jc" not in found
    assert "As" in found
    assert {"CardDealt", "CardProposed", "CardKeyed"} <= NOT_READ


def test_every_code_and_every_column_has_words(path: Path, felt: Felt) -> None:
    assert {str(one) for one in (*HoldCause, *i.Measure)} <= set(CODES)
    assert {str(one) for one in (*i.OrphanPlace, *i.ClaimDoubt, *i.PaymentMode, *i.Finding)} <= set(CODES)
    assert {str(one) for one in (*CorrectionReason, *StopCause, *StopFate)} <= set(CODES)
    for register in registers_of(read_all(path)):
        assert {column.key for column in register.columns} <= set(COLUMNS)
        assert set(register.paper) <= {column.key for column in register.columns}
        for row in register.rows:
            assert set(row) <= {column.key for column in register.columns}, register.name


def test_a_session_of_two_sittings_has_two_rows(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().fill_closing(**FLOAT).do(i.CloseTable()).open()
    felt.fill_closing(**FLOAT | {"p500": 0}).do(i.CloseTable())
    path = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    assert [row["result_cents"] for row in rows(path, "table-results")] == [0, -25_000]


def test_the_reader_needs_no_key_and_names_the_session(path: Path) -> None:
    session = read_session(path)
    assert (session.name, session.at_ms, session.fault) == ("UTH-2/000001", START_MS, "")
    assert session.opening == Opening("UTH-2", 1, "d" * 64, True)


def test_counts_are_by_denomination_and_signed(path: Path) -> None:
    found = rows(path, "cash-counts")
    floats = {row["piece_cents"]: row["pieces"] for row in found if row["purpose"] == "float"}
    assert floats == {int(name[1:]): number for name, number in FLOAT.items()}
    assert sum(row["cents"] for row in found if row["purpose"] == "closing") == 2_505_000
    assert {tuple(row["signed_by"]) for row in found} == {("Chef 1", "Durand"), ("Chef 1", "Lopez")}


@requirement("AC-14", "JW-16", "SE-15")
def test_identity_checks_are_references_and_no_names(path: Path) -> None:
    """JW-16, SE-15: the register that is kept five years."""
    (row,) = rows(path, "identity-checks")
    assert (row["identity"], row["seat"], row["jp1_paid_cents"]) == ("ID-1", 1, 1_000_375)
    assert not {key for key in row if "name" in key}


def test_a_simulated_night_agrees_with_its_book(tmp_path: Path) -> None:
    """The registers read the journals alone; the book has counted the same money by itself."""
    night = CliRunner().invoke(
        main,
        ["simulate", "--rounds", "30", "--seed", "11", "--tables", "2", "--journal", str(tmp_path), "--json"],
    )
    counted = json.loads(night.stdout)
    book, results = counted["book"], rows(tmp_path, "table-results")
    assert sum(row["rounds"] for row in results) == counted["rounds"] == 30
    assert sum(row["jp1_staked_cents"] for row in results) == book["stakes_cents"]
    assert sum(row["jp1_to_meter_cents"] for row in results) == book["contributed_cents"]
    paid = book["awarded_cents"] + book["awarded_house_cents"]
    assert sum(row["jp1_prize_cents"] for row in results) == paid
    won = counted["taken_cents"] - counted["paid_cents"]
    assert sum(row["by_rounds_cents"] for row in results) == won - (book["stakes_cents"] - paid)


def test_no_round_number_is_used_twice_and_papers_name_it(tmp_path: Path) -> None:
    """RP-22: a number is the table's for ever, over sessions, void rounds and new deals."""
    felt = evening()
    first = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    last = max(one.round for one in felt.events(e.RoundOpened) if isinstance(one, e.RoundOpened))
    second = royal(Felt(session=2, first_round=last + 1)).prove_hand().release()
    opening = replace(OPENING, session=2, previous=rows_of(first)[-1].hash, first_round=last + 1)
    journal_of(tmp_path / "UTH-2-000002.journal", second, opening)
    opened = [
        (event.round, event.attempt)
        for session in read_all(tmp_path).sessions
        for _, event in session.told(e.RoundOpened)
    ]
    assert len(set(opened)) == len(opened)
    assert [row["round"] for row in rows(tmp_path, "jackpot-register")] == [1, last + 1]


def test_a_correction_of_the_meter_is_red_with_both_persons_before_and_after(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().badge("Durand", Role.COMITE).do(i.CorrectMeter(-50, MALFUNCTION))
    felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct()).see(i.BadgeGone())
    path = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    correction = next(row for row in rows(path, "jp1-history") if row["act"] == "meter_corrected")
    assert (correction["meter_before_cents"], correction["meter_cents"]) == (1_000_000, 999_950)
    assert (correction["persons"], correction["reason"], correction["red"]) == (
        ["Durand", "Le Goff"],
        "malfunction",
        True,
    )
    before, after = rows(path, "corrections")
    assert (before["cents"], before["red"]) == (1_000_000, False)
    assert (after["cents"], after["red"], after["corrects"]) == (-50, True, before["id"])
    assert (after["proposed_by"], after["approved_by"]) == ("Durand", ["Le Goff"])


def test_who_certified_a_history_that_was_corrected_after_it_certified_nothing(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().fill_closing().badge(*COMITE).do(i.CorrectMeter(-5_000, MALFUNCTION))
    felt.badge("Petit", Role.COMITE).do(i.ApproveMeterAct()).see(i.BadgeGone())
    (row,) = rows(journal_of(tmp_path / "UTH-2-000001.journal", felt), "table-results")
    assert row["certified_by"] == ""
    felt.badge("Petit", Role.COMITE).do(i.TickLine(SheetLine.JACKPOT_HISTORY))
    felt.badge().do(i.CloseTable())
    (row,) = rows(journal_of(tmp_path / "UTH-2-000002.journal", felt), "table-results")
    assert row["certified_by"] == "Petit"


def certified() -> Felt:
    """All of the closing sheet, but that nobody has counted the JP1 chips."""
    felt = Felt(cash=TERMS).open().badge().do(i.BeginClosing()).count(**FLOAT).sign(CHEF, CASHIER)
    decks = [line for line in SheetLine if line.startswith("decks_") and line in CLOSING_TICKS]
    return felt.tick(*decks).badge(*COMITE).do(i.TickLine(SheetLine.JACKPOT_HISTORY))


def display_moved(felt: Felt) -> Felt:
    felt.book_seq, felt.meter_cents = felt.book_seq + 1, felt.meter_cents + 700_000
    return felt.see(i.MeterObserved(1, felt.meter_cents, felt.book_seq))


def chips_counted(felt: Felt) -> Felt:
    return felt.badge(*COMITE).do(i.CountJp1Chips(5), i.CountJp1Chips(5))


def reopened(felt: Felt) -> Felt:
    """Two persons accept what the book tells otherwise, and its meter with it."""
    other = Difference("finish 3/1", 9, 1_000_000, "finish 2/1", 5, 1_000_000, "ab" * 32, 2, 1, "finish")
    felt.see(i.BookRefused("start", "book_differs", other)).badge(*COMITE).do(i.ReopenJackpot())
    felt.meter_cents += 700_000
    return felt.badge("Petit", Role.COMITE).do(i.ApproveMeterAct())


@pytest.mark.parametrize("change", [display_moved, chips_counted, reopened])
def test_who_certified_figures_that_are_others_now_certified_nothing(
    tmp_path: Path, change: Callable[[Felt], Felt]
) -> None:
    """AC-07: at the table and in the register alike, until the history is certified again."""
    felt = change(certified()).see(i.BadgeGone())
    assert felt.state.upkeep.certified == ""
    (row,) = rows(journal_of(tmp_path / "UTH-2-000001.journal", felt), "table-results")
    assert row["certified_by"] == ""
    felt.badge("Petit", Role.COMITE)
    if not dict(closing_lines(felt.state))[SheetLine.RECONCILIATION]:
        felt.do(i.TickLine(SheetLine.RECONCILIATION))
    felt.do(i.TickLine(SheetLine.JACKPOT_HISTORY))
    if felt.state.upkeep.session.chips < 0:
        felt.do(i.CountJp1Chips(0))  # they are all there: that changes nothing certified
    felt.badge().do(i.CloseTable()).see(i.BadgeGone())
    (row,) = rows(journal_of(tmp_path / "UTH-2-000002.journal", felt), "table-results")
    assert row["certified_by"] == "Petit"


def test_stakes_at_other_tables_leave_a_certificate_as_it_is(tmp_path: Path) -> None:
    felt = display_moved(Felt(cash=replace(TERMS, linked=True)).open())
    felt = display_moved(felt.fill_closing()).see(i.BadgeGone())
    assert felt.state.upkeep.certified == "Durand"
    (row,) = rows(journal_of(tmp_path / "UTH-2-000001.journal", felt), "table-results")
    assert row["certified_by"] == "Durand"


def test_a_linked_table_closes_by_its_certificate_though_the_others_moved_the_meter_since(
    tmp_path: Path,
) -> None:
    felt = display_moved(Felt(cash=replace(TERMS, linked=True)).open().fill_closing())
    felt.badge().do(i.CloseTable()).see(i.BadgeGone())
    (row,) = rows(journal_of(tmp_path / "UTH-2-000001.journal", felt), "table-results")
    assert row["certified_by"] == "Durand"


def test_the_closing_says_who_certified_jp1_and_how_many_chips_there_were(path: Path) -> None:
    (row,) = rows(path, "table-results")
    assert row["jp1_chips_counted"] == row["jp1_chips_registered"]
    assert row["certified_by"] == "Durand"
    assert "history_certified" in {one["act"] for one in rows(path, "jp1-history")}


def test_a_stop_of_the_jackpot_by_a_failure_is_an_incident(tmp_path: Path) -> None:
    felt = Felt(cash=TERMS).open().badge().do(i.ReportStop(StopCause.SENSORS)).see(i.BadgeGone())
    path = journal_of(tmp_path / "UTH-2-000001.journal", felt)
    stops = [row for row in rows(path, "incidents") if row["what"] == "jp1_stop"]
    assert "sensors" in {row["cause"] for row in stops}


def test_the_history_knows_every_entry_that_tells_of_the_book() -> None:
    """An event of money that is added later must be put into the history, or be named here: it moves none."""
    telling = {kind for kind in e.EVENTS.values() if "book_seq" in kind.__dataclass_fields__}
    assert telling <= HISTORY.keys() | {e.FinishRecorded, e.BookMoved}


def test_a_register_too_long_for_a_binder_is_printed_to_its_end_and_says_so(path: Path) -> None:
    reading = read_all(path)
    history = registers_of(reading)[0]
    history.rows = [dict(history.rows[0]) for _ in range(PAPER_ROWS_MAX + 5)]
    note, grid = papers(reading, [history], 0, None)[0].parts
    assert isinstance(note, Note)
    assert isinstance(grid, Grid)
    assert note.text.startswith("1005 lignes\u00a0: les 1000 dernières sont imprimées")
    assert len(grid.rows) == PAPER_ROWS_MAX + 1
    assert grid.rows[-1][0] == f"Total ({PAPER_ROWS_MAX + 5})"


def on_paper(path: Path, name: str) -> Grid:
    """The list of this register as a page has it."""
    reading = read_all(path)
    (register,) = [one for one in registers_of(reading) if one.name == name]
    (grid,) = [part for part in papers(reading, [register], 0, None)[0].parts if isinstance(part, Grid)]
    return grid


def column(grid: Grid, heading: str) -> list[int]:
    """The cents of a column from top to bottom, nothing for an empty cell."""
    cells = [row[grid.columns.index(heading)] for row in grid.rows]
    return [int("0" + re.sub("[^0-9]", "", cell)) * (-1 if MINUS in cell else 1) for cell in cells]


def test_amounts_are_added_up_below_the_last_line_of_a_register(tmp_path: Path) -> None:
    night = play(tmp_path, rounds=12, tables=2, faults="hard", seed=3)
    for name, headings in (
        ("jp1-history", ("JP1 misé", "Part au jackpot", "Autres tables", "JP1 payé")),
        ("table-results", ("Avances", "Encaisse", "Résultat", "JP1 misé", "JP1 payé")),
        ("day-totals", ("Avances", "Encaisse", "Résultat", "JP1 misé", "JP1 payé")),
    ):
        grid = on_paper(night, name)
        assert grid.strong == {len(grid.rows) - 1}
        for heading in headings:
            *lines, total = column(grid, heading)
            assert sum(lines) == total != 0, heading


def test_what_other_tables_put_to_the_meter_is_one_column_and_the_meter_adds_up(tmp_path: Path) -> None:
    night = play(tmp_path, rounds=12, tables=2, faults="hard", seed=3)
    grid = on_paper(night, "jp1-history")
    assert "Autres tables" not in {row[2] for row in grid.rows}
    for table in ("UTH-1", "UTH-2"):
        mine = [at for at, row in enumerate(grid.rows) if row[0].startswith(table)]
        own, others, meter = (column(grid, one) for one in ("Part au jackpot", "Autres tables", "Jackpot"))
        moved = sum(own[at] + others[at] for at in mine)
        assert meter[mine[0]] + moved == meter[mine[-1]] > meter[mine[0]]


def test_each_count_of_cash_has_its_sum_below_it(tmp_path: Path) -> None:
    night = play(tmp_path, rounds=4, tables=1, faults="none", seed=3)
    grid = on_paper(night, "cash-counts")
    assert len(grid.strong) == 2
    cents, above = column(grid, "Montant"), 0
    for at, amount in enumerate(cents):
        if at in grid.strong:
            assert amount == above > 0
            above = 0
        else:
            above += amount
