"""Rounds told in sentences: each file of tests/scenarios happens as told, and what must follow follows."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import requests as r
from controller.settings.rules import DEFAULT_PROFILE, load_profile
from tests.builders import TERMS, Felt
from tests.scenarios.sentences import UnknownSentence, cents, tell

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = sorted(FOLDER.glob("*.toml"))
KEYS = {"titre", "article", "exigences", "profil", "options", "feuilles", "table", "coup", "attendu"}
AMOUNT = re.compile(r"([\d, ]+) (rendus?|pris|payés?)")


def told(path: Path) -> dict[str, Any]:
    """The scenario of a file, with no key that nobody reads."""
    scenario = tomllib.loads(path.read_text(encoding="utf-8"))
    assert not set(scenario) - KEYS, f"{path.name}: unknown keys {set(scenario) - KEYS}"
    assert scenario["titre"]
    assert scenario["article"]
    return scenario


def found(scenario: dict[str, Any]) -> Felt:
    """The table as the scenario finds it: its game, the options and the settings of the house."""
    named = scenario.get("profil", DEFAULT_PROFILE)
    # A house variant is named by its file beside the scenarios: `house/uth-autres-multiples.toml`.
    profile = load_profile(FOLDER.parent / named if named.endswith(".toml") else named)
    options = replace(profile.options, **scenario.get("options", {}))
    rules = replace(profile, options=options)
    # A table that keeps sheets is found closed: its opening is what is told.
    settings = scenario.get("table", {})
    return Felt(rules, cash=TERMS, **settings) if scenario.get("feuilles") else Felt(rules, **settings).open()


def played(scenario: dict[str, Any]) -> Felt:
    felt = found(scenario)
    for number, text in enumerate(scenario["coup"], 1):
        try:
            tell(felt, text)
        except UnknownSentence as unknown:
            raise AssertionError(f"sentence {number}, {text!r}: nobody understands {unknown}") from unknown
        except AssertionError as wrong:
            raise AssertionError(f"sentence {number}, {text!r}: {wrong}") from wrong
    return felt


def amounts(text: str) -> tuple[int, int, int]:
    """Returned, taken and paid, in cents, of `10 rendus, 10 payés`."""
    found = {"rendu": 0, "pris": 0, "payé": 0}
    for part in text.split("; "):
        matched = AMOUNT.fullmatch(part)
        assert matched is not None, f"nobody understands {part!r}"
        word = matched[2] if matched[2] == "pris" else matched[2].removesuffix("s")
        found[word] = cents(matched[1])
    return found["rendu"], found["pris"], found["payé"]


def settled(felt: Felt, seat: int) -> dict[str, tuple[int, int, int]]:
    lines = felt.lines(seat)
    return {spot: (line.returned_cents, line.taken_cents, line.paid_cents) for spot, line in lines.items()}


def booked(felt: Felt) -> list[str]:
    """What the book was asked for, in the words of `livre`."""
    said = []
    for request in felt.asked:
        match request:
            case r.Contribute():
                said.append(f"contribution sièges {' '.join(map(str, request.seats))}")
            case r.Claim():
                said.append(f"demande siège {request.seat}")
            case r.Award():
                prizes = " ".join(f"{kind} {euros(amount)}" for kind, amount in request.awards)
                said.append(f"lot siège {request.seat}: {prizes}")
            case r.Refund():
                said.append(f"remboursement siège {request.seat}")
            case r.RefuseClaim():
                said.append("demande refusée")
            case r.Correct():
                sign = "-" if request.cents < 0 else ""
                who = ", ".join(request.persons)
                said.append(f"correction {sign}{euros(abs(request.cents))}: {request.reason} ({who})")
            case r.Stop():
                said.append(f"arrêt: {request.fate} ({', '.join(request.persons)})")
            case r.Reopen():
                said.append(f"réouverture: {request.reason} ({', '.join(request.persons)})")
            case r.Finish():
                said.append(f"fin du coup {request.round}")
    return said


def refunds(felt: Felt) -> list[str]:
    """Every stake of the deal that was voided last, seat by seat as it went back; a carried one says so."""
    said: list[str] = []
    for entry in felt.entries:
        match entry.event:
            case e.RoundVoided():
                said = []
            case e.RefundTakenBack(seat):
                said = [line for line in said if not line.startswith(f"siège {seat} ")]
            case e.SeatRefunded(seat, lines):
                said += [
                    f"siège {seat} {one.spot.value} {euros(one.cents)}{' reporté' if one.carried else ''}"
                    for one in lines
                ]
    return said


def euros(amount: int) -> str:
    whole, part = divmod(amount, 100)
    return f"{whole},{part:02}" if part else str(whole)


def check(felt: Felt, expected: dict[str, Any]) -> None:
    for key, value in expected.items():
        if key.startswith("siège "):
            assert settled(felt, int(key[6:])) == {spot: amounts(text) for spot, text in value.items()}, key
        elif key == "banque":
            opened = [entry for entry in felt.events(e.ShowdownOpened) if isinstance(entry, e.ShowdownOpened)]
            assert opened[-1].qualified == (value == "qualifiée")
            assert value in ("qualifiée", "non qualifiée")
        elif key == "compteur":
            assert felt.state.jackpot.meter_cents == cents(value)
        elif key == "Antes payées":
            paid = [entry for entry in felt.events(e.AntesPaid) if isinstance(entry, e.AntesPaid)]
            assert [f"siège {one.seat} {euros(one.cents)}" for one in paid[-1].antes] == value
        elif key == "gain de la banque":
            closed = [entry for entry in felt.events(e.RoundClosed) if isinstance(entry, e.RoundClosed)]
            sign = -1 if value.startswith("-") else 1
            assert closed[-1].bank_cents == sign * cents(value.removeprefix("-"))
        elif key == "alarmes":
            assert sorted(f"{up.code} {up.seat}" for up in felt.state.alarms) == sorted(value)
        elif key == "livre":
            assert booked(felt) == value
        elif key == "restent cachés":
            open_seats = {place.seat for place in felt.state.playing.shown if place.seat}
            assert not open_seats & set(value)
        elif key == "rendus":
            assert refunds(felt) == value
        else:
            raise AssertionError(f"nobody understands {key!r}")


@pytest.mark.parametrize("path", SCENARIOS, ids=[path.stem for path in SCENARIOS])
def test_the_round_goes_as_it_is_told(path: Path) -> None:
    scenario = told(path)
    felt = played(scenario)
    check(felt, scenario["attendu"])


def test_there_are_scenarios_for_every_row_of_the_law() -> None:
    titles = [told(path)["titre"] for path in SCENARIOS]
    assert len(set(titles)) == len(titles) >= 25


def test_a_sentence_that_nobody_understands_fails_the_scenario() -> None:
    with pytest.raises(AssertionError, match="sentence 1, 'le croupier éternue': nobody understands"):
        played({"coup": ["le croupier éternue"]})
    with pytest.raises(AssertionError, match="it was not refused"):
        played({"coup": ["refusé (not_now): mises: siège 1 ante 10"]})
    with pytest.raises(AssertionError, match="the round is not held"):
        played({"coup": ["il faut: le coup est tenu (panne)"]})
    with pytest.raises(AssertionError, match="nobody understands 'couleur'"):
        check(Felt(), {"couleur": "rouge"})


def test_an_amount_is_told_in_euros() -> None:
    assert amounts("10 rendus; 7,50 payés") == (1000, 0, 750)
    assert amounts("1 000 pris") == (0, 100_000, 0)
