"""Every alarm of the catalogue tells somebody what to do, and comes to an end (reliability, I12).

The end is played: what raised it is over, or a person has done what it asks. An alarm that nothing ends would
stand for ever, and this fails for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Health, Observation, Role
from controller.game.machines.alarms import CATALOGUE, WARNINGS
from controller.game.meter.types import DataGap
from controller.game.opening.master_lost import master_told
from tests.builders import COMITE, Felt
from tests.game.test_alarm_catalogue import SAID
from tests.game.test_lines import count
from tests.game.test_people import shown, table
from tests.game.test_press_unanswered import SEATS, added, aside, later, pressed
from tests.game.test_scenarios import SCENARIOS, played, told
from tests.ui.states import view_of
from ui.screen.console import ConsoleFace
from ui.texts.alarms import ALARMS, alarm_text
from ui.texts.host import unwritten_alarm

DIRECTOR: Final = ("Martin", Role.DIRECTOR)
REASON: Final = "repaired"
TOLD_WHOM: Final = {
    "fr": re.compile(r"\b(chef|comité|directeur|direction|technique|sécurité|personne)\b", re.IGNORECASE),
    "en": re.compile(
        r"\b(floor supervisor|manager|director|management|technicians?|security|nobody)\b", re.IGNORECASE
    ),
}
"""A person or a post that a step or the last line names."""
DONE: Final = re.compile(r"\b(\w+ez|deux personnes \w+ent)\b", re.IGNORECASE)
"""A French step asks for an act by its verb: `Fermez le capot`."""


# --- the act -------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CATALOGUE)
def test_each_alarm_asks_somebody_for_an_act_in_both_languages(code: str) -> None:
    french, english = ALARMS["fr"][code], ALARMS["en"][code]
    assert any(DONE.search(step) for step in french.steps), f"{code} asks for nothing: {french.steps}"
    assert len(french.steps) == len(english.steps) >= 1, f"{code}: another act in the other language"
    for language, text in (("fr", french), ("en", english)):
        assert all(text.steps), code
        assert TOLD_WHOM[language].search(text.who), f"{code} names nobody: {text.who}"


# --- the end -------------------------------------------------------------------------------------


def over(seen: Observation) -> Observation:
    """What is observed when the cause is gone."""
    if isinstance(seen, i.HealthObserved):
        return replace(seen, health=Health.UP)
    if isinstance(seen, i.HostObserved):
        return replace(seen, active=False, detail="")
    assert isinstance(seen, i.TroubleObserved)
    return replace(seen, active=False)


def codes(felt: Felt) -> set[str]:
    return {up.code for up in felt.state.alarms}


def see(felt: Felt, code: str) -> Felt:
    """This alarm has been seen; a machine's warning by a chef, with a reason."""
    (number,) = (up.number for up in felt.state.alarms if up.code == code)
    return felt.badge().do(i.SeeAlarm(number, REASON)) if code in WARNINGS else felt.do(i.SeeAlarm(number))


OBSERVED: Final = sorted(set(SAID) - {"A-301", "A-308"})
"""Alarms of a cause that is observed to begin and to be over. A sensor is not believed before it has proven
itself anew (A-301: a scenario), and what a screen sent that was garbage is over at once (A-308)."""


@pytest.mark.parametrize("code", OBSERVED)
def test_an_alarm_that_was_seen_ends_with_its_cause_and_no_sooner(code: str) -> None:
    felt = see(Felt().open().see(SAID[code]), code)
    assert code in codes(felt), "the cause lasts"
    assert code not in codes(felt.see(over(SAID[code])))


@pytest.mark.parametrize("code", OBSERVED)
def test_an_alarm_whose_cause_is_over_ends_by_itself_or_when_a_chef_has_seen_it(code: str) -> None:
    felt = Felt().open().see(SAID[code], over(SAID[code]))
    assert (code in codes(felt)) == (code in WARNINGS), "a machine's warning waits for its reason (CS-07)"
    assert code not in codes(see(felt, code) if code in WARNINGS else felt)


