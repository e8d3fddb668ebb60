"""The papers of the two best hands: slip, minutes, refusal, from the journal alone (JW-15, JW-16, JW-18)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from controller.cli import main
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.inputs import ClaimDoubt, Observation, Role, SeatRuling
from controller.journal.chain import Opening
from controller.registers.win_words import WORDS
from controller.words.instants import both, clock, local
from controller.words.letters import in_words
from tests.builders import Felt
from tests.law.requirements import requirement
from tests.shell.journal.journals import OPENING, create
from tests.shell.journal.spelled import euros_in_french


def royal(felt: Felt | None = None) -> Felt:
    """Seat 1 holds the royal, seats 2 and 3 play for JP1, seat 4 folds with nothing alive."""
    felt = (felt or Felt()).open().stakes(s1=1000, s2=1000, s3=1000, s4=1000).chips(1, 2, 3).close()
    felt.draw("As Ks 2c 7d 5h 6c 9s Jc 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet())
    return felt.draw("4d 9h").play(1, 1, 2, 3).fold(4).showdown()


def community() -> Felt:
    felt = Felt().open().stakes(s1=1000, s2=1000, s3=1000).chips(1, 2).close()
    felt.draw("2c 3d 4c 5d 7c 8d Qd Jd").do(i.CallStreet()).draw("As Ks Qs").do(i.CallStreet())
    return felt.draw("Js Ts").do(i.BetRest()).showdown()


def journal_of(path: Path, felt: Felt, opening: Opening = OPENING) -> Path:
    with create(path, opening) as journal:
        for entry in felt.entries:
            journal.append([entry.event], entry.at_ms)
    return path


def report(path: Path, *words: object) -> Result:
    asked = ["report", "win", str(path), "--round", "1", "--zone", "Europe/Paris", *map(str, words)]
    return CliRunner().invoke(main, asked)


def said(result: Result) -> str:
    return result.stdout.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "UTH-2-000001.journal"


@requirement("JW-15")
def test_the_slip_says_what_the_law_asks_for(path: Path) -> None:
    felt = royal().prove_hand().release().settle().badge("Lopez", Role.CASHIER).do(i.SignSlip(1, 1))
    told = report(journal_of(path, felt))
    assert told.exit_code == 0, told.output
    text = said(told)
    claim = felt.events(e.ClaimRecorded)[0]
    assert isinstance(claim, e.ClaimRecorded)
    frozen_ms = next(entry.at_ms for entry in felt.entries if entry.event is claim)
    euros, cents = divmod(claim.value_cents, 100)
    for fact in (
        "Bordereau de paiement du jackpot",
        "Ultimate Texas Hold’em Poker",
        "UTH-2 · coup 1 · siège 1",
        "Quinte flush royale",
        "A♠ K♠ Q♠ J♠ 10♠",
        f"{clock(frozen_ms, UTC)} UTC",
        f"{euros:,},{cents:02d} €".replace(",", " ", 1),
        euros_in_french(claim.value_cents),
        "un seul gagnant, toute la valeur ; reste 0,00 €",
        "virement",
        "B-1",
        "ID-1",
        "Durand · Petit",
        "caméra C-14",
        "conformes",
        "conservation demandée",
        "Lopez",
        "Caissier",
        "Membre du comité de direction",
        "!! SIMULATION – SANS VALEUR",
        "!! DÉMONSTRATION, NON APPROUVÉ",
    ):
        assert fact in text, fact


@requirement("SE-15")
def test_the_winner_is_a_line_to_write_on_and_no_field(path: Path) -> None:
    """SE-15: no personal data of a player is stored, so none can be printed."""
    journal_of(path, royal().prove_hand().release().settle())
    assert "Nom du gagnant                  ____" in said(report(path))
    assert not {key for key in json.loads(report(path, "--json").stdout) if "name" in key}


def test_the_consolation_is_every_other_bettor_and_each_in_words(path: Path) -> None:
    felt = royal().prove_hand().release().settle()
    found = json.loads(report(journal_of(path, felt), "--json").stdout)
    asked = [entry for entry in felt.events(e.AwardAsked) if isinstance(entry, e.AwardAsked)]
    independent = {
        one.seat: sum(prize.cents for prize in one.awards if prize.kind == "consolation") for one in asked
    }
    wanted = {seat: cents for seat, cents in independent.items() if cents}
    assert {one["seat"]: one["cents"] for one in found["consolation"]} == wanted == {2: 50_000, 3: 50_000}
    assert found["payments"][0]["in_words"]["fr"] == euros_in_french(found["payments"][0]["due_cents"])
    assert "cinq cents euros" in said(report(path))


def test_a_slip_that_no_cashier_has_signed_says_so(path: Path) -> None:
    text = said(report(journal_of(path, royal().prove_hand().release().settle())))
    assert text.count("EN ATTENTE de la signature du caissier") == 1, "on the slip"
    assert re.search(r"ID-1 +EN ATTENTE$", text, re.MULTILINE), "in the minutes, in one line"


def test_a_share_of_the_jackpot_has_its_minutes_on_one_page(path: Path, tmp_path: Path) -> None:
    """A second line in the list of payments drove prizes, proof and signatures onto a page of their own."""
    journal_of(path, royal(Shared()).prove_hand().release().settle())
    assert report(path, "--pdf", tmp_path / "win.pdf").exit_code == 0
    assert len(PdfReader(tmp_path / "win.pdf").pages) == 2, "slip and minutes"


@requirement("JW-15")
def test_a_refused_claim_has_minutes_of_its_own_and_no_slip(path: Path) -> None:
    felt = royal().refuse(ClaimDoubt.EXCHANGED).rule(1, SeatRuling.VOID).settle()
    text = said(report(journal_of(path, felt)))
    assert "Procès-verbal de refus de gain" in text
    assert "cartes échangées (exchanged)" in text
    assert "Bordereau" not in text
    assert "siège 1 : annulé pour ce siège (Durand · Petit" in text
    back = felt.events(e.ClaimWithdrawn)[-1]
    assert isinstance(back, e.ClaimWithdrawn)
    assert json.loads(report(path, "--json").stdout)["refused"]["restored_cents"] == back.meter_cents


def test_a_refused_claim_that_the_book_does_not_know_gives_nothing_back(path: Path) -> None:
    felt = Felt()
    answer = felt.answer
    felt.answer = lambda request: (  # type: ignore[method-assign]
        i.BookRefused("Claim", "unknown_round", None, request.round, request.attempt, request.seat)
        if isinstance(request, r.Claim)
        else answer(request)
    )
    felt = royal(felt).badge().do(i.Resume()).refuse(ClaimDoubt.IMAGES)
    text = said(report(journal_of(path, felt)))
    assert "rien à rendre : le livre ne connaît pas cette demande" in text
    assert "le même siège gagne" not in text


def test_a_card_found_exchanged_stands_in_the_minutes(path: Path) -> None:
    felt = royal().badge("Durand", Role.COMITE)
    ace = next(place for place, card in felt.state.playing.shown.items() if card.text == "As")
    felt.do(i.ReportCard(ace, next(card for card in felt.state.playing.shown.values() if card.text == "3h")))
    text = said(report(journal_of(path, felt.refuse(ClaimDoubt.EXCHANGED))))
    assert "siège 1, carte 1 : 3♥ au lieu de A♠, par Durand" in text


def test_an_unfinished_verification_allows_no_payment(path: Path) -> None:
    text = said(report(journal_of(path, royal().identify())))
    assert "Gain en cours de vérification" in text
    assert "ne vaut pas autorisation de payer" in text
    assert "Bordereau de paiement" not in text


def test_the_community_royal_has_a_slip_for_every_bettor(path: Path) -> None:
    felt = community().prove_hand().release().settle()
    found = json.loads(report(journal_of(path, felt), "--json").stdout)
    assert found["kind"] == "community_royal"
    assert [(one["seat"], one["due_cents"]) for one in found["payments"]] == [(1, 500_000), (2, 500_000)]
    assert found["value_cents"] is None
    text = said(report(path))
    assert text.count("Bordereau de paiement du jackpot") == 2
    assert "cinq mille euros" in text
    assert "aucun jackpot n’est dû" in text


class Shared(Felt):
    """Three tables hold the jackpot: the book pays a third, floored to the cent."""

    def answer(self, request: r.Request) -> Observation:
        told = super().answer(request)
        if isinstance(told, i.AwardObserved) and request.awards[0][0] == "jackpot":  # type: ignore[attr-defined]
            return replace(told, cents=told.cents // 3)
        return told


def test_a_shared_jackpot_tells_the_share_and_what_is_left(path: Path) -> None:
    felt = royal(Shared()).prove_hand().release().settle()
    found = json.loads(report(journal_of(path, felt), "--json").stdout)
    value = found["value_cents"]
    assert (found["winners"], found["share_cents"]) == (3, value // 3)
    assert found["remainder_cents"] == value - 3 * (value // 3) == 1
    assert found["payments"][0]["due_cents"] == value // 3
    assert "3 parts égales de" in said(report(path))


def test_an_approved_table_prints_its_reference_and_no_mark(path: Path) -> None:
    opening = replace(OPENING, simulated=False, terms="program 0123abcd; AGR-2026-17")
    text = said(report(journal_of(path, royal().prove_hand().release(), opening)))
    assert "AGR-2026-17" in text
    assert "NON APPROUVÉ" not in text
    assert "SIMULATION" not in text


def test_the_pdf_is_written_and_the_folded_hand_is_nowhere(path: Path, tmp_path: Path) -> None:
    felt = royal().prove_hand().release().settle()
    pdf = tmp_path / "win.pdf"
    told = report(journal_of(path, felt), "--pdf", pdf)
    assert told.exit_code == 0, told.output
    assert pdf.read_bytes().startswith(b"%PDF-")
    found = report(path, "--json").stdout
    assert "9s" not in found
    assert "9♠" not in told.stdout


def test_a_round_without_a_best_hand_has_no_paper(path: Path) -> None:
    journal_of(path, Felt().open())
    told = report(path)
    assert told.exit_code == 1
    assert "n’a aucune des deux meilleures mains" in told.stderr


def test_an_unknown_zone_and_a_missing_file_are_named(path: Path) -> None:
    journal_of(path, royal())
    wrong = CliRunner().invoke(main, ["report", "win", str(path), "--round", "1", "--zone", "Mars/Base"])
    assert (wrong.exit_code, "Mars/Base" in wrong.stderr) == (2, True)
    absent = CliRunner().invoke(main, ["report", "win", str(path.parent / "no"), "--round", "1"])
    assert (absent.exit_code, len(absent.stderr.splitlines())) == (2, 1)


# --- amounts and words ---------------------------------------------------------------------------


@given(st.integers(0, 99_999_999_999) | st.integers(0, 100_000))
def test_amounts_are_spelled_as_the_grammar_asks(cents: int) -> None:
    assert in_words(cents) == euros_in_french(cents)


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (100, "one euro"),
        (1_000_250, "ten thousand and two euros and fifty cents"),
        (1, "one cent"),
        (0, "zero euros"),
        (100_000_000, "one million euros"),
    ],
)
def test_amounts_are_spelled_in_english_too(cents: int, words: str) -> None:
    assert in_words(cents, 1) == words


def test_no_slip_is_written_over_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="-5 cents"):
        in_words(-5)


@requirement("SE-03")
def test_local_time_and_utc_stand_side_by_side_to_the_millisecond() -> None:
    paris = ZoneInfo("Europe/Paris")
    assert both(1_763_668_800_123, paris) == "20/11/2025 21:00:00.123 · 20:00:00.123 UTC"
    assert both(1_763_681_400_000, paris) == "21/11/2025 00:30:00.000 · 20/11/2025 23:30:00.000 UTC"
    assert local(1_763_668_800_123, paris) == "20/11/2025 21:00:00.123 CET (+0100)"


def test_both_languages_state_the_same_facts() -> None:
    for key, (french, english) in WORDS.items():
        assert french, key
        assert {part.partition("}")[0] for part in french.split("{")[1:]} == {
            part.partition("}")[0] for part in english.split("{")[1:]
        }, key
