"""The report of an incident from the journal alone: addressee, circumstances, the rounds of the deck."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.game import inputs as i
from controller.game.inputs import Finding, Incident, Machine, Measure, Role
from controller.registers.incident_words import WORDS
from tests.builders import Felt
from tests.law.requirements import requirement
from tests.shell.journal.journals import create


def shuffler(felt: Felt) -> Felt:
    return felt.see(i.HealthObserved(Machine.SHUFFLER, i.Health.UP))


def in_tray(felt: Felt, colour: str, count: int = 52) -> Felt:
    """The shuffler has counted this deck; when it is whole, it is taken to the shoe."""
    felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", colour, count, True))
    return felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False)) if count == 52 else felt


def played(felt: Felt) -> Felt:
    """A round in which the only seat folds."""
    felt.close().draw("Ah Ad Kh Qd").do(i.CallStreet()).draw("9h 4h 2c").do(i.CallStreet())
    return felt.draw("3c 5d").do(i.FoldRest(), i.OpenHands()).settle().do(i.NextRound())


def short_deck() -> Felt:
    """Red, blue, red are dealt; then the shuffler counts 51 red cards."""
    felt = in_tray(shuffler(Felt().open()), "red").stakes(s1=1000)
    felt = in_tray(played(felt), "blue")
    felt = in_tray(played(felt), "red")
    felt = in_tray(played(felt), "blue")
    felt = in_tray(felt, "red", 51)
    return felt.do(
        i.ReportIncident(
            Incident.MISSING_CARD,
            Finding.SHUFFLER_COUNT,
            Measure.DECK_REMOVED,
            deck="red",
            count=51,
            images=True,
        )
    )


def contested() -> Felt:
    felt = Felt().open().stakes(s1=1000, s4=1000).close().draw("Ah Ad 2h 2d Kh Qd").do(i.CallStreet())
    felt.draw("9h 4h 2c").do(i.DeclareIncident(Incident.CONTESTED_CHIPS))
    felt.do(
        i.ReportIncident(Incident.CONTESTED_CHIPS, Finding.PLAYER, Measure.STAKE_HELD, 4, place="board.0")
    )
    return felt.badge("Chef 1", Role.CHEF).do(i.SignIncident(1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "UTH-2-000001.journal"


def journal_of(path: Path, felt: Felt) -> Path:
    with create(path) as journal:
        for entry in felt.entries:
            journal.append([entry.event], entry.at_ms)
    return path


def report(path: Path, *words: object) -> Result:
    asked = ["report", "incident", str(path), "--zone", "Europe/Paris", *map(str, words)]
    result = CliRunner().invoke(main, asked)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def found(path: Path, number: int = 1) -> dict[str, object]:
    told = report(path, "--number", number, "--json")
    assert told.exit_code == 0, told.output
    return dict(json.loads(told.stdout))


@requirement("CS-10")
def test_a_missing_card_goes_to_the_police_officer_with_the_rounds_of_its_deck(path: Path) -> None:
    told = report(journal_of(path, short_deck()), "--number", 1)
    assert told.exit_code == 0, told.output
    text = told.stdout
    assert "fonctionnaire de police chargé de la surveillance des jeux (art. 40)" in text
    assert "Carte manquante" in text
    assert "51 au lieu de 52" in text
    assert "au compte du mélangeur" in text
    assert "conservation demandée" in text
    assert "Aucun chef de table n’a signé ce rapport." in text
    assert "Carte, si elle est connue" in text, "nobody names a card: a person may write it by hand"
    rounds = found(path)["rounds"]
    assert [(one["number"], one["deck"], one["ended"]) for one in rounds] == [  # type: ignore[attr-defined]
        (3, "red", "closed")
    ], "the deck was whole before it was dealt in round 3"


def test_a_deck_that_was_never_verified_is_told_with_all_its_rounds(path: Path) -> None:
    felt = played(Felt().open().stakes(s1=1000))
    felt = played(felt)
    felt.do(i.ReportIncident(Incident.EXTRA_CARD, Finding.HAND_COUNT, Measure.DECK_REMOVED, deck="blue"))
    told = found(journal_of(path, felt))
    assert told["verified_ms"] == 0
    assert [one["number"] for one in told["rounds"]] == [1, 2]  # type: ignore[attr-defined]
    assert "aucune dans cette séance" in report(path, "--number", 1).stdout
    assert "couleur non connue" in report(path, "--number", 1).stdout


def test_a_contested_bet_goes_to_the_house_and_names_only_the_open_card(path: Path) -> None:
    told = report(journal_of(path, contested()), "--number", 1)
    text = told.stdout
    assert "directeur responsable" in text
    assert "9♥ · board, carte 1" in text
    assert "Chef 1" in text
    assert "Chef de table" in text
    assert "Aucun chef de table" not in text
    for hidden in ("A♥", "A♦", "2♦", "R♥", "D♦", "K♥", "Q♦"):
        assert hidden not in text
        assert hidden not in report(path, "--number", 1, "--json").stdout


@requirement("PM-15")
def test_an_involuntary_stop_goes_to_the_authority_with_its_duration_and_rounds(path: Path) -> None:
    felt = Felt().open().stakes(s1=1000).see(i.BookUnreachable("read", "timeout"))
    felt = played(felt)
    felt.now_ms += 65_000
    felt.see(i.MeterObserved(1, felt.meter_cents, 1))
    told = report(journal_of(path, felt), "--number", 1)
    assert "L’autorité chargée du contrôle des jeux (art. 56-3-2, par analogie)" in told.stdout
    assert "liaison avec le livre du jackpot perdue" in told.stdout
    assert "aucune mise prise" in told.stdout
    stopped = found(path)
    assert [one["number"] for one in stopped["rounds"]] == [1]  # type: ignore[attr-defined]
    assert int(str(stopped["ended_ms"])) - int(str(stopped["at_ms"])) > 65_000


def test_a_stop_that_lasts_says_so(path: Path) -> None:
    felt = Felt().open().stakes(s1=1000).see(i.BookUnreachable("read", "timeout"))
    journal_of(path, felt.do(i.CloseBets()))
    assert "l’arrêt dure encore" in report(path, "--number", 1).stdout


def test_without_a_number_every_report_is_listed(path: Path) -> None:
    felt = contested().see(i.BookUnreachable("read", "timeout"), i.BookRefused("start", "book_differs"))
    told = report(journal_of(path, felt))
    assert [line.split()[0] for line in told.stdout.splitlines()] == ["1", "2"]
    assert len(json.loads(report(path, "--json").stdout)["incidents"]) == 2


def test_what_is_not_there_is_named(path: Path) -> None:
    journal_of(path, Felt().open())
    told = report(path, "--number", 1)
    named = "UTH-2-000001.journal n’a pas de rapport 1\u202f; il en a 0\n"
    assert (told.exit_code, told.stderr) == (1, named)
    assert "aucun incident rapporté" in report(path).stdout
    assert report(path.parent / "no").exit_code == 2


def test_the_report_is_printed(path: Path) -> None:
    pdf = path.parent / "incident.pdf"
    told = report(journal_of(path, short_deck()), "--number", 1, "--pdf", pdf, "--lang", "en")
    assert told.exit_code == 0, told.output
    assert "The police officer in charge" in told.stdout
    assert pdf.read_bytes().startswith(b"%PDF")


def test_every_choice_of_the_form_has_words() -> None:
    keys = [f"kind.{one.value}" for one in Incident]
    keys += [f"finding.{one.value}" for one in Finding]
    keys += [f"measure.{one.value}" for one in Measure]
    assert set(keys) <= WORDS.keys()
    assert all(len(words) == 2 and all(words) for words in WORDS.values())
