"""A real table that has played ends by itself once it is closed: no master of a closed night stays in it."""

from __future__ import annotations

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.evolve import fold
from controller.game.inputs import Machine, Role
from controller.game.machines.alarms import WARNINGS
from controller.game.meter.types import CorrectionReason
from controller.game.react import react
from controller.game.state import Phase, TableState
from tests.builders import CASHIER, CHEF, COMITE, Felt, facts
from tests.game.test_drafting import LONGER, PROPOSE, answer, proposed
from tests.game.test_left_owed import back, closed, owing
from tests.wander.settings import SETTINGS, in_force


def ends(state: TableState) -> bool:
    return r.EndProcess() in react(state)


def played(**known: object) -> Felt:
    """A night of one round, at a real table unless it is said otherwise."""
    felt = Felt(**{"simulated": False, **known}).open().stakes(s1=1000).close().draw("2h 3d Kh Qd")
    felt.do(i.CallStreet()).draw("2s 7h 9c").do(i.CallStreet()).draw("Jd 3h").fold(1)
    return felt.showdown().do(i.OpenSettlement()).settle().do(i.NextRound())


def shut(felt: Felt) -> Felt:
    return felt.badge(*CHEF).do(i.CloseTable())


def test_a_real_table_that_has_played_ends_with_its_closing_and_not_before() -> None:
    felt = played()
    assert not ends(felt.state)
    assert ends(shut(felt).state)


def test_a_table_at_rest_that_has_not_played_stays() -> None:
    """What a supervisor starts again after the end is such a one: it does not end for ever."""
    assert not ends(Felt(simulated=False).state)
    assert not ends(TableState(facts(simulated=False, session=2, first_round=2)))


def test_a_deal_made_void_is_enough_for_it_has_sealed_cards() -> None:
    felt = Felt(simulated=False).open().stakes(s1=1000).close().draw("2h").void()
    assert ends(shut(felt).state)


def test_a_simulated_table_stays_whose_master_is_its_seed_s() -> None:
    felt = shut(played(simulated=True))
    assert not ends(felt.state)
    assert felt.tap(i.OpenTable()) is None


def test_it_waits_until_the_book_has_answered() -> None:
    felt = owing(1)
    real = facts(felt.state.profile, cash=felt.state.facts.cash, simulated=False)
    state = fold(TableState(real), closed(felt).entries)
    assert state.phase is Phase.CLOSED
    assert not ends(state)
    assert ends(fold(TableState(real), back(felt).entries))


def warned() -> tuple[Felt, i.SeeAlarm]:
    """A night at whose closing a warning of the shoe stands, and how a chef acknowledges it."""
    felt = played().see(i.TroubleObserved(Machine.SHOE, "rebooted"))
    (up,) = [up for up in felt.state.alarms if up.code in WARNINGS]
    return shut(felt), i.SeeAlarm(up.number, i.Acknowledgement.CHECKED.value)


def test_it_waits_until_a_chef_has_acknowledged_a_warning() -> None:
    """CS-07: each stays until then, and a new session would know nothing of it."""
    felt, seen = warned()
    assert not ends(felt.state)
    assert ends(felt.do(seen).state)


def test_it_waits_for_the_second_person_of_an_act_on_the_meter() -> None:
    felt, seen = warned()
    felt.badge(*COMITE).do(i.CorrectMeter(100, CorrectionReason.MALFUNCTION)).badge(*CHEF).do(seen)
    assert not ends(felt.state)
    assert ends(felt.badge(*COMITE).do(i.WithdrawMeterAct()).state)


def test_it_waits_until_the_comite_has_lifted_a_block() -> None:
    """CS-15: closed and opened again, the table would be free of it."""
    felt = played().see(i.TroubleObserved(Machine.SHOE, "firmware_changed"))
    (up,) = [up for up in felt.state.alarms if up.code in WARNINGS]
    shut(felt.badge(*CHEF).do(i.SeeAlarm(up.number, i.Acknowledgement.CHECKED.value)))
    assert felt.state.blocked
    assert not ends(felt.state)
    assert ends(felt.badge(*COMITE).do(i.LiftBlock(i.Acknowledgement.CHECKED.value)).state)


def slip_waits(**known: object) -> Felt:
    """A night at whose closing no cashier has signed the slip of the jackpot yet."""
    felt = Felt(simulated=False, **known)
    if felt.state.facts.settings is not None:
        felt.see(in_force())
    felt.open().stakes(s1=1000, s4=1000).chips(1).close()
    felt.draw("As Ks 2c 7d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts").do(i.CallStreet()).draw("4d 9h")
    return shut(felt.do(i.BetRest()).showdown().prove_hand().release().settle().do(i.NextRound()))


def test_it_waits_until_the_cashier_has_signed_the_slip_of_a_jackpot() -> None:
    """JW-15: a new session would know nothing of the slip. Without sheets no closing asks for it before."""
    felt = slip_waits()
    assert not ends(felt.state)
    assert ends(felt.badge(*CASHIER).do(i.SignSlip(1, 1)).state)


def test_approved_settings_wait_for_the_cashier_too() -> None:
    felt = slip_waits(settings=SETTINGS).badge("Fontaine", Role.DIRECTOR).do(LONGER)
    answer(answer(felt).do(PROPOSE))
    answer(felt.badge("Durand", Role.COMITE).do(i.ApproveSettings()))
    assert felt.state.settings.coming
    assert not ends(felt.state)
    assert ends(felt.badge(*CASHIER).do(i.SignSlip(1, 1)).state)


def test_a_session_without_its_master_waits_for_the_cashier_too() -> None:
    felt = slip_waits()
    felt._step([e.MasterLost("ab" * 8)])
    assert not ends(felt.state)
    assert ends(felt.badge(*CASHIER).do(i.SignSlip(1, 1)).state)


def test_settings_that_were_approved_wait_with_it_for_what_a_person_has_still_to_do() -> None:
    """CS-15, CS-07: a block and a warning fell with the session that two persons' settings ended."""
    felt = answer(proposed().see(i.TroubleObserved(Machine.SHOE, "firmware_changed")))
    answer(felt.badge(*COMITE).do(i.ApproveSettings()))
    assert felt.state.settings.coming
    assert not ends(felt.state)
    (up,) = [up for up in felt.state.alarms if up.code in WARNINGS]
    felt.do(i.SeeAlarm(up.number, i.Acknowledgement.CHECKED.value))
    assert felt.state.blocked
    assert not ends(felt.state)
    assert ends(felt.do(i.LiftBlock(i.Acknowledgement.CHECKED.value)).state)
