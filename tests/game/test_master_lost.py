"""A table whose master is lost in any state: no card is sealed or opened, two persons void, it is closed."""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Incident, Role
from controller.game.opening.master_lost import ALARM, NEEDS_CARDS, master_told, needs_master
from controller.game.profile import RuleProfile
from controller.game.refusals import Refusal
from controller.game.state import Phase
from controller.settings.rules import load_profile
from tests.builders import CHEF, COMITE, Felt
from tests.long import long
from tests.wander import Wanderer
from ui.screen.console import ConsoleFace

PROFILES = tuple(load_profile(name) for name in ("fr-55-20-2021", "fr-holdem-casino", "live-uth"))
LOST = "ab" * 8


def lose(felt: Felt) -> None:
    """The program comes back without the master."""
    felt._step([*master_told(felt.state, LOST), e.SessionResumed()])


@pytest.mark.parametrize("seed", [*range(20), *(long(seed) for seed in range(20, 2_000))])
def test_no_card_is_sealed_or_opened_whatever_anybody_does(seed: int) -> None:
    table = Wanderer(seed, PROFILES[seed % len(PROFILES)], noise=6)
    while table.state.phase is Phase.CLOSED or len(table.felt.entries) < 40 + 7 * (seed % 40):
        table.step()
    felt, before = table.felt, len(table.felt.entries)
    lose(felt)
    for _ in range(60):
        table.step()
        if table.state.phase in NEEDS_CARDS:
            assert table.state.held is not None
    assert table.state.master_lost == LOST
    assert not needs_master(tuple(entry.event for entry in felt.entries[before:]))


def dealt(profile: RuleProfile, streets: int) -> Felt:
    """A deal of two players with a JP1 stake, so many streets on."""
    felt = Felt(profile).open().stakes(s1=1000, s4=2000).chips(1).close().draw("2c 7d 3c 8d 9s 4h")
    for cards in ("Ks Qd 5h", "Jd 3h")[:streets]:
        felt.do(i.CallStreet()).draw(cards)
    return felt


@pytest.mark.parametrize("streets", [0, 1, 2])
def test_its_void_takes_a_chef_and_another_of_the_comite(streets: int) -> None:
    felt = dealt(PROFILES[0], streets)
    lose(felt)
    felt.badge().do(i.ConfirmFelt())
    reason = Incident.EQUIPMENT
    assert felt.tap(i.ArmVoid(reason)) is None
    for who in (CHEF, ("Chef 2", Role.CHEF)):
        assert felt.badge(*who).tap(i.VoidRound(reason)) == Refusal("badge_comite", "RP-20")
    felt.badge(*COMITE).do(i.VoidRound(reason)).refund()
    assert felt.events(e.RoundVoided)[0].jp1_carried == ()  # type: ignore[attr-defined]
    assert [event.seat for event in felt.events(e.RefundRecorded)] == [1]  # type: ignore[attr-defined]
    felt.badge().do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED


def test_one_of_the_comite_does_not_sign_twice() -> None:
    felt = dealt(PROFILES[0], 1)
    lose(felt)
    felt.badge(*COMITE).do(i.ConfirmFelt(), i.ArmVoid(Incident.EQUIPMENT))
    refusal = felt.tap(i.VoidRound(Incident.EQUIPMENT))
    assert refusal is not None
    assert refusal.code == "same_person"


def test_a_carried_stake_whose_next_deal_cannot_be_dealt_goes_back_with_its_seat() -> None:
    """The bets of a second deal are open when the master is lost: who leaves is refunded, as ever."""
    felt = dealt(PROFILES[0], 0).void()
    assert (felt.state.phase, felt.state.playing.attempt) == (Phase.BETTING, 2)
    lose(felt)
    felt.badge().do(i.ConfirmFelt())
    felt.do(i.ConfirmStakes(4))
    refusal = felt.tap(i.CloseBets())
    assert refusal is not None
    assert refusal.code == "master_lost"
    felt.do(i.VacateSeat(4), i.VacateSeat(1), i.CloseBets())
    assert [event.seat for event in felt.events(e.RefundRecorded)] == [1]  # type: ignore[attr-defined]
    felt.do(i.NextRound()).badge().do(i.CloseTable())
    assert felt.state.phase is Phase.CLOSED


@pytest.mark.parametrize(("language", "told"), [("fr", "La clé des cartes est perdue"), ("en", "is lost")])
def test_the_console_says_why_the_comite_confirms(language: str, told: str) -> None:
    felt = dealt(PROFILES[0], 0)
    lose(felt)
    felt.badge().do(i.ConfirmFelt(), i.ArmVoid(Incident.EQUIPMENT))
    said = ConsoleFace(language).words(views.console(felt.state))["focus"]["text"]
    assert told in said
    assert "Chef 1" in said


def test_a_master_that_is_there_again_before_the_void_lets_the_deal_go_on() -> None:
    """Until the void is confirmed nothing is lost for good."""
    felt = dealt(PROFILES[0], 1)
    lose(felt)
    assert master_told(felt.state, LOST) == (), "what is known is not told again"
    felt.badge().do(i.ConfirmFelt(), i.ArmVoid(Incident.EQUIPMENT))
    felt._step([*master_told(felt.state, ""), e.SessionResumed()])
    assert felt.events(e.MasterFound) == [e.MasterFound(LOST)]
    assert felt.state.master_lost == ""
    assert not [up for up in felt.state.alarms if up.code == ALARM and not up.over]
    felt.badge().do(i.ConfirmFelt(), i.DisarmVoid(), i.Resume()).see(i.BadgeGone())
    felt.do(i.CallStreet()).draw("Jd 3h")
    assert (felt.state.phase, felt.state.playing.street) == (Phase.DECIDING, 2)