@cache
def ended_in_scenarios() -> frozenset[str]:
    """The alarms that were raised and came to their end in a scenario, as it is told."""
    found = set()
    for path in SCENARIOS:
        raised = {}
        for entry in played(told(path)).entries:
            if isinstance(entry.event, e.AlarmRaised):
                raised[entry.event.alarm] = entry.event.code
            elif isinstance(entry.event, e.AlarmCleared):
                found.add(raised[entry.event.alarm])
    return frozenset(found)


def reopened(felt: Felt) -> Felt:
    """Two persons reopen the jackpot."""
    return felt.badge(*COMITE).do(i.ReopenJackpot()).badge(*DIRECTOR).do(i.ApproveMeterAct())


def refused_for_good(code: str) -> Felt:
    felt = Felt().open().stakes(s1=1000).chips(1)
    felt.answering = False
    felt.do(i.CloseBets(), i.CollectJp1()).sweep().see(i.BookRefused("Contribute", code))
    felt.answering = True
    return felt


def locked() -> Felt:
    felt = table().badge("MCD 03", Role.COMITE)
    return felt.see(i.PinAnswered("MCD 03", shown(felt), False, 0, felt.now_ms + 900_000)).see(i.BadgeGone())


def without_master(felt: Felt, lost: str) -> Felt:
    felt._step(master_told(felt.state, lost))
    return felt


def sealed() -> Felt:
    felt = aside(*SEATS)
    return felt.see(i.BookRefused("Forgo", "forgone"))


def revoked() -> Felt:
    felt = table().open().stakes(s1=1000).close().draw("2c 7d 9s 4h")
    return felt.see(i.RevokedObserved("croupier-07"))


def seen_by_anybody(felt: Felt) -> Felt:
    return felt.do(*(i.SeeAlarm(up.number) for up in felt.state.alarms))


Ends = dict[str, tuple[Callable[[], Felt], Callable[[Felt], Felt]]]
PLAYED: Final[Ends] = {
    "A-107": (lambda: refused_for_good("unreasonable"), reopened),
    "A-110": (lambda: Felt().open().see(i.DataGapObserved(DataGap("data_short", 1, 620, 1, 239))), reopened),
    "A-111": (lambda: refused_for_good("stake_mismatch"), reopened),
    "A-113": (lambda: without_master(Felt().open(), "ab" * 8), lambda felt: without_master(felt, "")),
    "A-222": (locked, seen_by_anybody),
    "A-223": (revoked, seen_by_anybody),
    "A-227": (lambda: later(pressed(*SEATS)), lambda felt: felt.see(added(felt))),
    "A-228": (sealed, lambda felt: felt.do(i.OpenSeal(len(SEATS)))),
    "A-304": (
        lambda: Felt().open().see(count(1_200, 30)),
        lambda felt: see(felt.see(count(1_200, 0), count(1_200, 0)), "A-304"),
    ),
    "A-308": (lambda: Felt().open().see(SAID["A-308"]), seen_by_anybody),
}
"""How the others are raised, and what ends each."""
OF_THE_SCREEN: Final = "A-101"


@pytest.mark.parametrize("code", PLAYED)
def test_an_alarm_ends_by_what_it_asks_for(code: str) -> None:
    raise_it, end_it = PLAYED[code]
    felt = raise_it()
    assert code in codes(felt)
    assert code not in codes(end_it(felt))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_alarm_of_a_table_that_cannot_write_ends_with_its_next_view(language: str) -> None:
    """No entry can raise or end it; `tests/shell/test_disk_faults.py` plays it at a real table."""
    assert unwritten_alarm("full")[0] == OF_THE_SCREEN
    face, title = ConsoleFace(language), alarm_text(language, OF_THE_SCREEN).title
    view = view_of("preflop")
    assert face.words(view | {"offline": 1, "unwritten": "full"})["alarm"]["title"] == title
    assert (face.words(view)["alarm"] or {}).get("title") != title


@pytest.mark.parametrize("code", CATALOGUE)
def test_each_alarm_of_the_catalogue_comes_to_an_end(code: str) -> None:
    ends = {*OBSERVED, *PLAYED, OF_THE_SCREEN}
    assert code in ends or code in ended_in_scenarios(), f"nothing ends {code}"
