"""No payment of the two best hands without card, PIN, second person and images before it: read from journals.

Whole nights with stacked wins, faults and mistyped PINs are played; only their journals are looked at.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.boot.simulated import simulated_night
from controller.journal.reading import read_rows
from drivers.sim.decks import community_royal, royal, unqualified

SUPERVISED = frozenset({"jackpot", "community_royal", "consolation"})
NIGHTS = [(seed, faults) for seed in range(1, 4) for faults in ("none", "some", "hard")]
STEP = {
    "HandCardConfirmed": "comite",
    "HandConfirmed": "comite",
    "VideoReviewed": "second",
    "AmountRead": "either",
    "PaymentPrepared": "comite",
    "ReleaseArmed": "comite",
    "AwardReleased": "second",
}
"""The acts of the procedure, and who may do them: one of the comité, or a second person with the right."""
COMITE = frozenset({"comite", "director"})
SECOND = COMITE | {"video"}

Told = tuple[str, dict[str, Any]]


def journal_of(folder: Path, seed: int, faults: str) -> list[Told]:
    decks = (royal, unqualified, community_royal, royal)
    night = simulated_night(rounds=4, seed=seed, faults=faults, journal=folder, stacked=decks)
    try:
        night.play()
    finally:
        night.close()
    (path,) = folder.glob("*.journal")
    return [(row.kind, json.loads(row.body)) for row in read_rows(path)]


def broken(rows: Sequence[Told]) -> list[str]:
    """What a journal tells that must not be: payments, and acts before them, without what they rest on."""
    found: list[str] = []
    dealer, proven, wins = "", "", 0
    role: dict[str, str] = {}
    done: dict[str, list[str]] = {}
    identified: set[tuple[str, str]] = set()
    for kind, body in rows:
        if kind == "DealerSignedOn":
            dealer = body["person"]
        elif kind == "BadgePresented":
            role[body["person"]], proven = body["role"], ""
        elif kind == "BadgeRemoved":
            proven = ""
        elif kind == "PersonProven":
            proven = body["person"]
            identified.add((proven, role[proven]))
        elif kind == "PersonKnown":
            # His PIN of this procedure counts while his badge is there again; nobody else's does.
            person = body["person"]
            proven = person if (person, role.get(person)) in identified else ""
        elif kind in ("ShowdownOpened", "SessionResumed"):
            identified = set()
        elif kind == "RoundOpened":
            done = {}
        elif kind in STEP:
            person = body["persons"][-1] if kind == "AwardReleased" else body["person"]
            if person != proven or role.get(person) not in (COMITE if STEP[kind] == "comite" else SECOND):
                found.append(f"{kind} by {person}, whose card and PIN were not there")
            if person == dealer:
                found.append(f"{kind} by the dealer")
            if kind != "VideoReviewed" or (body["conform"] and body["kept"] and body["camera"]):
                done.setdefault(kind, []).append(person)
        elif kind == "AwardAsked" and SUPERVISED & {prize["kind"] for prize in body["awards"]}:
            wins += 1
            found += unproven(done)
    return found if wins else [*found, "nothing was won"]


def unproven(done: dict[str, list[str]]) -> list[str]:
    """What is missing of a round's proof when one of its prizes is paid."""
    found = [f"paid without {step}" for step in STEP if step not in done]
    if found:
        return found
    if len(done["HandCardConfirmed"]) != 5:
        found.append("paid without five cards confirmed")
    if set(done["VideoReviewed"]) & set(done["HandConfirmed"]):
        found.append("the images were viewed by who confirmed the hand")
    if len(set(done["AmountRead"])) < 2:
        found.append("one person read the amounts alone")
    if set(done["ReleaseArmed"]) & set(done["AwardReleased"]):
        found.append("one person armed and released")
    return found


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> list[list[Told]]:
    return [journal_of(tmp_path_factory.mktemp("night"), *night) for night in NIGHTS]


def test_no_best_hand_is_paid_without_card_pin_second_person_and_images(journals: list[list[Told]]) -> None:
    for (seed, faults), rows in zip(NIGHTS, journals, strict=True):
        assert broken(rows) == [], f"seed {seed}, faults {faults}"
    kinds = Counter(kind for rows in journals for kind, _ in rows)
    assert kinds["AwardReleased"] >= len(NIGHTS)
    assert kinds["PinRefused"] > 0


@pytest.mark.parametrize("left_out", [*STEP, "PersonProven"])
def test_a_journal_that_leaves_a_step_out_would_be_found(left_out: str, journals: list[list[Told]]) -> None:
    assert broken([row for row in journals[0] if row[0] != left_out])


@pytest.mark.parametrize("step", ["VideoReviewed", "AmountRead", "AwardReleased"])
def test_a_journal_with_one_person_for_two_would_be_found(step: str, journals: list[list[Told]]) -> None:
    one = next(body["person"] for kind, body in journals[0] if kind == "HandConfirmed")
    forged = []
    for kind, body in journals[0]:
        if kind == step:
            body = {**body, **({"persons": [one, one]} if "persons" in body else {"person": one})}
        forged.append((kind, body))
    assert broken(forged)
